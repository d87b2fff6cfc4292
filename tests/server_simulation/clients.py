"""Clients: connections that are slow, cut and repeated; requests, and what their answers must be."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from random import Random
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen
from tests.server_simulation.checks import KnownTable, Viewer

if TYPE_CHECKING:
    from tests.server_simulation.simulation import World

PATIENCE = 30.0
"""Seconds that a client waits for an answer."""
UNANSWERED = 300.0
"""Seconds after which a request without an answer is over: several writes to the slowest disk."""
HOME = "198.51.100.1"


@frozen
class Answer:
    status: int
    data: dict[str, Any]
    text: str


@define(eq=False)
class Connection:
    """One request from the first byte to the last of its answer."""

    world: World
    rng: Random
    body: bytes
    cut: str = ""
    """`body`: in the middle of the request; `answer`: before the answer."""
    on_data: Callable[[bytes], None] | None = None
    """Takes the parts of a stream."""
    address: str = HOME
    seconds_to_read: float = 0.0
    """How long the client takes for each part of a stream."""
    finished: asyncio.Future[Answer | None] = field(init=False)
    gone: bool = False
    status: int = 0
    _sent: bytes = b""
    _left: list[bytes] = field(init=False)
    _over: asyncio.Event = field(factory=asyncio.Event)

    def __attrs_post_init__(self) -> None:
        self.finished = self.world.loop.create_future()
        half = self.rng.randint(0, len(self.body))
        self._left = [self.body[half:], self.body[:half]]

    def drop(self) -> None:
        """The connection is cut: the client has no answer."""
        self.gone = True
        self._over.set()
        if not self.finished.done():
            self.finished.set_result(None)

    async def receive(self) -> dict[str, Any]:
        await asyncio.sleep(self.world.loop.delay())
        if self.cut == "body" and len(self._left) < 2:
            self.drop()
        if self._left and not self.gone:
            part = self._left.pop()
            if not self._left and self.cut == "answer":
                self.world.loop.call_later(self.world.loop.delay(), self.drop)
            return {"type": "http.request", "body": part, "more_body": bool(self._left)}
        await self._over.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        await asyncio.sleep(self.world.loop.delay())
        if self.gone:
            return
        if message["type"] == "http.response.start":
            self.status = message["status"]
            return
        if self.on_data is not None and self.status == 200:
            self.on_data(message["body"])
            await asyncio.sleep(self.seconds_to_read)
        else:
            self._sent += message["body"]
        if not message.get("more_body"):
            self._over.set()
            if not self.finished.done():
                text = self._sent.decode()
                data = json.loads(text) if text.startswith("{") else {}
                self.finished.set_result(Answer(self.status, data, text))


async def request(
    world: World, connection: Connection, method: str, path: str, patience: float = PATIENCE
) -> Answer | None:
    """Send a request; None if there is no answer."""
    if not world.accepts:
        await asyncio.sleep(0.2)
        return None
    path, _, query = path.partition("?")
    headers = {"host": "localhost", "content-type": "application/json"}
    headers["content-length"] = str(len(connection.body))
    if not path.startswith("/t/"):
        headers["cookie"] = f"rulekeep-host-8000={world.host_key}"
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": query.encode(),
        "scheme": "http",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": (connection.address, 1),
        "server": ("localhost", 8000),
        "root_path": "",
    }
    world.serve(connection, scope)
    try:
        async with asyncio.timeout(patience):
            return await connection.finished
    except TimeoutError:
        if not connection.gone and connection.on_data is None and world.is_calm:
            world.found(f"{method} {path.split('/')[-1]} was not answered in time")
        return None
    finally:
        connection.drop()


async def ask(
    world: World, rng: Random, method: str, path: str, data: Any = None, **given: Any
) -> Answer | None:
    """A request with JSON, cut now and then; its answer is one that a page can handle."""
    chance = rng.random()
    cut = "" if world.is_calm or chance > 0.12 else "body" if chance < 0.04 else "answer"
    body = b"" if data is None else json.dumps(data).encode()
    answer = await request(world, Connection(world, rng, body, cut, **given), method, path)
    if answer is not None:
        world.checks.status(f"{method} {path.rpartition('/')[2]}", answer.status, answer.data)
    return answer


async def at_table(
    world: World, rng: Random, table: KnownTable, viewer: Viewer, what: str, data: Any = None
) -> Answer | None:
    """A request with the link of a viewer. A link that is valid leads to its table."""
    link, changes, settings = table.links.get(viewer), table.changes, table.certain_settings()
    if link is None:
        return None
    method = "GET" if data is None else "POST"
    answer = await ask(world, rng, method, f"/t/{link}/{what}", data)
    if answer is None or table.is_removed:
        return None
    world.checks.text(viewer, answer.text)
    is_fast = what == "talk" and answer.status == 429
    is_shut_out = answer.status == 429 and answer.data["kind"] != "busy" and not is_fast
    # Old messages make room for new ones: the one that is reported may be gone.
    is_lost = answer.status == 404 and answer.data["kind"] != "unknown_message"
    if (is_lost or is_shut_out) and table.changes == changes and not table.changing:
        world.found(f"the link of viewer {viewer} was answered {answer.status}")
    certain = table.still_certain(settings)
    if answer.status == 200:
        world.checks.accepted(viewer, what, certain)
        return answer
    world.checks.refused(what, str(answer.data.get("kind")), certain)
    return None


async def look(
    world: World, rng: Random, table: KnownTable, viewer: Viewer
) -> dict[str, Any] | None:
    changes, settings = table.changes, table.certain_settings()
    answer = await at_table(world, rng, table, viewer, "view")
    if answer is None:
        return None
    is_certain = changes == table.changes and not table.changing
    certain = table.still_certain(settings)
    world.checks.view(table, viewer, answer.data, is_certain, certain)
    return answer.data


def pick(world: World, rng: Random) -> tuple[KnownTable, int] | None:
    """A table and a seat."""
    if not world.tables:
        return None
    table = world.tables[rng.randrange(len(world.tables))]
    return table, rng.randrange(table.seats)


async def share(world: World, rng: Random, table: KnownTable) -> None:
    """Fetch the links and settings of a table; those known before are the same."""
    for _ in range(5):
        changes, name, settings = table.changes, world.name_of(table), table.certain_settings()
        answer = await ask(world, rng, "GET", f"/tables/{name}/links")
        if table.is_removed:
            return
        if answer is not None and answer.status == 404:
            world.found("a table that was answered is gone")
        is_sure = table.changes == changes and not table.changing and name == world.name_of(table)
        if answer is None or answer.status != 200 or not is_sure:
            await asyncio.sleep(1)
            continue
        for seat in (*answer.data["seats"], answer.data["spectators"]):
            if seat["link"] is None:
                table.links.pop(seat["seat"], None)
                continue
            link = seat["link"].rpartition("/")[2]
            world.secrets.add(link)
            if link in world.revoked:
                world.found("a revoked link is valid again")
            table.links[seat["seat"]] = link
        for setting, value in table.still_certain(settings).items():
            if answer.data["settings"][setting] != value:
                world.found(f"{setting} is {answer.data['settings'][setting]}, not {value}")
        return


@contextlib.asynccontextmanager
async def changing(table: KnownTable) -> AsyncIterator[list[Answer | None]]:
    """A change of players or links. Without an answer it may be carried out later, or never."""
    table.changing += 1
    table.changes += 1
    answers: list[Answer | None] = []
    yield answers
    if answers == [None]:
        await asyncio.sleep(UNANSWERED)
    table.changing -= 1
    table.changes += 1
