"""A learned estimate: weighted features of every seat, turned into chances to win.

The weights are whole numbers, so the sums are exact and the same everywhere. Each feature has a weight
at several stages of the match, from its end to its start; between two stages it is interpolated.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from math import exp, fsum
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


def read_weights(package: str, names: Sequence[str]) -> Weights:
    """The weights that a game ships in `weights.json`. DataError unless they fit these features."""
    data = json.loads(packaged(package, FILE).read_text(encoding="utf-8"))
    features, leads = data["features"], data["leads"]
    if list(features) != list(names) or {len(row) for row in features.values()} != {len(leads)}:
        raise DataError(f"{package}/{FILE}", "these are the weights of other features")
    return Weights(tuple(names), tuple(zip(*features.values(), strict=True)), tuple(leads))


@frozen
class TrainingTable:
    """Seats and options that an estimate is trained with."""

    seats: int
    options: Mapping[str, Any] = field(factory=dict)


class LinearEstimate(Generic[S]):
    """The chance of a seat to win, from the weighted features of all seats."""

    def __init__(
        self,
        weights: Weights,
        features: Callable[[S], Rows],
        left: Callable[[S], tuple[int, int]],
        tables: Sequence[TrainingTable],
    ) -> None:
        self.weights = weights
        self.features = features
        """The first one is what is counted at the end."""
        self.left = left
        """How much of the match is left: a part, and the whole."""
        self.tables = tables
        """What `rulekeep train` plays."""
        self._mixed: dict[tuple[int, int], tuple[tuple[int, ...], int]] = {}

    def with_weights(self, weights: Weights) -> LinearEstimate[S]:
        """The same features with other weights."""
        return LinearEstimate(weights, self.features, self.left, self.tables)

    def chance(self, state: S, seat: int) -> float:
        """From 0 to 1, while the match is on."""
        left = self.left(state)
        found = self._mixed.get(left)
        if found is None:
            found = self._mixed[left] = self.weights.at(*left)
        weights, lead = found
        totals = [
            sum([weight * value for weight, value in zip(weights, row, strict=True) if value])
            for row in self.features(state)
        ]
        best = max(totals)
        odds = [exp((total - best) / lead) for total in totals]
        return odds[seat] / fsum(odds)


def weights_text(weights: Weights, made: Mapping[str, Any]) -> str:
    """The weights as `weights.json` has them, one feature a line, and how they were made."""
    columns = zip(*weights.stages, strict=True)
    rows = [
        f"    {json.dumps(name)}: {json.dumps(column)}"
        for name, column in zip(weights.names, columns, strict=True)
    ]
    head = f'  "made": {json.dumps(dict(made))},\n  "leads": {json.dumps(weights.leads)}'
    return f'{{\n{head},\n  "features": {{\n' + ",\n".join(rows) + "\n  }\n}\n"
