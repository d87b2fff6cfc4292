"""Reading scenario files; `docs/scenarios.md` describes the format."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from attrs import frozen

from rulekeep.core import registry
from rulekeep.core.data_files import Node, read_documents
from rulekeep.core.errors import DataError
from rulekeep.core.game import AnyGame
from rulekeep.match.expectations import THEN, need_content
from rulekeep.match.house_rules import HouseRules, read_house

_HEAD = ("game", "house")
"""Hold for their document and for all that follow."""
_TOP = ("name", *_HEAD, "rules", "without", "options", "data", "given", "setup", "when", "then")
_PLAY = ("seat", "move", "chance", "refused", "events", "legal")


@frozen
class Scenario:
    """One document of a scenario file."""

    name: str
    rules: tuple[str, ...]
    node: Node
    directory: Path | None
    game: str = ""
    """The game that it names; empty: that of the directory."""
    house: HouseRules | None = None
    """House rules for the options that it does not set itself."""
    without: tuple[str, ...] = ()
    """Rules that must not be at work in it."""

    @property
    def concerns(self) -> tuple[str, ...]:
        """The rules it counts for in the prover: those at work, and those that must not be."""
        return self.rules + self.without

    @property
    def where(self) -> str:
        return self.node.where

    @property
    def line(self) -> int:
        line = self.where.rpartition(":")[2]
        return int(line) if line.isdecimal() else 1


def read_scenarios(path: Path) -> list[Scenario]:
    """All scenarios of a file; DataError names the line of what is malformed."""
    return scenarios_in(read_documents(path), path)


def scenarios_in(documents: Iterable[Node], path: Path) -> list[Scenario]:
    """All scenarios of the documents of a file."""
    scenarios: list[Scenario] = []
    names: set[str] = set()
    game, house = "", None
    for number, node in enumerate(documents):
        node.only(*_TOP)
        game = node["game"].str() if "game" in node else game
        house = _house(node["house"], path.parent) if "house" in node else house
        if not number and node.mapping() and node.mapping().keys() <= set(_HEAD):
            continue
        name = node["name"].str().strip()
        if name in names:
            raise node["name"].fail(f"the name {name!r} stands in this file twice")
        names.add(name)
        rules = tuple(rule.str() for rule in node["rules"])
        without = tuple(rule.str() for rule in node.get("without") or ())
        if len({*rules, *without}) != len(rules + without):
            raise node["rules"].fail("a rule is named twice")
        if ("given" in node) == ("setup" in node):
            raise node.fail("a scenario has either 'given' or 'setup'")
        for given in (node.get("given"), node.get("options")):
            if given is not None:
                given.mapping()
        _read_setup(node)
        for play in node.get("when") or ():
            _read_play(play)
        if "then" in node:
            need_content(node["then"].only(*THEN))
        scenarios.append(Scenario(name, rules, node, path.parent, game, house, without))
    if not scenarios:
        raise DataError(str(path), "holds no scenario")
    return scenarios


def _house(node: Node, directory: Path) -> HouseRules:
    try:
        return read_house(directory / node.str())
    except DataError as error:
        raise node.fail(f"house rules: {error}") from None


def _read_setup(node: Node) -> None:
    setup = node.get("setup")
    if setup is not None:
        setup.only("seats", "options", "chance", "refused")
        if "options" in setup:
            setup["options"].mapping()
    if setup is not None and "refused" in setup:
        if "when" in node or "then" in node or "chance" in setup:
            raise setup["refused"].fail("after a refused set-up nothing can happen or be drawn")
    elif "then" not in node and not (node.get("when") or Node([], "")).list():
        raise node.fail("a scenario without 'when' and 'then' says nothing")


def _read_play(play: Node) -> None:
    play.only(*_PLAY)
    play["seat"].int(0)
    if ("move" in play) == ("legal" in play):
        raise play.fail("a step has either a 'move' or the 'legal' moves")
    if "legal" in play or "refused" in play:
        for key in ("chance", "events", "refused"):
            if key in play and not (key == "refused" and "move" in play):
                raise play[key].fail(f"where nothing is played, {key!r} has no meaning")


def scenario_files(game: AnyGame | str) -> list[Path]:
    """The scenario files a game ships with, next to its rule book."""
    name = game if isinstance(game, str) else game.id
    files = registry.files_of(name)
    if files is None or not (files / "scenarios").is_dir():
        return []
    return sorted(Path(str(f)) for f in (files / "scenarios").iterdir() if f.name.endswith(".yaml"))
