"""What draws and decisions do to the chances, by the game's own estimate and without search.

Fast enough for every move of many matches. An effect is compared with the mean: that of a draw with
other draws, that of a decision with all legal moves.
"""

from __future__ import annotations

from math import fsum
from typing import Any

from rulekeep.bots.one_ply import look_ahead
from rulekeep.core.chance import SeededChance
from rulekeep.core.frozen_values import frozen
from rulekeep.core.game import AnyGame
from rulekeep.review.decision_search import fair_view, static_shares
from rulekeep.review.luck import mean

DRAWS, DEALS = 6, 2
"""How many other draws are tried, and how many deals for each legal move."""


@frozen
class DecisionSwing:
    """What a decision does to the chance of its seat."""

    effect: float
    """The move that was chosen, compared with the mean of all legal moves."""
    stake: float
    """The best move, compared with the same mean: what there is to gain by choosing well."""


def decision_swing(game: AnyGame, state: Any, seat: int, move: Any, *seed: object) -> DecisionSwing:
    """The effect and the stake of a decision, one move ahead."""
    view = fair_view(game, state, seat, *seed)
    played = game.listed_as(state, seat, move)
    if len(view.moves) < 2 or played not in view.moves:
        return DecisionSwing(0.0, 0.0)
    looks = look_ahead(view, DEALS)
    average = fsum(looks) / len(looks)
    return DecisionSwing(looks[list(view.moves).index(played)] - average, max(looks) - average)


def draw_swing(
    game: AnyGame, before: Any, seat: int, move: Any, reached: Any, seats: int, *seed: object
) -> float:
    """What was drawn with a move gave its seat, compared with other draws."""

    def drawn_again(number: int) -> Any:
        state = before.copy()
        game.advance(state, seat, move, SeededChance("swing", number, *seed))
        return state

    others = mean(static_shares(game, drawn_again(number), seats) for number in range(DRAWS))
    return static_shares(game, reached, seats)[seat] - others[seat]
