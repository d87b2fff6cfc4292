"""Bots at the table that want to be told of the match: programs of their own, above all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from rulekeep.bots import Bot
from rulekeep.match.match import Match, Ply
from rulekeep.match.seat_events import sentences


class BotListeners:
    """Tells each listening bot what its seat gets to know, and passes on what befell it."""

    def __init__(
        self, match: Match, bots: Mapping[int, Bot], budget: Callable[[int], float | None]
    ) -> None:
        self._match = match
        self._budget = budget
        self._bots = {seat: bot for seat, bot in bots.items() if getattr(bot, "listens", False)}
        self._heard: dict[int, list[Ply]] = {}
        """The acts each of them has been told of; those not here do not sit yet."""

    def is_not_started(self, seat: int) -> bool:
        """Whether a bot that listens does not sit yet; a program is started first."""
        return seat in self._bots and seat not in self._heard

    def brief(self, seat: int) -> None:
        """Before a bot decides: let it sit down, and tell it what it has not heard."""
        bot = self._bots.get(seat)
        if bot is None:
            return
        match = self._match
        if seat not in self._heard:
            log = _log(match.path, seat)
            options = match.header.options
            bot.sit(match.game, seat, match.names, options, self._budget(seat), log)
            self._heard[seat] = []
        heard, plies = self._heard[seat], match.plies
        pairs = enumerate(zip(heard, plies, strict=False))
        first = next((n for n, (old, new) in pairs if old is not new), min(len(heard), len(plies)))
        if first < len(heard):
            bot.hear([f"Acts were taken back: {len(heard) - first} that you had heard of."])
        for number in range(first, len(plies)):
            bot.hear(sentences(match, number, seat))
        self._heard[seat] = plies[:]

    def take_notices(self, seat: int) -> list[str]:
        """What befell a bot since this was last asked, in sentences."""
        notes: list[str] = getattr(self._bots.get(seat), "notes", [])
        taken, notes[:] = notes[:], []
        return taken

    def dismiss(self) -> None:
        """The match is over, or left."""
        for bot in self._bots.values():
            bot.leave(self._match.outcome)


def _log(path: Path | None, seat: int) -> Path | None:
    """Beside the match file: `evening.seat2.log`."""
    return None if path is None else path.with_name(f"{path.stem}.seat{seat + 1}.log")
