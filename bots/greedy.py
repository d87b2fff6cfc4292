"""The bot that looks one move ahead."""

from __future__ import annotations

from typing import Any

from rulekeep.bots.base import Alternative, Bot, Choice, View
from rulekeep.bots.one_ply import look_ahead
from rulekeep.core.game import AnyGame

SURE_WIN, SURE_LOSS = 2, 1
"""If the match ends after so many more decisions, points decide between moves that win or lose alike."""


class GreedyBot(Bot):
    """Plays the move with the best value, averaged over chance and hidden information."""

    name = "greedy"
    samples = 6
    """How many states and chance outcomes to average over."""

    def think(self, view: View) -> Choice:
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
