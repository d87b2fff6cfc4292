"""The chance of winning, learned by playing: see `features.py` and `weights.json`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rulekeep.core import LinearEstimate, Seat, TrainingTable, Weights, read_weights
from rulekeep.games.carcassonne_castle.features import NAMES, features, left, place_follower
from rulekeep.games.carcassonne_castle.state import FOLLOWER, OVER, State

PACKAGE = "rulekeep.games.carcassonne_castle"
TABLES = (TrainingTable(2),)


class CastleEstimate(LinearEstimate[State]):
    """An estimate that counts the follower to be placed where its own weights want it."""

    def __init__(self, weights: Mapping[int, Weights]) -> None:
        super().__init__(weights, self.settled, left, TABLES)
        self._prices: dict[int, tuple[int, ...]] = {}

    def with_weights(self, weights: Mapping[int, Weights]) -> LinearEstimate[State]:
        return CastleEstimate(weights)

    def settled(self, state: State) -> list[list[int]]:
        """The features of both seats, with the follower that is placed next."""
        rows = features(state)
        if state.phase == FOLLOWER:
            part, whole = left(state)
            prices = self._prices.get(part)
            if prices is None:
                prices = self._prices[part] = self.nearest(2).at(part, whole)[0]
            place_follower(state, rows, prices)
        return rows


@cache
def estimate() -> LinearEstimate[State]:
    """Read when it is first needed: most commands need none."""
    return CastleEstimate(read_weights(PACKAGE, NAMES))


def evaluate(state: State, seat: Seat) -> float:
    """From 0 to 1; at the end what the seat has of the victory."""
    if state.phase == OVER:
        own, other = state.score[seat], state.score[1 - seat]
        return 0.5 if own == other else float(own > other)
    return estimate().chance(state, seat)
