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

Asks = Callable[[State, Chance, Emit | None], Decisions]
"""Plays what is forced in a step; returns who decides what, nobody if the step is done."""
Then = Callable[[State, Emit | None], None]
"""What follows a step that is done."""
Effect = Callable[[State, Seat, Any, Chance, Emit | None], None]


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


def _to(phase: phases.Phase) -> Then:
    def then(state: State, emit: Emit | None) -> None:
        state.phase = phase

    return then


# KG-020 KG-081: the order of the steps; who decides in each, and what follows it.
_COURSE: Mapping[phases.Phase, tuple[Asks, Then]] = {
    phases.PLACE: (opening.draw_enemy, opening.begin_auction),
    phases.BID: (opening.next_bid, opening.settle),
    phases.CROWN: (succession.next_crown, fill_after_succession),
    phases.TAKE: (filling.next_choice, go_on_after_filling),
    phases.ROUEN: (opening.enter, opening.begin_first_turn),
    phases.ATTACK: (attack.next_attack, _to(phases.CASTLES)),
    phases.CASTLES: (closing.next_castle, _to(phases.TAX_STEP)),
    phases.TAX_STEP: (closing.may_tax, closing.end_turn),
    phases.OVERFLOW: (closing.next_surplus, restock_after_turn),
}
COURSE = [_COURSE[phase] for phase in range(OVER)]
# KG-020 KG-081: the step of each move, and its effect.
MOVES: Mapping[type, tuple[phases.Phase, Effect]] = {
    moves.Place: (phases.PLACE, opening.place),
    moves.Bid: (phases.BID, opening.bid),
    moves.Pass: (phases.BID, opening.leave),
    moves.Crown: (phases.CROWN, succession.lay_crown),
    moves.Take: (phases.TAKE, filling.choose),
    moves.Rouen: (phases.ROUEN, opening.move),
    moves.Attack: (phases.ATTACK, attack.conquer),
    moves.EndAttacks: (phases.ATTACK, attack.end),
    moves.Castle: (phases.CASTLES, closing.build),
    moves.EndCastles: (phases.CASTLES, closing.end_castles),
    moves.Tax: (phases.TAX_STEP, closing.raise_tax),
    moves.NoTax: (phases.TAX_STEP, closing.raise_none),
    moves.Discard: (phases.OVERFLOW, closing.discard),
}
EFFECTS = {move: effect for move, (_, effect) in MOVES.items()}


def advance(
    state: State, seat: Seat, move: moves.Move, chance: Chance, emit: Emit | None = None
) -> None:
    """The effects of a legal move, and all forced steps after it."""
    EFFECTS[type(move)](state, seat, move, chance, emit)
    go_on(state, chance, emit)


def go_on(state: State, chance: Chance, emit: Emit | None) -> None:
    """Through steps that leave nothing to decide to the next question, or to the end."""
    while (phase := state.phase) != OVER:
        asks, then = COURSE[phase]
        asked = asks(state, chance, emit)
        if asked:
            state.open = asked
            return
        then(state, emit)  # KG-224
    state.open = ()
