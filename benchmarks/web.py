"""The table in a browser under load: how soon everybody sees a move, and what a viewer costs.

    python -m benchmarks.web                                    200 tables, 4 viewers each, a minute
    python -m benchmarks.web --tables 20 --seconds 10 --idle 50

A real server in a process of its own; here, in another one, everybody who plays and looks on. Each
table makes a move a second. What is measured is the time from sending a move until the last of its
viewers has received the event. One further reader never reads, another reads far too slowly.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import resource
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any
from urllib.parse import quote

from attrs import define, field

VIEWERS = 4
IDLE_A_TABLE = 40
PAUSE = 1.0
"""Seconds between the moves of a table."""
WANTED = (0.95, 0.200)
"""So many of the moves are to be seen by all within so many seconds."""
GAME, SEED = "kilt_castle", "1"


def serve(directory: Path) -> None:
    """The server, which bounds nobody's rate: all come from one address."""
    from rulekeep.web import application, server
    from rulekeep.web.middleware import Limits, RequestRate
    from rulekeep.web.tables.seat_links import SeatLinks
    from rulekeep.web.tables.server_settings import ServerSettings

    raise_limit()
    links = SeatLinks(directory)
    bound = server.listen("127.0.0.1", 0)
    address = application.ListenAddress("127.0.0.1", bound.getsockname()[1])
    free = RequestRate(1e12, 1e12)
    limits = Limits(free, free, free, connections_of_address=10_000)
    app = application.make_app(directory, address, ServerSettings(), limits, links)
    print(address.port, links.host_key, flush=True)
    server.run(app, bound)


def script() -> list[tuple[int, str]]:
    """The moves of a match that every table plays, so that players need no list of legal moves."""
    from rulekeep.match.match import Match

    match = Match.new(GAME, 2, SEED)
    moves: list[tuple[int, str]] = []
    while not match.is_over:
        seat, legal = match.decisions[0].seat, match.legal_moves()
        moves.append((seat, legal[len(moves) * 7 % len(legal)]))
        match.play(moves[-1][1], seat)
    return moves


def raise_limit() -> None:
    """As many open connections as the system allows."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


class Line:
    """A connection that is kept for one request after the other."""

    def __init__(self, port: int, cookie: str = "") -> None:
        self._port = port
        self._cookie = f"Cookie: {cookie}\r\n" if cookie else ""
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()

    async def ask(self, method: str, path: str, said: Any = None) -> Any:
        """The JSON that is answered; anything but 200 ends the measurement."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        body = b"" if said is None else json.dumps(said).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{self._cookie}"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        answer = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        length = int(re.search(r"content-length: (\d+)", answer)[1])  # type: ignore[index]
        got = await reader.readexactly(length)
        if " 200 " not in answer.partition("\r\n")[0]:
            raise SystemExit(f"{method} {path[:20]} was answered: {got.decode()[:200]}")
        return json.loads(got) if b"{" in got[:1] else got


@define(eq=False)
class Table:
    """A table and who has seen which of its moves."""

    seats: Sequence[str]
    spectators: str
    seen: dict[int, int] = field(factory=dict)
    """By number, how many viewers have received it."""
    all_saw: dict[int, asyncio.Event] = field(factory=dict)
    missed: int = 0

    def event(self, number: int) -> asyncio.Event:
        return self.all_saw.setdefault(number, asyncio.Event())

    def saw(self, number: int) -> None:
        self.seen[number] = self.seen.get(number, 0) + 1
        if self.seen[number] == VIEWERS:
            self.event(number).set()


async def new_table(port: int, host: Line) -> Table:
    """A new table, opened."""
    seats = [{"name": "Ada"}, {"name": "Bo"}]
    said = {"game": GAME, "seats": seats, "seed": SEED}
    page = (await host.ask("POST", "/tables", said))["page"]
    links = await host.ask("GET", f"{quote(page)}/links")
    paths = [_path(seat["link"]) for seat in links["seats"]]
    line = Line(port)
    for path in paths:
        await line.ask("GET", f"{path}/view")
    line.close()
    return Table(paths, _path(links["spectators"]["link"]))


