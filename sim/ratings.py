"""Ratings of bots from their matches: Bradley-Terry, with 95 % intervals.

Every pair of bots at a table is a result: who finished before whom; a shared place counts as half.
With more than two seats the pairs of a match are not independent, so they count less: a match of N
seats as much as N - 1 results.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement
from math import exp, log, log1p, sqrt
from typing import Any

from rulekeep.core.frozen_values import frozen
from rulekeep.sim.single_match import Result
from rulekeep.sim.stats import Z95

SCALE = 400 / log(10)
"""Points for odds of e to 1: as in chess, 400 points are odds of 10 to 1."""
ANCHOR = 1000
"""The rating of the bot that the others are compared with."""
PRIOR = 0.5
"""Each bot is thought to have shared so many results with the anchor: nobody is rated infinite."""
STEPS, CLOSE = 200, 1e-9

Matrix = list[list[float]]
Table = tuple[int, ...]
"""The bots of a match by number, in ascending order."""


@frozen
class Rating:
    """How strong a bot is."""

    bot: str
    rating: float
    margin: float
    """Half of the 95 % interval; 0 for the anchor."""
    matches: int
    score: float
    """The share of opponents that it finished before."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "bot": self.bot,
            "rating": round(self.rating, 1),
            "low": round(self.rating - self.margin, 1),
            "high": round(self.rating + self.margin, 1),
            "matches": self.matches,
            "score": round(self.score, 4),
        }


def pair_weight(seats: int) -> float:
    """How much one pair of a match counts."""
    return 2 / seats


