"""Before the first turn: enemies are put on the map, the first crown is auctioned, and later, with
all crowns of the first section and all arrays in place, one unit goes to the start region.
"""

from __future__ import annotations

from rulekeep.core import Chance, Emit, Seat, because, following, left_of, playing
from rulekeep.games.kings_and_castles import events, moves
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.box.board import Spot
from rulekeep.games.kings_and_castles.legal import (
    Decisions,
    bid_decision,
    open_decisions,
    place_decision,
)
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms.phases import BID
from rulekeep.games.kings_and_castles.turn import succession
from rulekeep.games.kings_and_castles.turn.filling import draw


def draw_enemy(state: State, chance: Chance, emit: Emit | None) -> Decisions:
    """Let the next player draw an enemy; the last one has only one place."""
    empty = state.empty_regions()
    if not empty:
        return ()
    draw_blindly(state, chance)
    if emit is not None:
        rules = because("KG-009", ("KG-011", not state.held[pieces.BLACK]))
        emit(events.EnemyDrawn(rules, state.asked, pieces.TYPES[state.drawn]))
    if empty & empty - 1:
        return place_decision(state)
    stand(state, state.asked, empty.bit_length() - 1, ("KG-010", "KG-224"), emit)
    return ()


def draw_blindly(state: State, chance: Chance) -> None:
    state.drawn = state.bag.draw(chance, "the enemy drawn") - pieces.BLACK * 3  # KG-009


def place(state: State, seat: Seat, move: moves.Place, chance: Chance, emit: Emit | None) -> None:
    stand(state, seat, move.region, ("KG-010",), emit)
    state.asked = left_of(seat, state.terms.seats)  # KG-010 KG-012


def stand(state: State, seat: Seat, spot: Spot, rules: tuple[str, ...], emit: Emit | None) -> None:
    """Put the enemy drawn on a region; seat NOBODY: at random."""
    unit, state.drawn = state.drawn, pieces.NOBODY
    state.settle(spot, pieces.BLACK * 3 + unit)
    if emit is not None:
        emit(events.EnemyPlaced(rules, seat, pieces.TYPES[unit], state.terms.region(spot)))


def begin_auction(state: State, emit: Emit | None) -> None:
    """Everything that is neither an enemy nor in a household goes into the bag."""
    terms = state.terms
    others = terms.markers - pieces.pack(terms.mix.enemy_units, pieces.BLACK * 3)
    at_home = sum([state.household_pool(seat) for seat in range(terms.seats)])
    state.put_into_bag(others - at_home)  # KG-013 KG-003 KG-201
    state.phase = BID
    state.asked = 0  # KG-021
    if emit is not None:
        removed = ("KG-003",) if terms.seats == 3 else ()
        emit(events.BagFilled((*terms.cites("KG-013"), *removed), state.bag.total))
        emit(events.AuctionOpened(("KG-020",), 0))


def next_bid(state: State, chance: Chance, emit: Emit | None) -> Decisions:
    """Ask the next player who can exceed the bid; nobody when only one is left."""
    while state.passed.bit_count() < state.terms.seats - 1:  # KG-026
        if can_bid(state, state.asked):
            return bid_decision(state)
        leave(state, state.asked, moves.PASS, chance, emit)  # KG-029 KG-224
    return ()


def bid(state: State, seat: Seat, move: moves.Bid, chance: Chance, emit: Emit | None) -> None:
    terms = state.terms
    before = state.bids[seat]
    pool = state.bids[seat] = state.bid_pool(seat, move)  # KG-025
    state.bidder = seat
    state.asked = following(seat, terms.seats, state.passed)  # KG-021 KG-024
    if emit is not None:
        revised, both = not pieces.holds(pool, before), len(move.parts) > 1
        rules = because("KG-022", ("KG-025", revised), ("KG-030", both))
        value = terms.board.strength(pool)
        emit(events.BidMade(rules, seat, terms.board.named(pool), value))


def can_bid(state: State, seat: Seat) -> bool:
    return state.terms.strengths.of(state.household_pool(seat)) > state.standing_bid()


