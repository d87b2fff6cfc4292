"""A bot thinks: shown while it lasts, stopped by Ctrl-C or by the clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from rulekeep.bots.base import Progress, Stop
from rulekeep.cli.table.leave import LeaveTable
from rulekeep.cli.terminal.interrupts import Interrupts
from rulekeep.cli.terminal.prompt import Prompt, unechoed

T = TypeVar("T")


PATIENCE = 0.4
"""Seconds before it is worth saying that somebody thinks."""


def is_late(begun: float, budget: float | None) -> bool:
    """A bot that does not keep to its budget is held to it, with some grace."""
    return budget is not None and time.monotonic() - begun > 1.5 * budget + 0.5


class BotTurn:
    """One bot's turn to decide."""

    def __init__(
        self, name: str, asker: Prompt, interrupts: Interrupts, budget: float | None
    ) -> None:
        self.name = name
        self.asker = asker
        self.screen = asker.screen
        self.interrupts = interrupts
        self.budget = budget
        """Seconds; None leaves it to the bot."""
        self._begun = time.monotonic()
        self._drawn = 0.0
        self._stopped = False

    def wait_for(self, answer: Callable[[Progress, Stop], T]) -> T:
        """The answer; Leave if somebody would rather go than wait for it."""
        while True:
            try:
                with unechoed():
                    return answer(self._progress, self._stop)
            except KeyboardInterrupt:
                # The bot never asked whether to stop; its thoughts so far are lost.
                self._ask()
            finally:
                self._erase()

    def _progress(self, fraction: float) -> None:
        now = time.monotonic()
        if now - self._begun < PATIENCE or now - self._drawn < 0.1:
            return
        first, self._drawn = not self._drawn, now
        out = self.screen.out
        if self.screen.live:
            filled = round(20 * min(1.0, max(0.0, fraction)))
            bar = "━" * filled + "·" * (20 - filled)
            out.write(f"\r\x1b[K{self.name} is thinking  {bar} {fraction:4.0%}  (Ctrl-C asks)")
            out.flush()
        elif first and not self.asker.piped:
            out.write(f"{self.name} is thinking …\n")
            out.flush()

    def _erase(self) -> None:
        if self._drawn and self.screen.live:
            out = self.screen.out
            out.write("\r\x1b[K")
            out.flush()

    def _stop(self) -> bool:
        if self.interrupts.take():
            self._erase()
            self._ask()
        return self._stopped or is_late(self._begun, self.budget)

    def _ask(self) -> None:
        """Wait on, take the best so far, or leave."""
        if self.asker.piped:
            raise LeaveTable
        paused = time.monotonic()
        question = f"{self.name} is thinking: (w)ait, (m)ove now, (q)uit and keep the match? "
        while True:
            try:
                said = self.asker.line(question).strip().lower()[:1]
            except (EOFError, KeyboardInterrupt):
                raise LeaveTable from None
            if said == "q":
                raise LeaveTable
            if said == "m":
                self._stopped = True
            if said in ("", "w", "m"):
                self._begun += time.monotonic() - paused
                return
