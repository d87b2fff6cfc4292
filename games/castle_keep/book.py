"""The rule book, and moves that name their tile by its letter in the hand."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from rulekeep.core.rulebook import Asked, Refusal, Rulebook
from rulekeep.games.castle_keep.moves import HAND_LETTERS, Lettered, Move
from rulekeep.games.castle_keep.state import State


def resolve(state: State, seat: int, move: Move) -> Move | None:
    """A move with its tile named; None if the hand has no tile of that letter."""
    if not isinstance(move, Lettered):
        return move
    if not 0 <= seat < state.seats or move.letter >= len(state.hands[seat]):
        return None
    return evolve(move.move, kind=state.hands[seat][move.letter])


class KeepBook(Rulebook):
    """The rule book; a tile may be named by its letter in the hand."""

    def check(self, state: Any, seat: int, move: Any) -> Refusal | None:
        named = resolve(state, seat, move)
        if named is None:
            return Refusal("CK-015", _no_letter(move))
        return super().check(state, seat, named)

    def explain(self, state: Any, seat: int, move: Any) -> list[Asked]:
        named = resolve(state, seat, move)
        if named is None:
            return [Asked("CK-015", _no_letter(move))]
        return super().explain(state, seat, named)


def _no_letter(move: Lettered) -> str:
    return f"the hand has no tile {HAND_LETTERS[move.letter]}"


BOOK = KeepBook.load("rulekeep.games.castle_keep")
