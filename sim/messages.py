"""Bots in a simulated match that want to be told of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from rulekeep.bots import Bot
from rulekeep.core.events import Emit, Event
from rulekeep.core.game import Decision, Game, Outcome
from rulekeep.core.primitives.players import Players
from rulekeep.match.seat_sentences import sentences_for


class BotMessages:
    """They sit down, hear what their seat is told, and leave; where nobody listens, nothing is done."""

    def __init__(
        self,
        game: Game[Any, Any],
        options: Mapping[str, Any],
        begun: Sequence[Event],
        bots: Sequence[Bot],
    ) -> None:
        """`begun` are the events of the set-up."""
        self._game = game
        self._options = options
        self._begun = begun
        self._bots = [(n, bot) for n, bot in enumerate(bots) if getattr(bot, "listens", False)]
        self._names = Players.numbered(len(bots)).names
        self._events: list[Event] = []
        self.emit: Emit | None = self._events.append if self._bots else None
        """For `advance`; events cost time where nobody wants them."""
        self.outcome: Outcome | None = None

    def __enter__(self) -> Self:
        for seat, bot in self._bots:
            bot.sit(self._game, seat, self._names, self._options)
            sentences = [event.tell_to(seat, self._names.__getitem__) for event in self._begun]
            bot.hear([sentence for sentence in sentences if sentence])
        return self

    def tell(self, asked: Iterable[Decision], mover: int, move: Any) -> None:
        """An act has been made; `asked` were the questions open before it."""
        if not self._bots:
            return
        events, self._events[:] = self._events[:], []
        for seat, bot in self._bots:
            bot.hear(
                sentences_for(self._game, asked, mover, move, events, seat, self._names.__getitem__)
            )

    @property
    def notes(self) -> list[str]:
        """What befell the bots, in sentences."""
        return [note for _, bot in self._bots for note in getattr(bot, "notes", ())]

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        for _, bot in self._bots:
            bot.leave(self.outcome)
