"""The bot that looks one move ahead."""

from __future__ import annotations

import re
from typing import Any

from rulekeep.bots.base import Alternative, Bot, Choice, View
from rulekeep.bots.one_ply import look_ahead
from rulekeep.core.errors import RulekeepError
from rulekeep.core.text import shortened


class GreedyBot(Bot):
    """Plays the move with the best value, averaged over chance and hidden information.

    `greedy:30%` plays three in ten of its moves at random.
    """

    name = "greedy"
    samples = 6
    """How many states and chance outcomes to average over."""

    def __init__(self, argument: str = "", seed: int | str = 0) -> None:
        super().__init__("", seed)
        if argument and not re.fullmatch(r"[1-9][0-9]?%", argument):
            raise RulekeepError(
                f"the bot 'greedy' cannot play {shortened(argument)!r}; write 'greedy:30%' for a "
                "bot that plays 30 % of its moves at random, from 1% to 99%"
            )
        self._argument = argument
        self._percent_random = int(argument[:-1] or 0)

    @property
    def spec(self) -> str:
        return f"{self.name}:{self._argument}" if self._argument else self.name

    def think(self, view: View) -> Choice:
        if self._percent_random and view.chance.below(100) < self._percent_random:
            move = view.moves[view.chance.below(len(view.moves))]
            return Choice(move, view.game.evaluate(view.state, view.seat), "a random legal move")
        values = look_ahead(view, self.samples)
        best = max(values)
        tied = [move for move, value in zip(view.moves, values, strict=True) if value == best]
        if len(tied) > 1 and best in (0.0, 1.0):
            tied = _with_most_points(view, tied)
        move = tied[view.chance.below(len(tied))]
        ranked = sorted(zip(values, range(len(values)), strict=True), key=lambda v: (-v[0], v[1]))
        shown = [Alternative(move, best, 1)]
        for value, index in ranked:
            if view.moves[index] != move and len(shown) < 5:
                shown.append(Alternative(view.moves[index], value, 1))
        many = f"the best standing of {len(values)} moves"
        return Choice(
            move, best, many if len(tied) == 1 else f"{many}, {len(tied)} alike", tuple(shown)
        )


def _with_most_points(view: View, tied: list[Any]) -> list[Any]:
    """Of moves that end the match and win or lose alike, those with the largest lead in points."""
    leads = []
    for move in tied:
        after = view.state.copy()
        view.game.advance(after, view.seat, move, view.chance)
        outcome = view.game.outcome(after)
        if outcome is None:
            return tied
        totals = {score.seat: score.total for score in outcome.scores}
        own = totals.pop(view.seat, 0)
        leads.append(own - max(totals.values(), default=0))
    most = max(leads)
    return [move for move, lead in zip(tied, leads, strict=True) if lead == most]
