"""What a household cannot give, what cannot be put aside, where no castle can be placed."""

from __future__ import annotations

from rulekeep.core.prose import plural
from rulekeep.core.rulebook import forbids
from rulekeep.core.seats import Seat
from rulekeep.games.kings_and_castles import moves
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms import phases
from rulekeep.games.kings_and_castles.terms.phases import Task


def _task(state: State, seat: Seat) -> Task:
    return state.choices.questions[state.asked_task(seat)]


def _too_many(state: State, seat: Seat, move: moves.Take) -> str | None:
    house, area, places = _task(state, seat)
    name = state.terms.colour(house)
    if sum(move.units) > places:
        where = "array" if area == phases.ARRAY else "bonus area"
        return f"{name}'s {where} has {plural(places, 'free place')}"
    left = pieces.three(state.household_left(state.asked_task(seat)))
    for unit, number, there in zip(pieces.TYPES, move.units, left, strict=True):
        if number > there:
            return (
                f"the household of {name} holds {there} {pieces.marker(unit, there)}, not {number}"
            )
    return None


@forbids("KG-060", moves.Take)
def the_first_array_cannot_take_it(state: State, seat: Seat, move: moves.Take) -> str | None:
    return _too_many(state, seat, move) if state.filling == phases.FIRST_ARRAYS else None


@forbids("KG-063", moves.Take)
def the_first_bonus_cannot_take_it(state: State, seat: Seat, move: moves.Take) -> str | None:
    return _too_many(state, seat, move) if state.filling == phases.FIRST_BONUS else None


@forbids("KG-162", moves.Take)
def the_array_cannot_take_it(state: State, seat: Seat, move: moves.Take) -> str | None:
    return _too_many(state, seat, move) if _task(state, seat)[1] == phases.ARRAY else None


@forbids("KG-163", moves.Take)
def the_bonus_area_cannot_take_it(state: State, seat: Seat, move: moves.Take) -> str | None:
    return _too_many(state, seat, move)


@forbids("KG-166", moves.Take)
def the_rest_must_be_drawn(state: State, seat: Seat, move: moves.Take) -> str | None:
    if move.draw == moves.FILL:
        return None
    _, area, places = _task(state, seat)
    if not state.may_draw_less(area):
        return "the rest of the places is always filled by draws"
    room = places - sum(move.units)
    if move.draw > room:
        return f"only {plural(max(0, room), 'place')} would be left for draws"
    return None


@forbids("KG-167", moves.Discard)
def no_such_marker_is_kept(state: State, seat: Seat, move: moves.Discard) -> str | None:
    array = state.array[state.house]
    if not pieces.count(array, move.kind):
        return f"the array holds {pieces.tally(state.terms.board.named(array))}"
    return None


@forbids("KG-140", moves.Castle)
def no_such_castle_is_at_hand(state: State, seat: Seat, move: moves.Castle) -> str | None:
    if not pieces.count(state.area(), pieces.CASTLE_KIND[move.size]):
        return f"your action area holds no castle of size {move.size}"
    return None


@forbids("KG-142", moves.Castle)
def a_castle_stands_there(state: State, seat: Seat, move: moves.Castle) -> str | None:
    there = state.castle[move.region]
    if there:
        return f"a castle of size {there} stands on {state.terms.region(move.region)} already"
    return None
