"""The value of each legal move by `evaluate`, one move ahead."""

from __future__ import annotations

from rulekeep.bots.base import View
from rulekeep.core.chance import SeededChance
from rulekeep.core.primitives.bag import Bag


class CountingChance:
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
    game, seat, moves = view.game, view.seat, view.moves
    state = view.deal()
    everything_seen = state == view.state
    open_now = game.decisions(state)
    secret = any(decision.seat == seat and decision.sealed for decision in open_now)
    others = [decision.seat for decision in open_now if decision.seat != seat] if secret else []
    totals = [0.0] * len(moves)
    looks = [0] * len(moves)
    again = list(range(len(moves)))
    for sample in range(samples):
        if view.stop is not None and sample and view.stop():
            break
        chance = CountingChance(view.chance)
        uncertain = []
        for index in again:
            table = state.copy()
            chance.drawn.clear()
            game.advance(table, seat, moves[index], chance)
            for other in others:
                answers = game.legal_moves(table, other)
                game.advance(table, other, answers[chance.below(len(answers), "")], chance)
            totals[index] += game.evaluate(table, seat)
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
