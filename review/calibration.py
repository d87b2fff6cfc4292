"""Calibration: of positions that are given 70 %, about 70 % are won.

A game may have `calibration.json`: for each number of seats a power. The chances of all seats are
raised to it and scaled to add up to 1 again, so the order of moves does not change. A power above 1
makes chances bolder, one below 1 more careful.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from math import fsum
from typing import Any

from rulekeep.core import registry
from rulekeep.core.data_files import packaged
from rulekeep.core.errors import DataError
from rulekeep.core.frozen_values import frozen
from rulekeep.core.game import AnyGame

FILE = "calibration.json"
LEAST, MOST = 0.2, 5.0
"""A power outside of this range is not a correction but a fault."""
BINS = 10

Sample = tuple[float, float]
"""The chance that a seat was given, and the share of the win that it got."""


def powered(shares: Sequence[float], power: float) -> tuple[float, ...]:
    """The chances of all seats, raised to a power and scaled to add up to 1."""
    if power == 1 or len(shares) < 2:
        return tuple(shares)
    raised = [max(0.0, share) ** power for share in shares]
    total = fsum(raised)
    return tuple(one / total for one in raised) if total else tuple(shares)


def calibrated(game: AnyGame, shares: Sequence[float]) -> tuple[float, ...]:
    """The chances of all seats as experience corrects them."""
    return powered(shares, powers(game.id).get(len(shares), 1.0))


@cache
def powers(game_id: str) -> Mapping[int, float]:
    """The powers of a game by number of seats; empty if it has no such file. DataError."""
    if game_id not in registry.points():
        return {}
    package = registry.package_of(game_id)
    source = packaged(package, FILE)
    if not source.is_file():
        return {}
    try:
        return _read(json.loads(source.read_text(encoding="utf-8")))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise DataError(
            f"{package}/{FILE}", f"needs 'powers': a number from {LEAST} to {MOST} for each seats"
        ) from None


def _read(data: Any) -> dict[int, float]:
    found = {int(seats): float(power) for seats, power in data["powers"].items()}
    if not all(LEAST <= power <= MOST for power in found.values()):
        raise ValueError
    return found


# -- measuring --------------------------------------------------------------------------------


@frozen
class ReliabilityBin:
    """Positions that were given about the same chance."""

    count: int
    given: float
    """Their mean chance."""
    won: float
    """The share of them that was won."""


def reliability(samples: Sequence[Sample]) -> list[ReliabilityBin]:
    """The diagram: bins of equal width, from chance 0 to 1, without the empty ones."""
    bins: list[list[Sample]] = [[] for _ in range(BINS)]
    for sample in samples:
        bins[min(BINS - 1, int(BINS * sample[0]))].append(sample)
    return [
        ReliabilityBin(
            len(one), fsum(given for given, _ in one) / len(one), fsum(w for _, w in one) / len(one)
        )
        for one in bins
        if one
    ]


def calibration_error(samples: Sequence[Sample]) -> float:
    """The expected calibration error: the mean distance of given and won, by position."""
    return fsum(one.count * abs(one.given - one.won) for one in reliability(samples)) / max(
        1, len(samples)
    )
