"""Where no enemy or castle can be placed, what a household cannot give, what is not at hand."""

from __future__ import annotations

from collections.abc import Iterable

from rulekeep.core import Seat, forbids, plural, with_article
from rulekeep.games.kings_and_castles import moves
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.box.pieces import NOBODY, House, Triple
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms import phases
from rulekeep.games.kings_and_castles.terms.phases import Task


@forbids("KG-010", moves.Place)
def the_region_is_not_empty(state: State, seat: Seat, move: moves.Place) -> str | None:
    name = state.terms.region(move.region)
    if move.region == state.terms.board.start:
        return f"{name} stays empty for the start player's first unit"
    if state.unit[move.region] >= 0:
        return f"an enemy is on {name} already; choose an empty region"
    return None


@forbids("KG-030", moves.Bid, gate=True)
def the_household_is_not_named(state: State, seat: Seat, move: moves.Bid) -> str | None:
    houses = state.terms.houses_of[seat]
    if len(houses) == 1:  # KG-022: it is that of the one house
        return None
    if any(part[0] == NOBODY for part in move.parts):
        names = " or ".join(state.terms.colour(house) for house in houses)
        return f"it does not say from which household: {names}"
    return None


@forbids("KG-022", moves.Bid, gate=True)
def the_household_lacks_the_units(state: State, seat: Seat, move: moves.Bid) -> str | None:
    houses = state.terms.houses_of[seat]
    named_houses = [houses[0] if part[0] == NOBODY else part[0] for part in move.parts]
    if len(set(named_houses)) < len(named_houses):
        return "it names a household twice"
    for house, (_, *units) in zip(named_houses, move.parts, strict=True):
        if house not in houses:
            return f"{state.terms.colour(house)} is not your house"
        if lacking := _lacking(state, house, state.household[house], units):
            return lacking
    return None


def _lacking(state: State, house: House, household: Triple, units: Iterable[int]) -> str | None:
    left = pieces.three(household)
    for unit, wanted, there in zip(pieces.TYPES, units, left, strict=True):
        if wanted > there:
            left_there = plural(there, pieces.marker(unit), pieces.marker(unit, 2))
            return f"{state.terms.colour(house)}'s household has only {left_there}"
    return None


@forbids("KG-023", moves.Bid)
def the_bid_is_too_low(state: State, seat: Seat, move: moves.Bid) -> str | None:
    value = state.terms.board.strength(state.bid_pool(seat, move))
    least = state.standing_bid() + 1
    if value < least:
        return f"it is worth {value}, and the next bid must be at least {least}"
    return None


@forbids("KG-065", moves.Rouen)
def no_such_unit_is_at_hand(state: State, seat: Seat, move: moves.Rouen) -> str | None:
    if move.unit not in state.start_units():
        name = state.terms.colour(state.start_house)
        unit = pieces.marker(pieces.TYPES[move.unit])
        return f"there is no {name} {unit} that can move there"
    return None


def _task(state: State, seat: Seat) -> Task:
    return state.choices.questions[state.asked_task(seat)]


def _too_many(state: State, seat: Seat, move: moves.Take) -> str | None:
    house, area, places = _task(state, seat)
    if sum(move.units) > places:
        return f"{state.terms.colour(house)}'s {phases.AREAS[area]} has only {plural(places, 'free place')}"
    return _lacking(state, house, state.household_left(state.asked_task(seat)), move.units)


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
        return "all places that are left must be filled from the bag"
    room = places - sum(move.units)
    if move.draw > room:
        return f"only {plural(max(0, room), 'place is', 'places are')} left for drawn markers"
    return None


@forbids("KG-140", moves.Castle)
def no_such_castle_is_at_hand(state: State, seat: Seat, move: moves.Castle) -> str | None:
    if not pieces.count(state.area(), pieces.CASTLE_KIND[move.size]):
        return f"your array and bonus hold no {pieces.castle(move.size)}"
    return None


@forbids("KG-142", moves.Castle)
def a_castle_stands_there(state: State, seat: Seat, move: moves.Castle) -> str | None:
    if there := state.castle[move.region]:
        where = state.terms.region(move.region)
        return f"{with_article(pieces.castle(there))} is on {where} already"
    return None


@forbids("KG-167", moves.Discard)
def no_such_marker_is_kept(state: State, seat: Seat, move: moves.Discard) -> str | None:
    array = state.array[state.house]
    if not pieces.count(array, move.kind):
        return f"the array has only {pieces.tally(state.terms.board.named(array))}"
    return None
