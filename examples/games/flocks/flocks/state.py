"""The meadow, the moves, and every field of the state, declared once."""

from __future__ import annotations

from dataclasses import dataclass

from attrs import frozen

from rulekeep.core import (
    Bag,
    Counts,
    DeclaredState,
    Grid,
    Keyed,
    Language,
    Listed,
    NameSlot,
    NumberSlot,
    OrNone,
    PerSeat,
    Phrase,
    Record,
    SeatNumber,
    Terms,
    Whole,
    kept,
)

LARGEST, COPIES, HAND = 9, 2, 3
SIZES = tuple(str(sheep) for sheep in range(1, LARGEST + 1))

# A square of four by four fields without its corners.
MEADOW = Grid((x, y) for y in range(4) for x in range(4) if not (x in (0, 3) and y in (0, 3)))
FIELDS = tuple(f"{'ABCD'[x]}{y + 1}" for x, y in MEADOW.cells)


@frozen
class Put:
    sheep: int
    field: int


MOVES = {
    (sheep, field): Put(sheep, field)
    for sheep in range(1, LARGEST + 1)
    for field in range(len(MEADOW))
}
LANGUAGE = Language(
    {"sheep": NumberSlot("flock", 1, LARGEST), "field": NameSlot("field", FIELDS)},
    [Phrase("put <sheep> <field>", Put, "put 5 B2", "put a flock of your hand on an empty field")],
)

Flock = tuple[int, int]
"""Whose it is, and how many sheep."""
FLOCK = Record({"owner": SeatNumber(), "sheep": Whole(1, LARGEST)})
MEADOW_FORM = Keyed(FIELDS, OrNone(FLOCK, None), default=None, sparse=True)


@dataclass(slots=True, eq=False, init=False)
class State(DeclaredState[Terms[None]]):
    # Nobody knows the order of face-down flocks, so it is not decided before they are drawn.
    left: Bag = kept(lambda _: Bag(SIZES, [COPIES] * LARGEST), Counts(SIZES, COPIES))
    hands: list[list[int]] = kept(
        lambda terms: [[] for _ in range(terms.seats)], PerSeat(Listed(Whole(1, LARGEST), sorted))
    )
    meadow: list[Flock | None] = kept(
        lambda _: [None] * len(MEADOW), MEADOW_FORM, "the flocks by field"
    )

    def flocks(self) -> list[Flock]:
        """The flocks on the meadow."""
        return [flock for flock in self.meadow if flock is not None]

    def active(self) -> int:
        """Whose turn it is; everybody puts one flock in a turn."""
        return len(self.flocks()) % self.terms.seats  # FL-1

    def over(self) -> bool:
        return None not in self.meadow  # FL-8

    def owned(self) -> list[int]:
        """How many flocks each player owns."""
        owners = [owner for owner, _ in self.flocks()]
        return [owners.count(seat) for seat in range(self.terms.seats)]
