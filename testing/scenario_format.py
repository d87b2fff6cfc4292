"""Read scenario files; `docs/scenarios.md` describes the format."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from attrs import define, field, frozen

from rulekeep.core import registry
from rulekeep.core.data_files import Node, parse_documents, read_text
from rulekeep.core.errors import DataError
from rulekeep.core.game import AnyGame
from rulekeep.core.text import upper_first
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
    def title(self) -> str:
        """Its name as a heading."""
        return upper_first(self.name)

    @property
    def home(self) -> str:
        """The rule that it stands under in the rule book; empty: among the further examples."""
        return min(self.rules, default="")

    @property
    def concerns(self) -> tuple[str, ...]:
        """The rules it counts for in the prover: those at work, and those that must not be."""
        return self.rules + self.without

    @property
    def where(self) -> str:
        return self.node.where

    @property
    def line(self) -> int:
        return line_of(self.where)


def line_of(where: str) -> int:
    """The line of a place such as `file:12`; 1 where there is none."""
    line = where.rpartition(":")[2]
    return int(line) if line.isdecimal() else 1


def read_scenarios(path: Path) -> list[Scenario]:
    """All scenarios of a file; DataError names the line of everything that is malformed."""
    return _all_good(read_each(path), path)


def scenarios_in(documents: Iterable[Node], path: Path) -> list[Scenario]:
    """All scenarios of the documents of a file. DataError."""
    return _all_good(_Reader(path).read(documents), path)


def read_each(path: Path) -> list[Scenario | DataError]:
    """Every scenario of a file, or what is wrong with it; one does not hide the others."""
    try:
        return _Reader(path).read(_documents(path))
    except DataError as error:
        return [error]


def _all_good(found: Iterable[Scenario | DataError], path: Path) -> list[Scenario]:
    scenarios = [one for one in found if isinstance(one, Scenario)]
    errors = [one for one in found if isinstance(one, DataError)]
    if len(errors) > 1:
        several = "".join(f"\n  {error}" for error in errors)
        raise DataError(str(path), f"{len(errors)} documents are malformed:{several}")
    if errors:
        raise errors[0]
    return scenarios


def _documents(path: Path) -> Iterable[Node | DataError]:
    """The documents of a file, each read by itself where the file as a whole is not YAML."""
    text = read_text(path)
    try:
        return parse_documents(text, str(path))
    except DataError as error:
        starts = [found.end() for found in re.finditer(r"^---[ \t]*\n", text, re.MULTILINE)]
        if not starts:
            return [error]
    found: list[Node | DataError] = []
    for start, end in zip([0, *starts], [*starts, len(text)], strict=True):
        # Blank lines before the document leave its line numbers as they are in the file.
        part = "\n" * text.count("\n", 0, start) + text[start:end]
        try:
            found += parse_documents(
                re.sub(r"^---[ \t]*\n\Z", "\n", part, flags=re.MULTILINE), str(path)
            )
        except DataError as error:
            found.append(error)
    return found


class _BadHead(DataError):
    """The head of a file cannot be read."""


@define
class _Reader:
    """Reads the documents of a file in order: a head holds for all that follow."""

    path: Path
    game: str = ""
    house: HouseRules | None = None
    names: set[str] = field(factory=set)

    def read(self, documents: Iterable[Node | DataError]) -> list[Scenario | DataError]:
        found: list[Scenario | DataError] = []
        for number, node in enumerate(documents):
            try:
                if isinstance(node, DataError):
                    raise node
                self._read_head(node)
                if number or not node.mapping() or not node.mapping().keys() <= set(_HEAD):
                    found.append(self._read_scenario(node))
            except DataError as error:
                found.append(error)
                if isinstance(error, _BadHead):
                    break
        if not found:
            raise DataError(str(self.path), "holds no scenario")
        return found

    def _read_head(self, node: Node) -> None:
        node.only(*_TOP)
        if "game" in node:
            self.game = node["game"].str()
        if house := node.get("house"):
            try:
                self.house = read_house(self.path.parent / house.str())
            except DataError as error:
                # Without them every scenario that follows would be played wrongly.
                raise _BadHead(house.where, f"house rules: {error}") from None

    def _read_scenario(self, node: Node) -> Scenario:
        name = node["name"].str().strip()
        if name in self.names:
            raise node["name"].fail(f"the name {name!r} is in this file twice")
        self.names.add(name)
        rules = tuple(rule.str() for rule in node["rules"])
        without = tuple(rule.str() for rule in node.get("without") or ())
        if len({*rules, *without}) != len(rules + without):
            raise node["rules"].fail("a rule is named twice")
        if ("given" in node) == ("setup" in node):
            raise node.fail("a scenario has either 'given' or 'setup'")
        for given in (node.get("given"), node.get("options")):
            if given is not None:
                given.mapping()
        _check_setup(node)
        for play in node.get("when") or ():
            _check_play(play)
        if "then" in node:
            need_content(node["then"].only(*THEN))
        return Scenario(name, rules, node, self.path.parent, self.game, self.house, without)


def _check_setup(node: Node) -> None:
    setup = node.get("setup")
    if setup is not None:
        setup.only("seats", "options", "chance", "refused")
        if "options" in setup:
            setup["options"].mapping()
    if setup is not None and "refused" in setup:
        setup["refused"].only("rule", "because")
        if "when" in node or "then" in node or "chance" in setup:
            raise setup["refused"].fail("after a refused set-up nothing can happen or be drawn")
    elif "then" not in node and not (node.get("when") or Node([], "")).list():
        raise node.fail("a scenario without 'when' and 'then' says nothing")


def _check_play(play: Node) -> None:
    play.only(*_PLAY)
    play["seat"].int(0)
    if ("move" in play) == ("legal" in play):
        raise play.fail("a step has either a 'move' or the 'legal' moves")
    if "legal" in play or "refused" in play:
        for key in ("chance", "events", "refused"):
            if key in play and not (key == "refused" and "move" in play):
                raise play[key].fail(f"where nothing is played, {key!r} has no meaning")


def scenarios_of(game: AnyGame) -> list[Scenario]:
    """The scenarios that a game ships with, in their order; the first is example 1. DataError."""
    return [scenario for path in scenario_files(game) for scenario in read_scenarios(path)]


def scenario_files(game: AnyGame | str) -> list[Path]:
    """The scenario files that a game ships with, next to its rule book."""
    name = game if isinstance(game, str) else game.id
    files = registry.files_of(name)
    if files is None or not (files / "scenarios").is_dir():
        return []
    return sorted(Path(str(f)) for f in (files / "scenarios").iterdir() if f.name.endswith(".yaml"))
