"""Who may know what: a seat's view of the table, and tables that look the same to it."""

from __future__ import annotations

from typing import Any

from rulekeep.core.bag import Bag
from rulekeep.core.chance import Chance
from rulekeep.core.seats import Seat
from rulekeep.core.state import write_position
from rulekeep.games.castle_keep.box.tiles import KINDS, codes
from rulekeep.games.castle_keep.state import State


def observation(state: State, seat: Seat | None) -> dict[str, Any]:
    """Everything but the other hands and the order of the piles; None is a spectator."""
    seen = write_position(state)
    del seen["hands"]  # CK-003
    return seen | {
        "viewer": seat,
        "attacks_open": state.attacks_open(),
        "hand_sizes": [len(hand) for hand in state.hands],
        "hand": codes(state.hands[seat]) if seat is not None else [],
        "piles": [state.pile0, state.pile1],
        "unseen": unseen(state, seat).as_dict(),
    }


def unseen(state: State, seat: Seat | None) -> Bag:
    """What the piles and the unknown part of the other hands hold together, by kind."""
    counts = list(state.terms.box.copies)
    open_tiles = [tiles for key, tiles in state.lying() if key != "hands"]  # CK-005
    for other in range(state.seats):
        open_tiles.append(state.hands[other] if other == seat else state.known[other])  # CK-060
    for tiles in open_tiles:
        for kind in tiles:
            counts[kind] -= 1
    return Bag(KINDS, counts)


def determinize(state: State, seat: Seat, chance: Chance) -> State:
    """A copy in which the other hands, as far as they are unknown, and the piles are redealt."""
    new = state.copy()
    pool = unseen(state, seat)
    for other in range(state.seats):
        if other != seat:
            known = state.known[other]
            missing = len(state.hands[other]) - len(known)
            dealt = [pool.draw(chance, "an unseen tile") for _ in range(missing)]
            new.hands[other] = tuple(sorted((*known, *dealt)))
    new.bag = pool
    return new
