"""The chance of winning, learned by playing: see `features.py` and `weights.json`."""

from __future__ import annotations

from functools import cache

from rulekeep.core import LinearEstimate, Seat, TrainingTable, read_weights
from rulekeep.games.carcassonne_castle.features import NAMES, features, left
from rulekeep.games.carcassonne_castle.state import OVER, State

PACKAGE = "rulekeep.games.carcassonne_castle"
TABLES = (TrainingTable(2),)


@cache
def estimate() -> LinearEstimate[State]:
    """Read when it is first needed: most commands need none."""
    return LinearEstimate(read_weights(PACKAGE, NAMES), features, left, TABLES)


def evaluate(state: State, seat: Seat) -> float:
    """From 0 to 1; at the end what the seat has of the victory."""
    if state.phase == OVER:
        own, other = state.score[seat], state.score[1 - seat]
        return 0.5 if own == other else float(own > other)
    return estimate().chance(state, seat)
