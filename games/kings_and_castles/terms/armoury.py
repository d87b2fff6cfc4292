"""Sets of markers strong enough for an attack, and the attack moves made of them.

Everything here is a function of the board alone; it is worked out when it is first needed and
kept, so that listing attacks is a matter of looking up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from operator import itemgetter
from typing import Any, Literal, TypeVar

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

Pick = Callable[[Sequence[Attack]], Any]
"""Picks the attacks of certain sets of markers out of a row of attacks."""
NO_ATTACK: Literal[0] = 0
_MOST_KEPT = 1 << 15
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
        self._numbers: dict[Packed, int] = {}
        """The place of a set of markers in the rows."""
        defences = 2 * max(board.strengths) + 1
        self.picks: Kept[Packed, list[Any]] = Kept(lambda there: [None] * defences)
        """By markers and defence: how to pick the attacks; None until asked for."""
        self._units = Kept(self._unit_sets)
        self._helpers = Kept(self._helper_sets)

    def pick(self, there: Packed, defence: int) -> Pick | Literal[0]:
        """How to pick the irredundant attacks that beat a defence, or NO_ATTACK."""
        useful = self._useful(there, defence + 1)
        pick = self.picks[useful][defence]
        if pick is None:
            sets = self.irredundant_sets(useful, defence + 1)
            numbers = [self._number(packed) for packed in sets]
            pick = NO_ATTACK
            if len(numbers) == 1:
                pick = itemgetter(slice(numbers[0], numbers[0] + 1))
            elif numbers:
                pick = itemgetter(*numbers)
            self.picks[useful][defence] = pick
        self.picks[there][defence] = pick
        return pick  # type: ignore[no-any-return]

    def _useful(self, there: Packed, need: int) -> Packed:
        """These markers without those that can only be too many of their kind."""
        useful = 0
        for place, strength in enumerate(self.each):
            number = there >> 8 * place & 255
            useful |= min(number, -(-need // strength)) << 8 * place
        return useful

    def irredundant_sets(self, there: Packed, need: int) -> list[Packed]:
        """The sets of these markers, each packed, that have the strength needed and no more.

        No single marker of such a set can be dropped with the rest still an attack.
        """
        # KG-221: the last marker that could stay at home is the weakest one.
        mercenaries = there >> 24
        found: list[Packed] = []
        for packed, strength, spare in self._units[there & THREE]:
            rest = need - strength
            if rest <= 0:
                if -rest < spare:
                    found.append(packed)
                continue
            for helpers, help_strength in self._helpers[mercenaries, rest]:
                if help_strength - rest < spare:
                    found.append(packed | helpers)
        return found

    def _unit_sets(self, units: Triple) -> list[tuple[Packed, int, int]]:
        """Sets of units: packed, strength, and what the weakest unit adds if it may be dropped."""
        found: list[tuple[Packed, int, int]] = []
        for packed in all_sets(units):
            numbers = three(packed)
            weakest = min(s for s, n in zip(self.each, numbers, strict=False) if n)
            alone = sum(numbers) == 1
            found.append((packed, self.strength(packed), 1000 if alone else weakest))
        return found

    def _helper_sets(self, key: tuple[Triple, int]) -> list[tuple[Packed, int]]:
        """Sets of mercenaries that add the rest of the strength, none of them too many."""
        mercenaries, rest = key
        found: list[tuple[Packed, int]] = []
        for units in all_sets(mercenaries):
            packed = units << 24
            strength = self.strength(packed)
            smallest = min(s for s, n in zip(self.each[3:], three(units), strict=True) if n)
            if rest <= strength < rest + smallest:
                found.append((packed, strength))
        return found

    def _number(self, packed: Packed) -> int:
        number = self._numbers.get(packed)
        if number is None:
            number = self._numbers[packed] = len(self._numbers)
            counts = (*three(packed & THREE), *three(packed >> 24))
            for colour, rows in enumerate(self.rows):
                for target, row in enumerate(rows):
                    row.append(Attack(target, colour, counts))
        return number

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
