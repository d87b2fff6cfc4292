"""The open questions of a state, and the moves listed for them."""

from __future__ import annotations

from collections.abc import Sequence

from rulekeep.core.game import Decision
from rulekeep.games.kings_and_castles import opening
from rulekeep.games.kings_and_castles.attacks import listed_attacks
from rulekeep.games.kings_and_castles.filling import asked_task, listed_takes, take_questions
from rulekeep.games.kings_and_castles.moves import END_CASTLES, NO_TAX, PASS, TAX, Discard, Move
from rulekeep.games.kings_and_castles.pools import counts, size
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.succession import (
    colours_to_place,
    free_boxes,
    listed_crowns,
)
from rulekeep.games.kings_and_castles.table import (
    ATTACK,
    BID,
    CASTLES,
    CROWN,
    OVERFLOW,
    PLACE,
    ROUEN,
    TAKE,
    TAX_STEP,
)
from rulekeep.games.kings_and_castles.turn import listed_castles


def legal_moves(state: State, seat: int) -> Sequence[Move]:
    """The moves listed for this seat's open question."""
    for decision in state.open:
        if decision.seat == seat:
            break
    else:
        return []
    table = state.table
    phase = state.phase
    moves: list[Move] = []
    if phase == ATTACK:
        return listed_attacks(state)
    if phase == TAKE:
        return listed_takes(state, asked_task(state, seat))
    if phase == CASTLES:
        moves = listed_castles(state)
        moves.append(END_CASTLES)
    elif phase == PLACE:
        unit = state.unit
        moves = [place for place in table.places if unit[place.region] < 0]
    elif phase == TAX_STEP:
        moves = [TAX, NO_TAX]
    elif phase == CROWN:
        moves = list(listed_crowns(state, seat))
    elif phase == BID:
        moves = [PASS, *opening.listed_bids(state, seat)]
    elif phase == ROUEN:
        moves = [table.rouen_moves[unit] for unit in opening.start_units(state)]
    elif phase == OVERFLOW:
        moves = list(listed_discards(state))
    return moves


def listed_discards(state: State) -> list[Discard]:
    discards = state.table.discards
    return [discards[kind] for kind, n in enumerate(counts(state.array[state.house])) if n]


def questions(state: State) -> tuple[Decision, ...]:
    """The questions that follow from a state; none if it leaves nothing to decide."""
    table = state.table
    phase = state.phase
    if phase == PLACE and opening.empty_regions(state):
        return table.ask["place", state.turn, state.drawn]
    if phase == BID:
        return table.ask["bid", state.turn]
    if phase == CROWN and free_boxes(state) and (colours := colours_to_place(state, state.turn)):
        return table.ask["crown", state.turn, state.section, colours]
    if phase == TAKE:
        return take_questions(state)
    if phase == ROUEN and opening.start_units(state):
        return table.ask["rouen", table.owner[state.start_house], state.start_house]
    if phase == ATTACK:
        return table.ask["attack", state.active_seat, state.box]
    if phase == CASTLES:
        return table.ask["castle", state.active_seat, state.box]
    if phase == TAX_STEP and state.tax[state.house]:
        return table.ask["tax", state.active_seat, state.box]
    surplus = phase == OVERFLOW and size(state.array[state.house]) > table.board.array_size
    if surplus and table.surplus_aside:
        return table.ask["discard", state.active_seat]
    return ()
