"""The rule book, and the checks tied to it: why a move is not allowed."""

from __future__ import annotations

from rulekeep.core.rulebook import Rulebook
from rulekeep.games.kings_and_castles import opening
from rulekeep.games.kings_and_castles.filling import asked_task, household_left, named
from rulekeep.games.kings_and_castles.moves import (
    FILL,
    AnyMove,
    Attack,
    Bid,
    Castle,
    Crown,
    Discard,
    EndAttacks,
    EndCastles,
    NoTax,
    Pass,
    Place,
    Rouen,
    Take,
    Tax,
)
from rulekeep.games.kings_and_castles.pools import (
    CASTLE,
    NOBODY,
    TYPES,
    count,
    three,
)
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.succession import (
    colour_due,
    colours_to_place,
    is_first_crown,
    last_box_counts,
    levels,
    open_boxes,
)
from rulekeep.games.kings_and_castles.table import (
    ARRAY,
    ATTACK,
    BID,
    BONUS,
    CASTLES,
    CROWN,
    FIRST_ARRAYS,
    FIRST_BONUS,
    OVER,
    OVERFLOW,
    PLACE,
    ROUEN,
    TAKE,
    TAX_STEP,
)
from rulekeep.games.kings_and_castles.wording import marker, one, plural, tally

BOOK = Rulebook.load("rulekeep.games.kings_and_castles")

_STEP = {
    Place: (PLACE,),
    Pass: (BID,),
    Bid: (BID,),
    Crown: (CROWN,),
    Take: (TAKE,),
    Rouen: (ROUEN,),
    Attack: (ATTACK,),
    EndAttacks: (ATTACK,),
    Castle: (CASTLES,),
    EndCastles: (CASTLES,),
    Tax: (TAX_STEP,),
    NoTax: (TAX_STEP,),
    Discard: (OVERFLOW,),
}
_STEP_NAMES = {
    PLACE: "the enemies are being placed",
    BID: "the first crown is being auctioned",
    CROWN: "the succession is being settled",
    TAKE: "household units are being chosen",
    ROUEN: "the first unit enters the map",
    ATTACK: "this is the attack step",
    CASTLES: "this is the castle step",
    TAX_STEP: "this is the tax step",
    OVERFLOW: "surplus markers are being put aside",
}


def _asked(state: State, seat: int) -> bool:
    return any(decision.seat == seat for decision in state.open)


def _wait_for(state: State) -> str:
    seats = " and ".join(str(d.seat + 1) for d in state.open)
    return f"player {seats} must decide now"


# -- the match and its steps --------------------------------------------------------------------


@BOOK.forbids("KG-190", gate=True)
def the_match_is_over(state: State, seat: int, move: AnyMove) -> str | None:
    if state.phase == OVER:
        return f"the match ended with the turn of box {state.table.last_box}"
    return None


@BOOK.forbids("KG-012", Pass, gate=True)
def a_drawn_enemy_must_be_placed(state: State, seat: int, move: Pass) -> str | None:
    if state.phase == PLACE:
        return "the enemy drawn must be placed; nobody can pass"
    return None


@BOOK.forbids("KG-161", Discard, gate=True)
def nothing_is_discarded(state: State, seat: int, move: Discard) -> str | None:
    if not state.table.surplus_aside:
        return "markers are kept for later turns; none is put aside by choice"
    return None


@BOOK.forbids("KG-020", gate=True)
def the_opening_has_another_step(state: State, seat: int, move: AnyMove) -> str | None:
    if state.house < 0 and state.phase not in _STEP[type(move)]:
        return f"{_STEP_NAMES[state.phase]}"
    return None


@BOOK.forbids("KG-154", Tax, gate=True)
def no_tax_marker_is_left(state: State, seat: int, move: Tax) -> str | None:
    active = state.is_turn() and state.active_seat == seat
    if active and state.phase != TAX_STEP and not state.tax[state.house]:
        return f"{state.table.colour(state.house)} has no TAX marker left"
    return None


