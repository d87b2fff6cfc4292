"""A run: a plan made of a seed, the server with its restarts, the checks at the end; shortening."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import hashlib
import logging
import os
import re
import secrets
import shutil
import tempfile
from collections.abc import Callable, Collection, Iterator
from contextvars import copy_context
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from attrs import frozen
from starlette import routing
from tests.server_simulation import clients, players
from tests.server_simulation.checks import MAX_MESSAGES, MAX_UNDONE, Checks, KnownTable, StreamCheck
from tests.server_simulation.clients import Connection
from tests.server_simulation.disk import SimulatedDisk
from tests.server_simulation.hosts import PEOPLE
from tests.server_simulation.loop import LIFE, Killed, Life, SimulatedLoop, Stuck
from tests.server_simulation.planted import Fault

from rulekeep.core.errors import DataError
from rulekeep.core.registry import load
from rulekeep.match.match import Match
from rulekeep.match.match_file import read_header
from rulekeep.web.application import ListenAddress, make_app
from rulekeep.web.bots.bot_pool import BotAnswer, BotTask, BotWorkerFailure
from rulekeep.web.tables.manager import TableManager
from rulekeep.web.tables.open_table import OpenTable
from rulekeep.web.tables.seat_links import LinkTarget, SeatLinks
from rulekeep.web.tables.server_settings import ServerSettings

SETTINGS = ServerSettings(pace=0.2, max_open=2, idle_seconds=60)
ACCIDENTS = {
    "kill": 6,
    "kill at a step": 8,
    "stop": 2,
    "full disk": 3,
    "bad disk": 2,
    "slow disk": 2,
    "rest": 3,
}
"""What happens to the server, and how often."""
ACTIONS = (6, 22)
"""The fewest and the most actions of a plan, after the first match was begun."""
GAPS = (0.0, 0.0, 0.01, 0.1, 1.0, 4.0)
compile_path = functools.cache(routing.compile_path)
MAX_STEPS = 200_000
SETTLED = 200.0
"""Seconds after which everything has come to rest."""


@frozen
class PlannedAction:
    """Something that somebody does, or that happens to the server."""

    number: int
    after: float
    """Seconds since the action before it."""
    kind: str


def make_plan(seed: int | str, kinds: Collection[str] = ()) -> list[PlannedAction]:
    """The actions of a run, of all `kinds` or of some. The first begins a match."""
    rng = Random(f"plan {seed}")
    weights = {name: weight for name, (_, weight) in PEOPLE.items()} | ACCIDENTS
    weights = dict.fromkeys(kinds, 1) or weights
    count = rng.randint(*ACTIONS)
    chosen = ["begin", *rng.choices(list(weights), list(weights.values()), k=count)]
    return [PlannedAction(n, rng.choice(GAPS), kind) for n, kind in enumerate(chosen)]


@frozen
class Outcome:
    """What came of a run."""

    finding: str
    """The first thing that must not be; empty if nothing was found."""
    steps: int
    digest: str
    """A fingerprint of everything that happened: the same seed gives the same."""


class SimulatedBots:
    """Bots that answer late, fail, or never answer."""

    def __init__(self, world: World) -> None:
        self._world = world

    async def ask(self, task: BotTask) -> BotAnswer:
        rng = self._world.bot_rng
        chance = 1.0 if self._world.is_calm else rng.random()
        await asyncio.sleep(self._world.loop.delay() if chance > 0.2 else 10 * rng.random())
        if chance < 0.05:
            raise BotWorkerFailure("ended without an answer")
        if chance < 0.1:
            await asyncio.sleep(60)
            raise BotWorkerFailure("did not answer in time")
        game = load(task.game)
        state = game.from_dict(task.position)
        moves = [game.notation(move) for move in game.legal_moves(state, task.seat)]
        if not moves:
            raise BotWorkerFailure("failed (this seat has nothing to decide)")
        chosen = moves[rng.randrange(len(moves))]
        return BotAnswer(chosen, 0.5, "", tuple((move, 0.4) for move in moves[:2]))

    async def close(self) -> None:
        return


class World:
    """A server and its clients under one clock."""

    def __init__(self, seed: int | str, root: Path, game: str = "") -> None:
        self.loop = SimulatedLoop(Random(f"delays {seed}"))
        self.disk = SimulatedDisk(root, Random(f"disk {seed}"))
        self.disk.on_kill = self._kill
        self.bot_rng = Random(f"bots {seed}")
        self.rng = Random(f"accidents {seed}")
        self.random_bytes = Random(f"bytes {seed}")
        self.checks = Checks(self)
        # A small game is fast, and one of the shipped games has other secrets.
        by_seed = "castle_keep" if Random(f"game {seed}").random() < 0.1 else "lanterns"
        self.game = game or by_seed
        self.tables: list[KnownTable] = []
        self.removed: list[KnownTable] = []
        """Tables that the host has archived or deleted, or may have."""
        self.removals: dict[KnownTable, str] = {}
        """How they were removed, if that was answered."""
        self.secrets: set[str] = set()
        self.revoked: set[str] = set()
        self.streams: dict[Connection, tuple[str, StreamCheck]] = {}
        self.background: list[asyncio.Task[Any]] = []
        """What people do beside their actions."""
        self.findings: list[str] = []
        self.history = hashlib.sha256()
        self.accepts = False
        self.is_calm = False
        """Whether faults are over."""
        self.is_over = False
        self.disk_failed = False
        self.life = Life(dead=True)
        self.manager: TableManager | None = None
        self.host_key = ""
        self._connections: dict[Connection, None] = {}
        self._requests: list[asyncio.Task[None]] = []
        self._app: Any = None
        self._killed = False
        self._lifespan: asyncio.Task[None] | None = None
        self._shutdown = asyncio.Event()
        self.loop.after_step = self._after_step

    def found(self, what: str) -> None:
        self.findings.append(what.replace(str(self.disk.root), "DIRECTORY"))

    @property
    def has_room(self) -> bool:
        """Whether the server can open another table."""
        return self.manager is not None and self.manager.open_count < SETTINGS.max_open

    def open_table(self, table: KnownTable) -> OpenTable | None:
        """The table that the server has in memory."""
        managed = None if self.manager is None else self.manager._open.get(table.id)
        return None if managed is None else managed.table

    def match_of(self, table: KnownTable) -> Match | None:
        """The match that the server has in memory, if the table is open."""
        opened = self.open_table(table)
        return None if opened is None else opened.match

    def target(self, link: str) -> LinkTarget | None:
        """What a link leads to."""
        return None if self.manager is None else self.manager.links.target(link)

    def add_table(self, id: str, seated: tuple[str, ...] | None) -> KnownTable | None:
        """A table that clients know from now on; None if the server was killed since."""
        file = None if self.manager is None else self.manager.links.file_of(id)
        if file is None:
            return None
        name = file.removesuffix(".rkm")
        header = read_header(self.disk.root / file)
        seats = header.seats
        table = KnownTable(id, name, seats, seated, header)
        table.helped = {n for n in range(seats) if seated is None or seated[n] != "human"}
        self.tables.append(table)
        return table

    def name_of(self, table: KnownTable) -> str:
        """The name of the table's file now."""
        file = None if self.manager is None else self.manager.links.file_of(table.id)
        if file is None:
            self.checks.saved(table)
        else:
            table.name = file.removesuffix(".rkm")
        return table.name

    # -- the server ---------------------------------------------------------------------------

    async def start(self) -> None:
        """Start the server; on a full disk it may take several attempts."""
        while True:
            try:
                await self._start()
                return
            except DataError as error:
                if not self.disk.fails:
                    self.found(f"the server does not start: {error}")
                    return
                self.life.dead = True
                self.disk.crash(power_cut=False)
                await asyncio.sleep(1)
            except Killed:
                return  # it is started again after every kill

    async def _start(self) -> None:
        self.life = life = Life()
        self._requests = []
        context = copy_context()
        context.run(LIFE.set, life)
        root = self.disk.root
        links = context.run(SeatLinks, root)
        address = ListenAddress("127.0.0.1", 8000)
        self._app = context.run(lambda: make_app(root, address, SETTINGS, links=links))
        self.host_key = links.host_key
        self.secrets.add(self.host_key)
        self._shutdown = asyncio.Event()
        started = asyncio.Event()
        begun = False

        async def receive() -> dict[str, Any]:
            nonlocal begun
            if begun:
                await self._shutdown.wait()
                return {"type": "lifespan.shutdown"}
            begun = True
            return {"type": "lifespan.startup"}

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "lifespan.startup.complete":
                started.set()

        serve = self._app({"type": "lifespan", "app": self._app}, receive, send)
        self._lifespan = self.loop.create_task(serve, context=context)
        await started.wait()
        self.accepts = not life.dead
        for table in self.tables:
            self.checks.file(table, "after a start")
        for table, how in self.removals.items():
            self.checks.removed(table, how, "after a start")

    def serve(self, connection: Connection, scope: dict[str, Any]) -> None:
        """Let the server answer a connection."""
        context = copy_context()
        context.run(LIFE.set, self.life)
        self._connections[connection] = None
        task = self.loop.create_task(
            self._app(scope, connection.receive, connection.send), context=context
        )

        def ended(task: asyncio.Task[None]) -> None:
            self._connections.pop(connection, None)
            if not connection.gone and not connection.finished.done():
                self.found(f"a request ended without an answer: {task!r}")
                connection.drop()

        task.add_done_callback(ended)
        self._requests.append(task)

    def _kill(self) -> None:
        """The process ends at this very step."""
        self.life.dead = self.disk.dead = self._killed = True
        self.accepts = False

    def _after_step(self) -> None:
        if self._killed:
            self._killed = False
            self._bury()
            self.loop.create_task(self._start_again())
        if self.findings or self.loop.steps > MAX_STEPS:
            self.loop.stop()

    def _bury(self) -> None:
        """Cut all connections and leave on the disk what survives."""
        self.manager = None
        for connection in list(self._connections):
            connection.drop()
        self._connections.clear()
        self.disk.crash(power_cut=self.rng.random() < 0.7)
        self.history.update(f"killed at {self.loop.steps}".encode())

    async def _start_again(self) -> None:
        await asyncio.sleep(2 * self.rng.random())
        await self.start()

    async def stop(self) -> None:
        """Stop the server as Ctrl-C does, and start it again."""
        if not self.accepts or self._lifespan is None:
            return
        life, lifespan = self.life, self._lifespan
        self.accepts = False
        self._app.before_shutdown()
        for _ in range(20):
            if self._connections:
                await asyncio.sleep(0.1)
        if life.dead:
            return  # killed meanwhile
        # Requests that are cancelled may leave a file to the end of the process.
        is_clean = not self._connections
        for connection in list(self._connections):
            connection.drop()
        for request in self._requests:
            request.cancel()
        self._shutdown.set()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(SETTLED):
                await asyncio.shield(lifespan)
        if life.dead or life is not self.life:
            return  # killed meanwhile
        if not lifespan.done():
            self.found("the server does not stop")
        elif is_clean and self.disk.open_streams:
            self.found("a server that has stopped holds files open")
        life.dead = True
        self.manager = None
        self._connections.clear()
        self.disk.crash(power_cut=False)
        await self._start_again()

    # -- accidents ----------------------------------------------------------------------------

    async def happen(self, kind: str) -> None:
        """Something happens to the server."""
        disk, rng = self.disk, self.rng
        if kind == "kill" and not self.life.dead:
            self._kill()
        elif kind == "kill at a step":
            disk.kill_in = rng.randrange(20)
        elif kind == "stop":
            await self.stop()
        elif kind == "rest":
            await asyncio.sleep(rng.choice((20.0, 100.0)))
        elif kind == "full disk":
            disk.full = self.disk_failed = True
            await asyncio.gather(*(players.play(self, Random(rng.random())) for _ in range(2)))
            disk.full = False
        elif kind == "bad disk":
            disk.fail_sync = self.disk_failed = True
            disk.fail_truncate = rng.random() < 0.3
            await asyncio.sleep(3)
            disk.fail_sync = disk.fail_truncate = False
        elif kind == "slow disk":
            self.loop.slow = 30.0
            await asyncio.sleep(10 * rng.random())
            self.loop.slow = 1.0

    # -- the run ------------------------------------------------------------------------------

    async def run(self, plan: list[PlannedAction], seed: int | str) -> None:
        if self.rng.random() < 0.1:
            self.disk.kill_in = self.rng.randrange(7)  # the very first start
        await self.start()
        tasks: list[asyncio.Task[Any]] = []
        for action in plan:
            await asyncio.sleep(action.after + (2.5 if action.number == 0 else 0))
            rng = Random(f"{seed} {action.number}")
            if action.kind in PEOPLE:
                done = PEOPLE[action.kind][0](self, rng)
            else:
                done = self.happen(action.kind)
            task = self.loop.create_task(done)
            tasks.append(task)
            if action.kind == "begin" and rng.random() < 0.8:
                await task
        for task in tasks:
            await task
        for task in self.background:
            await task
        await self._settle()

    async def _settle(self) -> None:
        """Faults are over: every table can be played, and nothing is left behind."""
        self.disk.kill_in, self.disk.full, self.loop.slow = None, False, 1.0
        self.disk.fail_sync = self.disk.fail_truncate = False
        self.is_calm = True
        await asyncio.sleep(SETTLED)
        if not self.accepts:
            self.found("the server does not start again")
            return
        rng = Random("settled")
        for table in self.tables:
            await self._play_on(rng, table)
            await self._rest()
        await self._rest()
        self._check_rest()

    async def _rest(self) -> None:
        """Wait for the bots of open tables: only two tables can be open."""
        for _ in range(10):
            if self.manager is None or not self.manager.open_count:
                return
            await asyncio.sleep(SETTLED)

    async def _play_on(self, rng: Random, table: KnownTable) -> None:
        await clients.share(self, rng, table)
        for viewer in tuple(table.links):
            if viewer is None or table.players is None or table.players[viewer] == "human":
                view = await clients.look(self, rng, table, viewer)
                if view is None:
                    self.found(f"viewer {viewer} does not see a table")
                elif view["moves"] and viewer is not None:
                    before = view["number"]
                    is_played = await players.move_at(self, rng, table, viewer, view)
                    view = await clients.look(self, rng, table, viewer)
                    if not is_played and view is not None and view["number"] == before:
                        self.found("a move is not answered")
                    if view is not None and view["may"]["hint"]:
                        data = {"number": view["number"]}
                        hint = await clients.at_table(self, rng, table, viewer, "hint", data)
                        again = await clients.look(self, rng, table, viewer)
                        is_same = again is not None and again["number"] == view["number"]
                        if hint is None and is_same:
                            self.found("there is no hint")

    def _check_rest(self) -> None:
        """Nothing is left behind: no table, connection, stream, file or task."""
        for table in self.tables:
            self.checks.file(table, "at the end")
            self.checks.undone(table)
        for table, how in self.removals.items():
            self.checks.removed(table, how, "at the end")
        manager = self.manager
        assert manager is not None
        left = {
            "tables": manager.open_count,
            "tables being opened": len(manager._opening),
            "tables being closed": len(manager._closing),
            "hints": len(manager.bots._hinting),
            "connections": len(self._connections),
            "open files": len(self.disk.open_streams) - 1,
            "drafts": sum(name.startswith(".rulekeep-") for name in os.listdir(self.disk.root)),
        }
        for what, count in left.items():
            if count:
                self.found(f"at the end there are {count} {what}")


