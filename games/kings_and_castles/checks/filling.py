"""What a household cannot give, and what cannot be put aside."""

from __future__ import annotations

from rulekeep.core.prose import plural
from rulekeep.core.rulebook import forbids
from rulekeep.core.seats import Seat
from rulekeep.games.kings_and_castles.box.pieces import TYPES, count, marker, tally, three
from rulekeep.games.kings_and_castles.moves import FILL, Discard, Take
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.state.forms import Task
from rulekeep.games.kings_and_castles.terms.phases import ARRAY, FIRST_ARRAYS, FIRST_BONUS


def _task(state: State, seat: Seat) -> Task:
    return state.choices.questions[state.asked_task(seat)]


def _too_many(state: State, seat: Seat, move: Take) -> str | None:
    house, area, places = _task(state, seat)
    name = state.terms.colour(house)
    if sum(move.units) > places:
        where = "array" if area == ARRAY else "bonus area"
        return f"{name}'s {where} has {plural(places, 'free place')}"
    left = three(state.household_left(state.asked_task(seat)))
    for unit, number, there in zip(TYPES, move.units, left, strict=True):
        if number > there:
            return f"the household of {name} holds {there} {marker(unit, there)}, not {number}"
    return None


@forbids("KG-060", Take)
def the_first_array_cannot_take_it(state: State, seat: Seat, move: Take) -> str | None:
    return _too_many(state, seat, move) if state.filling == FIRST_ARRAYS else None


@forbids("KG-063", Take)
def the_first_bonus_cannot_take_it(state: State, seat: Seat, move: Take) -> str | None:
    return _too_many(state, seat, move) if state.filling == FIRST_BONUS else None


@forbids("KG-162", Take)
def the_array_cannot_take_it(state: State, seat: Seat, move: Take) -> str | None:
    return _too_many(state, seat, move) if _task(state, seat)[1] == ARRAY else None


@forbids("KG-163", Take)
def the_bonus_area_cannot_take_it(state: State, seat: Seat, move: Take) -> str | None:
    return _too_many(state, seat, move)


@forbids("KG-166", Take)
def the_rest_must_be_drawn(state: State, seat: Seat, move: Take) -> str | None:
    if move.draw == FILL:
        return None
    _, area, places = _task(state, seat)
    if not state.may_draw_less(area):
        return "the rest of the places is always filled by draws"
    room = places - sum(move.units)
    if move.draw > room:
        return f"only {plural(max(0, room), 'place')} would be left for draws"
    return None


@forbids("KG-167", Discard)
def no_such_marker_is_kept(state: State, seat: Seat, move: Discard) -> str | None:
    array = state.array[state.house]
    if not count(array, move.kind):
        return f"the array holds {tally(state.terms.board.named(array))}"
    return None
