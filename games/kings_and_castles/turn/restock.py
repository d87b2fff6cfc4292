"""The turn ends: what is left of the bonus is kept, or the match is over."""

from __future__ import annotations

from rulekeep.core.chance import Chance
from rulekeep.core.game import Emit
from rulekeep.core.seats import Seat
from rulekeep.games.kings_and_castles.box.pieces import NOBODY, ONE, size
from rulekeep.games.kings_and_castles.events import (
    ArrayKept,
    BonusKept,
    MarkerDiscarded,
    MatchEnded,
)
from rulekeep.games.kings_and_castles.legal import has_surplus, listed_discards
from rulekeep.games.kings_and_castles.moves import Discard
from rulekeep.games.kings_and_castles.scoring import pay_final_tax
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms.phases import OVER, OVERFLOW
from rulekeep.games.kings_and_castles.turn.filling import refill_if_empty


def end_turn(state: State, emit: Emit | None) -> None:
    if state.box == state.terms.last_box:  # KG-190 KG-171 KG-200
        state.phase = OVER
        if emit is not None:
            left = ("KG-171",) if state.bonus else ()
            emit(MatchEnded((*state.terms.cites("KG-190"), *left), state.box))
        pay_final_tax(state, emit)
        return
    state.phase = OVERFLOW
    _keep_bonus(state, emit)


def _keep_bonus(state: State, emit: Emit | None) -> None:
    house, bonus = state.house, state.bonus
    state.array[house] += bonus  # KG-160 KG-161 KG-167
    state.bonus = 0
    state.bonus_house = NOBODY
    if emit is None:
        return
    terms = state.terms
    colour = terms.colour(house)
    if bonus:
        emit(BonusKept(("KG-160",), colour, terms.board.named(bonus)))
    kept = size(state.array[house])
    if kept:
        rules = ("KG-161", "KG-167") if kept > terms.board.array_size else ("KG-161",)
        emit(ArrayKept(rules, colour, kept, state.free_places(house)))


def next_surplus(state: State, chance: Chance, emit: Emit | None) -> bool:
    """Ask what is put aside, as long as there is a choice (option `array_overflow`)."""
    while has_surplus(state):
        kinds = listed_discards(state)
        if len(kinds) > 1:
            return True
        discard(state, state.active_seat, kinds[0], chance, emit)  # KG-224
    return False


def discard(state: State, seat: Seat, move: Discard, chance: Chance, emit: Emit | None) -> None:
    terms = state.terms
    state.array[state.house] -= ONE[move.kind]
    state.aside += ONE[move.kind]  # KG-167
    if emit is not None:
        marker = terms.board.kinds[move.kind]
        emit(MarkerDiscarded(("KG-167",), terms.colour(state.house), marker))
    refill_if_empty(state, emit)
