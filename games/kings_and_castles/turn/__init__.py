"""The course of a match, from the first enemy on the map to the last tax.

Enemies are placed on the map, and the first crown is auctioned. Crowns on the line of kings settle
who is king when; all houses fill their arrays, and the start player enters the map. Then, box by
box, the house of the box takes its crown back, attacks, places castles, raises a tax and restocks;
at the end of a section the crowns of the next one are laid. After the last box everybody is paid
once more, and most money wins.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from attrs import field, frozen

from rulekeep.core.chance import Chance
from rulekeep.core.game import Emit
from rulekeep.core.seats import Seat
from rulekeep.games.kings_and_castles.legal import questions
from rulekeep.games.kings_and_castles.moves import (
    Attack,
    Bid,
    Castle,
    Crown,
    Discard,
    EndAttacks,
    EndCastles,
    Move,
    NoTax,
    Pass,
    Place,
    Rouen,
    Take,
    Tax,
)
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms import (
    ATTACK,
    BID,
    CASTLES,
    CROWN,
    FIRST_ARRAYS,
    FIRST_BONUS,
    OVER,
    OVERFLOW,
    PLACE,
    RESTOCK,
    ROUEN,
    SECTION_ARRAY,
    SECTION_BONUS,
    TAKE,
    TAX_STEP,
    Phase,
)
from rulekeep.games.kings_and_castles.turn import (
    attack,
    auction,
    castles,
    crown,
    enemies,
    filling,
    restock,
    start,
    succession,
    tax,
)

Asks = Callable[[State, Chance, Emit | None], bool]
"""Plays what is forced in a step; whether somebody is asked then, else the step is done."""
Then = Callable[[State, Emit | None], None]
"""What follows a step that is done."""
Effect = Callable[[State, Seat, Any, Chance, Emit | None], None]


@frozen
class Step:
    """A part of the course: who is asked, the effects of the answers, and what follows."""

    phase: Phase
    asks: Asks
    then: Then
    moves: Mapping[type, Effect] = field(factory=dict)


def fill_after_succession(state: State, emit: Emit | None) -> None:
    if state.section == 0:
        filling.begin(state, FIRST_ARRAYS)  # KG-060
    else:
        filling.begin(state, RESTOCK if state.terms.succession_first else SECTION_BONUS)  # KG-181


def go_on_after_filling(state: State, emit: Emit | None) -> None:
    done, state.filling = state.filling, FIRST_ARRAYS
    if done == FIRST_ARRAYS:
        filling.begin(state, FIRST_BONUS)  # KG-063
    elif done == FIRST_BONUS:
        state.phase = ROUEN
    elif done == SECTION_ARRAY:
        succession.begin(state, state.section + 1, state.active_seat, emit)
    else:
        crown.take_back(state, state.box + 1, emit)


def restock_after_turn(state: State, emit: Emit | None) -> None:
    terms = state.terms
    if state.box != terms.sections[state.section][1]:  # KG-180
        filling.begin(state, RESTOCK)
    elif terms.succession_first:
        succession.begin(state, state.section + 1, state.active_seat, emit)
    else:
        filling.begin(state, SECTION_ARRAY)  # KG-181


def _to(phase: Phase) -> Then:
    def then(state: State, emit: Emit | None) -> None:
        state.phase = phase

    return then


# KG-020 KG-081: the order of the steps.
COURSE = (
    Step(PLACE, enemies.draw, auction.begin, {Place: enemies.place}),
    Step(BID, auction.next_bid, auction.settle, {Bid: auction.bid, Pass: auction.leave}),
    Step(CROWN, succession.next_crown, fill_after_succession, {Crown: succession.lay_crown}),
    Step(TAKE, filling.next_choice, go_on_after_filling, {Take: filling.choose}),
    Step(ROUEN, start.enter, start.begin_first_turn, {Rouen: start.move}),
    Step(
        ATTACK,
        attack.next_attack,
        _to(CASTLES),
        {Attack: attack.conquer, EndAttacks: attack.end},
    ),
    Step(
        CASTLES,
        castles.next_castle,
        _to(TAX_STEP),
        {Castle: castles.build, EndCastles: castles.end},
    ),
    Step(TAX_STEP, tax.may_tax, restock.end_turn, {Tax: tax.raise_tax, NoTax: tax.raise_none}),
    Step(OVERFLOW, restock.next_surplus, restock_after_turn, {Discard: restock.discard}),
)

_ASKS = {step.phase: step.asks for step in COURSE}
_THEN = {step.phase: step.then for step in COURSE}
_EFFECTS = {move: effect for step in COURSE for move, effect in step.moves.items()}


def advance(state: State, seat: Seat, move: Move, chance: Chance, emit: Emit | None) -> None:
    """The effects of a legal move, and all forced steps after it."""
    _EFFECTS[type(move)](state, seat, move, chance, emit)
    go_on(state, chance, emit)


def go_on(state: State, chance: Chance, emit: Emit | None) -> None:
    """Through steps that leave nothing to decide to the next question, or to the end."""
    while state.phase != OVER and not _ASKS[state.phase](state, chance, emit):
        _THEN[state.phase](state, emit)  # KG-224
    state.open = questions(state)
