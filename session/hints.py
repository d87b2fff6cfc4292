"""What a bot would do in somebody's place, and why."""

from __future__ import annotations

from typing import Any

from rulekeep.bots import Choice, make_bot
from rulekeep.bots import names as bot_names
from rulekeep.bots.base import Progress, Stop
from rulekeep.core.frozen_values import frozen
from rulekeep.match.match import Match

STRONGEST, QUICKEST = "mcts", "greedy"
OTHERS = 3
"""So many moves that were looked at less are named."""


@frozen
class Hint:
    """A move with what speaks for it."""

    bot: str
    move: Any
    text: str
    said: str
    """What the move does, in the game's words."""
    value: float
    """The estimated chance to win, 0 to 1."""
    detail: str
    others: tuple[tuple[float, str], ...]
    """The next best moves with their estimates."""


def bot_label(wanted: str) -> str:
    """The bot of this name, or another one where it is not installed."""
    known = bot_names()
    return wanted if wanted in known else known[-1]


def make_hint(
    match: Match, seat: int, budget: float | None, progress: Progress | None, stop: Stop | None
) -> Hint:
    """What the strongest bot would play for a seat that is asked."""
    bot = bot_label(STRONGEST)
    choice = make_bot(bot, f"{match.header.seed} hint").choose(
        match.game, match.state, seat, budget, progress, stop
    )
    return in_words(match, seat, bot, choice)


def in_words(match: Match, seat: int, bot: str, choice: Choice) -> Hint:
    others = [other for other in choice.alternatives if other.move != choice.move][:OTHERS]
    return Hint(
        bot=bot,
        move=choice.move,
        text=match.game.notation(choice.move),
        said=match.game.describe(match.state, seat, choice.move),
        value=choice.value,
        detail=choice.detail,
        others=tuple((other.value, match.game.notation(other.move)) for other in others),
    )
