"""One import per audience: game authors, test authors, bot authors, tool authors."""

import ast
import pkgutil
import re
from importlib import import_module
from pathlib import Path
from types import FunctionType

import pytest

ROOT = Path(__file__).parents[2]
FACES = ("rulekeep", "rulekeep.core", "rulekeep.bots", "rulekeep.testing")
PINNED = Path(__file__).with_name("public_names.txt")


@pytest.mark.parametrize("face", FACES)
def test_public_names_are_pinned(face: str) -> None:
    pinned = dict(
        line.split(": ", 1) for line in PINNED.read_text(encoding="utf-8").splitlines() if line
    )
    assert " ".join(sorted(import_module(face).__all__)) == pinned[face]


@pytest.mark.parametrize("face", FACES)
def test_every_public_name_is_there_and_documented(face: str) -> None:
    module = import_module(face)
    for name in module.__all__:
        value = getattr(module, name)
        if isinstance(value, type | FunctionType):
            assert value.__doc__, f"{face}.{name} has no docstring"


@pytest.mark.parametrize("face", FACES)
def test_no_public_name_hides_behind_a_submodule(face: str) -> None:
    module = import_module(face)
    below = {found.name for found in pkgutil.iter_modules(module.__path__)} - {"games"}
    assert not below & set(module.__all__)


def deeper_imports(source: str) -> set[str]:
    """Modules of rulekeep that a source imports although an author needs only the faces."""
    found = {
        node.module or ""
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("rulekeep")
    }
    return {module for module in found if module not in FACES}


def test_games_import_only_the_core_and_themselves() -> None:
    for game in (ROOT / "games").iterdir():
        for path in game.rglob("*.py"):
            own = f"rulekeep.games.{game.name}"
            deep = {name for name in deeper_imports(path.read_text("utf-8")) if own not in name}
            assert not deep, f"{path.relative_to(ROOT)} imports {sorted(deep)}"


@pytest.mark.parametrize("path", ["tests/tiny/lanterns", "cli/project_templates"])
def test_small_games_and_templates_need_no_deeper_module(path: str) -> None:
    for file in (ROOT / path).rglob("*"):
        if file.suffix in (".py", ".txt"):
            found = re.findall(
                r"^from (rulekeep[\w.]*) import", file.read_text("utf-8"), re.MULTILINE
            )
            assert set(found) <= set(FACES), f"{file.relative_to(ROOT)}"


def test_the_guide_for_plugins_shows_only_these() -> None:
    guide = (ROOT / "docs" / "plugins.md").read_text("utf-8")
    assert set(re.findall(r"^from (rulekeep[\w.]*) import", guide, re.MULTILINE)) <= set(FACES)
