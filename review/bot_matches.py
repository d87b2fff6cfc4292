"""Matches between bots with all their positions, and some of their decisions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from rulekeep.bots import make_bot
from rulekeep.match.match import Match


def bot_match(
    game: str, bots: Sequence[str], options: Mapping[str, Any], seed: str, data: Path | None = None
) -> Match:
    """Play a match between bots to its end."""
    match = Match.new(game, len(bots), seed, options, data=data)
    players = [make_bot(bot, f"{seed}/{seat}") for seat, bot in enumerate(bots)]
    while not match.is_over:
        seat = match.decisions[0].seat
        match.play(players[seat].choose(match.game, match.state, seat).move, seat)
    return match


def some_decisions(match: Match, count: int) -> Iterator[int]:
    """Numbers of moves, drawn by the match's seed, at which a seat had a choice."""
    numbers = list(range(1, len(match.plies)))
    Random(match.header.seed).shuffle(numbers)
    for number in numbers:
        if not count:
            return
        before, seat = match.plies[number - 1].state, match.plies[number].seat
        if len(match.game.legal_moves(before, seat)) > 1:
            count -= 1
            yield number
