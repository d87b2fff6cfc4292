"""Every legal move of the open decision: equal kinds and equivalent cells once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from attrs import evolve

from rulekeep.core import Seat
from rulekeep.games.castle_keep.box import castle as plan
from rulekeep.games.castle_keep.box.castle import COLOUR_SHIFT, SHAPE_SHIFT, Castle, Cell
from rulekeep.games.castle_keep.box.symmetry import alike, separate_targets
from rulekeep.games.castle_keep.box.tiles import FIRST_KNIGHT, HAND, Tiles
from rulekeep.games.castle_keep.legal.building import add_building
from rulekeep.games.castle_keep.moves import ATTACKS, CHOICES, DISCARDS, DONE, DRAWS, Letter, Move
from rulekeep.games.castle_keep.state import State
from rulekeep.games.castle_keep.terms import ACTION, ASSAULT, ATTACK, BUILD, DISCARD, DRAW, TAKEN


def legal_moves(state: State, seat: Seat) -> Sequence[Move]:
    """The moves of the open decision, equal kinds and equivalent cells once."""
    if seat != state.active:  # CK-006
        return ()
    phase = state.phase
    moves: list[Move] = []
    if phase == ACTION:  # CK-013
        add_building(state, seat, moves)
        if state.unlocked or state.attacks_open():  # CK-028
            for victim in state.terms.victims[seat]:  # CK-029 CK-096
                _add_attacks_on(state, seat, victim, moves)
        moves.append(DONE)  # CK-014
    elif phase == BUILD:
        add_building(state, seat, moves)
        moves.append(DONE)
    elif phase == DISCARD:
        _add_discards(state, seat, moves)
    elif phase == ATTACK:
        if state.attacks < state.terms.max_attacks:  # CK-031
            _add_attacks_on(state, seat, state.victim, moves)  # CK-030
        if state.terms.immediate:  # CK-072
            add_building(state, seat, moves, hand=False)
        moves.append(DONE)
    elif phase == TAKEN:
        add_building(state, seat, moves, hand=False)
        moves.append(DONE)
    elif phase == DRAW:  # CK-057
        return DRAWS
    elif phase == ASSAULT:  # CK-103 CK-105
        castle = state.castles[0]
        equal = plan.equal_to(castle, state.flips[0])
        moves += [CHOICES[cell] for cell in separate_targets(castle, equal)]
    return moves


# CK-044 CK-046
def _add_discards(state: State, seat: Seat, moves: list[Move]) -> None:
    """Without A2 the order means nothing: ascending kinds only, and no dead ends."""
    hand = state.hands[seat]
    last = -1
    if state.terms.a2:
        offered, floor = hand, -1
    else:
        offered = hand[: HAND + 1]
        floor = min(state.floor, hand[HAND])
    for kind in offered:
        if kind != last and kind >= floor:
            moves.append(DISCARDS[kind])
        last = kind


# -- attacks: every tile of the hand against every target that falls otherwise --------------------


def _add_attacks_on(state: State, seat: Seat, victim: Seat, moves: list[Move]) -> None:
    """On the only castle; in an Empire on both, or on A only if B is the same."""
    terms = state.terms
    a = state.castles[victim * terms.per_seat]  # CK-085 CK-086
    _add_targets(state, seat, victim, terms.letters[0], a, moves)
    if terms.empire and not alike(a, b := state.castles[2 * victim + 1]):
        _add_targets(state, seat, victim, 1, b, moves)


def _add_targets(
    state: State, seat: Seat, victim: Seat, letter: Letter, castle: Castle, moves: list[Move]
) -> None:
    terms, hand = state.terms, state.hands[seat]
    reach = terms.reach
    last = -1
    for kind in hand:
        if kind == last:
            continue
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
        elif hand.count(kind) >= plan.knights_needed(castle):  # CK-038 CK-039
            targets = [plan.CENTRE]
        else:
            continue
        for cell in targets:
            moves.append(ATTACKS[victim, letter, False][kind][cell])
            if terms.takeover:  # CK-070
                take = ATTACKS[victim, letter, True][kind][cell]
                moves.append(take)
                if terms.each_taken:
                    moves += [evolve(take, only=only) for only in parts_of(castle, cell)]


# CK-070
def parts_of(castle: Castle, cell: Cell) -> list[Tiles]:
    """Of what falls when a cell is hit, every choice of some tiles but not all."""
    fallen = sorted(plan.falling(castle, cell)[1])
    sizes = range(1, len(fallen))
    return [only for size in sizes for only in dict.fromkeys(combinations(fallen, size))]
