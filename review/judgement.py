"""How good a decision was: the chance to win that it gave away, in words."""

from __future__ import annotations

from typing import Any

from rulekeep.bots.base import View
from rulekeep.bots.mcts import Limit
from rulekeep.core.frozen_values import frozen
from rulekeep.core.game import AnyGame
from rulekeep.review.decision_search import (
    DecisionSearch,
    Shares,
    fair_view,
    open_view,
    static_shares,
)

INACCURACY, MISTAKE, BLUNDER = 0.05, 0.10, 0.20
"""Winning chance given away, from which on a move is called so."""
ALIKE = 0.02
"""Moves whose first values differ by less are not told apart."""
MOST_GOOD = 12
"""So many moves are listed as about as good as the best one."""
CHECKS = 4
"""How many times as long two moves are compared before one of them is called a mistake."""


@frozen
class Depth:
    """How thorough a review is: playouts for each decision."""

    name: str
    playouts: int
    text: str


DEPTHS = (
    Depth("quick", 100, "A first look: 100 playouts for each decision."),
    Depth("usual", 400, "400 playouts for each decision."),
    Depth("deep", 4000, "4,000 playouts for each decision; ten times as long as usual."),
)


def verdict(lost: float) -> str:
    """The word for a move that gives away so much of the chance to win; empty for a good one."""
    if lost >= BLUNDER:
        return "blunder"
    if lost >= MISTAKE:
        return "mistake"
    return "inaccuracy" if lost >= INACCURACY else ""


@frozen
class Judgement:
    """A decision compared with the best move that was found."""

    played: Any
    best: Any
    """The played move itself if nothing better was found."""
    lost: float
    """The chance to win that the move gave away, as far as its seat could know."""
    before: Shares
    """The chances with the best move."""
    after: Shares
    """The chances with the move that was played."""
    good: tuple[Any, ...]
    """The best move and those that are about as good, best first."""
    line: str
    """The moves that the search expects after the best one, in notation."""


def judge(
    game: AnyGame, state: Any, seat: int, move: Any, depth: Depth, seed: object, seats: int
) -> Judgement | None:
    """Compare a move with the best one found; None if there was no choice."""
    view = fair_view(game, state, seat, seed)
    played = game.listed_as(state, seat, move)
    if len(view.moves) < 2 or played not in view.moves:
        return None
    search = DecisionSearch(view, seats)
    search.run(Limit(depth.playouts, None))
    ranked = search.ranked()
    best, line = ranked[0].move, search.line()
    enough = search.value(ranked[0]) - ALIKE
    good = tuple(arm.move for arm in ranked[:MOST_GOOD] if search.value(arm) >= enough)
    if played in good:
        best = played
    else:
        search = _compare(view, best, played, depth, seats)
        if search.value(search.arm(best)) <= search.value(search.arm(played)):
            best = played
    before, after = search.shares(best), search.shares(played)
    lost = max(0.0, before[seat] - after[seat])
    return Judgement(played, best, lost, before, after, good, line if best != played else "")


def _compare(view: View, best: Any, played: Any, depth: Depth, seats: int) -> DecisionSearch:
    """Try two moves equally often, and longer where the difference matters."""
    times = depth.playouts // 2
    search = DecisionSearch.between(view, [best, played], times, seats)
    lost = search.value(search.arm(best)) - search.value(search.arm(played))
    if lost >= 0.8 * INACCURACY:
        search = DecisionSearch.between(view, [best, played], CHECKS * times, seats)
    return search


def open_shares(
    game: AnyGame, state: Any, playouts: int, seed: object, seats: int, raw: bool = False
) -> Shares:
    """The chances of all seats if everything hidden were known to all.

    `raw` is without the correction of the game's calibration.
    """
    open_now = game.decisions(state)
    if not open_now:
        return static_shares(game, state, seats)
    search = DecisionSearch(open_view(game, state, open_now[0].seat, seed), seats)
    search.run(Limit(playouts, None))
    return search.shares(search.ranked()[0].move, raw)
