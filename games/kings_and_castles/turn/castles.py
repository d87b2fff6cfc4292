"""Castles of the action area are placed."""

from __future__ import annotations

from rulekeep.core.chance import Chance
from rulekeep.core.game import Emit
from rulekeep.core.seats import Seat
from rulekeep.games.kings_and_castles.box.pieces import BLACK, CASTLE_KIND, CASTLE_SHIFT, ONE
from rulekeep.games.kings_and_castles.events import CastlePlaced, StepEnded, StepSkipped
from rulekeep.games.kings_and_castles.legal import can_build, castle_order
from rulekeep.games.kings_and_castles.moves import Castle, EndCastles
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms.phases import TAX_STEP


def next_castle(state: State, chance: Chance, emit: Emit | None) -> bool:
    if can_build(state):
        return True
    if emit is not None:
        further = state.castle_mark >= 0
        why = "none is left" if further else "there is none in the action area"
        if state.area() >> CASTLE_SHIFT:
            why = "every region has one"
        emit(StepSkipped(("KG-224",), "castle", why, state.king_name, further))
    return False


def build(state: State, seat: Seat, move: Castle, chance: Chance, emit: Emit | None) -> None:
    order = castle_order(state, move)
    if emit is not None:
        rules = _because(state, move, order)
        emit(CastlePlaced(rules, seat, move.size, state.terms.region(move.region)))
    kind = CASTLE_KIND[move.size]
    state.use(ONE[kind], ((8 * kind, 1),))  # KG-140
    state.raise_castle(move.region, move.size)  # KG-141 KG-143
    state.castle_mark = max(state.castle_mark, order)  # KG-222


def _because(state: State, move: Castle, order: int) -> tuple[str, ...]:
    rules = ["KG-140"]
    country = state.terms.board.country_of[move.region]
    if state.holder(move.region) == BLACK or country not in (state.king, state.further):
        rules.append("KG-141")
    if state.razed >> move.region & 1:
        rules.append("KG-143")
    if order < state.castle_mark:
        rules.append("KG-222")
    return tuple(rules)


def end(state: State, seat: Seat, move: EndCastles, chance: Chance, emit: Emit | None) -> None:
    if emit is not None:
        emit(StepEnded(("KG-082",), "castles", state.king_name, state.castle_mark >= 0))
    state.phase = TAX_STEP  # KG-082
