"""Sets of markers strong enough for an attack, and the attack moves made of them.

Everything here is a function of the board alone; it is worked out when it is first needed and
kept, so that listing attacks is a matter of looking up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from operator import itemgetter
from typing import Any, TypeVar

from rulekeep.games.kings_and_castles.box.board import Board
from rulekeep.games.kings_and_castles.box.pieces import (
    HOUSES,
    MERCENARY,
    THREE,
    Triple,
    pack,
    three,
)
from rulekeep.games.kings_and_castles.moves import Attack

Packed = int
"""A set of markers for an attack: the triple of the units, above it (<< 24) the mercenaries'."""

Pick = tuple[int, Callable[[Sequence[Attack]], Any] | None]
"""The place of the first attack in a row, and where there are more: what picks them all."""
_MOST_KEPT = 1 << 15
_NO_LIMIT = 1 << 30
"""A single unit must go: it is never too strong."""
K = TypeVar("K")
T = TypeVar("T")


class Kept(dict[K, T]):
    """What follows from a key, worked out when it is first asked for.

    A table that has grown too large begins anew.
    """

    def __init__(self, work_out: Callable[[K], T]) -> None:
        super().__init__()
        self.work_out = work_out

    def __missing__(self, key: K) -> T:
        found = self.work_out(key)
        if len(self) >= _MOST_KEPT:
            self.clear()
        self[key] = found
        return found


class Armoury:
    def __init__(self, board: Board) -> None:
        self.each = (*board.strengths[:3], *board.strengths[MERCENARY : MERCENARY + 3])
        self.rows: list[list[list[Attack]]] = [
            [[] for _ in board.regions] for _ in range(HOUSES + 1)
        ]
        """By colour and target: an attack for each set of markers met so far."""
        self._places = Kept(self._place)
        """The place of a set of markers in the rows."""
        defences = 2 * max(board.strengths) + 1
        self.picks: Kept[Packed, list[Pick | None]] = Kept(lambda there: [None] * defences)
        """By markers, then by defence: how to pick the attacks; None until asked for."""
        self.strengths = Kept(self.strength)
        self._pick = Kept(_pick_of)
        self._units = Kept(self._unit_sets)
        self._helpers = Kept(self._helper_sets)

    def pick(self, there: Packed, defence: int) -> Pick:
        """How to pick the irredundant attacks that beat a defence."""
        places = self._places
        sets = [places[packed] for packed in self.irredundant_sets(there, defence + 1)]
        pick = self.picks[there][defence] = self._pick[tuple(sets)]
        return pick

    def _place(self, packed: Packed) -> int:
        counts = (*three(packed & THREE), *three(packed >> 24))
        for colour, rows in enumerate(self.rows):
            for target, row in enumerate(rows):
                row.append(Attack(target, colour, counts))
        return len(self.rows[0][0]) - 1

    def irredundant_sets(self, there: Packed, need: int) -> list[Packed]:
        """The sets of these markers, each packed, that have the strength needed and no more.

        No single marker of such a set can be dropped with the rest still an attack.
        """
        mercenaries, helpers = there >> 24, self._helpers
        return [
            packed | helper << 24
            for packed, rest, spare in self._units[there & THREE, need]
            for helper in helpers[mercenaries, rest, spare]
        ]

    def _unit_sets(self, key: tuple[Triple, int]) -> list[tuple[Triple, int, int]]:
        """Sets of units: packed, the strength they lack, and what would be too much of it."""
        units, need = key
        found: list[tuple[Triple, int, int]] = []
        for packed, strength, weakest in _sets_of(units, need, self.each[:3]):
            spare = weakest if sum(three(packed)) > 1 else _NO_LIMIT
            if strength < need + spare:
                found.append((packed, max(0, need - strength), spare))
        return found

    def _helper_sets(self, key: tuple[Triple, int, int]) -> list[Triple]:
        """Sets of mercenaries that add what units lack, no marker of both being too many."""
        mercenaries, rest, spare = key
        if not rest:
            return [0]
        return [
            packed
            for packed, strength, weakest in _sets_of(mercenaries, rest, self.each[3:])
            if rest <= strength < rest + min(spare, weakest)  # KG-221
        ]

    def strength(self, packed: Packed) -> int:
        knight, foot, archer, m3, m2, m1 = self.each
        return (
            (packed & 255) * knight
            + (packed >> 8 & 255) * foot
            + (packed >> 16 & 255) * archer
            + (packed >> 24 & 255) * m3
            + (packed >> 32 & 255) * m2
            + (packed >> 40) * m1
        )


def all_sets(there: Packed) -> list[Packed]:
    """Every set of these markers with at least one unit, each packed."""
    some = product(*(range(number + 1) for number in there.to_bytes(6, "little")))
    return [pack(numbers) for numbers in some if any(numbers[:3])]


def _sets_of(there: Triple, need: int, each: tuple[int, ...]) -> Iterator[tuple[Triple, int, int]]:
    """Sets of three sorts of markers: packed, the strength, that of the weakest marker.

    More of a sort than would suffice by themselves are always too many.
    """
    useful = [min(n, -(-need // s)) for n, s in zip(three(there), each, strict=True)]
    for packed in all_sets(pack(useful)):
        lots = [(s, n) for s, n in zip(each, three(packed), strict=True) if n]
        yield packed, sum(s * n for s, n in lots), min(lots)[0]


def _pick_of(places: tuple[int, ...]) -> Pick:
    return places[0], itemgetter(*places) if len(places) > 1 else None