class _Log(logging.Handler):
    def __init__(self, world: World) -> None:
        super().__init__()
        self._world = world

    def emit(self, record: logging.LogRecord) -> None:
        life = LIFE.get()
        if not self._world.is_over and (life is None or not life.dead):
            text = self.format(record)
            is_error = record.levelno >= logging.ERROR
            is_told = self._world.disk_failed and not record.exc_info
            self._world.checks.log(text, is_error and not is_told)


@contextlib.contextmanager
def _installed(world: World) -> Iterator[None]:
    """Give the server the simulated clock, disk, bots and randomness, and small bounds."""

    def make_manager(*args: Any) -> TableManager:
        world.manager = TableManager(*args)
        return world.manager

    class Clock(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return datetime.fromtimestamp(world.loop.time(), UTC).replace(tzinfo=None)

    random_bytes = world.random_bytes.randbytes
    web = "rulekeep.web"
    replaced: dict[str, Any] = {
        f"{web}.tables.manager.monotonic": world.loop.time,
        f"{web}.tables.seat_clock.monotonic": world.loop.time,
        f"{web}.middleware.monotonic": world.loop.time,
        f"{web}.tables.new_matches.datetime": Clock,
        f"{web}.tables.manager.BotPool": lambda *_: SimulatedBots(world),
        f"{web}.application.TableManager": make_manager,
        f"{web}.tables.open_table.MAX_UNDONE": MAX_UNDONE,
        f"{web}.tables.talk.MAX_MESSAGES": MAX_MESSAGES,
        f"{web}.tables.talk.datetime": Clock,
        f"{web}.tables.seat_clock.MINUTE": 10.0,
        f"{web}.tables.subscribers.QUEUE_SIZE": 6,
        f"{web}.routes.seat.MAX_STREAMS": 4,
        f"{web}.routes.seat.MAX_STREAMS_OF_ADDRESS": 3,
    }
    log, handler = logging.getLogger(web), _Log(world)
    before = log.level, log.propagate
    with contextlib.ExitStack() as patches:
        patches.enter_context(world.disk.installed())
        for name, value in replaced.items():
            patches.enter_context(patch(name, value))
        # What takes long and is the same at every start and in every line of the log.
        patches.enter_context(patch.object(routing, "compile_path", compile_path))
        patches.enter_context(patch.object(logging, "_srcfile", None))
        patches.enter_context(patch.object(os, "urandom", random_bytes))
        patches.enter_context(patch.object(secrets, "token_bytes", random_bytes))
        patches.enter_context(patch.object(secrets, "token_hex", lambda n: random_bytes(n).hex()))
        log.setLevel(logging.INFO)
        log.propagate = False
        log.addHandler(handler)
        try:
            yield
        finally:
            log.removeHandler(handler)
            log.setLevel(before[0])
            log.propagate = before[1]


def simulate(
    seed: int | str,
    only: Collection[int] | None = None,
    fault: Fault | None = None,
    kinds: Collection[str] = (),
    game: str = "",
) -> Outcome:
    """One run; `only` some actions of its plan, with a `fault` planted in the server.

    `kinds` chooses the actions of the plan, and `game` what is played instead of what the seed says.
    """
    plan = [one for one in make_plan(seed, kinds) if only is None or one.number in only]
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
    root = Path(tempfile.mkdtemp(prefix="server-", dir=memory))
    world = World(seed, root, game)
    try:
        with _installed(world), contextlib.nullcontext() if fault is None else fault.planted():
            main = world.loop.create_task(world.run(plan, seed))
            main.add_done_callback(lambda _: world.loop.stop())
            try:
                world.loop.run_forever()
            except Stuck:
                world.found("nothing happens any more")
            if world.loop.steps > MAX_STEPS and not world.findings:
                world.found("there is no end")
            if main.done() and not main.cancelled() and main.exception() is not None:
                raise main.exception() or AssertionError
            for name in sorted(world.disk.names):
                world.history.update(name.encode() + world.disk.names[name].read())
            world.is_over = world.disk.dead = True
            world.loop.bury()
    finally:
        world.disk.close()
        shutil.rmtree(root, ignore_errors=True)
    if world.disk.open_streams:
        raise AssertionError("a stream is left open")
    finding = world.findings[0] if world.findings else ""
    world.history.update(f"{world.loop.steps} {world.loop.time()} {finding}".encode())
    return Outcome(finding, world.loop.steps, world.history.hexdigest()[:16])


def shorten(seed: int | str, run: Callable[..., Outcome] = simulate) -> list[PlannedAction]:
    """The actions of a run that are needed to find something, as few as possible."""
    plan = make_plan(seed)
    needed = [action.number for action in plan]
    found = _without_numbers(run(seed, needed).finding)
    size = len(needed)
    while size:
        size = max(1, size // 2) if size > 1 else 1
        at = 0
        removed = False
        while at < len(needed):
            tried = needed[:at] + needed[at + size :]
            if _without_numbers(run(seed, tried).finding) == found:
                needed, removed = tried, True
            else:
                at += size
        if size == 1 and not removed:
            break
    return [plan[number] for number in needed]


def _without_numbers(finding: str) -> str:
    return re.sub(r"\d+", "", finding)