async def listen(port: int, link: str, saw: Callable[[int], None]) -> asyncio.Task[None]:
    """A viewer who reads everything."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {link}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    await reader.readuntil(b"event: here")

    async def read() -> None:
        async for line in reader:
            if line.startswith(b"id: "):
                saw(int(line[4:]))
        writer.close()

    return asyncio.create_task(read())


async def never_reads(port: int, link: str) -> socket.socket:
    dead = socket.socket()
    dead.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    dead.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(dead, ("127.0.0.1", port))
    await loop.sock_sendall(dead, f"GET {link}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    return dead


async def reads_slowly(dead: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    while await loop.sock_recv(dead, 50):
        await asyncio.sleep(1)


def resident_mb(process: int) -> float:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def cpu_seconds(process: int) -> float:
    """What a process has computed so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def play(
    port: int,
    table: Table,
    moves: Sequence[tuple[int, str]],
    delay: float,
    until: float,
    took: list[float],
    fetch: bool,
) -> None:
    """Make a move a second; how long each took until all had seen it."""
    lines = [Line(port) for _ in table.seats]
    others = Line(port)
    await asyncio.sleep(delay)
    due = perf_counter()
    for number, (seat, move) in enumerate(moves):
        if perf_counter() >= until:
            return
        due += PAUSE
        await asyncio.sleep(max(0.0, due - perf_counter()))
        begun = perf_counter()
        said = {"number": number, "move": move}
        await lines[seat].ask("POST", f"{table.seats[seat]}/act", said)
        try:
            async with asyncio.timeout(10):
                await table.event(number + 1).wait()
            took.append(perf_counter() - begun)
        except TimeoutError:
            table.missed += 1
        if fetch:
            for line, link in zip(lines, table.seats, strict=True):
                await line.ask("GET", f"{link}/view")
            await others.ask("GET", f"{table.spectators}/picture.svg?theme=light")


async def measure(port: int, key: str, process: int, wanted: argparse.Namespace) -> bool:
    host = Line(port, f"rulekeep-host-{port}={key}")
    await host.ask("GET", "/health")
    empty = resident_mb(process)
    tables = [await new_table(port, host) for _ in range(wanted.tables)]
    opened = resident_mb(process)
    print(f"{len(tables)} tables open: {(opened - empty) / len(tables) * 1000:.0f} kB each")

    listeners: list[asyncio.Task[None]] = []
    for table in tables:
        for link in (*table.seats, table.spectators, table.spectators):
            listeners.append(await listen(port, link, table.saw))
    connected = resident_mb(process)
    each = (connected - opened) / len(listeners) * 1000
    print(f"{len(listeners)} viewers connected: {each:.0f} kB each")
    for number in range(wanted.idle):
        if number % IDLE_A_TABLE == 0:
            quiet = await new_table(port, host)
        listeners.append(await listen(port, quiet.spectators, lambda _number: None))
    idle = resident_mb(process)
    if wanted.idle:
        print(
            f"{wanted.idle} more at tables where nothing happens: {(idle - connected) / wanted.idle * 1000:.0f} kB each"
        )
    dead = await never_reads(port, tables[0].spectators)
    slow = await never_reads(port, tables[0].spectators)
    listeners.append(asyncio.create_task(reads_slowly(slow)))

    took: list[float] = []
    moves = script()
    worked = cpu_seconds(process)
    begun = perf_counter()
    until = begun + wanted.seconds
    await asyncio.gather(
        *(
            play(port, table, moves, PAUSE * n / len(tables), until, took, wanted.fetch)
            for n, table in enumerate(tables)
        )
    )
    seconds = perf_counter() - begun
    worked = cpu_seconds(process) - worked
    still = sum(not task.done() for task in listeners)
    for task in listeners:
        task.cancel()
    await asyncio.gather(*listeners, return_exceptions=True)
    dead.close()
    slow.close()
    took.sort()
    share = sum(one <= WANTED[1] for one in took) / max(1, len(took))
    marks = {
        f"{part:.0%}": took[min(len(took) - 1, int(part * len(took)))] for part in (0.5, 0.95, 0.99)
    }
    told = ", ".join(f"{part} within {1000 * value:.0f} ms" for part, value in marks.items())
    print(f"{len(took)} moves in {seconds:.0f} s ({len(took) / seconds:.0f} a second)")
    print(f"the server computed {1000 * worked / max(1, len(took)):.1f} ms for each")
    print(f"seen by all {VIEWERS} viewers: {told}, the last after {1000 * took[-1]:.0f} ms")
    print(f"within {1000 * WANTED[1]:.0f} ms: {share:.1%} (wanted: {WANTED[0]:.0%})")
    print(f"not seen by all within 10 s: {sum(table.missed for table in tables)}")
    print(f"connections that were held to the end: {still} of {len(listeners)}")
    print(f"memory of the server at the end: {resident_mb(process):.0f} MB (empty: {empty:.0f} MB)")
    return share >= WANTED[0]


def _path(link: str) -> str:
    return link[link.index("/t/") :]


def with_server(wanted: argparse.Namespace) -> bool:
    raise_limit()
    with tempfile.TemporaryDirectory() as directory:
        server = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.web", "--serve", directory],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert server.stdout is not None
        try:
            port, key = server.stdout.readline().split()
            return asyncio.run(measure(int(port), key, server.pid, wanted))
        finally:
            server.terminate()
            server.wait()
            server.stdout.close()


def main() -> int:
    said = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser("python -m benchmarks.web", description=said[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--idle", type=int, default=1000, help="connections that only look on")
    parser.add_argument(
        "--fetch",
        action="store_true",
        help="after each move both players fetch the view, and one of them the picture",
    )
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.serve is not None:
        serve(wanted.serve)
        return 0
    return 0 if with_server(wanted) else 1


if __name__ == "__main__":
    sys.exit(main())
