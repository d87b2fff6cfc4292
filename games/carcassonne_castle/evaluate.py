"""The chance of winning, learned by playing: see `features` and `weights.json`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import exp

from rulekeep.core import LinearEstimate, Seat, TrainingTable, Weights, read_weights
from rulekeep.games.carcassonne_castle.features import NAMES, left, settled, totals
from rulekeep.games.carcassonne_castle.state import OVER, State

PACKAGE = "rulekeep.games.carcassonne_castle"
TABLES = (TrainingTable(2),)


class CastleEstimate(LinearEstimate[State]):
    """An estimate that counts the follower to be placed where its own weights want it."""

    def __init__(self, weights: Mapping[int, Weights]) -> None:
        super().__init__(weights, self.settled, left, TABLES)
        self._stages: dict[int, tuple[tuple[int, ...], int]] = {}

    def with_weights(self, weights: Mapping[int, Weights]) -> LinearEstimate[State]:
        return CastleEstimate(weights)

    def settled(self, state: State) -> list[list[int]]:
        """The features of both seats, with the follower that is placed next."""
        return settled(state, self._stage(state)[0])

    def chance(self, state: State, seat: Seat) -> float:
        """From 0 to 1, while the match is on; features are weighed without being listed."""
        weights, lead = self._stage(state)
        own, other = totals(state, weights)
        if seat == 1:
            own, other = other, own
        best = max(own, other)
        own_odds, other_odds = exp((own - best) / lead), exp((other - best) / lead)
        return own_odds / (own_odds + other_odds)

    def _stage(self, state: State) -> tuple[tuple[int, ...], int]:
        """The weights and the lead at this stage of the match."""
        part, whole = left(state)
        found = self._stages.get(part)
        if found is None:
            found = self._stages[part] = self.nearest(2).at(part, whole)
        return found


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
