"""The settings of a server: hints, times and sizes."""

from __future__ import annotations

from attrs import frozen

from rulekeep.web.bots.bot_pool import GRACE, WORKER_MODULE


@frozen
class ServerSettings:
    """Hints, times and sizes of a server."""

    hints: bool = True
    think: float = 2.0
    """Seconds that a bot may think, unless its own name says otherwise."""
    pace: float = 0.6
    """Least seconds between the moves of bots, so that people can follow."""
    bot_processes: int = 2
    max_open: int = 512
    """Tables in memory at once."""
    idle_seconds: float = 300.0
    """A table without subscribers and requests for so long is closed."""
    archive_days: float = 0.0
    """A match without a move for so many days is archived; 0: never."""
    threads: int = 6
    bot_command: tuple[str, ...] = WORKER_MODULE
    """The command that starts a bot process."""
    in_browser: bool = False
    """Whether all this runs in the browser of the only person who uses it."""
    grace: float = GRACE
    """Seconds beyond its time before a bot process counts as hung: it may have to start first."""
