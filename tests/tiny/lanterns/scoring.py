"""Points, and how a match ends."""

from __future__ import annotations

from lanterns.state import NOBODY, State
from rulekeep.core import Item, Outcome, Score, places


def is_over(state: State) -> bool:
    return state.taker == NOBODY and not state.choices


def standing(state: State, viewer: int | None = None) -> tuple[Score, ...]:
    return tuple(
        Score(seat, points, (Item("prizes", 1, points, "LA-011"),))
        for seat, points in enumerate(state.points)
    )


def outcome(state: State) -> Outcome | None:
    if not is_over(state):
        return None
    ranked = places(state.points)  # LA-011
    return Outcome(ranked, standing(state), "LA-010", "most points")  # LA-010
