"""The course of a match, from the first enemy on the map to the last closing.

Enemies are placed on the map, and the first crown is auctioned. Crowns on the line of kings settle
who is king when; all houses fill their arrays, and the start player enters the map. Then, box by
box, the house of the box takes its crown back, attacks, places castles, raises a tax and restocks;
at the end of a section the crowns of the next one are laid. After the last box everybody is paid
once more, and most money wins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulekeep.core import Chance, Emit, Seat
from rulekeep.games.kings_and_castles import moves
from rulekeep.games.kings_and_castles.legal import Decisions
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms import phases
from rulekeep.games.kings_and_castles.terms.phases import OVER
from rulekeep.games.kings_and_castles.turn import attack, closing, filling, opening, succession


def fill_after_succession(state: State, emit: Emit | None) -> None:
    if state.section == 0:
        filling.begin(state, phases.FIRST_ARRAYS)  # KG-060
    else:
        filling.begin(state, state.terms.after_succession)  # KG-181


def go_on_after_filling(state: State, emit: Emit | None) -> None:
    done, state.filling = state.filling, phases.FIRST_ARRAYS
    if done == phases.FIRST_ARRAYS:
        filling.begin(state, phases.FIRST_BONUS)  # KG-063
    elif done == phases.FIRST_BONUS:
        state.phase = phases.ROUEN
    elif done == phases.SECTION_ARRAY:
        succession.begin(state, state.section + 1, state.active_seat, emit)
    else:
        succession.take_back(state, state.box + 1, emit)


def restock_after_turn(state: State, emit: Emit | None) -> None:
    terms = state.terms
    if state.box != terms.sections[state.section][1]:  # KG-180
        filling.begin(state, phases.RESTOCK)
    elif terms.succession_first:
        succession.begin(state, state.section + 1, state.active_seat, emit)
    else:
        filling.begin(state, phases.SECTION_ARRAY)  # KG-181


# KG-020 KG-081: the step of each move.
STEP_OF: Mapping[type, phases.Phase] = {
    moves.Place: phases.PLACE,
    moves.Bid: phases.BID,
    moves.Pass: phases.BID,
    moves.Crown: phases.CROWN,
    moves.Take: phases.TAKE,
    moves.Rouen: phases.ROUEN,
    moves.Attack: phases.ATTACK,
    moves.EndAttacks: phases.ATTACK,
    moves.Castle: phases.CASTLES,
    moves.EndCastles: phases.CASTLES,
    moves.Tax: phases.TAX_STEP,
    moves.NoTax: phases.TAX_STEP,
    moves.Discard: phases.OVERFLOW,
}


Effect = Callable[[State, Seat, Any, Chance, Emit | None], None]
Question = Callable[[State, Chance, Emit | None], Decisions]

# Frequent ones first: compiled code asks for one after the other (`tools/compiled/open_tables.py`).
EFFECTS: Mapping[type, Effect] = {
    moves.Attack: attack.conquer,
    moves.Place: opening.place,
    moves.EndAttacks: attack.end,
    moves.Castle: closing.build,
    moves.Take: filling.choose,
    moves.Crown: succession.lay_crown,
    moves.EndCastles: closing.end_castles,
    moves.Tax: closing.raise_tax,
    moves.NoTax: closing.raise_none,
    moves.Bid: opening.bid,
    moves.Pass: opening.leave,
    moves.Rouen: opening.move,
    moves.Discard: closing.discard,
}
"""What a move does."""
QUESTIONS: Mapping[phases.Phase, Question] = {
    phases.ATTACK: attack.next_attack,
    phases.CASTLES: closing.next_castle,
    phases.TAX_STEP: closing.may_tax,
    phases.PLACE: opening.draw_enemy,
    phases.TAKE: filling.next_choice,
    phases.OVERFLOW: closing.next_surplus,
    phases.CROWN: succession.next_crown,
    phases.BID: opening.next_bid,
    phases.ROUEN: opening.enter,
}
"""Play what is forced in a step; return who decides what, nobody if the step is done."""


def advance(
    state: State, seat: Seat, move: moves.Move, chance: Chance, emit: Emit | None = None
) -> None:
    """The effects of a legal move, and all forced steps after it."""
    EFFECTS[type(move)](state, seat, move, chance, emit)
    go_on(state, chance, emit)


def go_on(state: State, chance: Chance, emit: Emit | None) -> None:
    """Through steps that leave nothing to decide to the next question, or to the end."""
    phase = state.phase
    while phase != OVER:
        asked = QUESTIONS[phase](state, chance, emit)
        if asked:
            state.open = asked
            return
        end_step(state, emit)  # KG-224
        phase = state.phase
    state.open = ()


def end_step(state: State, emit: Emit | None) -> None:
    """Go to the step that follows one that is done."""
    phase = state.phase  # KG-020 KG-081
    if phase == phases.ATTACK:
        state.phase = phases.CASTLES
    elif phase == phases.CASTLES:
        state.phase = phases.TAX_STEP
    elif phase == phases.TAX_STEP:
        closing.end_turn(state, emit)
    elif phase == phases.OVERFLOW:
        restock_after_turn(state, emit)
    elif phase == phases.TAKE:
        go_on_after_filling(state, emit)
    elif phase == phases.CROWN:
        fill_after_succession(state, emit)
    elif phase == phases.PLACE:
        opening.begin_auction(state, emit)
    elif phase == phases.BID:
        opening.settle(state, emit)
    else:
        opening.begin_first_turn(state, emit)
