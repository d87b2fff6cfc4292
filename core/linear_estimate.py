"""A learned estimate: weighted features of every seat, turned into chances to win.

The weights are whole numbers, so the sums are exact and the same everywhere. Each feature has a weight
at several stages of the match, from its end to its start; between two stages it is interpolated.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from math import exp, fsum
from operator import mul
from typing import Any, Generic, TypeVar

from attrs import field

from rulekeep.core.data_files import packaged
from rulekeep.core.errors import DataError
from rulekeep.core.frozen_values import frozen

S = TypeVar("S")

FILE = "weights.json"
UNIT = 1000
"""Weights are thousandths of a point."""
Rows = Sequence[Sequence[int]]
"""The features of every seat, in the order of their names."""


@frozen
class Weights:
    """What was learned: by stage and feature, and the lead that is worth odds of e to 1."""

    names: tuple[str, ...]
    stages: tuple[tuple[int, ...], ...]
    """The first stage is the end of the match, the last one its start."""
    leads: tuple[int, ...]
    """By stage, in thousandths of a point."""

    def at(self, left: int, whole: int) -> tuple[tuple[int, ...], int]:
        """The weights and the lead with so much of the match left."""
        top = len(self.stages) - 1
        place = left * top
        low = min(place // whole, top - 1)
        part = place - low * whole
        mixed = tuple(
            (near * (whole - part) + far * part) // whole
            for near, far in zip(self.stages[low], self.stages[low + 1], strict=True)
        )
        near, far = self.leads[low], self.leads[low + 1]
        return mixed, max(1, (near * (whole - part) + far * part) // whole)


def read_weights(package: str, names: Sequence[str], file: str = FILE) -> dict[int, Weights]:
    """The weights that a game ships in a file, by the number of seats. DataError."""
    text = packaged(package, file).read_text(encoding="utf-8")
    return weights_from(text, names, f"{package}/{file}")


def weights_from(text: str, names: Sequence[str], where: str) -> dict[int, Weights]:
    """Weights by the number of seats. DataError unless they are weights of these features."""
    try:
        found: dict[int, Weights] = {}
        for seats, learned in json.loads(text)["seats"].items():
            features, leads = learned["features"], tuple(map(int, learned["leads"]))
            stages = tuple(tuple(map(int, row)) for row in zip(*features.values(), strict=True))
            if list(features) != list(names) or not 1 < len(stages) == len(leads):
                raise DataError(where, "these are the weights of other features")
            found[int(seats)] = Weights(tuple(names), stages, leads)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise DataError(where, "this is not a file of weights") from None
    return found


@frozen
class TrainingTable:
    """Seats and options that an estimate is trained with."""

    seats: int
    options: Mapping[str, Any] = field(factory=dict)


def weighted(weights: tuple[int, ...], row: Sequence[int]) -> int:
    """The weighted sum of the features of a seat."""
    # Compiled code is fast with a list.
    listed: list[int] = row if isinstance(row, list) else list(row)
    return sum(map(mul, weights, listed))


class LinearEstimate(Generic[S]):
    """The chance of a seat to win, from the weighted features of all seats."""

    def __init__(
        self,
        weights: Mapping[int, Weights],
        features: Callable[[S], Rows],
        left: Callable[[S], tuple[int, int]],
        tables: Sequence[TrainingTable],
        known: Mapping[str, int] | None = None,
        at_least: Mapping[str, int] | None = None,
        certain: Callable[[S, int], float | None] = lambda state, seat: None,
    ) -> None:
        self.weights = weights
        """By the number of seats; a number that was not trained uses the nearest one."""
        self.features = features
        self.left = left
        """How much of the match is left: a part, and the whole."""
        self.tables = tables
        """What `rulekeep train` plays."""
        self.names = next(iter(weights.values())).names
        self.known = known or {self.names[0]: UNIT}
        """The weights that learning starts from and holds to; a feature that is missing has none."""
        self.at_least = at_least or {}
        """The least weight of a feature at every stage, where sense demands one: learning keeps to it."""
        self.certain = certain
        """What a seat has of the victory, where that is certain; needs no weights."""
        self._mixed: dict[tuple[int, int, int], tuple[tuple[int, ...], int]] = {}

    def with_weights(self, weights: Mapping[int, Weights]) -> LinearEstimate[S]:
        """The same features with other weights."""
        return LinearEstimate(
            weights, self.features, self.left, self.tables, self.known, self.at_least, self.certain
        )

    def chance(self, state: S, seat: int) -> float:
        """From 0 to 1, while the match is on; learned where nothing is certain."""
        share = self.certain(state, seat)
        if share is not None:
            return share
        rows = self.features(state)
        left, whole = self.left(state)
        found = self._mixed.get((len(rows), left, whole))
        if found is None:
            found = self._mixed[len(rows), left, whole] = self.nearest(len(rows)).at(left, whole)
        weights, lead = found
        return self.share_of([weighted(weights, row) for row in rows], lead, seat)

    @staticmethod
    def share_of(totals: list[int], lead: int, seat: int) -> float:
        """The chance of a seat by the totals of all, where this lead is worth odds of e to 1."""
        if len(totals) == 2:
            ahead = totals[seat] - totals[1 - seat]
            if ahead >= 0:
                return 1.0 / (1.0 + exp(-ahead / lead))
            odds_behind = exp(ahead / lead)
            return odds_behind / (odds_behind + 1.0)
        best = max(totals)
        odds = [exp((total - best) / lead) for total in totals]
        return odds[seat] / fsum(odds)

    def nearest(self, seats: int) -> Weights:
        """The weights for so many seats, or for the nearest number that was trained."""
        return self.weights[min(self.weights, key=lambda other: (abs(other - seats), other))]
