"""A clock per seat: how long the table has waited for each. It counts while the table is open."""

from __future__ import annotations

from collections.abc import Iterable
from time import monotonic
from typing import Any

MINUTE = 60.0
"""Seconds in the minutes that the host sets."""


class SeatClock:
    """The time that each seat has used; the clocks of all seats that must decide run."""

    def __init__(self, seats: int) -> None:
        self._used = [0.0] * seats
        self._running: tuple[int, ...] = ()
        self._since = monotonic()

    def wait_for(self, seats: Iterable[int]) -> None:
        """Let the clocks of these seats run, and stop the others."""
        self._used = self._times()
        self._since = monotonic()
        self._running = tuple(sorted(set(seats)))

    def _times(self) -> list[float]:
        waited = monotonic() - self._since
        return [used + waited * (seat in self._running) for seat, used in enumerate(self._used)]

    def to_dict(self) -> dict[str, Any]:
        """Whole seconds by seat, and whose clocks run."""
        return {"used": [int(used) for used in self._times()], "running": list(self._running)}
