"""A bag of things to draw from, counted by kind."""

from __future__ import annotations

from array import array
from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence
from operator import mul
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulekeep.core.chance import Chance


_BYTES = [bytes((kind,)) for kind in range(256)]


class Bag:
    """A number of things of each kind; the kinds never change.

    Inner loops use the kind's index; `kinds[i]` is its name in records and scenarios.
    A face-down pile is a bag too: its order is drawn when it is revealed. Others read `counts` and
    `total`, and leave changing them to the methods.
    """

    __slots__ = ("counts", "kinds", "row", "total")

    def __init__(self, kinds: tuple[str, ...], counts: Sequence[int] | None = None) -> None:
        self.kinds = kinds
        self.counts = [0] * len(kinds) if counts is None else list(counts)
        if len(self.counts) != len(kinds) or min(self.counts, default=0) < 0:
            raise ValueError("a bag needs one count per kind, none negative")
        if len(set(kinds)) != len(kinds):
            raise ValueError("two kinds of a bag have the same name")
        self.total = sum(self.counts)
        self.row: bytearray | array[int] = bytearray()
        """Every thing by its kind, in one list; empty until it is needed."""

    @classmethod
    def of(cls, kinds: tuple[str, ...], counts: Mapping[str, int]) -> Bag:
        """A bag from names and counts; unknown names raise KeyError."""
        unknown = counts.keys() - set(kinds)
        if unknown:
            raise KeyError(min(unknown))
        return cls(kinds, [counts.get(kind, 0) for kind in kinds])

    def copy(self) -> Bag:
        new = Bag.__new__(Bag)
        new.kinds = self.kinds
        new.counts = self.counts[:]
        new.total = self.total
        new.row = self.row[:]
        return new

    def __len__(self) -> int:
        return self.total

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Bag):
            return NotImplemented
        return self.kinds == other.kinds and self.counts == other.counts

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Bag({self.as_dict()})"

    def as_dict(self) -> dict[str, int]:
        """What is inside, kinds with none left out."""
        return {k: n for k, n in zip(self.kinds, self.counts, strict=True) if n}

    def add(self, kind: int, n: int = 1) -> None:
        if n < 0:
            raise ValueError("cannot add a negative number")
        self.counts[kind] += n
        self.total += n
        if n == 1 and self.row:  # kept up to date: search adds a few things and draws again
            self.row.insert(bisect(self.row, kind), kind)
        else:
            self.row = bytearray()

    def remove(self, kind: int, n: int = 1) -> None:
        if n < 0 or self.counts[kind] < n:
            raise ValueError(f"the bag does not hold {n} of {self.kinds[kind]}")
        self.counts[kind] -= n
        self.total -= n
        if n == 1 and self.row:
            self.row.remove(kind)
        else:
            self.row = bytearray()

    def extend(self, kinds: Iterable[int]) -> None:
        for kind in kinds:
            self.add(kind)

    def pour_into(self, other: Bag) -> None:
        """Empty this bag into another of the same kinds."""
        if self.kinds != other.kinds or self is other:
            raise ValueError("a bag is poured into another one of the same kinds")
        other.counts = [a + b for a, b in zip(self.counts, other.counts, strict=True)]
        other.total += self.total
        other.row = bytearray()
        self.counts = [0] * len(self.kinds)
        self.total = 0
        self.row = bytearray()

    def laid_in_a_row(self) -> bytearray | array[int]:
        """Fill and return `row`; `bag.row or bag.laid_in_a_row()` is always up to date."""
        if len(self.kinds) <= len(_BYTES):
            self.row = bytearray(b"".join(map(mul, _BYTES, self.counts)))
        else:
            self.row = array("L", [kind for kind, n in enumerate(self.counts) for _ in range(n)])
        return self.row

    def draw(self, chance: Chance, what: str) -> int:
        """Draw one thing at random; returns the index of its kind."""
        kind = chance.pick(self, what)
        self.counts[kind] -= 1
        self.total -= 1
        if self.row:
            self.row.remove(kind)
        return kind
