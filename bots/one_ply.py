"""The value of each legal move by `evaluate`, one move ahead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulekeep.bots.base import View
from rulekeep.core.chance import Chance, SeededChance
from rulekeep.core.primitives.bag import Bag


class CountingChance(Chance):
    """Seeded chance that records what was drawn."""

    __slots__ = ("drawn", "source")

    def __init__(self, source: SeededChance) -> None:
        self.source = source
        self.drawn: list[int] = []

    def below(self, n: int, what: str) -> int:
        value = self.source.below(n, what)
        self.drawn.append(value)
        return value

    def pick(self, bag: Bag, what: str) -> int:
        kind = self.source.pick(bag, what)
        self.drawn.append(kind)
        return kind


def look_ahead(view: View, samples: int) -> list[float]:
    """The value of every legal move after one ply.

    Others who choose in secret at the same time are assumed to choose at random. A move that draws
    nothing is evaluated once if the seat sees everything. All others are averaged over `samples`
    states, the same ones for each move.
    """
    moves = view.moves
    state = view.deal()
    everything_seen = state == view.state
    others = _secret_choosers(view, state)
    totals = [0.0] * len(moves)
    looks = [0] * len(moves)
    again = list(range(len(moves)))
    for sample in range(samples):
        if view.stop is not None and sample and view.stop():
            break
        chance = CountingChance(view.chance)
        uncertain = []
        for index in again:
            chance.drawn.clear()
            totals[index] += _value(view, state, moves[index], others, chance)
            looks[index] += 1
            if chance.drawn or not everything_seen:
                uncertain.append(index)
        if not uncertain:
            break
        again = uncertain
        if view.progress is not None:
            view.progress((sample + 1) / samples)
        state = view.deal()
    return [total / count for total, count in zip(totals, looks, strict=True)]


def _secret_choosers(view: View, state: Any) -> list[int]:
    """The other seats that choose in secret at the same time."""
    open_now = view.game.decisions(state)
    if not any(decision.seat == view.seat and decision.sealed for decision in open_now):
        return []
    return [decision.seat for decision in open_now if decision.seat != view.seat]


def _value(
    view: View, state: Any, move: Any, others: Sequence[int], chance: CountingChance
) -> float:
    """The value of a state after a move and random answers of the others."""
    game, table = view.game, state.copy()
    game.advance(table, view.seat, move, chance)
    for other in others:
        answers = game.legal_moves(table, other)
        game.advance(table, other, answers[chance.below(len(answers), "")], chance)
    return game.evaluate(table, view.seat)
