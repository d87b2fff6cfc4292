"""Attacks: every tile of the hand against every target that falls otherwise."""

from __future__ import annotations

from itertools import combinations

from attrs import evolve

from rulekeep.core.seats import Seat
from rulekeep.games.castle_keep.box import castle as plan
from rulekeep.games.castle_keep.box.castle import COLOUR_SHIFT, SHAPE_SHIFT, Castle
from rulekeep.games.castle_keep.box.symmetry import alike, separate_targets
from rulekeep.games.castle_keep.box.tiles import FIRST_KNIGHT, Tiles
from rulekeep.games.castle_keep.moves import ATTACK, PLAIN, Attack, Letter, Move
from rulekeep.games.castle_keep.state import State
from rulekeep.games.castle_keep.terms import Terms


def add_attacks_on(state: State, seat: Seat, victim: Seat, moves: list[Move]) -> None:
    terms = state.terms
    if not terms.empire:
        castle = state.castles[victim * terms.per_seat]
        _add_targets(castle, state.hands[seat], terms, victim, PLAIN, moves)
        return
    a, b = state.castles[2 * victim], state.castles[2 * victim + 1]  # CK-085 CK-086
    _add_targets(a, state.hands[seat], terms, victim, 0, moves)
    if not alike(a, b):
        _add_targets(b, state.hands[seat], terms, victim, 1, moves)


def _add_targets(
    castle: Castle, hand: Tiles, terms: Terms, victim: Seat, letter: Letter, moves: list[Move]
) -> None:
    reach = terms.reach
    last = -1
    # A knight of the hand comes up twice at most: alone, and together with an equal one.
    two_knights = False
    for kind in hand:
        if kind == last:
            if kind < FIRST_KNIGHT or two_knights:
                continue
            two_knights = True
        else:
            two_knights = False
        last = kind
        hit = castle >> COLOUR_SHIFT[kind] & reach[kind]  # CK-032 CK-033 CK-055
        if not hit:
            continue
        if kind < FIRST_KNIGHT:
            hit &= castle >> SHAPE_SHIFT[kind]
            if not hit:
                continue
            several = hit & (hit - 1)  # CK-037
            targets = separate_targets(castle, hit) if several else [hit.bit_length() - 1]
        elif two_knights == (plan.occupied(castle) != plan.CENTRE_MASK):  # CK-038 CK-039
            targets = [plan.CENTRE]
        else:
            continue
        for cell in targets:
            moves.append(ATTACK[0][kind][victim + 1][letter + 1][cell])
            if terms.takeover:  # CK-070
                take = ATTACK[1][kind][victim + 1][letter + 1][cell]
                moves.append(take)
                if terms.each_taken:
                    moves += parts_of(take, castle)


# CK-070
def parts_of(take: Attack, castle: Castle) -> list[Attack]:
    """An attack that takes what falls, with every choice of some of these tiles but not all."""
    fallen = sorted(plan.falling(castle, take.cell)[1])
    return [
        evolve(take, only=only)
        for size in range(1, len(fallen))
        for only in dict.fromkeys(combinations(fallen, size))
    ]
