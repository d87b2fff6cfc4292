"""Bots that follow a match, above all programs: they receive what their seat may know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from rulekeep.bots.base import Bot
from rulekeep.core.decision import Decision
from rulekeep.core.events import Emit, Event
from rulekeep.core.game import AnyGame, Outcome
from rulekeep.core.primitives.players import Players
from rulekeep.match.match import Match, Ply
from rulekeep.match.seat_events import event_sentences, move_sentences, sentences


def _listening(bots: Iterable[tuple[int, Bot]]) -> dict[int, Bot]:
    return {seat: bot for seat, bot in bots if getattr(bot, "listens", False)}


class MatchListeners:
    """The listening bots of a match; each is started and updated when it must decide."""

    def __init__(
        self, match: Match, bots: Mapping[int, Bot], budget: Callable[[int], float | None]
    ) -> None:
        self._match = match
        self._budget = budget
        self._bots = _listening(bots.items())
        self._plies: dict[int, list[Ply]] = {}
        """The plies that each bot knows of; a bot that is not here has not been started."""

    def is_not_started(self, seat: int) -> bool:
        """Whether the bot of a seat listens and has not been started; a program takes a while."""
        return seat in self._bots and seat not in self._plies

    def update(self, seat: int) -> None:
        """Start the bot of a seat if necessary, and tell it what it does not know yet."""
        bot = self._bots.get(seat)
        if bot is None:
            return
        match = self._match
        if seat not in self._plies:
            log = _log_file(match.path, seat)
            options = match.header.options
            bot.sit(match.game, seat, match.names, options, self._budget(seat), log)
            self._plies[seat] = []
        known, plies = self._plies[seat], match.plies
        pairs = enumerate(zip(known, plies, strict=False))
        first = next((n for n, (old, new) in pairs if old is not new), min(len(known), len(plies)))
        if first < len(known):
            bot.hear([f"Moves were undone: {len(known) - first} that you had seen."])
        for number in range(first, len(plies)):
            bot.hear(sentences(match, number, seat))
        self._plies[seat] = plies[:]

    def take_notices(self, seat: int) -> list[str]:
        """What has gone wrong with a bot since the last call, in sentences."""
        notes: list[str] = getattr(self._bots.get(seat), "notes", [])
        taken, notes[:] = notes[:], []
        return taken

    def leave(self) -> None:
        """Tell the bots that the match is over, or broken off."""
        for bot in self._bots.values():
            bot.leave(self._match.outcome)


def _log_file(path: Path | None, seat: int) -> Path | None:
    """Beside the match file: `evening.seat2.log`."""
    return None if path is None else path.with_name(f"{path.stem}.seat{seat + 1}.log")


class SimulationListeners:
    """The listening bots of a simulated match, which receive every move."""

    def __init__(
        self, game: AnyGame, options: Mapping[str, Any], setup: Sequence[Event], bots: Sequence[Bot]
    ) -> None:
        """`setup` are the events of the set-up."""
        self._game = game
        self._options = options
        self._setup = setup
        self._bots = _listening(enumerate(bots))
        self._names = Players.numbered(len(bots)).names
        self._events: list[Event] = []
        self.emit: Emit | None = self._events.append if self._bots else None
        """For `advance`; events that nobody wants cost time."""
        self.outcome: Outcome | None = None

    def __enter__(self) -> Self:
        for seat, bot in self._bots.items():
            bot.sit(self._game, seat, self._names, self._options)
            bot.hear(event_sentences(self._setup, seat, self._names.__getitem__))
        return self

    def sentence(self, state: Any, mover: int, move: Any) -> str:
        """The move as an instruction, for `played`. Ask before the move changes the state."""
        return self._game.sentence(state, mover, move) if self._bots else ""

    def played(self, decisions: Iterable[Decision], mover: int, sentence: str) -> None:
        """Tell the bots of a move. `decisions` were open before it."""
        if not self._bots:
            return
        events, self._events[:] = self._events[:], []
        name = self._names.__getitem__
        for seat, bot in self._bots.items():
            bot.hear(move_sentences(decisions, mover, sentence, events, seat, name))

    @property
    def notes(self) -> list[str]:
        """What has gone wrong with the bots, in sentences."""
        return [note for bot in self._bots.values() for note in getattr(bot, "notes", ())]

    def __exit__(self, *_error: object) -> None:
        for bot in self._bots.values():
            bot.leave(self.outcome)
