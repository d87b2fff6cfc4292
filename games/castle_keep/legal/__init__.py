"""Every legal move of the open decision: equal kinds and equivalent cells once."""

from __future__ import annotations

from collections.abc import Sequence

from rulekeep.core.seats import Seat
from rulekeep.games.castle_keep.box.castle import equal_to
from rulekeep.games.castle_keep.box.symmetry import separate_targets
from rulekeep.games.castle_keep.box.tiles import HAND
from rulekeep.games.castle_keep.legal.attacking import add_attacks_on
from rulekeep.games.castle_keep.legal.building import add_building, add_placements_of
from rulekeep.games.castle_keep.moves import CHOICES, DISCARDS, DONE, DRAW_DISCARD, DRAW_PILE, Move
from rulekeep.games.castle_keep.state import State
from rulekeep.games.castle_keep.terms import ACTION, ASSAULT, ATTACK, BUILD, DISCARD, DRAW, TAKEN

_NOTHING: tuple[Move, ...] = ()
_DRAWS: tuple[Move, ...] = (DRAW_DISCARD, DRAW_PILE)


def legal_moves(state: State, seat: Seat) -> Sequence[Move]:
    """The moves of the open decision, equal kinds and equivalent cells once."""
    if seat != state.active:  # CK-006
        return _NOTHING
    phase = state.phase
    moves: list[Move] = []
    if phase == ACTION:  # CK-013
        add_building(state, seat, moves)
        if state.unlocked or state.attacks_open():  # CK-028
            for victim in state.terms.victims[seat]:  # CK-029 CK-096
                add_attacks_on(state, seat, victim, moves)
        moves.append(DONE)  # CK-014
    elif phase == BUILD:
        add_building(state, seat, moves)
        moves.append(DONE)
    elif phase == DISCARD:
        _add_discards(state, seat, moves)
    elif phase == ATTACK:
        if state.attacks < state.terms.max_attacks:  # CK-031
            add_attacks_on(state, seat, state.victim, moves)  # CK-030
        if state.terms.immediate:  # CK-072
            add_placements_of(state, seat, moves, hand=False)
        moves.append(DONE)
    elif phase == TAKEN:
        add_placements_of(state, seat, moves, hand=False)
        moves.append(DONE)
    elif phase == DRAW:  # CK-057
        return _DRAWS
    elif phase == ASSAULT:  # CK-103 CK-105
        castle = state.castles[0]
        moves += [CHOICES[c] for c in separate_targets(castle, equal_to(castle, state.flips[0]))]
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
