"""Sets of markers strong enough for an attack, and the attack moves made of them.

Everything here is a function of the board alone. It is computed when it is first needed and then
cached, so that listing attacks is a series of look-ups.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial, reduce
from itertools import compress, product
from operator import and_, getitem, itemgetter, mul
from typing import Any, TypeVar

from rulekeep.core import LazyDict
from rulekeep.games.kings_and_castles.box.board import Board, bits, flags
from rulekeep.games.kings_and_castles.box.pieces import (
    HOUSES,
    MERCENARY,
    THREE,
    Triple,
    pack,
    three,
)
from rulekeep.games.kings_and_castles.moves import Attack, Six, force_of

Packed = int
"""A set of markers for an attack: the triple of the units, above it (<< 24) the mercenaries'."""

Pick = int | Callable[[Sequence[Attack]], Any]
"""The place of the only attack in a row, or what picks several."""
_MOST_CACHED = 1 << 15
_NO_LIMIT = 1 << 30
"""A single unit must go: it is never too strong."""
K = TypeVar("K")
T = TypeVar("T")


def cached(work_out: Callable[[K], T]) -> LazyDict[K, T]:
    """A table that computes the value of a key when it is first needed."""
    return LazyDict(work_out, _MOST_CACHED)


class Attackers:
    """Markers that may attack together."""

    __slots__ = ("picks", "strength", "there")

    def __init__(self, attack_sets: AttackSets, there: Packed) -> None:
        self.there = there
        self.strength = min(attack_sets.strength(there), attack_sets.enough)
        """As far as it matters."""
        self.picks: list[Pick | None] = [None] * attack_sets.enough
        """By defence: how to pick the attacks; None until needed."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Attackers) and other.there == self.there

    __hash__ = None  # type: ignore[assignment]


class AttackSets:
    """All sets of markers with a given strength, and the attacks with them, by colour and target."""

    def __init__(self, board: Board) -> None:
        self.each = (*board.strengths[:3], *board.strengths[MERCENARY : MERCENARY + 3])
        self.rows: list[list[list[Attack]]] = [
            [[] for _ in board.regions] for _ in range(HOUSES + 1)
        ]
        """By colour and target: an attack for each set of markers met so far."""
        self._place = cached(self._placed)
        """The place of a set of markers in the rows."""
        self.enough = 2 * max(board.strengths) + 1
        """A strength that beats every defence."""
        self._attackers: dict[Packed, Attackers] = cached(partial(Attackers, self))
        self._most = [[-(-need // each) for each in self.each] for need in range(self.enough + 1)]
        """By the strength needed: how many of each sort would suffice by themselves."""
        self._picks: dict[int, Pick] = cached(self._pick_of)
        """By the markers that can be of use and, above them (<< 48), the strength needed."""
        self._sets = LazyDict(self._all_irredundant)
        self._places: LazyDict[int, list[int]] = LazyDict(
            lambda need: [self._place[packed] for packed in self._sets[need]]
        )
        """By the strength needed: where the sets that have it stand in the rows."""
        self._within = LazyDict(self._all_within)
        """By the strength needed, sort and number: a bit per set that has no more of the sort."""
        self._helpers = LazyDict(self._helper_sets)

    def of(self, there: Packed) -> Attackers:
        """These markers; equal ones are one object."""
        found = self._attackers.get(there)  # quicker than the subscript, and mostly there
        return found if found is not None else self._attackers[there]

    def pick(self, attackers: Attackers, defence: int) -> Pick:
        """How to pick the irredundant attacks that beat a defence."""
        need = defence + 1
        key = need << 48 | self._useful(attackers.there, need)
        pick = self._picks.get(key)
        if pick is None:
            pick = self._picks[key]
        attackers.picks[defence] = pick
        return pick

    def _useful(self, there: Packed, need: int) -> Packed:
        """These markers, but of no sort more than would suffice by themselves."""
        useful = shift = 0
        for most in self._most[need]:
            useful |= min(there >> shift & 255, most) << shift
            shift += 8
        return useful

    def _pick_of(self, key: int) -> Pick:
        need = key >> 48
        useful = key ^ need << 48
        places = tuple(compress(self._places[need], flags(self._fitting(useful, need))))
        return itemgetter(*places) if len(places) > 1 else places[0]

    def _placed(self, packed: Packed) -> int:
        counts = unpacked(packed)
        for colour, rows in enumerate(self.rows):
            force = force_of(colour, counts)
            for target, row in enumerate(rows):
                row.append(Attack(target, colour, counts, force))
        return len(self.rows[0][0]) - 1

    def irredundant_sets(self, there: Packed, need: int) -> list[Packed]:
        """The sets of these markers, each packed, that have the strength needed and no more.

        No single marker of such a set can be dropped with the rest still an attack.
        """
        fitting = self._fitting(self._useful(there, need), need)
        return [self._sets[need][number] for number in bits(fitting)]

    def _fitting(self, useful: Packed, need: int) -> int:
        """A bit for each set that these markers hold, of those with the strength needed."""
        return reduce(and_, map(getitem, self._within[need], useful.to_bytes(6, "little")))

    def _all_within(self, need: int) -> list[list[int]]:
        counts = [packed.to_bytes(6, "little") for packed in self._sets[need]]
        found: list[list[int]] = []
        for sort, most in enumerate(self._most[need]):
            row = [
                sum(1 << number for number, has in enumerate(counts) if has[sort] <= there)
                for there in range(most + 1)
            ]
            found.append(row)
        return found

    def _all_irredundant(self, need: int) -> list[Packed]:
        """The irredundant sets of any markers, by rising counts of the strongest, and so on."""
        return [
            packed | helper << 24
            for packed, rest, spare in self._unit_sets(need)
            for helper in self._helpers[rest, spare]
        ]

    def _unit_sets(self, need: int) -> Iterator[tuple[Triple, int, int]]:
        """Sets of units: packed, the strength they lack, and what would be too much of it."""
        for packed, strength, weakest in _sets_of(self._most[need][:3], self.each[:3]):
            spare = weakest if sum(three(packed)) > 1 else _NO_LIMIT
            if strength < need + spare:
                yield packed, max(0, need - strength), spare

    def _helper_sets(self, key: tuple[int, int]) -> list[Triple]:
        """Sets of mercenaries that add what units lack, no marker of both being too many."""
        rest, spare = key
        if not rest:
            return [0]
        return [
            packed
            for packed, strength, weakest in _sets_of(self._most[rest][3:], self.each[3:])
            if rest <= strength < rest + min(spare, weakest)  # KG-221
        ]

    def strength(self, packed: Packed) -> int:
        return sum(map(mul, packed.to_bytes(6, "little"), self.each))


def unpacked(packed: Packed) -> Six:
    return (*three(packed & THREE), *three(packed >> 24))


def all_sets(there: Packed) -> list[Packed]:
    """Every set of these markers with at least one unit, each packed."""
    some = product(*(range(number + 1) for number in there.to_bytes(6, "little")))
    return [pack(numbers) for numbers in some if any(numbers[:3])]


def _sets_of(most: Sequence[int], each: Sequence[int]) -> Iterator[tuple[Triple, int, int]]:
    """Sets of three sorts of markers: packed, the strength, that of the weakest marker."""
    for packed in all_sets(pack(most)):
        counts = [(s, n) for s, n in zip(each, three(packed), strict=True) if n]
        yield packed, sum(s * n for s, n in counts), min(counts)[0]
