"""The course of a turn.

The active player relocates one card. Its colours build, first the one that faces the board, each
by its owner's choice; whoever cannot build is passed over. If the second player builds on the cell
of the first, a roof goes on it. If the card left an empty row, a ducat day is held. Then the match
ends if somebody has built everything, or the seal goes to the left neighbour.
"""

from __future__ import annotations

from typing import assert_never

from rulekeep.core.chance import Chance
from rulekeep.core.game import Emit
from rulekeep.core.seats import Seat
from rulekeep.games.kilt_castle.moves import Build, Move, MoveRoof, Relocate, Skip
from rulekeep.games.kilt_castle.state import State
from rulekeep.games.kilt_castle.turn.building import build, move_roof
from rulekeep.games.kilt_castle.turn.relocating import relocate


def advance(state: State, seat: Seat, move: Move, chance: Chance, emit: Emit | None = None) -> None:
    """After the deal nothing is left to chance, and the state knows whose decision it is."""
    match move:
        case Build():
            build(state, move, emit)
        case Relocate():
            relocate(state, move, emit)
        case MoveRoof():
            move_roof(state, move, emit)
        case Skip():
            raise AssertionError("skipping is never a legal move")
        case _:
            assert_never(move)
