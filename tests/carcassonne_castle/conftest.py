"""Random matches in which now and then a player plays well, so that much happens."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

from rulekeep.core.chance import SeededChance
from rulekeep.core.events import Event
from rulekeep.games import carcassonne_castle
from rulekeep.games.carcassonne_castle import GAME, CarcassonneCastle
from rulekeep.games.carcassonne_castle.state import State

SMALL = Path(carcassonne_castle.__file__).parent / "scenarios" / "small_board"


@frozen
class Moment:
    """One move of a match: the data before and after it, and what happened."""

    before: dict[str, Any]
    seat: int
    move: str
    after: dict[str, Any]
    events: tuple[Event, ...]
    state: State


Watch = Callable[..., Iterator[Moment]]


def _choose(game: CarcassonneCastle, state: State, seat: int, lot: SeededChance) -> Any:
    """At random, or the best of a few."""
    moves = game.legal_moves(state, seat)
    tried = [moves[lot.below(len(moves))] for _ in range(1 + 5 * lot.below(2))]
    if len(tried) == 1:
        return tried[0]
    values = []
    for move in tried:
        table = state.copy()
        game.advance(table, seat, move, SeededChance("what if"))
        values.append(game.evaluate(table, seat))
    return tried[values.index(max(values))]


def _watch(
    options: Mapping[str, Any], seed: int, game: CarcassonneCastle = GAME
) -> Iterator[Moment]:
    lot = SeededChance("watch", seed)
    state = game.setup(2, options, lot).state
    before = game.to_dict(state)
    while decisions := game.decisions(state):
        (decision,) = decisions
        move = _choose(game, state, decision.seat, lot)
        events: list[Event] = []
        game.advance(state, decision.seat, move, lot, events.append)
        after = game.to_dict(state)
        yield Moment(before, decision.seat, game.notation(move), after, tuple(events), state)
        before = after


@pytest.fixture(scope="session")
def watch() -> Watch:
    return _watch


@pytest.fixture(scope="session")
def small() -> CarcassonneCastle:
    return GAME.with_data(SMALL)


@pytest.fixture(scope="session")
def small_directory() -> Path:
    return SMALL


@pytest.fixture(scope="session")
def odd() -> CarcassonneCastle:
    return GAME.with_data(SMALL.parent / "odd_tiles")
