"""From the box to the first question, and what positions leave out."""

from __future__ import annotations

from rulekeep.core import Bag, Chance, Emit, GivenKeys
from rulekeep.games.castle_keep.box.castle import BIT, CELLS, CENTRE
from rulekeep.games.castle_keep.box.tiles import HAND, KINDS, KNIGHT, ROLE, Kind, codes
from rulekeep.games.castle_keep.events import FirstTileLaid, HandDealt, KnightPutBack, PilesFormed
from rulekeep.games.castle_keep.state import State
from rulekeep.games.castle_keep.turn.course import begin_turn, form_piles


def lay_out(state: State, chance: Chance, emit: Emit) -> None:
    """Deal, form the piles, choose who begins, and let that player draw."""
    terms = state.terms
    for seat in range(terms.seats):  # CK-003
        dealt = [state.bag.draw(chance, "a tile dealt") for _ in range(HAND)]
        state.hands[seat] = tuple(sorted(dealt))
    first_tile = _first_tile(state, chance, emit) if terms.variant.begins_with_a_tile else None
    form_piles(state)
    if isinstance(terms.first_player, int):  # CK-006
        state.active = terms.first_player
    else:
        state.active = chance.below(terms.seats, "the player who begins")  # CK-006
    rule = "CK-100" if first_tile else "CK-004"
    emit(PilesFormed((rule,), terms.seats, tuple(state.piles)))
    if first_tile:
        emit(first_tile)
    for seat, hand in enumerate(state.hands):
        emit(HandDealt(("CK-003",), seat, tuple(codes(hand)), seen_by=(seat,)))
    begin_turn(state, chance, emit)


# CK-100
def _first_tile(state: State, chance: Chance, emit: Emit) -> FirstTileLaid:
    """A siege begins with one tile of the castle, turned up at random."""
    put_back: list[Kind] = []
    kind = state.bag.draw(chance, "the first tile of the castle")
    while ROLE[kind] == KNIGHT and not state.terms.knight_first:
        put_back.append(kind)
        kind = state.bag.draw(chance, "the first tile of the castle")
    state.bag.extend(put_back)
    for knight in codes(put_back):
        emit(KnightPutBack(("CK-100",), knight))
    cell = (0, 1, CENTRE)[ROLE[kind]]  # a corner, a side or the centre
    state.castles[0] = BIT[kind][cell]
    return FirstTileLaid(("CK-100",), KINDS[kind], CELLS[cell])


# -- positions ----------------------------------------------------------------------------------


def complete(state: State, said: GivenKeys) -> None:
    """Piles and discards share what lies nowhere else; attacks are open if they can be."""
    rest = list(state.terms.box.copies)
    for _, tiles in state.lying():
        for kind in tiles:
            rest[kind] = max(0, rest[kind] - 1)  # too many of a kind: the audit will say so
    if "piles.tiles" not in said:
        state.bag = Bag(KINDS, rest)
    elif "discard" not in said:
        held = state.bag.counts
        state.discard = [kind for kind, n in enumerate(rest) for _ in range(n - held[kind])]
    if "piles.sizes" not in said:
        form_piles(state)
    if "unlocked" not in said and state.terms.latch:
        state.unlocked = state.attacks > 0 or state.two_tiles_everywhere()
