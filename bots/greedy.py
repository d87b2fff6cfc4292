"""The bot that looks one move ahead."""

from __future__ import annotations

import re
from typing import Any

from rulekeep.bots.base import Alternative, Bot, Choice, View
from rulekeep.bots.one_ply import look_ahead
from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import AnyGame
from rulekeep.core.text import shortened

SURE_WIN, SURE_LOSS = 2, 1
"""If the match ends after so many more decisions, points decide between moves that win or lose alike."""


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
            tied = _with_most_points(view, tied, best == 1.0)
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


def _with_most_points(view: View, tied: list[Any], won: bool) -> list[Any]:
    """Of moves that win or lose a match near its end alike, those with the largest lead in points.

    Who loses it whatever they do plays on as long as they can.
    """
    leads = {}
    more = SURE_WIN if won else SURE_LOSS
    for number, move in enumerate(tied):
        lead = _lead(view.game, _played_out(view, move, more), view.seat)
        if lead is not None:
            leads[number] = lead
        elif won:
            return tied
    if len(leads) < len(tied):
        return [move for number, move in enumerate(tied) if number not in leads]
    most = max(leads.values())
    return [tied[number] for number, lead in leads.items() if lead == most]


def _played_out(view: View, move: Any, more: int) -> Any:
    """The state after a move and so many more, each of which looks best to its player."""
    game, chance, state = view.game, view.chance, view.state.copy()
    game.advance(state, view.seat, move, chance)
    for _ in range(more):
        open_now = game.decisions(state)
        if not open_now:
            break
        seat = open_now[0].seat
        best, highest = state, (-1.0, 0)
        for answer in game.legal_moves(state, seat):
            after = state.copy()
            game.advance(after, seat, answer, chance)
            value = game.evaluate(after, seat), _lead(game, after, seat) or 0
            if value > highest:
                best, highest = after, value
        state = best
    return state


def _lead(game: AnyGame, state: Any, seat: int) -> int | None:
    """The points of a seat at the end of a match less those of the best other one; None before it."""
    outcome = game.outcome(state)
    if outcome is None:
        return None
    totals = {score.seat: score.total for score in outcome.scores}
    own = totals.pop(seat, 0)
    return own - max(totals.values(), default=0)
