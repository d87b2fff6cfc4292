"""The chance of winning, learned by playing: see `features.py` and `weights.json`."""

from __future__ import annotations

from functools import cache

from rulekeep.core import LinearEstimate, Seat, TrainingTable, read_weights
from rulekeep.games.kilt_castle.box.pieces import PACKAGE
from rulekeep.games.kilt_castle.features import NAMES, features, left
from rulekeep.games.kilt_castle.scoring import outcome
from rulekeep.games.kilt_castle.state import State

TABLES = (TrainingTable(2), TrainingTable(3), TrainingTable(4))


@cache
def estimate() -> LinearEstimate[State]:
    """Read when it is first needed: most commands need none."""
    return LinearEstimate(read_weights(PACKAGE, NAMES), features, left, TABLES)


def evaluate(state: State, seat: Seat) -> float:
    """From 0 to 1; at the end what the seat has of the victory."""
    result = outcome(state)
    if result is not None:
        return result.share(seat)
    return estimate().chance(state, seat)