def leave(state: State, seat: Seat, move: moves.Pass, chance: Chance, emit: Emit | None) -> None:
    terms = state.terms
    state.passed |= 1 << seat  # KG-024
    state.asked = following(seat, terms.seats, state.passed)
    if emit is not None:
        forced = not can_bid(state, seat)
        last = state.passed.bit_count() == terms.seats - 1
        why = because("KG-029" if forced else "KG-024", ("KG-224", forced), ("KG-026", last))
        emit(events.BidderPassed(why, seat, forced))


def settle(state: State, emit: Emit | None) -> None:
    """Put the last bid of the player who is left into the bag; this player begins."""
    terms = state.terms
    (seat,) = playing(terms.seats, state.passed)  # KG-026
    pool = state.bids[seat]  # KG-027
    for house in terms.houses_of[seat]:
        state.household[house] -= pool >> pieces.COLOUR_SHIFT[house] & pieces.THREE  # KG-027
    state.put_into_bag(pool)
    if emit is not None:
        rule = "KG-027" if pool else "KG-028"
        emit(events.StartPlayerFound((rule,), seat, terms.board.named(pool)))
    state.bids = [0] * terms.seats
    state.bidder = pieces.NOBODY
    state.passed = 0
    succession.begin(state, 0, seat, emit)  # KG-026 KG-028


# -- the start player enters the map ------------------------------------------------------------


def enter(state: State, chance: Chance, emit: Emit | None) -> Decisions:
    units = state.start_units()
    if len(units) > 1:
        return open_decisions(state)
    if units:
        _enter(state, units[0], ("KG-224",), emit)  # KG-224
    else:
        _enter_from_elsewhere(state, chance, emit)
    return ()


def move(state: State, seat: Seat, move: moves.Rouen, chance: Chance, emit: Emit | None) -> None:
    _enter(state, move.unit, (), emit)
    begin_first_turn(state, emit)


def begin_first_turn(state: State, emit: Emit | None) -> None:
    succession.take_back(state, 1, emit)


def _enter(state: State, unit: pieces.UnitType, more: tuple[str, ...], emit: Emit | None) -> None:
    """An own unit of the area, or of the household, goes to the start region."""
    house = state.start_house
    kind = house * 3 + unit
    if pieces.count(state.bonus, kind):  # KG-220
        state.bonus -= pieces.ONE[kind]
        rule, origin = "KG-065", "bonus area"
    elif pieces.count(state.array[house], kind):
        state.array[house] -= pieces.ONE[kind]  # KG-065 KG-067
        rule, origin = "KG-065", "array"
    else:
        state.household[house] -= pieces.ONE[unit]  # KG-066
        rule, origin = "KG-066", "household"
    _enter_with(state, kind, origin, (rule, *more), emit)


def _enter_from_elsewhere(state: State, chance: Chance, emit: Emit | None) -> None:
    """No own unit at hand: the weakest of the bag, else of another array."""
    terms, house = state.terms, state.start_house
    own = [house * 3 + unit for unit in (2, 1, 0)]
    for kind in own:
        if state.bag.counts[kind]:
            state.bag.remove(kind)  # KG-066
            _enter_with(state, kind, "bag", ("KG-066",), emit)
            return
    # From the left neighbour on; the player's own second house comes last.
    first, *others = terms.clockwise_from[terms.owner[house]]
    for other in [other for seat in (*others, first) for other in terms.houses_of[seat]]:
        for kind in own:
            if pieces.count(state.array[other], kind):
                state.array[other] -= pieces.ONE[kind]  # KG-066
                origin = f"array of {terms.colour(other)}"
                _enter_with(state, kind, origin, ("KG-066",), emit)
                state.array[other] += draw(state, other, 1, chance, emit)
                return
    raise AssertionError("every colour has units")  # unreached: none is on the map yet


def _enter_with(
    state: State, kind: pieces.Kind, origin: str, rules: tuple[str, ...], emit: Emit | None
) -> None:
    terms = state.terms
    spot = terms.board.start
    state.settle(spot, kind)
    if emit is not None:
        seat = terms.owner[state.start_house]
        emit(
            events.StartUnitMoved(rules, seat, terms.board.kinds[kind], terms.region(spot), origin)
        )
