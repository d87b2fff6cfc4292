"""Ctrl-C: noted while the program works, an exception only while it waits for input."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Iterator
from types import FrameType
from typing import Any, Self


class Interrupts:
    """Handles SIGINT for the length of a session, so that no move is cut in half."""

    def __init__(self) -> None:
        self._noted = False
        self._waiting = False
        self._held = False
        self._before: Any = None

    def __enter__(self) -> Self:
        self._before = signal.signal(signal.SIGINT, self._on_signal)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        # A second Ctrl-C before the first had an effect: the running code never looks.
        if not self._held and (self._waiting or self._noted):
            self._noted = False
            raise KeyboardInterrupt
        self._noted = True

    def take(self) -> bool:
        """Whether Ctrl-C was pressed since the last time this was asked."""
        noted, self._noted = self._noted, False
        return noted

    @contextlib.contextmanager
    def waiting(self) -> Iterator[None]:
        """Inside, Ctrl-C raises KeyboardInterrupt at once."""
        self._waiting = True
        try:
            if self.take():
                raise KeyboardInterrupt
            yield
        finally:
            self._waiting = False

    @contextlib.contextmanager
    def held(self) -> Iterator[None]:
        """Inside, Ctrl-C has no effect until the block ends."""
        self._held = True
        try:
            yield
        finally:
            self._held = False
