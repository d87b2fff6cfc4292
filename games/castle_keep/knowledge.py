"""Who may know what: a seat's view of the table, and tables that look the same to it."""

from __future__ import annotations

from collections import Counter
from typing import Any

from rulekeep import core
from rulekeep.core import Bag, Chance, Seat, write_position
from rulekeep.games.castle_keep.box.tiles import KINDS, Kind, codes
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


def observation(state: State, seat: Seat | None) -> dict[str, Any]:
    """Everything but the other hands and the order of the piles; None is a spectator."""
    seen = write_position(state)
    del seen["hands"]  # CK-003
    if state.terms.face_down:  # CK-005
        seen["discard"] = codes(open_discards(state, seat))
        seen["buried"] = {str(s): len(tiles) for s, tiles in enumerate(state.buried)}
        seen["discarded"] = seen["discarded"] if seat == state.active else None
    return seen | {
        "viewer": seat,
        "attacks_open": state.attacks_open(),
        "hand_sizes": [len(hand) for hand in state.hands],
        "hand": codes(state.hands[seat]) if seat is not None else [],
        "piles": state.piles[:],
        "unseen": unseen(state, seat).as_dict(),
    }


def hidden_discards(state: State, seat: Seat | None) -> list[Kind]:
    """What others have discarded face down."""
    return [kind for other, tiles in enumerate(state.buried) if other != seat for kind in tiles]


def open_discards(state: State, seat: Seat | None) -> list[Kind]:
    """The discards that a seat knows, by kind: those not face down, and its own."""
    known = Counter(state.discard) - Counter(hidden_discards(state, seat))
    return sorted(known.elements())


def unseen(state: State, seat: Seat | None) -> Bag:
    """What is in the piles, in the unknown part of the other hands and face down among the
    discards, together, by kind."""
    pool = state.bag.copy()
    for other, hand in enumerate(state.hands):
        if other != seat:
            pool.extend(hand)  # CK-003
            for kind in state.known[other]:
                pool.remove(kind)  # CK-060
    pool.extend(hidden_discards(state, seat))  # CK-005
    return pool


def determinize(state: State, seat: Seat, chance: Chance) -> State:
    """A copy in which the piles and what is unknown of other hands and discards are redealt."""
    new = state.copy()
    pool = unseen(state, seat)
    if state.terms.face_down:
        new.discard = open_discards(state, seat)  # their order is not known either
    for other in range(state.seats):
        if other != seat:
            known = state.known[other]
            missing = len(state.hands[other]) - len(known)
            dealt = [pool.draw(chance, "an unseen tile") for _ in range(missing)]
            new.hands[other] = tuple(sorted((*known, *dealt)))
            laid = [pool.draw(chance, "an unseen tile") for _ in state.buried[other]]
            new.discard += laid
            new.buried[other] = tuple(sorted(laid))
    if state.terms.face_down and seat != state.active:
        new.last_discard = NO_TILE
    new.bag = pool
    return new
