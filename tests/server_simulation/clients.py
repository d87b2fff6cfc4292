"""Clients: connections that are slow, cut and repeated, and what people do at a table."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from random import Random
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen
from tests.server_simulation.checks import NAMES, KnownTable, StreamCheck, Viewer

if TYPE_CHECKING:
    from tests.server_simulation.simulation import World

PATIENCE = 30.0
"""Seconds that a client waits for an answer."""
HOME = "198.51.100.1"
PLAYERS = ("human", "human", "human", "random")


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
    link, changes = table.links.get(viewer), table.changes
    if link is None:
        return None
    method = "GET" if data is None else "POST"
    answer = await ask(world, rng, method, f"/t/{link}/{what}", data)
    if answer is None:
        return None
    world.checks.text(viewer, answer.text)
    is_shut_out = answer.status == 429 and answer.data["kind"] != "busy"
    if (answer.status == 404 or is_shut_out) and table.changes == changes and not table.changing:
        world.found(f"the link of viewer {viewer} was answered {answer.status}")
    return answer if answer.status == 200 else None


async def look(
    world: World, rng: Random, table: KnownTable, viewer: Viewer
) -> dict[str, Any] | None:
    changes = table.changes
    answer = await at_table(world, rng, table, viewer, "view")
    if answer is None:
        return None
    is_certain = changes == table.changes and not table.changing
    world.checks.view(table, viewer, answer.data, is_certain)
    return answer.data


# -- what people do -----------------------------------------------------------------------------


def pick(world: World, rng: Random) -> tuple[KnownTable, int] | None:
    """A table and a seat."""
    if not world.tables:
        return None
    table = world.tables[rng.randrange(len(world.tables))]
    return table, rng.randrange(table.seats)


async def play(world: World, rng: Random) -> bool:
    """Look at the table and play a move, perhaps twice or again; whether it was answered."""
    found = pick(world, rng)
    if found is None:
        return False
    table, seat = found
    for turn in range(3):  # whoever's turn it is
        view = await look(world, rng, table, (seat + turn) % table.seats)
        if view is not None and view["moves"]:
            return await _move(world, rng, table, (seat + turn) % table.seats, view)
    return False


async def _move(
    world: World, rng: Random, table: KnownTable, seat: int, view: dict[str, Any]
) -> bool:
    group = view["moves"][0]["moves"]
    base, move = view["number"], group[rng.randrange(len(group))]["text"]
    table.sent.add((seat, base, move))

    async def send() -> bool:
        answer = await at_table(world, rng, table, seat, "act", {"number": base, "move": move})
        if answer is not None:
            world.checks.move(table, seat, base, move, answer.data["number"])
        return answer is not None

    if rng.random() < 0.2:
        both = await asyncio.gather(send(), send())
        return any(both)
    for _ in range(3):
        if await send():
            return True
        await asyncio.sleep(rng.random())
    return False


async def watch(world: World, rng: Random) -> None:
    """Read the events of a table for a while, from the last one seen on or from now on."""
    found = pick(world, rng)
    if found is None:
        return
    table, seat = found
    viewer = None if rng.random() < 0.3 else seat
    for _ in range(rng.randint(1, 3)):
        since = table.seen.get(viewer) if rng.random() < 0.7 else None
        await _watch_once(world, rng, table, viewer, since, rng.choice((0.5, 3.0, 40.0)))


async def _watch_once(
    world: World,
    rng: Random,
    table: KnownTable,
    viewer: Viewer,
    since: int | None,
    seconds: float,
    address: str = HOME,
    link: str | None = None,
) -> int:
    """The status of the stream; 0 if there was no answer."""
    link, changes = link or table.links.get(viewer), table.changes
    if link is None:
        return 0
    check = StreamCheck(world, table, viewer, since)
    connection = Connection(world, rng, b"", on_data=check.take, address=address)
    connection.seconds_to_read = rng.choice((0.0, 0.0, 4.0))
    world.streams[connection] = link, check
    query = "" if since is None else f"?since={since}"
    answer = await request(world, connection, "GET", f"/t/{link}/events{query}", seconds)
    world.streams.pop(connection, None)
    if answer is not None and answer.status != 200:
        world.checks.status("GET events", answer.status, answer.data)
        is_sure = table.changes == changes and not table.changing
        if answer.status in (404, 429) and is_sure:
            world.found(f"the link of viewer {viewer} was answered {answer.status}")
    return connection.status


async def crowd(world: World, rng: Random) -> None:
    """A spectator opens many streams; a player still gets one."""
    found = pick(world, rng)
    if found is None:
        return
    table, seat = found
    others = [
        world.loop.create_task(
            _watch_once(world, rng, table, None, None, 20.0, f"198.51.100.{number + 10}")
        )
        for number in range(6)
    ]
    await asyncio.sleep(5)
    if seat in table.links and not [s for s in world.streams.values() if s[0] == table.links[seat]]:
        link = table.links[seat]
        status = await _watch_once(world, rng, table, seat, None, 5.0)
        if status == 503 and table.links.get(seat) == link and world.has_room:
            world.found("spectators have taken the streams of a player")
    await asyncio.gather(*others)


async def back_and_forth(world: World, rng: Random) -> None:
    """Undo and redo again and again."""
    found = pick(world, rng)
    if found is None:
        return
    table, seat = found
    for _ in range(rng.choice((1, 2, 24))):
        view = await look(world, rng, table, seat)
        if view is None:
            return
        if view["may"]["undo"]:
            kind, data = "undo", {"number": view["number"], "acts": 1}
        elif view["may"]["redo"]:
            kind, data = "redo", {"number": view["number"]}
            table.helped |= set(range(table.seats))
        else:
            return
        answer = await at_table(world, rng, table, seat, kind, data)
        if answer is None:
            continue
        world.checks.told(table, seat, answer.data["number"])
        if answer.data["asked"]:
            await _consent(world, rng, table, seat)
        elif kind == "undo" and rng.random() < 0.9:
            table.helped |= set(range(table.seats))
            await at_table(world, rng, table, seat, "redo", {"number": answer.data["number"]})


async def _consent(world: World, rng: Random, table: KnownTable, asker: int) -> None:
    table.helped |= set(range(table.seats))
    for seat in range(table.seats):
        view = await look(world, rng, table, seat) if seat != asker else None
        if view is not None and view["question"] is not None:
            data = {"number": view["question"]["number"], "agree": rng.random() < 0.9}
            await at_table(world, rng, table, seat, "consent", data)


async def get_help(world: World, rng: Random) -> None:
    """A hint, the autopilot, the log."""
    found = pick(world, rng)
    if found is None:
        return
    table, seat = found
    view = await look(world, rng, table, seat)
    if view is None:
        return
    what = rng.choice(("hint", "auto", "log", "why"))
    if what == "log":
        await at_table(world, rng, table, seat, "log")
    elif what == "why" or not view["may"][what]:
        await at_table(world, rng, table, seat, "why?move=show+1")
    else:
        if what == "auto":
            table.helped.add(seat)
        await at_table(world, rng, table, seat, what, {"number": view["number"]})


# -- what hosts do ------------------------------------------------------------------------------


async def begin(world: World, rng: Random) -> None:
    """Start a match, and ask for its links."""
    players = [rng.choice(PLAYERS) for _ in range(rng.choice((2, 2, 3)))]
    seats = [{"name": NAMES[n], "player": player} for n, player in enumerate(players)]
    data = {"game": "lanterns", "seats": seats, "seed": str(rng.randrange(1000))}
    answer = await ask(world, rng, "POST", "/tables", data)
    if answer is None or answer.status != 200:
        return
    name = answer.data["page"].rpartition("/")[2]
    if world.manager is None:
        return  # killed since
    table = KnownTable(
        world.manager.links.find_table(f"{name}.rkm") or "", name, len(players), tuple(players)
    )
    table.helped = {seat for seat, player in enumerate(players) if player != "human"}
    world.tables.append(table)
    world.checks.file(table, "a new table")
    await share(world, rng, table)


async def share(world: World, rng: Random, table: KnownTable) -> None:
    """Fetch the links of a table; those known before are the same."""
    for _ in range(5):
        changes, name = table.changes, world.name_of(table)
        answer = await ask(world, rng, "GET", f"/tables/{name}/links")
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
        return


@contextlib.asynccontextmanager
async def changing(table: KnownTable) -> AsyncIterator[list[Answer | None]]:
    """A change of players or links. Without an answer it may be carried out later, or never."""
    table.changing += 1
    table.changes += 1
    answers: list[Answer | None] = []
    yield answers
    if answers == [None]:
        await asyncio.sleep(2 * PATIENCE)
    table.changing -= 1
    table.changes += 1


async def reseat(world: World, rng: Random) -> None:
    """Give seats to bots or people."""
    found = pick(world, rng)
    if found is None:
        return
    table, _ = found
    players = tuple(rng.choice(PLAYERS) for _ in range(table.seats))
    table.helped |= {seat for seat, player in enumerate(players) if player != "human"}
    if rng.random() < 0.5:
        world.background.append(world.loop.create_task(play(world, rng)))
        await asyncio.sleep(rng.random() / 4)
    async with changing(table) as answers:
        table.players = None
        changes, name = table.changes, world.name_of(table)
        data = {"match": name, "players": list(players)}
        answers.append(await ask(world, rng, "POST", "/tables", data))
        is_alone = table.changing == 1 and table.changes == changes and name == world.name_of(table)
    if answers[0] is not None and answers[0].status == 200 and is_alone:
        table.players = players
    await share(world, rng, table)


async def revoke(world: World, rng: Random) -> None:
    """Make a new link for a seat: the old one leads nowhere from then on."""
    found = pick(world, rng)
    if found is None:
        return
    table, seat = found
    old = table.links.pop(seat, None)
    if old is not None and rng.random() < 0.5:
        watching = _watch_once(world, rng, table, seat, None, 40.0, link=old)
        world.background.append(world.loop.create_task(watching))
        await asyncio.sleep(rng.random())
    async with changing(table) as answers:
        name = world.name_of(table)
        answers.append(await ask(world, rng, "POST", f"/tables/{name}/revoke", {"seat": seat}))
        table.links.pop(seat, None)  # somebody may have fetched it meanwhile
    is_sure = answers[0] is not None and answers[0].status == 200 and name == world.name_of(table)
    if is_sure and old is not None:
        world.revoked.add(old)
        match = world.match_of(table)
        for connection, (link, check) in world.streams.items():
            if link == old and match is not None and not connection.gone:
                check.number_at_revoke = len(match.entries) - 1
        tried = await request(world, Connection(world, rng, b""), "GET", f"/t/{old}/view")
        if tried is not None and tried.status not in (404, 429):
            world.found(f"a revoked link was answered {tried.status}")
    await share(world, rng, table)
    await play(world, rng)


async def guess(world: World, rng: Random) -> None:
    """A stranger at the address of the players tries links."""
    for number in range(30):
        link = f"{number:04}{'x' * 28}"
        answer = await request(world, Connection(world, rng, b""), "GET", f"/t/{link}/view")
        if answer is not None and answer.status not in (404, 429):
            world.found(f"a guessed link was answered {answer.status}")
    await play(world, rng)


Action = Callable[["World", Random], Awaitable[Any]]
PEOPLE: dict[str, tuple[Action, int]] = {
    "play": (play, 40),
    "watch": (watch, 12),
    "back and forth": (back_and_forth, 6),
    "get help": (get_help, 5),
    "begin": (begin, 3),
    "reseat": (reseat, 5),
    "revoke": (revoke, 5),
    "crowd": (crowd, 1),
    "guess": (guess, 1),
}
"""What people do, and how often."""
