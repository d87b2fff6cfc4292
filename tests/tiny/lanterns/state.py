"""The table, every field declared once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lanterns.box import COPIES, LANTERNS, PRIZE_COPIES, PRIZES, ROUNDS
from rulekeep.core import (
    Bag,
    Counts,
    DeclaredState,
    Form,
    Listed,
    Node,
    OrNone,
    PerSeat,
    Plain,
    Schema,
    SealedChoices,
    Seat,
    SeatNumber,
    Terms,
    Whole,
    kept,
)

NOBODY = -1
Hand = list[int]
"""How many of each lantern."""

LANTERN = Whole(1, len(LANTERNS))
CHOICES = PerSeat(OrNone(LANTERN, None))


class Choices(Form[SealedChoices[Seat, int]]):
    """The lanterns chosen in secret, by seat; null where somebody has not chosen."""

    says = "per seat the lantern chosen in secret, or null"

    def schema(self, state: Any) -> Schema:
        return CHOICES.schema(state)

    def write(self, value: SealedChoices[Seat, int], state: Any) -> Plain:
        chosen = dict(value)
        return [chosen.get(seat) for seat in range(state.terms.seats)]

    def read(self, node: Node, state: Any) -> SealedChoices[Seat, int]:
        answers = CHOICES.read(node, state)
        return SealedChoices(range(state.terms.seats), answers)


@dataclass(slots=True, eq=False, init=False)
class State(DeclaredState[Terms[None]]):
    deck: Bag = kept(lambda _: Bag(LANTERNS, [COPIES] * len(LANTERNS)), Counts(LANTERNS, COPIES))
    stock: Bag = kept(lambda _: Bag(PRIZES, PRIZE_COPIES), Counts(PRIZES))
    hands: list[Hand] = kept(
        lambda terms: [[0] * len(LANTERNS) for _ in range(terms.seats)],
        PerSeat(Listed(Whole(0, COPIES), length=lambda _: len(LANTERNS))),
        "how many of each lantern",
    )
    points: list[int] = kept(lambda terms: [0] * terms.seats, PerSeat(Whole(0, 1000)))
    prizes: tuple[int, ...] = kept(
        (), Listed(Whole(1, len(PRIZES)), lambda prizes: tuple(sorted(prizes))), "the prizes shown"
    )
    round: int = kept(1, Whole(0, ROUNDS))
    shown: tuple[int, ...] = kept(
        (), Listed(Whole(0, len(LANTERNS)), tuple), "by seat, while the winner chooses a prize"
    )
    taker: Seat = kept(NOBODY, OrNone(SeatNumber()), "who chooses a prize now")
    choices: SealedChoices[Seat, int] = kept(SealedChoices(), Choices())

    def holders(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, hand in enumerate(self.hands) if any(hand))
