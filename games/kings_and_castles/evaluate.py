"""The chance of winning, learned by playing: see `features.py`, `weights.json` and `short_weights.json`."""

from __future__ import annotations

from functools import cache

from rulekeep.core import LinearEstimate, Seat, TrainingTable, read_weights
from rulekeep.games.kings_and_castles import scoring
from rulekeep.games.kings_and_castles.box.loading import PACKAGE
from rulekeep.games.kings_and_castles.features import KNOWN, LONGEST, NAMES, features, left
from rulekeep.games.kings_and_castles.state import State

QUICK = {"enemy_setup": "random"}
TABLES = tuple(
    TrainingTable(seats, {**QUICK, "variant": variant})
    for seats in (2, 3, 4)
    for variant in ("full", "short")
)

SHORT = LONGEST // 2
"""A match of at most so many boxes is judged by the weights of the short game."""
SHORT_FILE = "short_weights.json"


@cache
def estimate() -> LinearEstimate[State]:
    """Read when it is first needed: most commands need none."""
    return LinearEstimate(read_weights(PACKAGE, NAMES), features, left, TABLES, KNOWN)


@cache
def short_estimate() -> LinearEstimate[State]:
    """With weights of the short game for the numbers of seats that have them."""
    usual = estimate()
    short = read_weights(PACKAGE, NAMES, SHORT_FILE)
    return usual.with_weights({**usual.weights, **short})


def evaluate(state: State, seat: Seat) -> float:
    """From 0 to 1; at the end 1 is shared among the winners."""
    ended = scoring.outcome(state)
    if ended is not None:
        return ended.share(seat)
    learned = short_estimate() if state.terms.last_box <= SHORT else estimate()
    return learned.chance(state, seat)
