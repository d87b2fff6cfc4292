"""The bot that plays any legal move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulekeep.bots.base import Bot, Choice, Progress, Stop
from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import Game


class RandomBot(Bot):
    """Plays a random legal move."""

    name = "random"

    def __init__(self, argument: str = "", seed: int | str = 0) -> None:
        super().__init__(argument, seed)
        self._chances: dict[int, SeededChance] = {}

    def choose(
        self,
        game: Game[Any, Any],
        state: Any,
        seat: int,
        budget: float | None = None,
        progress: Progress | None = None,
        stop: Stop | None = None,
    ) -> Choice:
        # A seat's list of legal moves is its own knowledge; nothing else of the table is read.
        move = self.pick(game.legal_moves(state, seat), seat)
        return Choice(move, 0.5, "a random legal move")

    def pick(self, moves: Sequence[Any], seat: int) -> Any:
        """One of the legal moves of a seat."""
        if not moves:
            raise RulekeepError(f"seat {seat} has nothing to decide now")
        chance = self._chances.get(seat)
        if chance is None:
            chance = self._chances[seat] = SeededChance("random", self.seed, seat)
        return moves[chance.below(len(moves))]
