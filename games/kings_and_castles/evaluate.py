"""The chance of winning, learned by playing: see `features.py`, `weights.json` and `short_weights.json`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from rulekeep.core import LinearEstimate, Seat, TrainingTable, Weights, read_weights
from rulekeep.games.kings_and_castles import scoring
from rulekeep.games.kings_and_castles.box.loading import PACKAGE
from rulekeep.games.kings_and_castles.features import (
    AT_LEAST,
    KNOWN,
    LONGEST,
    NAMES,
    features,
    left,
)
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms.phases import OVER

QUICK = {"enemy_setup": "random"}
TABLES = tuple(
    TrainingTable(seats, {**QUICK, "variant": variant})
    for seats in (2, 3, 4)
    for variant in ("full", "short")
)
Mixed = tuple[tuple[int, ...], int]
"""Weights, and the lead that is worth odds of e to 1."""


def share_of_the_lost(state: State, seat: int) -> float | None:
    """What a seat has of the victory if the enemies hold the whole map for good; else None.

    Nobody can land without a coast that a player holds, and enemies attack only players: no region changes
    hands any more, and nobody is paid. With equal purses it is a draw, which is left to the weights: a bot that thinks
    it is behind would end the match so before it has begun.
    """
    if not state.box or state.player_held or state.terms.anchor_origin == "free":
        return None
    richest = max(state.money)
    if richest == min(state.money):
        return None
    return 1 / state.money.count(richest) if state.money[seat] == richest else 0.0


class KingsEstimate(LinearEstimate[State]):
    """The same estimate with the sums written out, which compiled code does faster."""

    def __init__(self, weights: Mapping[int, Weights]) -> None:
        super().__init__(
            weights, features, left, TABLES, KNOWN, AT_LEAST, certain=share_of_the_lost
        )
        self._by_turns: list[list[Mixed | None]] = [[None] * (LONGEST + 1) for _ in range(5)]
        """By the number of seats and the turns left."""

    def with_weights(self, weights: Mapping[int, Weights]) -> LinearEstimate[State]:
        return KingsEstimate(weights)

    def chance(self, state: State, seat: int) -> float:
        share = share_of_the_lost(state, seat)
        if share is not None:
            return share
        rows = features(state)
        part, whole = left(state)
        found = self._by_turns[len(rows)][part]
        if found is None:
            found = self._by_turns[len(rows)][part] = self.nearest(len(rows)).at(part, whole)
        weights, lead = found
        return self.share_of([weighted(weights, row) for row in rows], lead, seat)


def weighted(weights: tuple[int, ...], row: list[int]) -> int:
    """The weighted sum of the features of a seat."""
    total = 0
    for place, value in enumerate(row):
        if value:
            total += weights[place] * value
    return total


SHORT = LONGEST // 2
"""A match of at most so many boxes is judged by the weights of the short game."""
SHORT_FILE = "short_weights.json"


@cache
def estimate() -> LinearEstimate[State]:
    """Read when it is first needed: most commands need none."""
    return KingsEstimate(read_weights(PACKAGE, NAMES))


@cache
def short_estimate() -> LinearEstimate[State]:
    """With weights of the short game."""
    return KingsEstimate(read_weights(PACKAGE, NAMES, SHORT_FILE))


def evaluate(state: State, seat: Seat) -> float:
    """From 0 to 1; at the end 1 is shared among the winners."""
    if state.phase == OVER:
        ended = scoring.outcome(state)
        assert ended is not None
        return ended.share(seat)
    learned = short_estimate() if state.terms.last_box <= SHORT else estimate()
    return learned.chance(state, seat)
