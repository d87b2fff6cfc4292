"""The chests, the moves, and every field of the state, declared once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from attrs import frozen

from rulekeep.core import (
    Bag,
    Bank,
    Counts,
    DeclaredState,
    Language,
    Listed,
    NumberSlot,
    OrNone,
    Packed,
    PerSeat,
    Phrase,
    SealedChoices,
    Seat,
    Terms,
    Whole,
    kept,
)

CHESTS = tuple(str(points) for points in range(1, 9))
MOST_COINS = 20
CHEST, COINS = Whole(1, len(CHESTS)), Whole(0, MOST_COINS)


@frozen
class Bid:
    coins: int


MOVES = tuple(Bid(coins) for coins in range(MOST_COINS + 1))
LANGUAGE = Language(
    {"coins": NumberSlot("number of coins", 0, MOST_COINS)},
    [Phrase("bid <coins>", Bid, "bid 3", "offer so many coins; nobody sees it yet")],
)

Bids = SealedChoices[Seat, int]


def _bids(answers: Sequence[int | None], state: Any) -> Bids:
    return SealedChoices(range(state.terms.seats), answers)


# `Packed` reads and writes a list, and gives the state the object that it works with.
BANK = Packed[Bank](PerSeat(COINS), lambda purses, _: Bank(purses), lambda bank: bank.purses)
BIDS = Packed[Bids](
    PerSeat(OrNone(COINS, None)),
    _bids,
    lambda bids: bids.answers,
    says="per seat the secret bid, or null",
)


@dataclass(slots=True, eq=False, init=False)
class State(DeclaredState[Terms[None]]):
    left: Bag = kept(lambda _: Bag(CHESTS, [1] * len(CHESTS)), Counts(CHESTS, 1), "chests to come")
    for_sale: list[int] = kept(lambda _: [], Listed(CHEST), "the chests of this sale")
    won: list[list[int]] = kept(
        lambda terms: [[] for _ in range(terms.seats)],
        PerSeat(Listed(CHEST, sorted)),
        "chests bought",
    )
    bank: Bank = kept(
        lambda terms: Bank([terms.options["coins"]] * terms.seats), BANK, "coins", key="purses"
    )
    bids: Bids = kept(lambda terms: SealedChoices(range(terms.seats)), BIDS)

    def over(self) -> bool:
        return not self.for_sale

    def sales(self) -> int:
        """How many sales have begun."""
        return len(CHESTS) - self.left.total

    def shown_bids(self) -> list[int]:
        """The bids by seat, once all are made."""
        return [bid for _, bid in self.bids if bid is not None]

    def bought(self) -> list[int]:
        return [chest for chests in self.won for chest in chests]

    def points(self) -> list[int]:
        return [sum(chests) for chests in self.won]
