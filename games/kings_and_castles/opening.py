"""Before the first turn: enemies on the map, the auction, the unit for the start region."""

from __future__ import annotations

from rulekeep.core.chance import Chance
from rulekeep.core.game import Emit
from rulekeep.games.kings_and_castles import events
from rulekeep.games.kings_and_castles.filling import draw, named, named_units
from rulekeep.games.kings_and_castles.moves import Bid
from rulekeep.games.kings_and_castles.pools import (
    BLACK,
    CASTLE,
    COLOUR_SHIFT,
    KINDS,
    MERCENARY,
    NOBODY,
    ONE,
    THREE,
    TYPES,
    counts,
    pack,
    three,
)
from rulekeep.games.kings_and_castles.state import State

# -- enemies ------------------------------------------------------------------------------------


def lay_table(state: State, emit: Emit | None) -> None:
    """Only the enemies are in the bag."""
    table = state.table
    for unit, number in enumerate(table.mix.enemy_units):
        state.bag.add(BLACK * 3 + unit, number)
    if emit is None:
        return
    rules = ["KG-001", {2: "KG-004", 3: "KG-003", 4: "KG-002"}[table.seats]]
    rules += ["KG-200", "KG-201", "KG-202"] if table.short else ["KG-005", "KG-006", "KG-007"]
    rules += ["KG-014", "KG-009"]
    emit(
        events.TableLaid(
            tuple(rules),
            table.seats,
            {table.colour(house): table.owner[house] for house in table.houses},
            named_units(table.household),
            table.crowns,
            table.tax_markers,
            table.last_box,
        )
    )


def empty_regions(state: State) -> int:
    """Where an enemy may be placed."""
    board = state.table.board
    return board.everywhere & ~state.held[BLACK] & ~(1 << board.start)


def draw_enemy(state: State, chance: Chance) -> None:
    state.drawn = state.bag.draw(chance, "the enemy drawn") - BLACK * 3


def place_enemy(
    state: State, seat: int, region: int, emit: Emit | None, more: tuple[str, ...] = ()
) -> None:
    unit = state.drawn
    state.settle(region, BLACK * 3 + unit)
    state.drawn = NOBODY
    if emit is not None:
        emit(events.EnemyPlaced(("KG-010", *more), seat, TYPES[unit], state.table.region(region)))


def fill_bag(state: State, emit: Emit | None) -> None:
    """Everything that is neither on the map nor in a household goes into the bag."""
    table = state.table
    mix = table.mix
    household = three(table.household)
    for house in table.houses:
        for unit, number in enumerate(mix.colour_units):
            state.bag.add(house * 3 + unit, number - household[unit])
    for index in range(3):
        state.bag.add(MERCENARY + index, mix.mercenaries[index])
        state.bag.add(CASTLE + index, mix.castles[index])
    if emit is not None:
        rules = ["KG-013"]
        if table.short:
            rules.append("KG-201")
        if table.seats == 3:
            rules.append("KG-003")
        emit(events.BagFilled(tuple(rules), state.bag.total))


# -- the auction --------------------------------------------------------------------------------


def pool_value(state: State, pool: int) -> int:
    """The strength of all units in a pool."""
    strengths = state.table.board.strengths
    return sum(n * strengths[kind] for kind, n in enumerate(counts(pool)) if n)


def standing_bid(state: State) -> int:
    """The value to be exceeded."""
    return pool_value(state, state.bids[state.bidder]) if state.bidder >= 0 else 0


def household_pool(state: State, seat: int) -> int:
    """All household units of a player."""
    pool = 0
    for house in state.table.houses_of[seat]:
        pool += state.household[house] << COLOUR_SHIFT[house]
    return pool


def bid_pool(state: State, seat: int, bid: Bid) -> int:
    """The units of a bid; a part without a colour is of the bidder's first house."""
    pool = 0
    for colour, k, f, a in bid.parts:
        house = colour if colour >= 0 else state.table.houses_of[seat][0]
        pool += pack((k, f, a)) << COLOUR_SHIFT[house]
    return pool