@BOOK.forbids("KG-081", gate=True)
def the_turn_has_another_step(state: State, seat: int, move: AnyMove) -> str | None:
    if state.house >= 0 and state.phase not in _STEP[type(move)]:
        return f"{_STEP_NAMES[state.phase]}"
    return None


@BOOK.forbids("KG-010", Place, gate=True)
def another_player_draws(state: State, seat: int, move: Place) -> str | None:
    return None if _asked(state, seat) else _wait_for(state)


@BOOK.forbids("KG-024", Bid, Pass, gate=True)
def the_bidder_has_passed(state: State, seat: int, move: Bid | Pass) -> str | None:
    if seat >= 0 and state.passed >> seat & 1:
        return "who has passed is out of the auction"
    return None


@BOOK.forbids("KG-021", Bid, Pass, gate=True)
def another_player_bids(state: State, seat: int, move: Bid | Pass) -> str | None:
    return None if _asked(state, seat) else _wait_for(state)


@BOOK.forbids("KG-042", Crown, gate=True)
def another_player_crowns(state: State, seat: int, move: Crown) -> str | None:
    return None if _asked(state, seat) else _wait_for(state)


@BOOK.forbids("KG-062", Take, gate=True)
def the_first_choice_is_made(state: State, seat: int, move: Take) -> str | None:
    if state.filling in (FIRST_ARRAYS, FIRST_BONUS) and not _asked(state, seat):
        return _wait_for(state)
    return None


@BOOK.forbids("KG-164", Take, gate=True)
def the_choice_is_made_by_others(state: State, seat: int, move: Take) -> str | None:
    return None if _asked(state, seat) else _wait_for(state)


@BOOK.forbids("KG-065", Rouen, gate=True)
def only_the_start_player_enters(state: State, seat: int, move: Rouen) -> str | None:
    return None if _asked(state, seat) else _wait_for(state)


@BOOK.forbids("KG-080", Attack, EndAttacks, Castle, EndCastles, Tax, NoTax, Discard, gate=True)
def another_player_is_active(state: State, seat: int, move: AnyMove) -> str | None:
    return None if _asked(state, seat) else _wait_for(state)


# -- set-up and auction -------------------------------------------------------------------------


@BOOK.forbids("KG-010", Place)
def the_region_is_not_empty(state: State, seat: int, move: Place) -> str | None:
    name = state.table.region(move.region)
    if move.region == state.table.board.start:
        return f"{name} stays empty for the start player"
    if state.unit[move.region] >= 0:
        return f"{name} is taken"
    return None


@BOOK.forbids("KG-030", Bid, gate=True)
def the_household_is_not_named(state: State, seat: int, move: Bid) -> str | None:
    houses = state.table.houses_of[seat]
    if len(houses) > 1 and any(part[0] == NOBODY for part in move.parts):
        names = " or ".join(state.table.colour(house) for house in houses)
        return f"name the household: {names}"
    return None


@BOOK.forbids("KG-022", Bid, gate=True)
def the_household_lacks_the_units(state: State, seat: int, move: Bid) -> str | None:
    houses = state.table.houses_of[seat]
    named_houses = [houses[0] if part[0] == NOBODY else part[0] for part in move.parts]
    if len(set(named_houses)) < len(named_houses):
        return "name each household once"
    for house, (_, *units) in zip(named_houses, move.parts, strict=True):
        if house not in houses:
            return f"{state.table.colour(house)} is not your house"
        for unit, wanted, there in zip(TYPES, units, three(state.household[house]), strict=True):
            if wanted > there:
                name = state.table.colour(house)
                return f"the household of {name} holds {there} {marker(unit, there)}, not {wanted}"
    if not any(n for part in move.parts for n in part[1:]):
        return "a bid names at least one unit"
    return None


@BOOK.forbids("KG-023", Bid)
def the_bid_is_too_low(state: State, seat: int, move: Bid) -> str | None:
    value = opening.pool_value(state, opening.bid_pool(state, seat, move))
    least = opening.standing_bid(state) + 1
    if value < least:
        return f"worth {value}; at least {least} must be bid"
    return None


# -- succession ---------------------------------------------------------------------------------


