"""Before the first crown lies: enemies are put on the map, and that crown is auctioned."""

from __future__ import annotations

from rulekeep.core.chance import Chance
from rulekeep.core.game import Emit
from rulekeep.core.seats import Seat, following, left_of, playing
from rulekeep.games.kings_and_castles import events, moves
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.box.board import Spot
from rulekeep.games.kings_and_castles.legal import Asked, about_a_bid, about_the_enemy
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms.phases import BID
from rulekeep.games.kings_and_castles.turn import succession


def draw_enemy(state: State, chance: Chance, emit: Emit | None) -> Asked:
    """The next player draws one; the last one has one place only."""
    empty = state.empty_regions()
    if not empty:
        return ()
    draw_blindly(state, chance)
    if emit is not None:
        first = () if state.held[pieces.BLACK] else ("KG-011",)
        emit(events.EnemyDrawn(("KG-009", *first), state.asked, pieces.TYPES[state.drawn]))
    if empty & empty - 1:
        return about_the_enemy(state)
    stand(state, state.asked, empty.bit_length() - 1, ("KG-010", "KG-224"), emit)
    return ()


def draw_blindly(state: State, chance: Chance) -> None:
    state.drawn = state.bag.draw(chance, "the enemy drawn") - pieces.BLACK * 3  # KG-009


def place(state: State, seat: Seat, move: moves.Place, chance: Chance, emit: Emit | None) -> None:
    stand(state, seat, move.region, ("KG-010",), emit)
    state.asked = left_of(seat, state.terms.seats)  # KG-010 KG-012


def stand(state: State, seat: Seat, spot: Spot, rules: tuple[str, ...], emit: Emit | None) -> None:
    """The enemy drawn comes to stand on a region; seat NOBODY: by lot."""
    unit, state.drawn = state.drawn, pieces.NOBODY
    state.settle(spot, pieces.BLACK * 3 + unit)
    if emit is not None:
        emit(events.EnemyPlaced(rules, seat, pieces.TYPES[unit], state.terms.region(spot)))


def begin_auction(state: State, emit: Emit | None) -> None:
    fill_bag(state, emit)
    state.phase = BID
    state.asked = 0  # KG-021
    if emit is not None:
        emit(events.AuctionOpened(("KG-020",), 0))


def fill_bag(state: State, emit: Emit | None) -> None:
    """Everything that is neither on the map nor in a household goes into the bag."""
    terms = state.terms
    mix = terms.mix
    household = pieces.three(terms.household)
    for house in terms.houses:  # KG-013 KG-003
        for unit, number in enumerate(mix.colour_units):
            state.bag.add(house * 3 + unit, number - household[unit])  # KG-201
    for index in range(3):
        state.bag.add(pieces.MERCENARY + index, mix.mercenaries[index])
        state.bag.add(pieces.CASTLE + index, mix.castles[index])
    if emit is not None:
        removed = ("KG-003",) if terms.seats == 3 else ()
        emit(events.BagFilled((*terms.cites("KG-013"), *removed), state.bag.total))


def next_bid(state: State, chance: Chance, emit: Emit | None) -> Asked:
    """Ask the next player, unless he cannot exceed the bid; nobody when only one is left."""
    strength = state.terms.board.strength
    while state.passed.bit_count() < state.terms.seats - 1:  # KG-026
        if strength(state.household_pool(state.asked)) > state.standing_bid():
            return about_a_bid(state)
        _leave(state, state.asked, True, emit)  # KG-029 KG-224
    return ()


def bid(state: State, seat: Seat, move: moves.Bid, chance: Chance, emit: Emit | None) -> None:
    terms = state.terms
    before = state.bids[seat]
    pool = state.bids[seat] = state.bid_pool(seat, move)  # KG-025
    state.bidder = seat
    state.asked = following(seat, terms.seats, state.passed)  # KG-021 KG-024
    if emit is not None:
        rules = ["KG-022"]
        if not pieces.holds(pool, before):
            rules.append("KG-025")
        if len(move.parts) > 1:
            rules.append("KG-030")
        value = terms.board.strength(pool)
        emit(events.BidMade(tuple(rules), seat, terms.board.named(pool), value))


def leave(state: State, seat: Seat, move: moves.Pass, chance: Chance, emit: Emit | None) -> None:
    _leave(state, seat, False, emit)


def _leave(state: State, seat: Seat, forced: bool, emit: Emit | None) -> None:
    state.passed |= 1 << seat  # KG-024
    state.asked = following(seat, state.terms.seats, state.passed)
    if emit is not None:
        rules = ["KG-029", "KG-224"] if forced else ["KG-024"]
        if state.passed.bit_count() == state.terms.seats - 1:
            rules.append("KG-026")
        emit(events.BidderPassed(tuple(rules), seat, forced))


def settle(state: State, emit: Emit | None) -> None:
    """The last bid of the player who is left goes into the bag, and he begins."""
    terms = state.terms
    (seat,) = playing(terms.seats, state.passed)  # KG-026
    pool = state.bids[seat]  # KG-027
    for house in terms.houses_of[seat]:
        state.household[house] -= pool >> pieces.COLOUR_SHIFT[house] & pieces.THREE  # KG-027
    for kind, number in enumerate(pieces.counts(pool)):
        if number:
            state.bag.add(kind, number)
    if emit is not None:
        rule = "KG-027" if pool else "KG-028"
        emit(events.StartPlayerFound((rule,), seat, terms.board.named(pool)))
    state.bids = [0] * terms.seats
    state.bidder = pieces.NOBODY
    state.passed = 0
    succession.begin(state, 0, seat, emit)  # KG-026 KG-028
