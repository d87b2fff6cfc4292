"""A table that is open on the server, with everything around it that is not written to its match file."""

from __future__ import annotations

import asyncio

from attrs import define, field, frozen

from rulekeep.web.http_errors import HttpError
from rulekeep.web.tables.open_table import OpenTable
from rulekeep.web.tables.seat_clock import SeatClock
from rulekeep.web.tables.subscribers import Subscribers
from rulekeep.web.tables.table_settings import DEFAULT, TableSettings
from rulekeep.web.tables.talk import TableTalk


@frozen
class SeatHandover:
    """A person who would like to leave their seat to a bot, and who must still agree."""

    seat: int
    waits_for: tuple[int, ...]


class TablePaused(HttpError):
    """The host has paused the table; nothing happened."""

    def __init__(self) -> None:
        super().__init__(409, "paused", "The host has paused this table. Wait until it goes on.")


@define(eq=False)
class ManagedTable:
    """An open table with its subscribers and the task that asks its bots."""

    table: OpenTable
    talk: TableTalk
    settings: TableSettings = DEFAULT
    subscribers: Subscribers = field(factory=Subscribers)
    change_lock: asyncio.Lock = field(factory=asyncio.Lock)
    bot_task: asyncio.Task[None] | None = None
    thinking: set[int] = field(factory=set)
    """The seats whose bots think now."""
    last_used: float = 0.0
    is_closed: bool = False
    clock: SeatClock = field(init=False)
    takeover: asyncio.TimerHandle | None = None
    """The timer after which a bot moves for a person."""
    handover: SeatHandover | None = None
    """A seat that a bot takes once the others agree."""

    def __attrs_post_init__(self) -> None:
        self.clock = SeatClock(self.table.match.header.seats)

    @property
    def has_clock(self) -> bool:
        return self.settings.clock or self.settings.takeover > 0

    @property
    def is_busy(self) -> bool:
        return bool(self.subscribers) or self.bot_task is not None or self.change_lock.locked()

    def close(self) -> None:
        """Release the files, which have everything that happened."""
        self.table.close()
        self.talk.close()