@BOOK.forbids("KG-040", Crown, gate=True)
def the_box_is_in_another_section(state: State, seat: int, move: Crown) -> str | None:
    first, last = state.table.sections[state.section]
    if not first <= move.box <= last:
        return f"this section has the boxes {first} to {last}"
    return None


@BOOK.forbids("KG-041", Crown)
def the_first_crown_goes_to_the_first_box(state: State, seat: int, move: Crown) -> str | None:
    if is_first_crown(state) and move.box != 1:
        return "the start player's first crown goes to box 1"
    return None


@BOOK.forbids("KG-042", Crown, gate=True)
def the_box_is_taken(state: State, seat: int, move: Crown) -> str | None:
    if state.crown_at[move.box] >= 0:
        colour = state.table.colour(state.crown_at[move.box])
        return f"{one(colour)} crown lies on box {move.box}"
    return None


@BOOK.forbids("KG-049", Crown, gate=True)
def the_colour_is_not_due(state: State, seat: int, move: Crown) -> str | None:
    colours = colours_to_place(state, seat)
    names = " or ".join(state.table.colour(colour) for colour in colours)
    if move.colour == NOBODY:
        if colour_due(state, seat) == NOBODY:
            return f"say which colour: {names}"
    elif move.colour not in colours:
        return f"the crown due is {names}, not {state.table.colour(move.colour)}"
    return None


def _barred(state: State, seat: int, move: Crown) -> bool:
    colour = move.colour if move.colour >= 0 else colours_to_place(state, seat)[0]
    return move.box not in open_boxes(state, seat, colour)


def _other_boxes(state: State, seat: int, move: Crown) -> str:
    colour = move.colour if move.colour >= 0 else colours_to_place(state, seat)[0]
    boxes = open_boxes(state, seat, colour)
    return f"box {boxes[0]} is free" if len(boxes) == 1 else f"boxes {_listed(boxes)} are free"


def _listed(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers[:-1])) + f" and {numbers[-1]}"


@BOOK.forbids("KG-043", Crown)
def the_wrapped_box_is_a_neighbour(state: State, seat: int, move: Crown) -> str | None:
    if not _barred(state, seat, move):
        return None
    houses = state.table.houses_of[seat]
    for low, high in state.table.board.wrapped:
        for near, box in ((low, high), (high, low)):
            if move.box == box and near <= state.table.last_box and state.crown_at[near] in houses:
                free = _other_boxes(state, seat, move)
                return (
                    f"boxes {low} and {high} are neighbours and your crown lies on {near}; {free}"
                )
    return None


@BOOK.forbids("KG-044", Crown)
def an_own_crown_lies_next_to_it(state: State, seat: int, move: Crown) -> str | None:
    if state.table.seats == 2 or not _barred(state, seat, move):
        return None
    houses = state.table.houses_of[seat]
    for near in (move.box - 1, move.box + 1):
        if state.crown_at[near] in houses:
            return f"your crown lies on box {near}; {_other_boxes(state, seat, move)}"
    return None


@BOOK.forbids("KG-046", Crown)
def the_active_player_takes_no_first_box(state: State, seat: int, move: Crown) -> str | None:
    if state.table.seats == 2 or not _barred(state, seat, move):
        return None
    first = state.table.sections[state.section][0]
    if move.box == first and last_box_counts(state, seat):
        free = _other_boxes(state, seat, move)
        return f"you were king on box {first - 1} and would have two turns in a row; {free}"
    return None


@BOOK.forbids("KG-053", Crown)
def the_finished_box_counts_too(state: State, seat: int, move: Crown) -> str | None:
    if state.table.seats != 2 or not _barred(state, seat, move):
        return None
    first = state.table.sections[state.section][0]
    if move.box == first and last_box_counts(state, seat):
        colour = state.table.colour(state.finished)
        free = _other_boxes(state, seat, move)
        return f"box {first - 1} counts as carrying your {colour} crown; {free}"
    return None


