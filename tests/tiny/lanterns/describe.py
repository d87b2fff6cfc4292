"""A move in words."""

from __future__ import annotations

from lanterns.moves import Move, Take
from lanterns.state import State
from rulekeep.core import plural


def describe(state: State, seat: int, move: Move) -> str:
    if isinstance(move, Take):
        return plural(move.prize, "point")
    return f"you hold {state.hands[seat][move.lantern - 1]} of them"
