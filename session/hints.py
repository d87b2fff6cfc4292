"""Hints: the move that a bot recommends, and why."""

from __future__ import annotations

import re
from typing import Any

from rulekeep.bots import Choice, make_bot
from rulekeep.bots import names as bot_names
from rulekeep.bots.base import Progress, Stop
from rulekeep.core.frozen_values import frozen
from rulekeep.match.match import Match

STRONGEST, QUICKEST = "mcts", "greedy"
OTHERS = 3
"""How many alternatives a hint names."""


@frozen
class Hint:
    """A recommended move."""

    bot: str
    move: Any
    text: str
    sentence: str
    """The move as an instruction in plain words."""
    description: str
    """What the move does, in the game's words."""
    value: float
    """The estimated chance to win, 0 to 1."""
    detail: str
    others: tuple[tuple[float, str], ...]
    """The next best moves in notation, with their estimates."""


def bot_label(name: str) -> str:
    """The bot of this name, or another one if it is not installed."""
    installed = bot_names()
    return name if name in installed else installed[-1]


def make_hint(
    match: Match, seat: int, budget: float | None, progress: Progress | None, stop: Stop | None
) -> Hint:
    """The strongest bot's move for a seat that must decide."""
    bot = bot_label(STRONGEST)
    choice = make_bot(bot, f"{match.header.seed} hint").choose(
        match.game, match.state, seat, budget, progress, stop
    )
    return hint_from(match, seat, bot, choice)


def hint_from(match: Match, seat: int, bot: str, choice: Choice) -> Hint:
    others = [other for other in choice.alternatives if other.move != choice.move][:OTHERS]
    return Hint(
        bot=bot,
        move=choice.move,
        text=match.game.notation(choice.move),
        sentence=match.game.sentence(match.state, seat, choice.move),
        description=match.game.describe(match.state, seat, choice.move),
        value=choice.value,
        detail=with_names(match, choice.detail),
        others=tuple((other.value, match.game.notation(other.move)) for other in others),
    )


def with_names(match: Match, detail: str) -> str:
    """What a bot says about its choice, with names instead of seats."""
    return re.sub(r"\bseat (\d+):", lambda seat: f"{match.name(int(seat[1]) - 1)}:", detail)