@BOOK.forbids("KG-050", Crown)
def a_box_without_own_neighbours_is_free(state: State, seat: int, move: Crown) -> str | None:
    if state.table.seats != 2 or not _barred(state, seat, move):
        return None
    colour = move.colour if move.colour >= 0 else colours_to_place(state, seat)[0]
    boxes = open_boxes(state, seat, colour)
    if levels(state, seat, colour, boxes)[0] == 1:
        return f"one of your crowns lies next to it; {_other_boxes(state, seat, move)}"
    return None


@BOOK.forbids("KG-051", Crown)
def a_box_next_to_the_other_colour_is_free(state: State, seat: int, move: Crown) -> str | None:
    if state.table.seats != 2 or not _barred(state, seat, move):
        return None
    colour = move.colour if move.colour >= 0 else colours_to_place(state, seat)[0]
    name = state.table.colour(colour)
    free = _other_boxes(state, seat, move)
    return f"{one(name)} crown lies next to it; {free} next to your other colour"


# -- filling ------------------------------------------------------------------------------------


def _too_many(state: State, seat: int, move: Take) -> str | None:
    index = asked_task(state, seat)
    house, area, places = state.tasks[index]
    wanted = sum(move.units)
    if wanted > places:
        where = "array" if area == ARRAY else "bonus area"
        return f"{state.table.colour(house)}'s {where} has {plural(places, 'free place')}"
    left = three(household_left(state, index))
    for unit, number, there in zip(TYPES, move.units, left, strict=True):
        if number > there:
            name = state.table.colour(house)
            return f"the household of {name} holds {there} {marker(unit, there)}, not {number}"
    return None


def _filling_is(state: State, seat: int, *kinds: int, area: int) -> bool:
    return state.filling in kinds and state.tasks[asked_task(state, seat)][1] == area


@BOOK.forbids("KG-060", Take)
def the_first_array_cannot_take_it(state: State, seat: int, move: Take) -> str | None:
    return _too_many(state, seat, move) if state.filling == FIRST_ARRAYS else None


@BOOK.forbids("KG-063", Take)
def the_first_bonus_cannot_take_it(state: State, seat: int, move: Take) -> str | None:
    return _too_many(state, seat, move) if state.filling == FIRST_BONUS else None


@BOOK.forbids("KG-162", Take)
def the_array_cannot_take_it(state: State, seat: int, move: Take) -> str | None:
    area = state.tasks[asked_task(state, seat)][1]
    return _too_many(state, seat, move) if area == ARRAY else None


@BOOK.forbids("KG-163", Take)
def the_bonus_area_cannot_take_it(state: State, seat: int, move: Take) -> str | None:
    return _too_many(state, seat, move)


@BOOK.forbids("KG-166", Take)
def the_rest_must_be_drawn(state: State, seat: int, move: Take) -> str | None:
    if move.draw == FILL:
        return None
    _, area, places = state.tasks[asked_task(state, seat)]
    if area != BONUS or not state.table.may_fill:
        return "the rest of the places is always filled by draws"
    room = places - sum(move.units)
    if move.draw > room:
        return f"only {plural(max(0, room), 'place')} would be left for draws"
    return None


@BOOK.forbids("KG-065", Rouen)
def no_such_unit_is_at_hand(state: State, seat: int, move: Rouen) -> str | None:
    if move.unit not in opening.start_units(state):
        name = state.table.colour(state.start_house)
        return f"there is no {name} {marker(TYPES[move.unit])} to be moved"
    return None


# -- castles, surplus ---------------------------------------------------------------------------


@BOOK.forbids("KG-140", Castle)
def no_such_castle_is_at_hand(state: State, seat: int, move: Castle) -> str | None:
    if not count(state.area(), CASTLE + 3 - move.size):
        return f"your action area holds no castle of size {move.size}"
    return None


@BOOK.forbids("KG-142", Castle)
def a_castle_stands_there(state: State, seat: int, move: Castle) -> str | None:
    there = state.castle[move.region]
    if there:
        return f"a castle of size {there} stands on {state.table.region(move.region)} already"
    return None


@BOOK.forbids("KG-167", Discard)
def no_such_marker_is_kept(state: State, seat: int, move: Discard) -> str | None:
    if not count(state.array[state.house], move.kind):
        there = tally(named(state, state.array[state.house]))
        return f"the array holds {there}"
    return None
