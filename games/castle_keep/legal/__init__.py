"""The legal moves of the open decision: for search one per result, for people all of them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from rulekeep.core import Decision, Seat
from rulekeep.games.castle_keep.box import castle as plan
from rulekeep.games.castle_keep.box.castle import CELLS_IN, COLOUR_SHIFT, KEEP, SHAPE_SHIFT, Castle
from rulekeep.games.castle_keep.box.symmetry import alike, canon, separate_targets
from rulekeep.games.castle_keep.box.tiles import FIRST_KNIGHT, HAND, Kind, Tiles
from rulekeep.games.castle_keep.legal.building import add_building
from rulekeep.games.castle_keep.moves import (
    ATTACKS,
    CHOICES,
    DISCARDS,
    DONE,
    DRAWS,
    Attack,
    Letter,
    Move,
)
from rulekeep.games.castle_keep.state import State
from rulekeep.games.castle_keep.terms import ACTION, ASSAULT, ATTACK, BUILD, DISCARD, DRAW, TAKEN


def decisions(state: State) -> tuple[Decision, ...]:
    """The open question: what to do in this phase, asked of the player whose turn it is."""
    return state.terms.decisions[state.phase][state.active]


def choices(state: State, seat: Seat) -> Sequence[Move]:
    """Every legal move that names another tile or another cell."""
    return legal_moves(state, seat, every=True)


def legal_moves(state: State, seat: Seat, every: bool = False) -> Sequence[Move]:
    """The legal moves; of those that lead to the same result only one, unless `every` is True."""
    if seat != state.active:  # CK-006
        return ()
    phase = state.phase
    moves: list[Move] = []
    if phase == ACTION:  # CK-013
        add_building(state, seat, moves, every)
        if state.unlocked or state.attacks_open():  # CK-028
            for victim in state.terms.victims[seat]:  # CK-029 CK-096
                _add_attacks_on(state, seat, victim, moves, every)
        moves.append(DONE)  # CK-014
    elif phase == BUILD:
        add_building(state, seat, moves, every)
        moves.append(DONE)
    elif phase == DISCARD:
        _add_discards(state, seat, moves, every)
    elif phase == ATTACK:
        if state.attacks < state.terms.max_attacks:  # CK-031
            _add_attacks_on(state, seat, state.victim, moves, every)  # CK-030
        if state.terms.immediate:  # CK-072
            add_building(state, seat, moves, every, hand=False)
        moves.append(DONE)
    elif phase == TAKEN:
        add_building(state, seat, moves, every, hand=False)
        moves.append(DONE)
    elif phase == DRAW:  # CK-057
        return DRAWS
    elif phase == ASSAULT:  # CK-103 CK-105
        castle = state.castles[0]
        hit = state.terms.hit_by(state.flips[0], castle)
        moves += [CHOICES[cell] for cell in _targets(castle, hit, every)]
    return moves


def _targets(castle: Castle, cells: plan.Cells, every: bool) -> Sequence[plan.Cell]:
    """The cells that may be hit; of those with the same result one, unless `every` is True."""
    if every or not cells & (cells - 1):
        return CELLS_IN[cells]
    return separate_targets(castle, cells)  # CK-037 CK-105


# CK-044 CK-046
def _add_discards(state: State, seat: Seat, moves: list[Move], every: bool) -> None:
    """Without A2 the order means nothing: ascending kinds only, and no dead ends."""
    hand = state.hands[seat]
    if every or state.terms.a2:
        offered, last = hand, -1
    else:
        offered = hand[: HAND + 1]
        last = min(state.last_discard, hand[HAND]) - 1
    for kind in offered:
        if kind > last:
            moves.append(DISCARDS[kind])
            last = kind


# -- attacks: every tile of the hand against every tile that it may hit ----------------------------


def _add_attacks_on(state: State, seat: Seat, victim: Seat, moves: list[Move], every: bool) -> None:
    """On the only castle; in an Empire on both, or on A only if B is the same."""
    terms = state.terms
    if terms.a2 and not every:  # CK-037
        attacks: list[Move] = []
        _add_attacks_on(state, seat, victim, attacks, every=True)
        moves += _one_per_result(state, attacks) if len(attacks) > 1 else attacks
        return
    a = state.castles[victim * terms.per_seat]  # CK-085 CK-086
    _add_targets(state, seat, victim, terms.letters[0], a, moves, every)
    if terms.empire:
        b = state.castles[2 * victim + 1]
        if every or not alike(a, b):
            _add_targets(state, seat, victim, 1, b, moves, every)


def _add_targets(
    state: State,
    seat: Seat,
    victim: Seat,
    letter: Letter,
    castle: Castle,
    moves: list[Move],
    every: bool,
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
        elif hand.count(kind) < plan.knights_needed(castle):  # CK-038 CK-039
            continue
        for cell in _targets(castle, hit, every):
            moves.append(ATTACKS[victim, letter, False][kind][cell])
            if terms.takeover:  # CK-070
                moves.append(ATTACKS[victim, letter, True][kind][cell])
                if terms.each_taken:
                    moves += [
                        Attack(kind, cell, victim, letter, True, only)
                        for only in parts_of(castle, cell)
                    ]


# CK-037 CK-040
def _one_per_result(state: State, attacks: Sequence[Move]) -> list[Move]:
    """With A2 the order of the discards counts too, and it follows from the tile that is named."""
    found: dict[object, Move] = {}
    for move in attacks:
        assert isinstance(move, Attack)
        castle = state.castle(move.seat, move.castle)
        removed, taken, left = result_of(castle, move)
        castles = canon(castle), canon(castle & KEEP[removed])
        found.setdefault((move.kind, castles, tuple(sorted(taken)), tuple(left)), move)
    return list(found.values())


# CK-040 CK-070
def result_of(castle: Castle, move: Attack) -> tuple[plan.Cells, list[Kind], list[Kind]]:
    """The cells that an attack empties, the tiles it takes, and those that are discarded."""
    removed, fallen = plan.falling(castle, move.cell)
    if not move.take:
        return removed, [], fallen
    if not move.only:
        return removed, fallen, []
    for kind in move.only:
        fallen.remove(kind)
    return removed, list(move.only), fallen


# CK-070
def parts_of(castle: Castle, cell: plan.Cell) -> list[Tiles]:
    """Of what falls when a cell is hit, every choice of some tiles but not all."""
    fallen = sorted(plan.falling(castle, cell)[1])
    sizes = range(1, len(fallen))
    return [only for size in sizes for only in dict.fromkeys(combinations(fallen, size))]
