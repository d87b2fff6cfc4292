"""Random play, as fast as possible: the loop that is measured."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekeep.core.chance import Chance
from rulekeep.core.game import Game


def play_out(game: Game[Any, Any], state: Any, chance: Chance, number: Callable[[], float]) -> int:
    """Play random legal moves to the end, in place; return the number of decisions.

    `number` returns a number from 0 up to 1, such as `random.Random(seed).random`. Every decision
    makes the full list of legal moves.
    """
    decisions, legal_moves, advance = game.decisions, game.legal_moves, game.advance
    made = 0
    while open_now := decisions(state):
        seat = open_now[0].seat
        moves = legal_moves(state, seat)
        advance(state, seat, moves[int(number() * len(moves))], chance)
        made += 1
    return made
