"""Boards that do not change when the shipped one is corrected, and random matches on them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

from rulekeep.core.chance import Chance, SeededChance
from rulekeep.core.events import Event
from rulekeep.core.primitives.bag import Bag
from rulekeep.games.kilt_castle import GAME, KiltCastle

HERE = Path(__file__).parent


@frozen
class Moment:
    """One move of a match: the data before and after it, and what happened."""

    before: dict[str, Any]
    seat: int
    move: str
    after: dict[str, Any]
    events: tuple[Event, ...]


class NoChance(Chance):
    """Nothing is left to chance after the deal."""

    def below(self, n: int, what: str) -> int:
        raise AssertionError(f"chance was asked for {what}")

    def pick(self, bag: Bag, what: str) -> int:
        raise AssertionError(f"chance was asked for {what}")


Watch = Callable[[KiltCastle, int, Mapping[str, Any], int], Iterator[Moment]]


def _watch(game: KiltCastle, seats: int, options: Mapping[str, Any], seed: int) -> Iterator[Moment]:
    lot = SeededChance("watch", seats, seed)
    state = game.setup(seats, options, lot).state
    before = game.to_dict(state)
    while decisions := game.decisions(state):
        (decision,) = decisions
        moves = game.legal_moves(state, decision.seat)
        move = moves[lot.below(len(moves))]
        events: list[Event] = []
        game.advance(state, decision.seat, move, NoChance(), events.append)
        after = game.to_dict(state)
        yield Moment(before, decision.seat, game.notation(move), after, tuple(events))
        before = after


@pytest.fixture(scope="session")
def watch() -> Watch:
    """Watch a random match move by move."""
    return _watch


@pytest.fixture(scope="session")
def pinned() -> KiltCastle:
    """The game on a copy of the board as it was shipped first."""
    return GAME.with_data(HERE / "board_pinned")


@pytest.fixture(scope="session")
def ring() -> KiltCastle:
    """The game on a castle of four cells."""
    return GAME.with_data(HERE / "board_ring")


@pytest.fixture(scope="session")
def corrected() -> KiltCastle:
    """The game on a board with other edge positions."""
    return GAME.with_data(HERE / "board_corrected")
