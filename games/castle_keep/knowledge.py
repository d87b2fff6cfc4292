"""What a seat knows of the table, as data."""

from __future__ import annotations

from typing import Any

from rulekeep import core
from rulekeep.core import Seat, write_position
from rulekeep.games.castle_keep.box.tiles import KINDS, codes
from rulekeep.games.castle_keep.state import State
from rulekeep.games.castle_keep.state.forms import HEAPS, SIZES, Depending, Heap
from rulekeep.games.castle_keep.state.unseen import open_discards

BURIED_COUNTS = core.PerSeat(core.Whole(), keyed=True)
"""What lies face down is counted; where nothing does, there is nothing to hide."""

OBSERVED: dict[str, core.Form[Any]] = {
    "viewer": core.OrNone(core.SeatNumber()),
    "attacks_open": core.Flag(),
    "hand_sizes": core.PerSeat(core.Whole()),
    "hand": Heap(list),
    "piles": SIZES,
    "unseen": core.Counts(KINDS),
    "buried": Depending(lambda state: BURIED_COUNTS if state.terms.face_down else HEAPS),
}


def observation(state: State, seat: Seat | None) -> dict[str, Any]:
    """What a seat knows as data; None is a spectator."""
    seen = write_position(state)
    del seen["hands"]
    if state.terms.face_down:  # CK-005
        seen["discard"] = codes(open_discards(state))
        seen["buried"] = {str(s): len(tiles) for s, tiles in enumerate(state.buried)}
    return seen | {
        "viewer": seat,
        "attacks_open": state.attacks_open(),
        "hand_sizes": [len(hand) for hand in state.hands],
        "hand": codes(state.hands[seat]) if seat is not None else [],
        "piles": state.piles[:],
        "unseen": state.bag.as_dict(),
    }
