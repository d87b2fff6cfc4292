"""Who may know what: a seat's view of the table, and tables that look the same to it."""

from __future__ import annotations

from typing import Any

from rulekeep.core.bag import Bag
from rulekeep.core.chance import Chance
from rulekeep.games.castle_keep.castle import tiles_of
from rulekeep.games.castle_keep.components import KINDS
from rulekeep.games.castle_keep.state import State
from rulekeep.games.castle_keep.statedata import names, public_dict


def observation(state: State, seat: int | None) -> dict[str, Any]:
    """Everything but the other hands and the order of the piles; None is a spectator."""
    return {
        "seats": state.seats,
        "options": dict(state.terms.options),
        "viewer": seat,
        **public_dict(state),
        "attacks_open": state.attacks_open(),
        "hand_sizes": [len(hand) for hand in state.hands],
        "hand": names(state.hands[seat]) if seat is not None else [],
        "piles": [state.pile0, state.pile1],
        "unseen": unseen(state, seat).as_dict(),
    }


def unseen(state: State, seat: int | None) -> Bag:
    """What the piles and the unknown part of the other hands hold together, by kind."""
    counts = list(state.terms.box.copies)
    for castle in state.castles:
        for _, kind in tiles_of(castle):
            counts[kind] -= 1
    for tiles in (state.discard, state.flips, *state.reserves):
        for kind in tiles:
            counts[kind] -= 1
    for other in range(state.seats):
        for kind in state.hands[other] if other == seat else state.known[other]:
            counts[kind] -= 1
    return Bag(KINDS, counts)


def determinize(state: State, seat: int, chance: Chance) -> State:
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
