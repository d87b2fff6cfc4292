"""One plan for all games: the same rooms with the same names, and doors only where they belong."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

from rulekeep.core import registry
from rulekeep.testing.rule_sources import places

BASE = ("box", "moves", "terms", "state")
"""Each may use those before it."""
MIDDLE = frozenset(
    (
        *("events", "setup", "legal", "checks", "turn", "scoring"),
        *("knowledge", "audit", "variants", "features"),
    )
)
"""They may use the base and, without cycles, each other."""
TOP = frozenset(("evaluate", "describe", "view", "universe"))
"""Drawing, wording, judging and the test universe: used by the plugin alone."""
ROOMS = {*BASE, *MIDDLE, *TOP, "plugin"}
NEEDED = {"box", "moves", "state", "setup", "legal", "checks", "turn", "scoring", "plugin"}

GAMES = registry.names()


def home(game: str) -> Path:
    module = import_module(registry.package_of(game))
    return Path(str(module.__file__)).parent


def rooms(game: str) -> dict[str, list[Path]]:
    """The rooms of a game with their files; a room is a module or a package."""
    found: dict[str, list[Path]] = {}
    for entry in sorted(home(game).iterdir()):
        if entry.suffix == ".py" and entry.stem != "__init__":
            found[entry.stem] = [entry]
        elif entry.is_dir() and (entry / "__init__.py").exists():
            found[entry.name] = sorted(entry.rglob("*.py"))
    return found


def doors(game: str) -> dict[str, set[str]]:
    """By room, the other rooms it imports."""
    package = registry.package_of(game)
    names = rooms(game)
    leads: dict[str, set[str]] = {}
    for room, files in names.items():
        leads[room] = set()
        for path in files:
            for node in ast.walk(_running(ast.parse(path.read_text(encoding="utf-8")))):
                leads[room] |= {name for name in _imported(node, package) if name in names}
        leads[room].discard(room)
    return leads


def _running(tree: ast.Module) -> ast.Module:
    """A module without the imports that only the type checker and the compiler read."""
    tree.body = [
        node
        for node in tree.body
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    ]
    return tree


def _imported(node: ast.AST, package: str) -> set[str]:
    modules: list[str] = []
    if isinstance(node, ast.ImportFrom) and node.module is not None:
        modules = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    elif isinstance(node, ast.Import):
        modules = [alias.name for alias in node.names]
    inside = [name.removeprefix(package + ".") for name in modules if name != package]
    return {name.split(".")[0] for name in inside}


def may_use(room: str) -> set[str]:
    if room == "plugin":
        return ROOMS
    if room in TOP:
        return {*BASE, *MIDDLE}
    if room in MIDDLE:
        return {*BASE, *MIDDLE}
    return set(BASE[: BASE.index(room)])


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_rooms_of_the_plan(game: str) -> None:
    found = set(rooms(game))
    assert NEEDED - found == set(), f"{game} lacks rooms"
    assert found - ROOMS == set(), f"{game} has rooms that are not on the plan"
    assert (home(game) / "rules.yaml").exists()
    assert (home(game) / "scenarios").is_dir()


@pytest.mark.parametrize("game", GAMES)
def test_doors_lead_where_the_plan_says(game: str) -> None:
    for room, leads in doors(game).items():
        assert leads - may_use(room) == set(), f"{game}: {room} uses rooms it may not"


@pytest.mark.parametrize("game", GAMES)
def test_nobody_walks_in_circles(game: str) -> None:
    leads = doors(game)

    def walk(room: str, way: tuple[str, ...]) -> None:
        assert room not in way, f"{game}: {' -> '.join((*way, room))}"
        for following in sorted(leads[room]):
            walk(following, (*way, room))

    for room in leads:
        walk(room, ())


@pytest.mark.parametrize("game", GAMES)
def test_every_testable_rule_is_borne_by_code(game: str) -> None:
    book = registry.load(game).book
    borne = places(registry.package_of(game), book.rules)
    assert [rule for rule in book.testable if not borne[rule]] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_declared(game: str) -> None:
    plugin = registry.load(game)
    assert plugin.table is not None and plugin.language is not None
    assert plugin.seats_rule in plugin.book and plugin.box_rule in plugin.book
    assert [option.name for option in plugin.options] == [
        option.name for option in plugin.book.options
    ]
