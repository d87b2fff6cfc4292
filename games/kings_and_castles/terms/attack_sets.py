"""Sets of markers strong enough for an attack, and the attack moves made of them.

Everything here is a function of the board alone. It is computed when it is first needed and then
cached, so that listing attacks is a series of look-ups.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial, reduce
from itertools import product
from operator import and_, getitem, itemgetter, mul
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
Pick = Callable[[Row], Iterable[Attack]]
"""Picks the attacks of an army out of a row."""

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


class Army:
    """Units of one colour and mercenaries that may attack together."""

    __slots__ = ("picks", "strength")

    def __init__(self, attack_sets: AttackSets, there: Packed) -> None:
        self.strength = min(attack_sets.strength(there), attack_sets.enough)
        """As far as it matters."""
        self.picks = attack_sets.picks(there, self.strength)
        """By defence that it beats: how to pick its attacks out of a row."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Army) and other.picks == self.picks

    __hash__ = None  # type: ignore[assignment]


class AttackSets:
    """All sets of markers with a given strength, and the attacks with them, by colour and target."""

    def __init__(self, board: Board) -> None:
        self.regions = len(board.regions)
        self.each = (*board.strengths[:3], *board.strengths[MERCENARY : MERCENARY + 3])
        self.enough = 2 * max(board.strengths) + 1
        """A strength that beats every defence."""
        self.rows: list[list[list[Row]]] = [
            [[] for _ in range(self.enough)] for _ in range(HOUSES + 1)
        ]
        """By colour, defence and target; empty until an army has picked from there."""
        self.armies: LazyDict[Packed, Army] = LazyDict(partial(Army, self), _MOST_CACHED)
        """By units of any colour and mercenaries."""
        self._fitting_units = Cache(partial(self._fitting, UNITS))
        self._fitting_mercenaries = Cache(partial(self._fitting, MERCENARIES))
        self._picks: list[dict[int, Pick]] = [{} for _ in range(self.enough)]
        """By defence and the sets that fit: many armies share them."""
        self._most = [[-(-need // each) for each in self.each] for need in range(self.enough + 1)]
        """By the strength needed: how many of each sort would suffice by themselves."""
        self._sets = LazyDict(self._all_irredundant)
        self._within = LazyDict(self._all_within)
        """By the strength needed, sort and number: a bit per set that has no more of the sort."""
        self._helpers = LazyDict(self._helper_sets)

    def picks(self, there: Packed, strength: int) -> list[Pick]:
        """By defence below a strength: how to pick the attacks with sets of these markers."""
        units = self._fitting_units.of(there & THREE)
        mercenaries = self._fitting_mercenaries.of(there >> 24)
        found: list[Pick] = []
        for defence in range(strength if there & THREE else 0):
            fitting = units[defence] & mercenaries[defence]  # KG-221
            pick = self._picks[defence].get(fitting)
            found.append(self._make_pick(defence, fitting) if pick is None else pick)
        return found

    def _make_pick(self, defence: int, fitting: int) -> Pick:
        if not self._picks[defence]:
            self._make_rows(defence)
        places = tuple(bits(fitting))
        one = slice(places[0], places[0] + 1)  # picks a list too
        made = itemgetter(*places) if len(places) > 1 else itemgetter(one)
        self._picks[defence][fitting] = made
        return made

    def _fitting(self, first: int, there: Triple) -> list[int]:
        """By defence: a bit for each set that takes no more of three sorts than there are."""
        found: list[int] = []
        for need in range(1, self.enough + 1):
            most, within = self._most[need], self._within[need]
            fit = -1
            for sort, number in enumerate(three(there), first):
                fit &= within[sort][min(number, most[sort])]
            found.append(fit)
        return found

    def _make_rows(self, defence: int) -> None:
        """Make all attacks that beat a defence, for every colour and target."""
        counts = [unpacked(packed) for packed in self._sets[defence + 1]]
        for colour, by_defence in enumerate(self.rows):
            forces = [(six, force_of(colour, six)) for six in counts]
            by_defence[defence] = [
                [Attack(target, colour, six, force) for six, force in forces]
                for target in range(self.regions)
            ]

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
