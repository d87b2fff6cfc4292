"""Who may know what: a seat's view of the table, and tables that look the same to it."""

from __future__ import annotations

from typing import Any

from rulekeep import core
from rulekeep.core import Chance, Seat, write_position
from rulekeep.games.castle_keep.box.tiles import KINDS, UNSEEN, Kind, codes
from rulekeep.games.castle_keep.state import NO_TILE, State
from rulekeep.games.castle_keep.state.forms import HEAPS, SIZES, Depending, Heap

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


def as_known_to(state: State, viewer: Seat | None) -> State:
    """The table with every tile face down that the viewer cannot see.

    The bag then holds all tiles whose place is unknown, by kind: those of the piles, of the other
    hands and face down among the discards.
    """
    known = state.copy()
    for other, hand in enumerate(state.hands):
        if other != viewer:
            shown = state.known[other]  # CK-060
            known.hands[other] = (*shown, *(UNSEEN,) * (len(hand) - len(shown)))
            known.bag.extend(kind for kind in hand if kind != UNSEEN)
            for kind in shown:
                known.bag.remove(kind)
    if state.terms.face_down:  # CK-005
        _turn_discards_down(known, viewer)
    return known


def _turn_discards_down(known: State, viewer: Seat | None) -> None:
    """Of the discards a viewer knows those not face down and its own, but not their order."""
    for other, tiles in enumerate(known.buried):
        if other != viewer:
            for kind in tiles:
                if kind != UNSEEN:
                    known.bag.add(kind)
                    known.discard.remove(kind)
                    known.discard.append(UNSEEN)
            known.buried[other] = (UNSEEN,) * len(tiles)
    known.discard.sort()
    if viewer != known.active:
        known.last_discard = NO_TILE


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


def open_discards(known: State) -> list[Kind]:
    """The discards whose kind the viewer knows."""
    return [kind for kind in known.discard if kind != UNSEEN]


def determinize(state: State, seat: Seat, chance: Chance) -> State:
    """Deal the tiles that a seat does not see to the other hands, the discards and the piles."""
    pool = state.bag
    state.discard = open_discards(state)
    for other in range(state.seats):
        if other != seat:
            shown, hidden = state.known[other], state.hands[other].count(UNSEEN)
            dealt = [pool.draw(chance, "an unseen tile") for _ in range(hidden)]
            state.hands[other] = tuple(sorted((*shown, *dealt)))
            laid = [pool.draw(chance, "an unseen tile") for _ in state.buried[other]]
            state.discard += laid
            state.buried[other] = tuple(sorted(laid))
    return state
