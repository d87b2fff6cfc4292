"""How good is it, for bots."""

from __future__ import annotations

from lanterns.scoring import outcome
from lanterns.state import State


def evaluate(state: State, seat: int) -> float:
    ended = outcome(state)
    if ended is not None:
        return 1 / len(ended.winners) if seat in ended.winners else 0.0
    lead = state.points[seat] - max(p for s, p in enumerate(state.points) if s != seat)
    return min(0.95, max(0.05, 0.5 + lead / 12 + state.hands[seat][3] / 40))
