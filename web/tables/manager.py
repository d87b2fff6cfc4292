"""The manager of all tables: opens them on request, closes idle ones, changes them, asks bots.

A table has one change at a time. A thread carries it out and writes it to the match file; then the
subscribers get the events and the bots choose their moves.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from pathlib import Path
from time import monotonic, time
from typing import Any, Concatenate, ParamSpec

from attrs import evolve

from rulekeep.core.errors import RulekeepError
from rulekeep.match import match_file
from rulekeep.match.library import SUFFIX, MatchLibrary
from rulekeep.session.hints import QUICKEST, bot_label
from rulekeep.web.bots.bot_pool import BotPool, BotService
from rulekeep.web.http_errors import HttpError, spectator_error, unknown_link, unknown_match
from rulekeep.web.tables import seat_clock
from rulekeep.web.tables.datasets import Datasets
from rulekeep.web.tables.event_log import LogEntry, Viewer
from rulekeep.web.tables.managed_table import ManagedTable, SeatHandover, TablePaused
from rulekeep.web.tables.new_matches import NewMatches
from rulekeep.web.tables.open_table import OpenTable, TableClosed, check_players
from rulekeep.web.tables.seat_links import SeatLinks
from rulekeep.web.tables.seat_view import VisibleTable
from rulekeep.web.tables.server_settings import ServerSettings
from rulekeep.web.tables.table_bots import TableBots
from rulekeep.web.tables.table_files import archive_file, delete_file, last_change
from rulekeep.web.tables.table_settings import TableSettings
from rulekeep.web.tables.talk import TableTalk
from rulekeep.web.tables.thread_pools import ThreadPools

P = ParamSpec("P")

ARCHIVE_EVERY = 3600.0
"""Seconds between two searches for matches to archive."""

log = logging.getLogger("rulekeep.web")


class TableManager:
    """All tables of a directory of matches."""

    def __init__(
        self,
        directory: Path,
        links: SeatLinks,
        settings: ServerSettings | None = None,
        datasets: Datasets | None = None,
        bots: BotService | None = None,
    ) -> None:
        self.directory = directory
        self.datasets = datasets or Datasets()
        self.library = MatchLibrary(directory, load=self.datasets.load)
        self.links = links
        self.settings = settings or ServerSettings()
        threads = ThreadPools(self.settings.threads)
        self.read, self.write = threads.read, threads.write
        self._threads = threads
        service = bots or BotPool(
            self.settings.bot_processes, self.settings.bot_command, self.settings.grace
        )
        self.bots = TableBots(service, self.settings, self.datasets, threads)
        self.new_matches = NewMatches(self.library, links, self.datasets)
        self._open: dict[str, ManagedTable] = {}
        self._opening: dict[str, asyncio.Future[ManagedTable]] = {}
        self._closing: dict[str, asyncio.Event] = {}
        self.moves_played = 0
        """Moves of people and bots since the server was started."""
        self._looked_for_old = -ARCHIVE_EVERY

    # -- tables -----------------------------------------------------------------------------

    def path_of(self, name: str) -> Path:
        """The match file of that name in the directory, or the one that has replaced it. HttpError."""
        file = f"{name}{SUFFIX}"
        table = self.links.find_table(file)
        path = self.directory / (file if table is None else self.links.file_of(table) or file)
        try:
            is_name = Path(file).name == file and not name.startswith(".")
            found = is_name and path.is_file()
        except (OSError, ValueError):
            found = False
        if not found:
            raise unknown_match()
        return path

    async def table_of(self, path: Path) -> str:
        """The table of a match file; a new one if it has none. DataError, HttpError."""
        return await self.write(self._table_of, path)

    def _table_of(self, path: Path) -> str:
        with self.links.changing:
            if not path.is_file():
                raise unknown_match()  # removed meanwhile
            return self.links.table_of(path.name)

    async def resume_match(self, name: str, players: Sequence[str] = ()) -> str:
        """Open the table of a saved match, with new players if any are given. HttpError."""
        path = self.path_of(name)
        if players:
            check_players(players, match_file.read_header(path).seats)
        table = await self.table_of(path)
        if players:
            # In this order: the next request that opens the table must find the new players.
            await self.write(self.links.set_players, table, tuple(players))
            await self.close_table(table)
        await self.get(table)
        return table

    async def get(self, name: str) -> ManagedTable:
        """The table of that name, opened if it is not open. HttpError."""
        managed = self._open.get(name) or await self._open_once(name)
        managed.last_used = monotonic()
        self._start_bots(managed)
        return managed

    async def _open_once(self, name: str) -> ManagedTable:
        """Open a table; requests that come meanwhile wait for the same one."""
        opening = self._opening.get(name)
        if opening is not None:
            return await asyncio.shield(opening)
        future: asyncio.Future[ManagedTable] = asyncio.get_running_loop().create_future()
        self._opening[name] = future
        try:
            while name in self._closing:
                await self._closing[name].wait()
            await self._make_room()
            table = await self.write(self._open_table, name)
            talk = TableTalk(self.directory / table.file)
            managed = ManagedTable(table, talk, self.links.settings(name))
            self._open[name] = managed
            self._start_clock(managed)
            future.set_result(managed)
            return managed
        except BaseException as error:
            future.set_exception(error)
            future.exception()  # nobody else may be waiting for it
            raise
        finally:
            del self._opening[name]

    def _open_table(self, name: str) -> OpenTable:
        file = self.links.file_of(name)
        if file is None or not (self.directory / file).is_file():
            raise unknown_link()
        players, think = self.links.players(name), self.settings.think
        try:
            table = OpenTable.open(name, self.directory / file, players, think, self.datasets)
        except RulekeepError as error:
            log.warning("cannot open a table: %s", error)
            raise
        if table.match.recovered:
            log.warning("%s", table.match.recovered)
        return table

    async def find(self, link: str) -> tuple[ManagedTable, VisibleTable]:
        """The table that a link leads to, and what its viewer may see of it. HttpError."""
        target = self.links.target(link)
        if target is None:
            raise unknown_link()
        managed = await self.get(target.table)
        if self.links.target(link) != target:
            raise unknown_link()  # revoked while the table was opened
        if target.seat is not None:
            if target.seat >= managed.table.match.header.seats:
                raise unknown_link()
            if not managed.table.is_person(target.seat):
                raise HttpError(409, "seat_taken", "A bot plays this seat now.")
        hints = managed.settings.hints and self.settings.hints
        allowed = evolve(managed.settings, hints=hints)
        return managed, VisibleTable(managed.table, target.seat, allowed)

    async def revoke(self, table: str, seat: Viewer) -> None:
        """Replace the link of a seat; clients of the old one are disconnected."""
        await self.write(self.links.revoke, table, seat)
        if table in self._open:
            self._open[table].subscribers.drop_viewer(seat)

    async def change_settings(self, table: str, changes: Mapping[str, Any]) -> TableSettings:
        """Change settings of a table; its pages learn of it."""
        await self.write(self.links.change_settings, table, changes)
        managed = self._open.get(table)
        if managed is not None:
            async with managed.change_lock:  # what has begun is carried out before a pause
                managed.settings = settings = self.links.settings(table)
                if not settings.undo:
                    managed.table.undo_request = None
            self._start_clock(managed)
            managed.subscribers.notify("settings", {"number": managed.table.number})
            self._start_bots(managed)
        return self.links.settings(table)

    async def remove_match(self, path: Path, *, archive: bool) -> None:
        """Archive or delete a match; its links stop working. DataError, HttpError."""
        table = await self.table_of(path)
        async with self._closed(table):
            await self.write(self._remove, table, archive)

    def _remove(self, table: str, archive: bool) -> None:
        with self.links.changing:  # nobody makes a new table of the file meanwhile
            file = self.links.file_of(table)
            if file is None:
                raise unknown_match()
            (archive_file if archive else delete_file)(self.directory / file)
            self.links.forget(table)

    async def archive_old(self) -> None:
        """Archive the matches of tables that nobody has played on for long."""
        days = self.settings.archive_days
        if not days or monotonic() - self._looked_for_old < ARCHIVE_EVERY:
            return
        self._looked_for_old = monotonic()
        oldest = time() - days * 24 * 3600
        for table in self.links.tables:
            file, managed = self.links.file_of(table), self._open.get(table)
            if file is None or (managed is not None and managed.is_busy):
                continue
            path = self.directory / file
            if await self.read(last_change, path) < oldest:
                try:
                    await self.remove_match(path, archive=True)
                except RulekeepError as error:
                    log.warning("a match is not archived: %s", error)

    # -- changes ----------------------------------------------------------------------------

    async def change(
        self,
        managed: ManagedTable,
        action: Callable[Concatenate[OpenTable, P], list[LogEntry]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> list[LogEntry]:
        """Carry out a change, publish its events, and ask the bots; the new entries. TableClosed."""
        table, subscribers = managed.table, managed.subscribers
        async with managed.change_lock:
            if managed.is_closed:
                raise TableClosed
            if managed.settings.paused:
                raise TablePaused
            before, undo_request = table.number, table.undo_request
            viewers = subscribers.viewers

            def carry_out() -> tuple[list[LogEntry], list[tuple[int, dict[Viewer, bytes]]]]:
                with table.lock:
                    self._follow_file(managed)
                    last = table.number
                    entries = action(table, *args, **kwargs)
                    new = table.events.since(last)
                    self.moves_played += sum(entry.kind == "act" for entry in new)
                    events = [
                        (entry.number, {v: entry.event_data(table.match, v) for v in viewers})
                        for entry in new
                    ]
                return entries, events

            entries, events = await self.write(carry_out)
            for number, data in events:
                subscribers.publish(number, data)
            if table.number != before:
                self._start_clock(managed)
            if table.undo_request != undo_request:
                subscribers.notify("question", {"number": table.number})
        managed.last_used = monotonic()
        self._start_bots(managed)
        return entries

    def _follow_file(self, managed: ManagedTable) -> None:
        """Point the links to the new file of a match whose file was damaged. DataError.

        Before a change: whoever hears of it must find it after a restart.
        """
        table = managed.table
        rescued = table.match.rescued
        table.match.keep()
        if table.match.rescued != rescued:
            log.warning("%s", table.match.rescued)
        path = table.match.path
        if path is not None and path.name != table.file:
            with managed.talk.moving_to(path):
                self.links.set_file(table.name, path.name)
            table.file = path.name

    # -- seats for bots ---------------------------------------------------------------------

    async def ask_for_bot(self, managed: ManagedTable, seat: int) -> bool:
        """Leave a seat to the quick bot; whether others are asked first. HttpError."""
        if managed.table.match.is_over:
            raise HttpError(409, "over", "The match is over.", number=managed.table.number)
        if managed.handover is not None:
            sentence = "Another player has asked already. Wait for the answers."
            raise HttpError(409, "busy", sentence, number=managed.table.number)
        others = tuple(other for other in managed.table.session.people if other != seat)
        return await self._settle_handover(managed, SeatHandover(seat, others))

    async def answer_bot(self, managed: ManagedTable, seat: int, agree: bool) -> bool:
        """Answer whether a bot may take a seat; whether others are still asked. HttpError."""
        asked = managed.handover
        if asked is None or not (seat in asked.waits_for or (seat == asked.seat and not agree)):
            sentence = "This request is already settled."
            raise HttpError(409, "no_question", sentence, number=managed.table.number)
        if agree:
            left = tuple(other for other in asked.waits_for if other != seat)
            return await self._settle_handover(managed, SeatHandover(asked.seat, left))
        managed.handover = None
        managed.subscribers.notify("question", {"number": managed.table.number})
        return False

    async def _settle_handover(self, managed: ManagedTable, asked: SeatHandover) -> bool:
        """Seat the bot once all have agreed; keep the question open otherwise."""
        table = managed.table
        managed.handover = asked if asked.waits_for else None
        if asked.waits_for:
            managed.subscribers.notify("question", {"number": table.number})
            return True
        players = list(table.session.players)
        players[asked.seat] = bot_label(QUICKEST)
        await self.resume_match(table.file.removesuffix(SUFFIX), players)
        return False

    # -- the clock --------------------------------------------------------------------------

    def _start_clock(self, managed: ManagedTable) -> None:
        """Let the clocks of those who must decide run, and the time until a bot takes over."""
        table, settings = managed.table, managed.settings
        waits_for = () if settings.paused else [d.seat for d in table.match.decisions]
        managed.clock.wait_for(waits_for)
        if managed.takeover is not None:
            managed.takeover.cancel()
            managed.takeover = None
        if settings.takeover and any(map(table.is_person, waits_for)):
            seconds = settings.takeover * seat_clock.MINUTE
            loop = asyncio.get_running_loop()
            managed.takeover = loop.call_later(seconds, self._start_takeover, managed, table.number)

    def _start_takeover(self, managed: ManagedTable, number: int) -> None:
        managed.takeover = None
        if managed.bot_task is None and not managed.is_closed:
            managed.bot_task = asyncio.create_task(self._take_over(managed, number))

    async def _take_over(self, managed: ManagedTable, number: int) -> None:
        """Let the quick bot move for a person whose time is up, once."""
        table = managed.table
        try:
            seat = next(d.seat for d in table.match.decisions if table.is_person(d.seat))
            move = await self.bots.move(managed, seat)
            if await self.change(managed, OpenTable.play_bot_move, seat, number, move):
                sentence = f"{table.match.name(seat)}'s time is up. The Easy bot made this move."
                managed.subscribers.notify("note", {"say": [sentence]})
        except (StopIteration, TableClosed, TablePaused):
            return
        finally:
            managed.bot_task = None
        self._start_bots(managed)

    # -- bots -------------------------------------------------------------------------------

    def _start_bots(self, managed: ManagedTable) -> None:
        """Start the task that asks the bots, if it is a bot's turn."""
        if managed.settings.paused or managed.bot_task is not None:
            return
        if managed.table.next_bot() is not None:
            managed.bot_task = asyncio.create_task(self._play_bots(managed))

    async def _play_bots(self, managed: ManagedTable) -> None:
        """Ask bots and play their moves until it is nobody's turn but people's."""
        table, thinking = managed.table, managed.thinking
        try:
            while True:
                # The number first: an answer to an older table is thrown away.
                number, decision = table.number, table.next_bot()
                if decision is None or managed.settings.paused:
                    return
                seat, start = decision.seat, monotonic()
                thinking.add(seat)
                managed.subscribers.notify("thinking", {"seats": sorted(thinking)})
                try:
                    move = await self.bots.move(managed, seat)
                finally:
                    thinking.discard(seat)
                await asyncio.sleep(max(0.0, self.settings.pace - (monotonic() - start)))
                managed.subscribers.notify("thinking", {"seats": sorted(thinking)})
                await self.change(managed, OpenTable.play_bot_move, seat, number, move)
        except (TableClosed, TablePaused):
            return
        except Exception as error:
            # A full disk, say: the next request asks the bots again.
            is_known = isinstance(error, RulekeepError)
            log.error("the bots of a table have stopped: %s", error, exc_info=not is_known)
            sentence = "The bots have stopped. The server log says why."
            managed.subscribers.notify("note", {"say": [sentence]})
        finally:
            managed.bot_task = None

    # -- the next match ---------------------------------------------------------------------

    async def rematch(self, managed: ManagedTable, viewer: Viewer) -> str:
        """The table of the next match with the same seats; the first to ask starts it.

        HttpError, TableClosed.
        """
        table, header = managed.table, managed.table.match.header
        async with managed.change_lock:
            if managed.is_closed:
                raise TableClosed
            if not table.match.is_over:
                raise HttpError(409, "not_over", "This match is not over yet.", number=table.number)
            follows = self.next_of(table.name)
            if follows is None:
                if viewer is None:
                    raise spectator_error()
                data = self.datasets.directory_of(header.game, header.data)
                players = table.session.players
                follows = await self.write(
                    self.new_matches.start,
                    *(header.game, table.match.names, players, header.options),
                    data=data,
                )
                await self.write(self.links.set_next, table.name, follows)
                managed.subscribers.notify("rematch", {"number": table.number})
            return follows

    def next_of(self, table: str) -> str | None:
        """The table of the next match with the same seats, once it was started."""
        follows = self.links.next_of(table)
        file = None if follows is None else self.links.file_of(follows)
        return follows if file is not None and (self.directory / file).is_file() else None

    # -- closing ----------------------------------------------------------------------------

    async def _make_room(self) -> None:
        """Close the table that was idle longest, if too many are open. HttpError."""
        if len(self._open) < self.settings.max_open:
            return
        idle = [name for name, managed in self._open.items() if not managed.is_busy]
        if not idle:
            raise HttpError(503, "full", "Too many tables are open. Try again later.")
        await self.close_table(min(idle, key=lambda name: self._open[name].last_used))

    async def sweep(self) -> None:
        """Close the tables that were idle for long, and archive old matches."""
        limit = monotonic() - self.settings.idle_seconds
        for name, managed in list(self._open.items()):
            if not managed.is_busy and managed.last_used < limit:
                await self.close_table(name)
        await self.archive_old()

    async def close_table(self, name: str) -> None:
        """Stop the bots, disconnect the subscribers and release the match file."""
        if name in self._open or name in self._opening:
            async with self._closed(name):
                pass

    @contextlib.asynccontextmanager
    async def _closed(self, name: str) -> AsyncIterator[None]:
        """Close a table; requests that open it wait until the block has ended."""
        while name in self._opening or name in self._closing:
            if name in self._closing:
                await self._closing[name].wait()
            else:
                await asyncio.wait([self._opening[name]])
        closed = self._closing[name] = asyncio.Event()
        try:
            managed = self._open.pop(name, None)
            if managed is not None:
                await self._close(managed)
            yield
        finally:
            del self._closing[name]
            closed.set()

    async def _close(self, managed: ManagedTable) -> None:
        if managed.bot_task is not None:
            managed.bot_task.cancel()
            await asyncio.gather(managed.bot_task, return_exceptions=True)
        if managed.takeover is not None:
            managed.takeover.cancel()
        managed.subscribers.close()
        async with managed.change_lock:
            managed.is_closed = True
            await self.write(managed.close)

    def disconnect_all(self) -> None:
        """Disconnect all subscribers; their browsers reconnect once the server is back."""
        for managed in self._open.values():
            managed.subscribers.close()

    async def close(self) -> None:
        """Close all tables and end all bot processes and threads."""
        for name in list(self._open):
            await self.close_table(name)
        await self.bots.service.close()
        self._threads.close()
        self.links.close()

    @property
    def open_count(self) -> int:
        return len(self._open)

    @property
    def viewers(self) -> list[Viewer]:
        """The viewer of each event stream; None is a spectator."""
        return [viewer for managed in self._open.values() for viewer in managed.subscribers.all]
