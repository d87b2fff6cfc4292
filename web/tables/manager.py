"""The hall with all tables: opened when somebody comes, closed when nobody has been there long.

What changes a table happens here, one change at a time for each: done and written down in a
thread, told to those who listen, and then bots are asked whose turn it is.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from time import monotonic
from typing import Any, ParamSpec, TypeVar

from attrs import define, field, frozen

from rulekeep.core import registry
from rulekeep.core.errors import RulekeepError, SetupError
from rulekeep.match import match_file
from rulekeep.match.library import SUFFIX, MatchLibrary
from rulekeep.match.match import Match
from rulekeep.session.hints import QUICKEST, STRONGEST, bot_label
from rulekeep.session.session import HUMAN
from rulekeep.web.bots.bot_pool import (
    GRACE,
    WORKER_MODULE,
    BotAnswer,
    BotPool,
    BotTask,
    BotWorkerFailure,
)
from rulekeep.web.http_errors import HttpError, unknown_link
from rulekeep.web.tables.datasets import Datasets
from rulekeep.web.tables.event_log import LogEntry
from rulekeep.web.tables.open_table import OpenTable, need_players
from rulekeep.web.tables.seat_links import SeatLinks
from rulekeep.web.tables.seat_view import TableView
from rulekeep.web.tables.subscribers import Subscribers, Viewer

P = ParamSpec("P")
T = TypeVar("T")

TRIES = 2
"""So often a bot is asked before the quick one takes its place."""
MAX_NAME = 40

log = logging.getLogger("rulekeep.web")


@frozen
class ServerSettings:
    """How a server treats its guests."""

    hints: bool = True
    think: float = 2.0
    """Seconds a bot may take, unless its own word says otherwise."""
    pace: float = 0.6
    """Seconds between the acts of bots, so that people can follow."""
    thinkers: int = 2
    most_open: int = 512
    """Tables in memory at once."""
    forgotten: float = 300.0
    """Seconds without anybody after which a table leaves memory."""
    threads: int = 6
    thinker: tuple[str, ...] = WORKER_MODULE
    """The command that starts a process in which bots think."""
    grace: float = GRACE
    """Seconds beyond its time before a bot is taken for hung: its process may have to start."""


@define(eq=False)
class ManagedTable:
    """An open table with those who listen to it."""

    table: OpenTable
    channel: Subscribers = field(factory=Subscribers)
    changing: asyncio.Lock = field(factory=asyncio.Lock)
    bots: asyncio.Task[None] | None = None
    thinking: set[int] = field(factory=set)
    used: float = 0.0

    @property
    def is_busy(self) -> bool:
        return bool(self.channel.readers) or self.bots is not None or self.changing.locked()


class TableManager:
    """All tables of a directory of matches."""

    def __init__(
        self,
        directory: Path,
        links: SeatLinks,
        manners: ServerSettings | None = None,
        boxes: Datasets | None = None,
    ) -> None:
        self.directory = directory
        self.boxes = boxes or Datasets()
        self.library = MatchLibrary(directory, load=self.boxes.load)
        self.links = links
        self.manners = manners or ServerSettings()
        self.thinkers = BotPool(self.manners.thinkers, self.manners.thinker, self.manners.grace)
        self._open: dict[str, ManagedTable] = {}
        self._opening: dict[str, asyncio.Future[ManagedTable]] = {}
        # Acts never wait for pictures.
        self._acting = ThreadPoolExecutor(self.manners.threads, "acts")
        self._looking = ThreadPoolExecutor(self.manners.threads, "looks")
        self._hinting: set[tuple[str, int]] = set()

    # -- threads ----------------------------------------------------------------------------

    async def look(self, make: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Something that takes a while to make, beside the loop."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._looking, lambda: make(*args, **kwargs))

    async def _do(self, make: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._acting, lambda: make(*args, **kwargs))

    # -- tables -----------------------------------------------------------------------------

    def path_of(self, name: str) -> Path:
        """The match file of that name in the directory. Problem."""
        path = self.directory / f"{name}{SUFFIX}"
        try:
            found = path.name == f"{name}{SUFFIX}" and not name.startswith(".") and path.is_file()
        except (OSError, ValueError):
            found = False
        if not found:
            raise HttpError(404, "unknown_match", "There is no match of that name here.")
        return path

    async def begin(
        self,
        game: str,
        names: Sequence[str],
        players: Sequence[str],
        options: dict[str, Any],
        seed: str | None = None,
        data: Path | None = None,
    ) -> str:
        """A new match with its file, on other data files if they are named; its table's name."""
        return await self._do(self._begin, game, names, players, options, seed, data)

    def _begin(
        self,
        game: str,
        names: Sequence[str],
        players: Sequence[str],
        options: dict[str, Any],
        seed: str | None,
        data: Path | None,
    ) -> str:
        plugin = registry.load(game)
        need_players(players, len(players))
        named = _named(names, players)
        match = Match.new(
            plugin, len(players), seed, options, data=data, names=named, players=players
        )
        path = self.library.add(match, datetime.now())
        match.close()
        return self.links.table_of(path.name)

    async def go_on(self, name: str, players: Sequence[str] = ()) -> str:
        """The table of a kept match; it is opened to see whether that can be. Problem."""
        path = self.path_of(name)
        if players:
            need_players(players, match_file.read_header(path).seats)
        table = await self._do(self.links.table_of, path.name)
        if players:
            await self.close_table(table)
            await self._do(self.links.seat_players, table, tuple(players))
        await self.seated(table)
        return table

    async def seated(self, name: str) -> ManagedTable:
        """The table of that name, opened if it is not."""
        found = self._open.get(name)
        if found is None:
            found = await self._opened(name)
        found.used = monotonic()
        self._wake_bots(found)
        return found

    async def _opened(self, name: str) -> ManagedTable:
        waiting = self._opening.get(name)
        if waiting is not None:
            return await asyncio.shield(waiting)
        future: asyncio.Future[ManagedTable] = asyncio.get_running_loop().create_future()
        self._opening[name] = future
        try:
            await self._make_room()
            table = await self._do(self._open_table, name)
            seated = self._open[name] = ManagedTable(table)
            future.set_result(seated)
            return seated
        except BaseException as error:
            future.set_exception(error)
            future.exception()  # it may be that nobody else waits for it
            raise
        finally:
            del self._opening[name]

    def _open_table(self, name: str) -> OpenTable:
        file = self.links.file_of(name)
        if file is None or not (self.directory / file).is_file():
            raise unknown_link()
        try:
            table = OpenTable.open(
                name,
                self.directory / file,
                self.links.players(name),
                self.manners.think,
                self.boxes,
            )
        except RulekeepError as error:
            log.warning("a table cannot be opened: %s", error)
            raise
        if table.match.recovered:
            log.warning("%s", table.match.recovered)
        return table

    async def desk(self, link: str) -> tuple[ManagedTable, TableView]:
        """What a link leads to. Problem."""
        meant = self.links.meant(link)
        if meant is None:
            raise unknown_link()
        seated = await self.seated(meant.table)
        if meant.seat is not None:
            if meant.seat >= seated.table.match.header.seats:
                raise unknown_link()
            if not seated.table.is_person(meant.seat):
                raise HttpError(409, "seat_taken", "A bot sits at this seat now.")
        return seated, TableView(seated.table, meant.seat, hints=self.manners.hints)

    async def revoke(self, table: str, seat: Viewer) -> None:
        """A new link for a seat; who came by the old one is sent away."""
        await self._do(self.links.revoke, table, seat)
        if table in self._open:
            self._open[table].channel.send_away(seat)

    # -- changes ----------------------------------------------------------------------------

    async def change(
        self,
        seated: ManagedTable,
        do: Callable[P, list[LogEntry]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> list[LogEntry]:
        """Carry out a change, tell everybody, and let the bots go on."""
        table, channel = seated.table, seated.channel
        async with seated.changing:
            before = table.question
            viewers = channel.viewers

            def done() -> tuple[list[LogEntry], list[tuple[int, dict[Viewer, bytes]]], str]:
                first = table.number
                with table.lock:
                    rescued = table.match.rescued
                    result = do(*args, **kwargs)
                    told = [
                        (
                            item.number,
                            {viewer: item.said(table.match, viewer) for viewer in viewers},
                        )
                        for item in table.journal.since(first)
                    ]
                    new = table.match.rescued if table.match.rescued != rescued else ""
                return result, told, new

            result, told, rescued = await self._do(done)
            for number, said in told:
                channel.happened(number, said)
            if rescued:
                self._moved(table, rescued)
            if table.question != before:
                channel.note("question", {"number": table.number})
        seated.used = monotonic()
        self._wake_bots(seated)
        return result

    def _moved(self, table: OpenTable, said: str) -> None:
        """The match file was spoilt behind our back, and the match goes on in another."""
        log.warning("%s", said)
        if table.match.path is not None:
            table.file = table.match.path.name
            self.links.moved(table.name, table.file)

    # -- bots -------------------------------------------------------------------------------

    def _wake_bots(self, seated: ManagedTable) -> None:
        """See to it that somebody asks the bots whose turn it is."""
        if seated.bots is None and seated.table.next_bot() is not None:
            seated.bots = asyncio.create_task(self._ask_bots(seated))

    async def _ask_bots(self, seated: ManagedTable) -> None:
        table = seated.table
        try:
            while True:
                # In this order: an answer to an older table is thrown away.
                number, decision = table.number, table.next_bot()
                if decision is None:
                    return
                seat = decision.seat
                begun = monotonic()
                seated.thinking.add(seat)
                seated.channel.note("thinking", {"seats": sorted(seated.thinking)})
                try:
                    move = await self._bots_move(seated, seat, number)
                finally:
                    seated.thinking.discard(seat)
                await asyncio.sleep(max(0.0, self.manners.pace - (monotonic() - begun)))
                seated.channel.note("thinking", {"seats": sorted(seated.thinking)})
                await self._bot_acts(seated, seat, number, move)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("the bots of a table cannot go on")
            said = "The bots cannot go on; the host's log says why."
            seated.channel.note("note", {"say": [said]})
        finally:
            seated.bots = None

    async def _bot_acts(self, seated: ManagedTable, seat: int, number: int, move: str) -> None:
        def act() -> list[LogEntry]:
            done = seated.table.act_for(seat, number, move)
            return [] if done is None else [done]

        await self.change(seated, act)

    async def _bots_move(self, seated: ManagedTable, seat: int, number: int) -> str:
        """A bot's move, whatever befalls it: asked again, then the quick bot in its place."""
        table = seated.table
        session, name = table.session, table.match.name(seat)
        quick = bot_label(QUICKEST)
        lent = table.is_person(seat)
        spec = quick if lent else session.players[seat]
        budget = self.manners.think if lent else session.budget(seat)
        for attempt in range(TRIES):
            try:
                return (await self._thought(table, seat, spec, budget, "bot")).move
            except BotWorkerFailure as trouble:
                log.warning("the bot %s %s", spec, trouble)
                then = "it is asked again" if attempt + 1 < TRIES else "the quick bot helps out"
                said = f"The bot of {name} {_without_detail(trouble)}; {then}."
                seated.channel.note("note", {"say": [said]})
        try:
            return (await self._thought(table, seat, quick, budget, "bot")).move
        except BotWorkerFailure as trouble:
            log.warning("the bot %s %s", quick, trouble)
        choice = await self.look(session.autopilot_choice, seat)
        return table.match.game.notation(choice.move)

    async def _thought(
        self, table: OpenTable, seat: int, bot: str, budget: float | None, what: str
    ) -> BotAnswer:
        match = table.match
        position = match.game.to_dict(match.state)
        seed = f"{match.header.seed} {what} {table.number}"
        data = self.boxes.played_on(match.header.game, match.header.data)
        task = BotTask(
            match.header.game,
            position,
            seat,
            bot,
            seed,
            budget,
            None if data is None else str(data),
        )
        return await self.thinkers.think(task)

    async def hint(self, seated: ManagedTable, seat: int, number: int) -> dict[str, Any]:
        """What the strongest bot would do for a seat that is asked. Problem."""
        if not self.manners.hints:
            raise HttpError(403, "no_hints", "The host has not allowed hints.")
        table = seated.table
        await self.look(table.need_asked, seat, number)
        key = (table.name, seat)
        if key in self._hinting:
            raise HttpError(429, "busy", "A hint is being thought of already.")
        self._hinting.add(key)
        try:
            bot = bot_label(STRONGEST)
            thought = await self._thought(table, seat, bot, self.manners.think, "hint")
        except BotWorkerFailure as trouble:
            log.warning("the bot %s %s", bot_label(STRONGEST), trouble)
            said = f"The bot that should help {_without_detail(trouble)}."
            raise HttpError(503, "bot", said) from None
        finally:
            self._hinting.discard(key)
        return {
            "number": number,
            "bot": bot,
            "move": thought.move,
            "words": await self.look(table.words_of, seat, number, thought.move),
            "value": thought.value,
            "detail": thought.detail,
            "others": [{"move": move, "value": value} for move, value in thought.others],
        }

    async def rematch(self, seated: ManagedTable, viewer: Viewer) -> str:
        """The table of another match with the same seats; who asks first lays it out. Problem."""
        table, match = seated.table, seated.table.match
        async with seated.changing:
            if not table.is_over:
                raise HttpError(409, "not_over", "This match still goes on.", number=table.number)
            follows = self.next_of(table.name)
            if follows is None:
                if viewer is None:
                    raise HttpError(403, "spectator", "Whoever looks on decides nothing.")
                header = match.header
                follows = await self.begin(
                    header.game,
                    match.names,
                    table.session.players,
                    dict(header.options),
                    data=self.boxes.played_on(header.game, header.data),
                )
                await self._do(self.links.follow, table.name, follows)
                seated.channel.note("rematch", {"number": table.number})
            return follows

    def next_of(self, table: str) -> str | None:
        """The table of another match with the same seats, once somebody has laid it out."""
        follows = self.links.next_of(table)
        file = None if follows is None else self.links.file_of(follows)
        return follows if file is not None and (self.directory / file).is_file() else None

    # -- closing ----------------------------------------------------------------------------

    async def _make_room(self) -> None:
        if len(self._open) < self.manners.most_open:
            return
        idle = [name for name, seated in self._open.items() if not seated.is_busy]
        if not idle:
            said = "Too many tables are open now; try again in a while."
            raise HttpError(503, "full", said)
        await self.close_table(min(idle, key=lambda name: self._open[name].used))

    async def sweep(self) -> None:
        """Close the tables that nobody has been at for long."""
        long_ago = monotonic() - self.manners.forgotten
        for name, seated in list(self._open.items()):
            if not seated.is_busy and seated.used < long_ago:
                await self.close_table(name)

    async def close_table(self, name: str) -> None:
        seated = self._open.pop(name, None)
        if seated is None:
            return
        if seated.bots is not None:
            seated.bots.cancel()
            await asyncio.gather(seated.bots, return_exceptions=True)
        seated.channel.close()
        async with seated.changing:
            await self._do(seated.table.close)

    def say_goodbye(self) -> None:
        """The server stops: whoever listens is sent away, and comes back when it is there again."""
        for seated in self._open.values():
            seated.channel.close()

    async def close(self) -> None:
        for name in list(self._open):
            await self.close_table(name)
        await self.thinkers.close()
        self._acting.shutdown(wait=True)
        self._looking.shutdown(wait=False, cancel_futures=True)
        self.links.close()

    @property
    def open_tables(self) -> dict[str, ManagedTable]:
        return dict(self._open)


def _without_detail(trouble: BotWorkerFailure) -> str:
    """What befell a bot, without what it may have told of its seat."""
    return str(trouble).partition(" (")[0]


def _named(names: Sequence[str], players: Sequence[str]) -> tuple[str, ...]:
    """The names by seat; whoever has none gets one. SetupError."""
    taken = {name for name in names if name}
    found: list[str] = []
    for seat, (name, player) in enumerate(zip(names, players, strict=True)):
        if len(name) > MAX_NAME:
            raise SetupError(f"a name has at most {MAX_NAME} characters")
        if not name:
            stem = f"Player {seat + 1}" if player == HUMAN else player.partition(":")[0].title()
            name, number = stem, 2
            while name in taken:
                name, number = f"{stem} {number}", number + 1
            taken.add(name)
        found.append(name)
    return tuple(found)
