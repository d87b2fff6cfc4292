"""Read `--from`: a position in a file, of a scenario, or of a match file."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve

from rulekeep.cli.files import paths
from rulekeep.core import registry
from rulekeep.core.data_files import Node, open_regular, read_documents
from rulekeep.core.errors import DataError, RulekeepError
from rulekeep.core.frozen_values import frozen
from rulekeep.core.game import AnyGame
from rulekeep.core.text import shortened, whole_number
from rulekeep.match import match_file
from rulekeep.match.expectations import ScenarioFailure
from rulekeep.match.house_rules import HouseRules, agree
from rulekeep.match.match import Match
from rulekeep.match.match_file import Diverged
from rulekeep.testing.scenario_format import Scenario, read_scenarios
from rulekeep.testing.scenario_run import game_for, start_state
from rulekeep.testing.suite import game_above, holds_scenarios

MAX_ACTS = 999_999
MAX_NAMED = 5
"""So many scenarios are named where none or several fit."""


@frozen
class StartPosition:
    """A position to play on from."""

    game: AnyGame
    given: Mapping[str, Any]
    names: tuple[str, ...] = ()
    data: Path | None = None
    """The directory of its data files, where they are not the game's own."""
    node: Node | None = None
    """Where the position is in its file, for error messages."""

    def with_options(
        self, words: Sequence[str], preset: str | None, house: HouseRules | None
    ) -> StartPosition:
        """The same position with other options."""
        agreed = agree(self.game, words, preset, house).options
        if not agreed:
            return self
        return evolve(
            self, given={**self.given, "options": {**(self.given.get("options") or {}), **agreed}}
        )

    def count_seats(self) -> int:
        """How many seats it has. DataError with the line, where the position has lines."""
        try:
            state = self.game.from_dict(self.given)
        except DataError as error:
            raise (_at_line(self.node, error) if self.node is not None else error) from None
        if not self.game.decisions(state):
            raise RulekeepError("The match is over in this position; nobody has a move.")
        return self.game.seats_of(state)

    def match(self, **more: Any) -> Match:
        """The match that begins here."""
        return Match.from_position(self.game, self.given, **more)


def read_position(text: str, game: str | None = None, data: Path | None = None) -> StartPosition:
    """The position that a text names. DataError or RulekeepError."""
    path, rest = _split(text)
    found = _of_match(path, rest, data) if _is_match(path) else _of_yaml(path, rest, game, data)
    if game is not None and found.game.id != registry.load(game).id:
        raise DataError(shortened(text), f"a position of {found.game.id}, not of {game}")
    return found


def _split(text: str) -> tuple[Path, str]:
    """The file, and what follows a colon: a scenario's name, or a number of moves."""
    ends = [len(text), *(place.start() for place in re.finditer(":", text))]
    for end in ends:
        try:
            if text[:end] and Path(text[:end]).is_file():
                return Path(text[:end]), text[end + 1 :].strip()
        except (OSError, ValueError):
            continue
    for end in ends:
        try:
            return paths.library().find(text[:end]), text[end + 1 :].strip()
        except DataError:
            continue
    raise DataError(shortened(text), "no file and no saved match has this name")


def _is_match(path: Path) -> bool:
    with open_regular(path) as stream:
        return stream.read(len(match_file.MAGIC)) == match_file.MAGIC.encode()


# -- a match -------------------------------------------------------------------------------------


def _of_match(path: Path, rest: str, data: Path | None) -> StartPosition:
    try:
        match = Match.load(path, data=data)
    except Diverged as error:
        # The part before the divergence can still be opened.
        if not rest or not error.entry:
            raise
        match = Match.load(path, data=data, entries=error.entry - 1)
    last = len(match.plies) - 1
    at = whole_number(rest, 0, MAX_ACTS) if rest else last
    if at is None or at > last:
        raise DataError(str(path), f"has {last} moves; there is no position {shortened(rest)!r}")
    given = match.game.to_dict(match.plies[at].state)
    return StartPosition(match.game, given, match.header.names, data)


# -- YAML ----------------------------------------------------------------------------------------


def _of_yaml(path: Path, rest: str, game: str | None, data: Path | None) -> StartPosition:
    if rest or (holds_scenarios(path) and not _is_bare(path)):
        return _of_scenario(_named(read_scenarios(path), path, rest), path, game, data)
    documents = read_documents(path)
    if len(documents) != 1:
        raise DataError(str(path), f"expected one position, found {len(documents)} documents")
    node = documents[0]
    keys = node.mapping()
    its_game = keys["game"].str() if "game" in keys else game or game_above(path)
    given = keys["given"] if "given" in keys else _without(node, "game")
    if "given" in keys:
        node.only("game", "given")
    plugin = registry.load(its_game)
    board = plugin.with_data(data) if data is not None else plugin
    given.mapping()
    return StartPosition(board, given.plain(), data=data, node=given)


def _is_bare(path: Path) -> bool:
    """Whether a file holds a position and nothing else."""
    documents = read_documents(path)
    return len(documents) == 1 and documents[0].mapping().keys() <= {"game", "given"}


def _without(node: Node, key: str) -> Node:
    rest = Node({name: value for name, value in node.mapping().items() if name != key}, node.where)
    rest.key_where = node.key_where
    return rest


def _named(scenarios: list[Scenario], path: Path, name: str) -> Scenario:
    """The scenario of that name, or the only one with these words in its name."""
    for scenario in scenarios:
        if scenario.name == name:
            return scenario
    near = [one for one in scenarios if name.casefold() in one.name.casefold()]
    if len(near) == 1:
        return near[0]
    listed = "; ".join(one.name for one in (near or scenarios)[:MAX_NAMED])
    if not name:
        what = f"holds {len(scenarios)} scenarios; name one behind a colon: {listed}"
    else:
        many = f"{len(near)} scenarios have" if near else "no scenario has"
        what = f"{many} {shortened(name)!r} in the name; there are: {listed}"
    raise DataError(str(path), what)


def _of_scenario(
    scenario: Scenario, path: Path, game: str | None, data: Path | None
) -> StartPosition:
    plugin = registry.load(scenario.game or game or game_above(path))
    board = plugin.with_data(data) if data is not None else game_for(scenario, plugin)
    try:
        state = start_state(scenario, board)
    except ScenarioFailure as failure:
        raise DataError(failure.where, failure.what) from None
    its_data = scenario.node.get("data")
    if data is None and its_data is not None:
        data = path.parent / its_data.str()
    elif data is None and scenario.house is not None:
        data = scenario.house.data
    return StartPosition(board, board.to_dict(state), data=data)


def _at_line(node: Node, error: DataError) -> DataError:
    """The same error with the line of its key."""
    head, *steps = re.findall(r"[^.\[\]]+", error.where)
    if head != "state":
        return error
    at = node
    for step in steps:
        inner = at.value.get(step) if isinstance(at.value, dict) else None
        if isinstance(at.value, list) and step.isdecimal() and int(step) < len(at.value):
            inner = at.value[int(step)]
        if inner is None:
            break
        at = inner
    key = error.where.removeprefix("state").removeprefix(".")
    return DataError(at.key_where, f"{key}: {error.what}" if key else error.what)
