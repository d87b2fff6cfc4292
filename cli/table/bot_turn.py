"""A bot's turn: its time limit, and how its progress is shown."""

from __future__ import annotations

import time

PATIENCE = 0.4
"""Seconds before progress is shown."""
BAR_WIDTH = 20


class BotTurn:
    """One bot's turn to decide."""

    def __init__(self, name: str, budget: float | None, doing: str = "") -> None:
        self.name = name
        self.doing = doing or f"{name} is thinking"
        """What it does now, as a clause."""
        self.budget = budget
        """Seconds; None leaves it to the bot."""
        self.started = time.monotonic()
        self.stopped = False

    @property
    def is_slow(self) -> bool:
        """Whether it has taken long enough to show progress."""
        return time.monotonic() - self.started >= PATIENCE

    def should_stop(self) -> bool:
        """Whether the bot must move now: a player said so, or it is well over its time."""
        taken = time.monotonic() - self.started
        return self.stopped or (self.budget is not None and taken > 1.5 * self.budget + 0.5)

    def progress_text(self, fraction: float) -> str:
        """`Greedy is thinking  ━━━━━━··············  30%  (Ctrl-C to interrupt)`"""
        filled = round(BAR_WIDTH * min(1.0, max(0.0, fraction)))
        bar = "━" * filled + "·" * (BAR_WIDTH - filled)
        return f"{self.doing}  {bar} {fraction:4.0%}  (Ctrl-C to interrupt)"
