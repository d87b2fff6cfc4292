"""Silent Sale: an auction with secret bids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import frozen

from rulekeep.core import (
    Bag,
    Chance,
    Decision,
    Emit,
    Fault,
    Game,
    GivenKeys,
    Item,
    Listed,
    OrNone,
    Outcome,
    Rulebook,
    Score,
    SealedChoices,
    SeatEvent,
    SeatNumber,
    SentenceEvent,
    because,
    forbids,
    places,
    plural,
)
from silent_sale.state import CHESTS, COINS, LANGUAGE, MOVES, Bid, State
from silent_sale.view import picture, render

OBSERVED = {"answered": Listed(SeatNumber()), "bid": OrNone(COINS, None)}
"""The keys of an observation that positions do not have."""

# Bots and pages learn from `sealed` that an answer stays hidden until everybody has answered.
ASK = tuple(Decision(seat, "bid", "How many coins do you bid?", sealed=True) for seat in range(5))


@frozen
class CoinsGiven(SentenceEvent):
    coins: int
    says = "Everybody begins with {coins:coin}."


@frozen
class ChestShown(SentenceEvent):
    chest: int
    says = "A chest worth {chest:point} is for sale."


@frozen
class BidMade(SeatEvent):
    says = "{seat} has made a bid."


@frozen
class BidsShown(SentenceEvent):
    bids: tuple[int, ...]
    says = "The bids are {shown:and}."

    @property
    def shown(self) -> tuple[str, ...]:
        return tuple(map(str, self.bids))


@frozen
class ChestsSold(SeatEvent):
    points: int
    coins: int
    says = "{seat} buys {points:point} for {coins:coin}."


@frozen
class NothingSold(SentenceEvent):
    says = "The highest bid is shared, and nobody buys."


@forbids("SS-8", gate=True)
def the_match_is_over(state: State, seat: int, move: Bid) -> str | None:
    return "the last sale is over" if state.over() else None


@forbids("SS-3", gate=True)
def you_have_bid_already(state: State, seat: int, move: Bid) -> str | None:
    return None if seat in state.bids.open else "you have made your bid"


@forbids("SS-4")
def you_do_not_own_so_much(state: State, seat: int, move: Bid) -> str | None:
    if state.bank.can_pay(seat, move.coins):
        return None
    return f"you own {plural(state.bank.purses[seat], 'coin')}"


class SilentSale(Game[State, Bid]):
    id = "silent_sale"
    title = "Silent Sale"
    blurb = "Bid in secret for chests. Only the highest bid wins, and only if it is alone."
    seats = range(2, 6)  # SS-1
    seats_rule = "SS-1"
    box_rule = "SS-4"
    book = Rulebook.load("silent_sale", __name__)
    table = State
    language = LANGUAGE
    render = staticmethod(render)
    picture = staticmethod(picture)

    def lay_out(self, state: State, chance: Chance, emit: Emit) -> None:
        emit(CoinsGiven(("SS-1",), state.terms.options["coins"]))
        begin_sale(state, chance, emit)

    def decisions(self, state: State) -> tuple[Decision, ...]:
        return () if state.over() else tuple(ASK[seat] for seat in state.bids.open)

    def legal_moves(self, state: State, seat: int) -> Sequence[Bid]:
        if state.over() or seat not in state.bids.open:
            return ()
        return MOVES[: state.bank.purses[seat] + 1]

    def universe(self, state: State, seat: int) -> Iterable[Bid]:
        return MOVES

    def advance(
        self, state: State, seat: int, move: Bid, chance: Chance, emit: Emit | None = None
    ) -> None:
        state.bids = state.bids.with_answer(seat, move.coins)  # SS-3
        if emit:
            emit(BidMade(("SS-3",), seat))
        if state.bids.complete:  # SS-3
            bids = state.shown_bids()
            if emit:
                emit(BidsShown(("SS-3",), tuple(bids)))
            state.bids = SealedChoices(range(state.terms.seats))
            sell(state, bids, emit)
            begin_sale(state, chance, emit)

    def outcome(self, state: State) -> Outcome | None:
        if not state.over():
            return None
        points = state.points()
        results = [
            (points[seat], state.bank.purses[seat]) for seat in range(len(points))
        ]  # SS-8 SS-9
        decided_by_coins = len(set(results)) > len(set(points))
        rules = ("SS-9",) if decided_by_coins else ()
        scores = self.standing(state, None)
        return Outcome(places(results), scores, "SS-8", "last sale", rules)

    def standing(self, state: State, viewer: int | None) -> tuple[Score, ...]:
        return tuple(
            Score(seat, sum(chests), tuple(Item(f"chest {n}", 1, n, "SS-8") for n in chests))
            for seat, chests in enumerate(state.won)
        )

    # -- who may know what ------------------------------------------------------------------

    # Purses are open, since everybody sees what is paid. Only bids are secret.
    observed = OBSERVED

    def observation(self, state: State, seat: int | None) -> Mapping[str, Any]:
        return {
            "left": state.left.as_dict(),
            "for_sale": state.for_sale[:],
            "won": [chests[:] for chests in state.won],
            "purses": state.bank.purses[:],
            "answered": [other for other, bid in state.bids if bid is not None],
            "bid": state.bids.answers[seat] if seat is not None else None,
            "options": dict(state.terms.options),
            "seats": state.terms.seats,
        }

    def determinize(self, state: State, seat: int, chance: Chance) -> State:
        new = state.copy()
        answers = [
            bid
            if bid is None or other == seat
            else chance.below(state.bank.purses[other] + 1, "a secret bid")
            for other, bid in state.bids
        ]
        new.bids = SealedChoices(state.bids.questions, answers)
        return new

    # -- for people and bots ----------------------------------------------------------------

    def sentence(self, state: State, seat: int, move: Bid) -> str:
        return f"Bid {plural(move.coins, 'coin')}" if move.coins else "Bid nothing"

    def describe(self, state: State, seat: int, move: Bid) -> str:
        return f"leaves you {plural(state.bank.purses[seat] - move.coins, 'coin')} if you buy"

    def explain_end(self, state: State, name: object) -> str:
        return "the last sale is over"

    def evaluate(self, state: State, seat: int) -> float:
        if state.over():
            return super().evaluate(state, seat)
        worth = [3 * p + coins for p, coins in zip(state.points(), state.bank.purses, strict=True)]
        return max(0.05, min(0.95, worth[seat] / max(1, sum(worth))))

    # -- positions --------------------------------------------------------------------------

    # A position may leave out the chests of this sale and those to come.
    def complete(self, state: State, said: GivenKeys) -> None:
        free = [n for n in range(1, len(CHESTS) + 1) if n not in state.bought()]
        if "for_sale" not in said and "left" not in said:
            state.for_sale = free[:1]
        if "left" not in said:
            counts = [int(n in free and n not in state.for_sale) for n in range(1, len(CHESTS) + 1)]
            state.left = Bag(CHESTS, counts)

    def audit(self, state: State) -> Iterable[str]:
        shown = [*state.for_sale, *state.bought()]
        if any(shown.count(n + 1) + left > 1 for n, left in enumerate(state.left.counts)):
            yield Fault("won", "there is one chest of each kind")
        if not 1 <= state.sales() <= state.terms.options["sales"]:
            yield Fault("left", f"there are {state.terms.options['sales']} sales")
        if state.over() and state.sales() < state.terms.options["sales"]:
            yield Fault("for_sale", "a chest must be for sale, as long as there are sales to come")
        for seat, bid in state.bids:
            if bid is not None and not state.bank.can_pay(seat, bid):
                yield Fault(f"bids.{seat}", f"player {seat + 1} does not own {bid}")
        if state.bids.complete or (state.over() and state.bids.open != state.bids.questions):
            yield Fault("bids", "bids are shown when all are made")
        if any(coins > state.terms.options["coins"] for coins in state.bank.purses):
            yield Fault("purses", "nobody gains coins")


def begin_sale(state: State, chance: Chance, emit: Emit | None) -> None:
    if state.sales() == state.terms.options["sales"]:  # SS-8
        state.for_sale = []
        return
    chest = state.left.draw(chance, "a chest") + 1  # SS-2
    state.for_sale = [*state.for_sale, chest]
    if emit:
        emit(ChestShown(("SS-2",), chest))


def sell(state: State, bids: Sequence[int], emit: Emit | None) -> None:
    *_, second, highest = sorted(bids)
    if second == highest:  # SS-7
        if state.terms.options["unsold"] == "lost":
            state.for_sale = []
        if emit:
            emit(NothingSold(("SS-7",)))
        return
    buyer = bids.index(highest)  # SS-5
    state.won[buyer] = sorted([*state.won[buyer], *state.for_sale])
    price = second if state.terms.options["price"] == "second" else highest  # SS-6
    state.bank.collect(buyer, price)
    if emit:
        rules = because("SS-5", ("SS-6", price))
        emit(ChestsSold(rules, buyer, sum(state.for_sale), price))
    state.for_sale = []  # SS-5


GAME = SilentSale()
