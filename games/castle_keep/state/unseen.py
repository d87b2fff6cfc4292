"""Tiles that a seat cannot see: face down for a viewer, dealt again for search."""

from __future__ import annotations

from rulekeep.core import Chance, Seat
from rulekeep.games.castle_keep.box.tiles import UNSEEN, Kind
from rulekeep.games.castle_keep.state import NO_TILE, State


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