def listed_bids(state: State, seat: int) -> tuple[Bid, ...]:
    """Bids out of one household each."""
    table = state.table
    value = standing_bid(state)
    houses = table.houses_of[seat]
    if len(houses) == 1:
        return table.bids_above(((NOBODY, state.household[houses[0]]),), value)
    return table.bids_above(tuple((house, state.household[house]) for house in houses), value)


def make_bid(state: State, seat: int, bid: Bid, emit: Emit | None) -> None:
    before = state.bids[seat]
    pool = bid_pool(state, seat, bid)
    state.bids[seat] = pool
    state.bidder = seat
    if emit is not None:
        rules = ["KG-022", "KG-023", "KG-021"]
        if before:
            rules.append("KG-025")
        if len(bid.parts) > 1:
            rules.append("KG-030")
        emit(events.BidMade(tuple(rules), seat, named(state, pool), pool_value(state, pool)))


def pay_bid(state: State, seat: int, emit: Emit | None) -> None:
    """The winner's last bid goes into the bag."""
    pool = state.bids[seat]
    for house in state.table.houses_of[seat]:
        state.household[house] -= pool >> COLOUR_SHIFT[house] & THREE
    numbers = counts(pool)
    for kind in range(KINDS):
        if numbers[kind]:
            state.bag.add(kind, numbers[kind])
    if emit is not None:
        rules = ["KG-026", "KG-027" if pool else "KG-028"]
        emit(events.StartPlayerFound(tuple(rules), seat, named(state, pool)))
    state.bids = [0] * state.table.seats
    state.bidder = NOBODY


# -- the start region ---------------------------------------------------------------------------


def start_units(state: State) -> list[int]:
    """The types of own units that may go to the start region: of the area, else the household."""
    house = state.start_house
    area = (state.array[house] + state.bonus) >> COLOUR_SHIFT[house] & THREE
    return [unit for unit, n in enumerate(three(area or state.household[house])) if n]


def enter_start_region(
    state: State, unit: int, emit: Emit | None, more: tuple[str, ...] = ()
) -> None:
    """An own unit of the area, or of the household, goes to the start region."""
    house = state.start_house
    kind = house * 3 + unit
    rules = ["KG-065", "KG-067", "KG-068", *more]
    if state.bonus >> 8 * kind & 255:
        state.bonus -= ONE[kind]
        origin = "bonus area"
    elif state.array[house] >> 8 * kind & 255:
        state.array[house] -= ONE[kind]
        origin = "array"
    else:
        state.household[house] -= ONE[unit]
        origin = "household"
        rules.append("KG-066")
    _stand(state, kind, origin, tuple(rules), emit)


def enter_from_elsewhere(state: State, chance: Chance, emit: Emit | None) -> None:
    """No own unit at hand: the weakest of the bag, else of another array."""
    house = state.start_house
    for unit in (2, 1, 0):
        kind = house * 3 + unit
        if state.bag.counts[kind]:
            state.bag.remove(kind)
            _stand(state, kind, "bag", ("KG-066", "KG-068"), emit)
            return
    for other in others_clockwise(state, house):
        for unit in (2, 1, 0):
            kind = house * 3 + unit
            if state.array[other] >> 8 * kind & 255:
                state.array[other] -= ONE[kind]
                name = f"array of {state.table.colour(other)}"
                _stand(state, kind, name, ("KG-066", "KG-068"), emit)
                state.array[other] += draw(state, other, 1, chance, emit)
                return
    raise AssertionError("every colour has units")


def others_clockwise(state: State, house: int) -> list[int]:
    """The other houses, from the left neighbour on; a player's own second house comes last."""
    table = state.table
    seat = table.owner[house]
    seats = [*table.clockwise_from[seat][1:], seat]
    return [other for s in seats for other in table.houses_of[s] if other != house]


def _stand(state: State, kind: int, origin: str, rules: tuple[str, ...], emit: Emit | None) -> None:
    table = state.table
    state.settle(table.board.start, kind)
    if emit is not None:
        emit(
            events.StartUnitMoved(
                rules,
                table.owner[state.start_house],
                table.board.kinds[kind],
                table.region(table.board.start),
                origin,
            )
        )
