"""Faults on purpose: each breaks one thing that the server does right, and a seed finds it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from io import FileIO
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

from attrs import evolve, frozen
from starlette.requests import Request
from starlette.responses import Response

from rulekeep.match import safe_files
from rulekeep.match.match import Match
from rulekeep.match.match_file import FileEntry, MatchFile, MatchFileWriter, read_header
from rulekeep.session.serialize import move_data
from rulekeep.web import endpoints
from rulekeep.web.context import AppContext
from rulekeep.web.endpoints import Endpoint
from rulekeep.web.http_errors import HttpError
from rulekeep.web.middleware import GuardMiddleware, Scope, client_address
from rulekeep.web.tables.event_log import LogEntry, Viewer
from rulekeep.web.tables.managed_table import ManagedTable, SeatHandover
from rulekeep.web.tables.manager import TableManager
from rulekeep.web.tables.open_table import OpenTable, check_players
from rulekeep.web.tables.seat_clock import SeatClock
from rulekeep.web.tables.seat_links import SeatLinks
from rulekeep.web.tables.seat_view import VisibleTable
from rulekeep.web.tables.subscribers import Subscriber, Subscribers, message
from rulekeep.web.tables.table_settings import TableSettings
from rulekeep.web.tables.talk import TableTalk, TalkMessage

Patches = Iterator[Any]


@frozen
class Fault:
    """A fault and a seed whose schedule finds it."""

    name: str
    seed: int
    kinds: tuple[str, ...]
    """The actions of the plans; empty: all."""
    patches: Callable[[], Patches]
    game: str = ""
    """The game to play; empty: the seed chooses."""

    @contextlib.contextmanager
    def planted(self) -> Iterator[None]:
        with contextlib.ExitStack() as stack:
            for one in self.patches():
                stack.enter_context(one)
            yield


FAULTS: list[Fault] = []


def fault(
    seed: int, *kinds: str, game: str = ""
) -> Callable[[Callable[[], Patches]], Callable[[], Patches]]:
    """Declare a fault; the docstring of the function is its name."""

    def declare(patches: Callable[[], Patches]) -> Callable[[], Patches]:
        FAULTS.append(Fault((patches.__doc__ or "").rstrip("."), seed, kinds, patches, game))
        return patches

    return declare


# -- the disk -----------------------------------------------------------------------------------


@fault(0, "play", "reseat")
def _() -> Patches:
    """A guest is let in before the move has come, and the table is closed meanwhile."""

    class FoundBefore:
        """Tables of which one was found before the body came."""

        def __init__(self, tables: TableManager, found: Any) -> None:
            self._tables, self._found = tables, found

        def __getattr__(self, name: str) -> Any:
            return getattr(self._tables, name)

        async def find(self, link: str) -> Any:
            return self._found

    async def respond(context: AppContext, endpoint: Endpoint, http: Request) -> Response:
        if endpoint.access == "guest" and endpoint.body is not None:
            with contextlib.suppress(HttpError):
                found = await context.tables.find(str(http.path_params["link"]))
                context = evolve(context, tables=cast("Any", FoundBefore(context.tables, found)))
        return await endpoints.respond(context, endpoint, http)

    yield patch("rulekeep.web.application.respond", respond)
    open_forever = property(lambda self: False, lambda self, value: None)
    yield patch.object(ManagedTable, "is_closed", open_forever)

    def append(self: Match, *entries: FileEntry) -> None:
        if self._writer is not None:
            self._writer.append(*entries)
        self._entries += entries

    yield patch.object(Match, "_append", append)


@fault(0)
def _() -> Patches:
    """Moves are not synced."""

    def append(stream: FileIO, data: bytes, path: Path, *, sync: bool = False) -> None:
        safe_files.append(stream, data, path)

    yield patch("rulekeep.match.match_file.append", append)


@fault(0)
def _() -> Patches:
    """New names in a directory are not synced."""
    yield patch("rulekeep.match.safe_files.sync_directory", lambda directory: None)


@fault(0)
def _() -> Patches:
    """The file of the links is renamed before it is synced."""

    def replace(path: Path, text: str, mode: int) -> None:
        draft, stream = safe_files.begin_draft(path, mode)
        safe_files.append(stream, text.encode(), path)
        stream.close()
        os.replace(draft, path)
        safe_files.sync_directory(path.parent)

    yield patch("rulekeep.web.tables.seat_links.replace_file", replace)


@fault(0, "full disk", "play")
def _() -> Patches:
    """A full disk leaves half a line, and nobody looks at the file before the next."""
    yield patch.object(MatchFileWriter, "problem", lambda self: "")

    def append(stream: FileIO, data: bytes, path: Path, *, sync: bool = False) -> None:
        with patch.object(type(stream), "truncate", lambda self, size: size):
            safe_files.append(stream, data, path, sync=sync)

    yield patch("rulekeep.match.match_file.append", append)


@fault(8263)
def _() -> Patches:
    """Moves are redone one by one, and a full disk comes between them."""

    def redo(self: Match) -> None:
        for ply in tuple(self.undone[-1]):
            self.play(ply.move, ply.seat)

    yield patch.object(Match, "redo", redo)


@fault(0)
def _() -> Patches:
    """A move is written with the next one."""
    write, waiting = MatchFileWriter._write, dict[int, str]()

    def write_later(self: MatchFileWriter, text: str) -> None:
        if text.startswith("rulekeep-match"):
            write(self, text)
        else:
            before = waiting.pop(id(self), "")
            waiting[id(self)] = text
            if before:
                write(self, before)

    yield patch.object(MatchFileWriter, "_write", write_later)


@fault(0, "kill at a step", "play")
def _() -> Patches:
    """A torn line is not cut off."""
    yield patch.object(MatchFile, "torn", 0)


@fault(0)
def _() -> Patches:
    """Drafts of a killed server stay."""
    yield patch("rulekeep.match.safe_files.sweep", lambda directory: None)
    yield patch("rulekeep.web.tables.seat_links.sweep", lambda directory: None)


@fault(26, "kill")
def _() -> Patches:
    """The key is written in place."""

    def write(path: Path, data: bytes, mode: int) -> None:
        stream = cast("Any", safe_files).FileIO(path, "x", opener=os.open)
        safe_files.append(stream, data, path, sync=True)
        stream.close()
        safe_files.sync_directory(path.parent)

    yield patch("rulekeep.web.tables.seat_links.write_new_file", write)


@fault(52, "play", "bad disk", "reseat")
def _() -> Patches:
    """What was read when a table is opened is not synced."""
    resume = MatchFileWriter.resume

    def resume_as_it_is(path: Path, record: MatchFile) -> MatchFileWriter:
        with patch.object(os, "fsync", lambda handle: None):
            return resume(path, record)

    yield patch.object(MatchFileWriter, "resume", resume_as_it_is)


# -- changes ------------------------------------------------------------------------------------


@fault(0)
def _() -> Patches:
    """A repeated move is played again."""

    def play_move(self: OpenTable, seat: int, number: int, text: str) -> list[LogEntry]:
        with self.lock:
            decision = self.session.decision_of(seat)
            if decision is None:
                raise self._not_your_turn()
            return self._play(seat, self.session.turn(decision).parse_move(text))

    yield patch.object(OpenTable, "play_move", play_move)


@fault(0, "play", "back and forth", "reseat")
def _() -> Patches:
    """The late answer of a bot is played at a table that has changed."""

    def play_bot_move(self: OpenTable, seat: int, number: int, text: str) -> list[LogEntry]:
        with self.lock:
            return self._play(seat, self.match.game.read(self.match.state, seat, text))

    yield patch.object(OpenTable, "play_bot_move", play_bot_move)


@fault(0, "back and forth", "play")
def _() -> Patches:
    """Undone moves have no bound."""
    yield patch("rulekeep.web.tables.open_table.MAX_UNDONE", 10**9)


@fault(61, "play", "reseat")
def _() -> Patches:
    """New players are set after their table was closed."""

    async def resume_match(self: TableManager, name: str, players: Sequence[str] = ()) -> str:
        path = self.path_of(name)
        check_players(players, read_header(path).seats)
        table = await self.write(self.links.table_of, path.name)
        await self.close_table(table)
        await self.write(self.links.set_players, table, tuple(players))
        await self.get(table)
        return table

    yield patch.object(TableManager, "resume_match", resume_match)


@fault(0)
def _() -> Patches:
    """A table is opened while it is being closed."""

    class Forgetful(dict[str, asyncio.Event]):
        def __setitem__(self, name: str, event: asyncio.Event) -> None:
            return

        def __delitem__(self, name: str) -> None:
            return

    make = TableManager.__init__

    def forget(self: TableManager, *args: Any) -> None:
        make(self, *args)
        self._closing = Forgetful()

    yield patch.object(TableManager, "__init__", forget)


@fault(0)
def _() -> Patches:
    """A hint is never over."""

    class Growing(set[tuple[str, int]]):
        def discard(self, key: object) -> None:
            return

    make = TableManager.__init__

    def grow(self: TableManager, *args: Any) -> None:
        make(self, *args)
        self.bots._hinting = Growing()

    yield patch.object(TableManager, "__init__", grow)


# -- views and events ---------------------------------------------------------------------------


@fault(0, "watch", "back and forth", "play")
def _() -> Patches:
    """A full queue loses events."""

    def put(self: Subscriber, number: int | None, raw: bytes) -> None:
        with contextlib.suppress(asyncio.QueueFull):
            self._queue.put_nowait((number, raw))

    yield patch.object(Subscriber, "put", put)


@fault(11, "watch", "play")
def _() -> Patches:
    """Those who join while a move is written miss it."""

    def publish(self: Subscribers, number: int, data: dict[Viewer, bytes]) -> None:
        for subscriber in self._all:
            if subscriber.viewer in data:
                subscriber.put(number, message(data[subscriber.viewer], number=number))

    yield patch.object(Subscribers, "publish", publish)


@fault(0)
def _() -> Patches:
    """A reconnected stream leaves out the first missed event."""
    events = VisibleTable.events
    yield patch.object(VisibleTable, "events", lambda self, since: events(self, since + 1))


@fault(0, "watch", "play")
def _() -> Patches:
    """All viewers get the event that was made for the first."""

    def event_data(self: LogEntry, match: Match, viewer: Viewer) -> bytes:
        made = LogEntry.__dict__["_event"](self, match, viewer)
        return self._data.setdefault(None, json.dumps(made).encode())

    yield patch.object(LogEntry, "event_data", event_data)


@fault(0)
def _() -> Patches:
    """All viewers get the view that was made for the first."""

    def cached(self: VisibleTable, key: tuple[Any, ...], compute: Callable[[], Any]) -> Any:
        return self._table.cache.get(key, compute)

    yield patch.object(VisibleTable, "_cached", cached)


# -- links --------------------------------------------------------------------------------------


@fault(0, "revoke", "play")
def _() -> Patches:
    """A revoked link goes on receiving events."""
    yield patch.object(Subscribers, "drop_viewer", lambda self, viewer: None)


@fault(0, "revoke", "kill")
def _() -> Patches:
    """A link is revoked in memory only."""
    revoke = SeatLinks.revoke

    def revoke_here(self: SeatLinks, table: str, seat: int | None) -> None:
        with patch("rulekeep.web.tables.seat_links._write", lambda *given: None):
            revoke(self, table, seat)

    yield patch.object(SeatLinks, "revoke", revoke_here)


@fault(0)
def _() -> Patches:
    """Links are in the log."""
    yield patch("rulekeep.web.middleware.without_secrets", lambda path: path)


@fault(0, "guess", "play")
def _() -> Patches:
    """Wrong links lock out right ones."""
    is_within = GuardMiddleware._is_within_rate

    def within(self: GuardMiddleware, scope: Scope) -> bool:
        left, _ = self._misses._left.get(client_address(scope), (9.0, 0.0))
        return left >= 1 and is_within(self, scope)

    yield patch.object(GuardMiddleware, "_is_within_rate", within)


@fault(0, "crowd")
def _() -> Patches:
    """Spectators take the streams of the players."""
    yield patch.object(Subscribers, "count", lambda self, viewer, address=None: len(self))


# -- talk ---------------------------------------------------------------------------------------


@fault(0, "talk", "kill")
def _() -> Patches:
    """A message is only in memory."""

    def write(self: TableTalk, messages: tuple[TalkMessage, ...]) -> None:
        self._messages = messages

    yield patch.object(TableTalk, "_write", write)


@fault(0, "talk", "reseat")
def _() -> Patches:
    """A table that was closed still writes messages."""
    yield patch.object(TableTalk, "close", lambda self: None)


@fault(0, "moderate", "talk", "kill")
def _() -> Patches:
    """A removed message is there again after a restart."""
    remove = TableTalk.remove

    def remove_here(self: TableTalk, number: int) -> None:
        with patch("rulekeep.web.tables.talk.replace_file", lambda *given: None):
            remove(self, number)

    yield patch.object(TableTalk, "remove", remove_here)


@fault(0, "talk", "watch")
def _() -> Patches:
    """Spectators are told of the talk of the seats."""
    notify = Subscribers.notify

    def notify_all(
        self: Subscribers, event: str, data: dict[str, Any], *, seats_only: bool = False
    ) -> None:
        notify(self, event, data)

    yield patch.object(Subscribers, "notify", notify_all)


# -- settings, pause and clocks -----------------------------------------------------------------


@fault(0, "set up")
def _() -> Patches:
    """Of two settings that are changed at once, one is lost."""

    async def change(self: TableManager, table: str, changes: Mapping[str, Any]) -> TableSettings:
        settings = evolve(self.links.settings(table), **changes)
        await self.write(self.links.change_settings, table, settings.to_dict())
        return settings

    yield patch.object(TableManager, "change_settings", change)


@fault(0, "set up", "play")
def _() -> Patches:
    """Moves are undone although the host has turned undo off."""
    yield patch("rulekeep.web.routes.seat._check_undo", lambda request: None)


@fault(0, "pause", "play")
def _() -> Patches:
    """A pause does not wait for the move that is being written."""

    async def change(self: TableManager, table: str, changes: Mapping[str, Any]) -> TableSettings:
        await self.write(self.links.change_settings, table, changes)
        settings = self.links.settings(table)
        if table in self._open:
            self._open[table].settings = settings
            self._start_bots(self._open[table])
        return settings

    yield patch.object(TableManager, "change_settings", change)


@fault(0, "pause", "set up")
def _() -> Patches:
    """Clocks run while a table is paused."""

    def wait_for(self: SeatClock, seats: Iterable[int]) -> None:
        self._running = tuple(seats) or self._running

    yield patch.object(SeatClock, "wait_for", wait_for)


@fault(0, "play", "watch")
def _() -> Patches:
    """Bots move for people at tables without a limit of time."""
    start = TableManager._start_clock

    def start_all(self: TableManager, managed: ManagedTable) -> None:
        settings, managed.settings = managed.settings, evolve(managed.settings, takeover=1)
        start(self, managed)
        managed.settings = settings

    yield patch.object(TableManager, "_start_clock", start_all)


# -- seats and matches --------------------------------------------------------------------------


@fault(0, "hand over", "play")
def _() -> Patches:
    """A seat that was handed over keeps its old link."""

    async def revoke(self: TableManager, table: str, seat: Viewer) -> None:
        return

    yield patch.object(TableManager, "revoke", revoke)


@fault(25, "hand over", "play")
def _() -> Patches:
    """A bot takes a seat when the first of the others agrees."""
    settle = TableManager._settle_handover

    async def settle_early(self: TableManager, managed: ManagedTable, asked: SeatHandover) -> bool:
        others = len(managed.table.session.people) - 1
        if len(asked.waits_for) < others:
            asked = evolve(asked, waits_for=())
        return await settle(self, managed, asked)

    yield patch.object(TableManager, "_settle_handover", settle_early)


@fault(0, "rematch")
def _() -> Patches:
    """Everybody who asks for the next match gets one of their own."""
    yield patch.object(TableManager, "next_of", lambda self, table: None)


@fault(0, "remove", "kill")
def _() -> Patches:
    """A deleted match is there again after a power cut."""
    yield patch("rulekeep.web.tables.table_files.sync_directory", lambda directory: None)
    yield patch.object(SeatLinks, "forget", lambda self, table: None)


@fault(0, "remove", "play")
def _() -> Patches:
    """A match is deleted while its table is opened again."""

    @contextlib.asynccontextmanager
    async def closed(self: TableManager, name: str) -> AsyncIterator[None]:
        managed = self._open.pop(name, None)
        if managed is not None:
            await self._close(managed)
        yield

    yield patch.object(TableManager, "_closed", closed)


# -- a shipped game with secrets ----------------------------------------------------------------


@fault(0, "watch", "play", game="castle_keep")
def _() -> Patches:
    """In Castle Keep all viewers get the event that was made for the first."""

    def event_data(self: LogEntry, match: Match, viewer: Viewer) -> bytes:
        made = LogEntry.__dict__["_event"](self, match, viewer)
        return self._data.setdefault(None, json.dumps(made).encode())

    yield patch.object(LogEntry, "event_data", event_data)


@fault(0, "get help", "play", game="castle_keep")
def _() -> Patches:
    """In Castle Keep the log is that of the first seat."""
    yield patch(
        "rulekeep.web.tables.seat_view.move_data",
        lambda match, number, viewer: move_data(match, number, 0),
    )
