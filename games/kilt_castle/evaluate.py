"""The chance of winning, learned by playing: see `features` and `weights.json`."""

from __future__ import annotations

from functools import cache

from rulekeep.core import LinearEstimate, Seat, TrainingTable, read_weights
from rulekeep.games.kilt_castle.box.pieces import PACKAGE
from rulekeep.games.kilt_castle.features import NAMES, features, left
from rulekeep.games.kilt_castle.features.last_turn import share_of_the_end
from rulekeep.games.kilt_castle.state import State

TABLES = (TrainingTable(2), TrainingTable(3), TrainingTable(4))


@cache
def estimate() -> LinearEstimate[State]:
    """Read when it is first needed: most commands need none."""
    weights = read_weights(PACKAGE, NAMES)
    return LinearEstimate(weights, features, left, TABLES, certain=share_of_the_end)


def evaluate(state: State, seat: Seat) -> float:
    """From 0 to 1; at the end and in the last turn what the seat has of the victory."""
    return estimate().chance(state, seat)
