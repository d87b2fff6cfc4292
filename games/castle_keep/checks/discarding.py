"""The arbiter on discards and on what an assault destroys."""

from __future__ import annotations

from rulekeep.core.rulebook import forbids
from rulekeep.core.seats import Seat
from rulekeep.games.castle_keep.box.castle import CELLS, kind_at, occupied
from rulekeep.games.castle_keep.box.tiles import KINDS
from rulekeep.games.castle_keep.moves import Choose, Discard
from rulekeep.games.castle_keep.state import State


@forbids("CK-044", Discard)
def the_hand_lacks_the_discard(state: State, seat: Seat, move: Discard) -> str | None:
    if move.kind not in state.hands[seat]:
        return f"there is no {KINDS[move.kind]} in the hand"
    return None


@forbids("CK-103", Choose)
def the_flip_does_not_match(state: State, seat: Seat, move: Choose) -> str | None:
    castle = state.castles[0]
    flip = state.flips[0]
    if not occupied(castle) >> move.cell & 1 or kind_at(castle, move.cell) != flip:
        return f"there is no {KINDS[flip]} at {CELLS[move.cell]}"
    return None
