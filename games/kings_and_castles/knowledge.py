"""Who may know what: sealed choices are hidden, and nothing else.

Every payment is a public event, so each player can count all money. Observations therefore contain
it; the option `hidden_money` decides only what drawings and the standing show to people.
"""

from __future__ import annotations

from typing import Any

from rulekeep.core import (
    Chance,
    Form,
    Keyed,
    PerSeat,
    SealedChoices,
    Seat,
    Text,
    Whole,
    write_position,
)
from rulekeep.games.kings_and_castles import moves
from rulekeep.games.kings_and_castles.legal import listed_takes
from rulekeep.games.kings_and_castles.state import ENEMY, STATUSES, State

OBSERVED: dict[str, Form[Any]] = {
    "tax_track": PerSeat(Whole(0, 9)),
    "status": Keyed(lambda state: state.terms.country_ids, Text(*STATUSES)),
}


def as_known_to(state: State, viewer: Seat | None) -> State:
    """The table without the choices of others that are still sealed (KG-225)."""
    owner = state.terms.owner
    answers = [
        moves.SEALED if taken is not None and owner[house] != viewer else taken
        for (house, _, _), taken in state.choices
    ]
    if moves.SEALED not in answers:
        return state
    known = state.copy()
    known.choices = SealedChoices(state.choices.questions, answers)
    return known


def observation(state: State, seat: Seat | None) -> dict[str, Any]:
    """What a seat knows as data, purses too (KG-157)."""
    seen = write_position(state)
    seen["tax_track"] = [purse % 10 for purse in state.money]  # KG-157
    seen["status"] = {
        country.id: STATUSES[state.status(land) if state.box else ENEMY]
        for land, country in enumerate(state.terms.board.countries)
    }
    return seen


def determinize(state: State, seat: Seat, chance: Chance) -> State:
    """A copy with the sealed choices of others drawn at random.

    The money of others is known and stays. The order of the bag is not in the state at all.
    """
    new = state.copy()
    for number, taken in enumerate(state.choices.answers):
        if taken is moves.SEALED:
            choices = listed_takes(new, number)
            answers = list(new.choices.answers)
            answers[number] = choices[chance.below(len(choices), "a sealed choice")]
            new.choices = SealedChoices(new.choices.questions, answers)
    return new
