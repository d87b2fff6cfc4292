"""Luck: what a draw gave a seat, compared with what it could have drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import fsum
from typing import Any

from rulekeep.core.chance import SeededChance
from rulekeep.core.game import AnyGame
from rulekeep.review.decision_search import Shares
from rulekeep.review.judgement import Depth, open_shares

OTHER_DRAWS, LOOKS = 16, 3
"""How many other outcomes a draw is compared with, and how often the true one is searched."""
PART = 8
"""Each outcome is searched with this part of the playouts of a decision."""

DrawAgain = Callable[[SeededChance], Any]


def mean(shares: Iterable[Shares]) -> Shares:
    """The mean chance of every seat."""
    columns = list(zip(*shares, strict=True))
    return tuple(fsum(column) / len(column) for column in columns)


def luck_of_draw(
    game: AnyGame, seats: int, reached: Any, draw_again: DrawAgain, depth: Depth, seed: object
) -> tuple[Shares, Shares]:
    """What a draw gave every seat, and the mean chances over other draws.

    All outcomes are searched equally deep, so the luck of all possible draws adds up to nothing.
    """
    playouts = max(1, depth.playouts // PART)

    def chances(state: Any, number: int) -> Shares:
        return open_shares(game, state, playouts, (seed, number), seats)

    others = mean(
        chances(draw_again(SeededChance("luck", number, seed)), number)
        for number in range(OTHER_DRAWS)
    )
    true = mean(chances(reached, number) for number in range(LOOKS))
    return tuple(now - then for now, then in zip(true, others, strict=True)), others
