"""Before the first turn: enemies on the map, bids, the unit for the start region."""

from __future__ import annotations

from rulekeep.core.rulebook import forbids
from rulekeep.core.seats import Seat
from rulekeep.games.kings_and_castles.box.pieces import NOBODY, TYPES, marker, three
from rulekeep.games.kings_and_castles.moves import Bid, Place, Rouen
from rulekeep.games.kings_and_castles.state import State


@forbids("KG-010", Place)
def the_region_is_not_empty(state: State, seat: Seat, move: Place) -> str | None:
    name = state.terms.region(move.region)
    if move.region == state.terms.board.start:
        return f"{name} stays empty for the start player"
    if state.unit[move.region] >= 0:
        return f"{name} is taken"
    return None


@forbids("KG-030", Bid, gate=True)
def the_household_is_not_named(state: State, seat: Seat, move: Bid) -> str | None:
    houses = state.terms.houses_of[seat]
    if len(houses) == 1:  # KG-022: it is that of the one house
        return None
    if any(part[0] == NOBODY for part in move.parts):
        names = " or ".join(state.terms.colour(house) for house in houses)
        return f"name the household: {names}"
    return None


@forbids("KG-022", Bid, gate=True)
def the_household_lacks_the_units(state: State, seat: Seat, move: Bid) -> str | None:
    houses = state.terms.houses_of[seat]
    named_houses = [houses[0] if part[0] == NOBODY else part[0] for part in move.parts]
    if len(set(named_houses)) < len(named_houses):
        return "name each household once"
    for house, (_, *units) in zip(named_houses, move.parts, strict=True):
        name = state.terms.colour(house)
        if house not in houses:
            return f"{name} is not your house"
        for unit, wanted, there in zip(TYPES, units, three(state.household[house]), strict=True):
            if wanted > there:
                return f"the household of {name} holds {there} {marker(unit, there)}, not {wanted}"
    return None


@forbids("KG-023", Bid)
def the_bid_is_too_low(state: State, seat: Seat, move: Bid) -> str | None:
    value = state.terms.board.strength(state.bid_pool(seat, move))
    least = state.standing_bid() + 1
    if value < least:
        return f"worth {value}; at least {least} must be bid"
    return None


@forbids("KG-065", Rouen)
def no_such_unit_is_at_hand(state: State, seat: Seat, move: Rouen) -> str | None:
    if move.unit not in state.start_units():
        name = state.terms.colour(state.start_house)
        return f"there is no {name} {marker(TYPES[move.unit])} to be moved"
    return None
