"""Sets of markers strong enough for an attack, and the attack moves made of them.

Everything here is a function of the board alone. It is computed when it is first needed and then
cached, so that listing attacks is a series of look-ups.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial, reduce
from itertools import product
from math import prod
from operator import and_, getitem, mul
from typing import Generic, TypeVar

from rulekeep.core import LazyDict
from rulekeep.games.kings_and_castles.box.board import Board, bits
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
Row = list[Attack]
"""The attacks of a colour on a region, one for each irredundant set that beats its defence."""
Places = tuple[int, ...]
"""Of some attacks: where they stand in a row."""

_MOST_CACHED = 1 << 15
_NO_LIMIT = 1 << 30
"""A single unit must go: it is never too strong."""
UNITS = 0
MERCENARIES = 3
"""Where the three sorts of each stand among the six of a set."""
K = TypeVar("K")
T = TypeVar("T")


class Cache(Generic[K, T]):
    """The values of a function, each computed when it is first needed.

    Compiled code looks a key up faster in a dict than in a subclass of dict such as `LazyDict`.
    """

    __slots__ = ("_known", "_work_out")

    def __init__(self, work_out: Callable[[K], T]) -> None:
        self._work_out = work_out
        self._known: dict[K, T] = {}

    def of(self, key: K) -> T:
        found = self._known.get(key)
        if found is None:
            found = self._work_out(key)
            if len(self._known) >= _MOST_CACHED:
                self._known.clear()
            self._known[key] = found
        return found


class Troop:
    """Units of one colour, or mercenaries: what they add to an attack."""

    __slots__ = ("fitting", "number", "places", "strength", "there")

    def __init__(self, attack_sets: AttackSets, first: int, there: Triple) -> None:
        self.there = there
        self.strength: int = sum(map(mul, three(there), attack_sets.each[first : first + 3]))
        self.fitting: list[int] = []
        """By defence: a bit for each irredundant set that takes no more of these sorts."""
        self.number: list[int] = []
        """By defence: a number that troops share if they differ only in what is too many for it."""
        attack_sets.count_useful(self, first)
        self.places: list[list[Places]] = attack_sets.places_with(self) if first == UNITS else []
        """Of units, by defence and the number of the mercenaries: the attacks of both together.

        Empty until `AttackSets.find_places` has found them.
        """

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Troop) and other.there == self.there

    __hash__ = None  # type: ignore[assignment]


class AttackSets:
    """All sets of markers with a given strength, and the attacks with them, by colour and target."""

    def __init__(self, board: Board) -> None:
        self.each = (*board.strengths[:3], *board.strengths[MERCENARY : MERCENARY + 3])
        self.enough = 2 * max(board.strengths) + 1
        """A strength that beats every defence."""
        self.rows: list[list[list[Row]]] = [
            [[[] for _ in range(self.enough)] for _ in board.regions] for _ in range(HOUSES + 1)
        ]
        """By colour, target and defence; empty until needed."""
        self._made: list[bool] = [False] * self.enough
        """By defence: whether its rows are made."""
        self.units: Cache[Triple, Troop] = Cache(partial(Troop, self, UNITS))
        """Units of any colour; equal ones are one object."""
        self.mercenaries: Cache[Triple, Troop] = Cache(partial(Troop, self, MERCENARIES))
        self._most = [[-(-need // each) for each in self.each] for need in range(self.enough + 1)]
        """By the strength needed: how many of each sort would suffice by themselves."""
        self._places: Cache[tuple[int, int], list[Places]] = Cache(self._room)
        """By defence and the number of units; see `Troop.places`."""
        self._known: dict[int, Places] = {}
        """By a bit for each set: many mixtures share one tuple, which stays at hand."""
        self._sets = LazyDict(self._all_irredundant)
        self._within = LazyDict(self._all_within)
        """By the strength needed, sort and number: a bit per set that has no more of the sort."""
        self._helpers = LazyDict(self._helper_sets)

    def count_useful(self, troop: Troop, first: int) -> None:
        """Find, by defence, the sets that take no more than there is of three sorts."""
        for need in range(1, self.enough + 1):
            most, within = self._most[need], self._within[need]
            fitting, number = -1, 0
            for sort, there in enumerate(three(troop.there), first):
                useful = min(there, most[sort])
                fitting &= within[sort][useful]
                number = number * (most[sort] + 1) + useful
            troop.fitting.append(fitting)
            troop.number.append(number)

    def places_with(self, units: Troop) -> list[list[Places]]:
        """By defence: room for the attacks of units with any mercenaries."""
        return [self._places.of(key) for key in enumerate(units.number)]

    def _room(self, key: tuple[int, int]) -> list[Places]:
        most = self._most[key[0] + 1][MERCENARIES:]
        return [()] * prod(number + 1 for number in most)

    def find_places(self, defence: int, units: Troop, mercenaries: Troop) -> Places:
        """Where the attacks of a mixture that beat a defence stand in each row."""
        if not self._made[defence]:
            self._make_rows(defence)
        fitting = units.fitting[defence] & mercenaries.fitting[defence]
        places = self._known.get(fitting)
        if places is None:
            places = self._known[fitting] = tuple(bits(fitting))
        units.places[defence][mercenaries.number[defence]] = places
        return places

    def _make_rows(self, defence: int) -> None:
        """Make all attacks that beat a defence, for every colour and target."""
        counts = [unpacked(packed) for packed in self._sets[defence + 1]]
        for colour, targets in enumerate(self.rows):
            forces = [force_of(colour, six) for six in counts]
            for target, rows in enumerate(targets):
                rows[defence] = [
                    Attack(target, colour, six, force)
                    for six, force in zip(counts, forces, strict=True)
                ]
        self._made[defence] = True

    def irredundant_sets(self, there: Packed, need: int) -> list[Packed]:
        """The sets of these markers, each packed, that have the strength needed and no more.

        No single marker of such a set can be dropped with the rest still an attack.
        """
        least = map(min, there.to_bytes(6, "little"), self._most[need])
        fitting = reduce(and_, map(getitem, self._within[need], least))
        return [self._sets[need][number] for number in bits(fitting)]

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