class Standings:
    """Results between bots, and the ratings that explain them."""

    def __init__(self, bots: Sequence[str], anchor: int = 0) -> None:
        self.bots = tuple(bots)
        self.anchor = anchor
        count = len(bots)
        self._won: Matrix = [[0.0] * count for _ in bots]
        """By row: how often this bot finished before the bot of the column, weighted."""
        self.matches = [0] * count
        self.strengths = [0.0] * count
        self._inverse: Matrix = []
        self.fit()

    def add(self, table: Table, result: Result) -> None:
        """Count a match. `fit` must follow."""
        if not result.places:
            return
        # A program that failed gets no credit for what greedy did in its place.
        last = len(table) + 1
        places = [
            last if replaced else place
            for place, replaced in zip(
                result.places, result.replaced or (0,) * len(table), strict=True
            )
        ]
        seated = [table[number] for number in result.bots]
        for bot in set(seated):
            self.matches[bot] += 1
        weight = pair_weight(len(table))
        for (one, first), (other, second) in combinations(zip(seated, places, strict=True), 2):
            if one != other:
                share = 0.5 if first == second else float(first < second)
                self._won[one][other] += weight * share
                self._won[other][one] += weight * (1 - share)

    def fit(self) -> None:
        """Find the most likely strengths by Newton's method; the anchor's is 0."""
        for _ in range(STEPS):
            slope, self._inverse = self._slope(), _inverse(self._information())
            moves = [sum(map(float.__mul__, row, slope)) for row in self._inverse]
            # A long step may overshoot where one bot has won everything.
            longest = max(map(abs, moves), default=0.0)
            scale = min(1.0, 1.0 / longest) if longest else 0.0
            for at, bot in enumerate(self._free):
                self.strengths[bot] += scale * moves[at]
            if longest < CLOSE:
                return

    @property
    def _free(self) -> list[int]:
        return [bot for bot in range(len(self.bots)) if bot != self.anchor]

    def chance(self, one: int, other: int) -> float:
        """The chance that one bot finishes before another."""
        return 1 / (1 + exp(self.strengths[other] - self.strengths[one]))

    def _wins(self, one: int, other: int) -> float:
        known = PRIOR / 2 if self.anchor in (one, other) else 0.0
        return self._won[one][other] + known

    def _slope(self) -> list[float]:
        everyone = range(len(self.bots))
        return [
            sum(
                self._wins(bot, other)
                - (self._wins(bot, other) + self._wins(other, bot)) * self.chance(bot, other)
                for other in everyone
                if other != bot
            )
            for bot in self._free
        ]

    def _information(self) -> Matrix:
        found = [[0.0] * len(self.bots) for _ in self.bots]
        for one, other in combinations(range(len(self.bots)), 2):
            chance = self.chance(one, other)
            known = (self._wins(one, other) + self._wins(other, one)) * chance * (1 - chance)
            found[one][one] += known
            found[other][other] += known
            found[one][other] -= known
            found[other][one] -= known
        return [[found[row][column] for column in self._free] for row in self._free]

    def _spread(self, one: int, other: int, third: int, fourth: int) -> float:
        """The covariance of two differences of strengths."""
        at = {bot: number for number, bot in enumerate(self._free)}

        def known(first: int, second: int) -> float:
            if self.anchor in (first, second):
                return 0.0
            return self._inverse[at[first]][at[second]]

        return known(one, third) - known(one, fourth) - known(other, third) + known(other, fourth)

    def margin(self, bot: int) -> float:
        """Half of the 95 % interval of a bot's rating."""
        variance = self._spread(bot, self.anchor, bot, self.anchor)
        return SCALE * Z95 * sqrt(max(0.0, variance))

    def ratings(self) -> list[Rating]:
        """All bots, the strongest first."""
        found = []
        for bot, spec in enumerate(self.bots):
            won = sum(self._won[bot])
            played = won + sum(row[bot] for row in self._won)
            rating = ANCHOR + SCALE * self.strengths[bot]
            score = won / played if played else 0.0
            found.append(Rating(spec, rating, self.margin(bot), self.matches[bot], score))
        return sorted(found, key=lambda one: -one.rating)

    def far_from_all(self, points: float) -> list[str]:
        """The bots that are so many points or more from every other."""
        everyone = range(len(self.bots))
        return [
            name
            for bot, name in enumerate(self.bots)
            if all(
                SCALE * abs(self.strengths[bot] - self.strengths[other]) >= points
                for other in everyone
                if other != bot
            )
        ]

    # -- who plays next -----------------------------------------------------------------------

    def tables(self, seats: int) -> list[Table]:
        """Every choice of bots for a match; with few bots some of them sit there twice."""
        everyone = range(len(self.bots))
        different = min(seats, len(self.bots))
        found = combinations_with_replacement(everyone, seats)
        return [table for table in found if len(set(table)) == different]

    def next_table(self, seats: int, wanted: int | None = None) -> Table:
        """The bots whose match would tell most: about one bot, or about all."""
        return max(self.tables(seats), key=lambda table: self._gain(table, wanted))

    def _gain(self, table: Table, wanted: int | None) -> float:
        """How much a match tells, by what is known so far.

        About all bots: how much less is unknown (log of the determinant). About one: how much
        narrower its interval gets.
        """
        weight = pair_weight(len(table))
        gain = 0.0
        for one, other in combinations(table, 2):
            if one == other:
                continue
            chance = self.chance(one, other)
            told = weight * chance * (1 - chance)
            spread = self._spread(one, other, one, other)
            if wanted is None:
                gain += log1p(told * spread)
            else:
                shared = self._spread(wanted, self.anchor, one, other)
                gain += told * shared * shared / (1 + told * spread)
        return gain


def _inverse(matrix: Matrix) -> Matrix:
    """The inverse of a positive definite matrix."""
    size = len(matrix)
    rows = [
        [*map(float, row), *(float(at == number) for at in range(size))]
        for number, row in enumerate(matrix)
    ]
    for at in range(size):
        best = max(range(at, size), key=lambda number: abs(rows[number][at]))
        rows[at], rows[best] = rows[best], rows[at]
        head = rows[at][at] or 1e-12
        rows[at] = [value / head for value in rows[at]]
        for number in range(size):
            factor = rows[number][at]
            if number != at and factor:
                rows[number] = [
                    value - factor * first
                    for value, first in zip(rows[number], rows[at], strict=True)
                ]
    return [row[size:] for row in rows]
