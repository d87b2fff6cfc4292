"""The first crown is auctioned for household units."""

from __future__ import annotations

from rulekeep.core.chance import Chance
from rulekeep.core.game import Emit
from rulekeep.core.seats import Seat, following, playing
from rulekeep.games.kings_and_castles.box.pieces import (
    CASTLE,
    COLOUR_SHIFT,
    MERCENARY,
    NOBODY,
    THREE,
    counts,
    holds,
    three,
)
from rulekeep.games.kings_and_castles.events import (
    AuctionOpened,
    BagFilled,
    BidderPassed,
    BidMade,
    StartPlayerFound,
)
from rulekeep.games.kings_and_castles.moves import Bid, Pass
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms.phases import BID
from rulekeep.games.kings_and_castles.turn import succession


def begin(state: State, emit: Emit | None) -> None:
    fill_bag(state, emit)
    state.phase = BID
    state.asked = 0  # KG-021
    if emit is not None:
        emit(AuctionOpened(("KG-020",), 0))


def fill_bag(state: State, emit: Emit | None) -> None:
    """Everything that is neither on the map nor in a household goes into the bag."""
    terms = state.terms
    mix = terms.mix
    household = three(terms.household)
    for house in terms.houses:  # KG-013 KG-003
        for unit, number in enumerate(mix.colour_units):
            state.bag.add(house * 3 + unit, number - household[unit])  # KG-201
    for index in range(3):
        state.bag.add(MERCENARY + index, mix.mercenaries[index])
        state.bag.add(CASTLE + index, mix.castles[index])
    if emit is not None:
        removed = ("KG-003",) if terms.seats == 3 else ()
        emit(BagFilled((*terms.cites("KG-013"), *removed), state.bag.total))


def next_bid(state: State, chance: Chance, emit: Emit | None) -> bool:
    """Ask the next player, unless he cannot exceed the bid; nobody when only one is left."""
    strength = state.terms.board.strength
    while state.passed.bit_count() < state.terms.seats - 1:  # KG-026
        if strength(state.household_pool(state.asked)) > state.standing_bid():
            return True
        _leave(state, state.asked, True, emit)  # KG-029 KG-224
    return False


def bid(state: State, seat: Seat, move: Bid, chance: Chance, emit: Emit | None) -> None:
    terms = state.terms
    before = state.bids[seat]
    pool = state.bids[seat] = state.bid_pool(seat, move)  # KG-025 KG-030
    state.bidder = seat
    state.asked = following(seat, terms.seats, state.passed)  # KG-021 KG-024
    if emit is not None:
        rules = ["KG-022"]
        if not holds(pool, before):
            rules.append("KG-025")
        if len(move.parts) > 1:
            rules.append("KG-030")
        value = terms.board.strength(pool)
        emit(BidMade(tuple(rules), seat, terms.board.named(pool), value))


def leave(state: State, seat: Seat, move: Pass, chance: Chance, emit: Emit | None) -> None:
    _leave(state, seat, False, emit)


def _leave(state: State, seat: Seat, forced: bool, emit: Emit | None) -> None:
    state.passed |= 1 << seat  # KG-024
    state.asked = following(seat, state.terms.seats, state.passed)
    if emit is not None:
        rules = ["KG-029", "KG-224"] if forced else ["KG-024"]
        if state.passed.bit_count() == state.terms.seats - 1:
            rules.append("KG-026")
        emit(BidderPassed(tuple(rules), seat, forced))


def settle(state: State, emit: Emit | None) -> None:
    """The last bid of the player who is left goes into the bag, and he begins."""
    terms = state.terms
    (seat,) = playing(terms.seats, state.passed)
    pool = state.bids[seat]  # KG-028
    for house in terms.houses_of[seat]:
        state.household[house] -= pool >> COLOUR_SHIFT[house] & THREE  # KG-027
    for kind, number in enumerate(counts(pool)):
        if number:
            state.bag.add(kind, number)
    if emit is not None:
        rule = "KG-027" if pool else "KG-028"
        emit(StartPlayerFound((rule,), seat, terms.board.named(pool)))
    state.bids = [0] * terms.seats
    state.bidder = NOBODY
    state.passed = 0
    succession.begin(state, 0, seat, emit)
