"""Dependencies point one way: core <- games; core <- match <- bots <- session <- web <- cli;
match <- testing <- web, cli; match, bots <- review <- sim, web, cli; sim <- cli;
web <- static_site <- cli."""

import ast
from pathlib import Path

import pytest

import rulekeep

ROOT = Path(__file__).parents[2]
MAY_IMPORT = {
    "core": {"core"},
    "match": {"core", "match"},
    "bots": {"core", "match", "bots"},
    "testing": {"core", "match", "testing"},
    "review": {"core", "match", "bots", "review"},
    "sim": {"core", "match", "bots", "review", "sim"},
    "session": {"core", "match", "bots", "session"},
    "web": {"core", "match", "bots", "review", "testing", "session", "web"},
    "static_site": {"core", "match", "bots", "review", "session", "web", "static_site"},
    "cli": {
        *("core", "match", "bots", "review", "testing", "sim", "session", "web", "static_site"),
        "cli",
    },
}
CLI_LAYERS = (
    {"build_info", "terminal"},
    {"files"},
    {"reports", "book_pages", "project_templates"},
    {"table"},
    {"arguments"},
    {"run_arguments"},
    {"commands"},
    {"main"},
)
"""Inside cli: each may import from its own part and from the layers before it."""


def imports(path: Path) -> set[str]:
    """The rulekeep modules a file imports, anywhere in it."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            module = node.module or ""
            found |= {module} | {f"{module}.{alias.name}" for alias in node.names}
    names = {name.removeprefix("rulekeep.") for name in found if name.startswith("rulekeep.")}
    # The package's own names live somewhere below: `from rulekeep import simulate` needs sim.
    return {rulekeep._HOMES.get(name, name) for name in names}


def layer(module: str) -> str:
    return module.split(".")[0]


@pytest.mark.parametrize("name", MAY_IMPORT)
def test_a_layer_imports_only_what_lies_below(name: str) -> None:
    for path in (ROOT / name).rglob("*.py"):
        for module in imports(path):
            top = layer(module)
            if top in ("games", *MAY_IMPORT):
                assert top in MAY_IMPORT[name], f"{path.relative_to(ROOT)} imports {module}"


def test_inside_cli_dependencies_point_one_way() -> None:
    levels = {part: level for level, parts in enumerate(CLI_LAYERS) for part in parts}
    for path in (ROOT / "cli").rglob("*.py"):
        own = path.relative_to(ROOT / "cli").with_suffix("").parts[0]
        if own == "__init__":
            continue
        for module in imports(path):
            package, _, rest = module.partition(".")
            part = rest.split(".")[0]
            if package == "cli" and part and part != own:
                assert levels[part] < levels[own], f"{path.relative_to(ROOT)} imports {module}"


def test_a_game_knows_core_and_itself() -> None:
    games = [path for path in (ROOT / "games").iterdir() if (path / "__init__.py").exists()]
    assert games
    for game in games:
        for path in game.rglob("*.py"):
            for module in imports(path):
                own = module == f"games.{game.name}" or module.startswith(f"games.{game.name}.")
                assert layer(module) == "core" or own or module == "games", (
                    f"{path.relative_to(ROOT)} imports {module}"
                )


def test_nothing_hides_behind_a_name_like_utils() -> None:
    for name in ("games", *MAY_IMPORT):
        for path in (ROOT / name).rglob("*.py"):
            assert path.stem not in ("utils", "util", "misc", "helpers", "common"), path
