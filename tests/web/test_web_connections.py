"""Connections that a stranger opens: silent ones end, and one address has only so many."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress

import httpx
import pytest
from attrs import evolve
from tests.web import patiently
from tests.web.client import until
from tests.web.patiently import SECONDS
from tests.web.running import UNBOUNDED, Running

from rulekeep.web import connections
from rulekeep.web.connections import OpenConnections, connection_limit, log_loop_error
from rulekeep.web.server import listen

IMPATIENT = evolve(UNBOUNDED, request_seconds=0.3)


@contextmanager
def connected(server: Running, sent: bytes = b"") -> Iterator[socket.socket]:
    with closing(socket.create_connection(("127.0.0.1", server.port), SECONDS)) as line:
        line.sendall(sent)
        yield line


@contextmanager
def answered(server: Running) -> Iterator[socket.socket]:
    """A connection whose first request was answered, even if this process was too slow at first."""
    while True:
        with connected(server) as line:
            received = b"-"
            with suppress(ConnectionError):
                line.sendall(HEALTH)
                while received and not received.endswith(b"}"):
                    received = line.recv(65536)
            if received.endswith(b"}"):
                yield line
                return


def is_ended(line: socket.socket) -> bool:
    """Wait until the server ends a connection."""
    with suppress(ConnectionError):
        while line.recv(65536):
            pass
    return True


HEAD = b"POST /learn/kilt_castle/1/try HTTP/1.1\r\nHost: localhost\r\n"
HEALTH = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET /health HTTP/1.1\r\nHost: loc",
        HEAD + b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    ],
)
def test_a_connection_without_a_whole_request_ends(
    start: Callable[..., Running], sent: bytes
) -> None:
    server = start(limits=IMPATIENT)
    with connected(server, sent) as line:
        assert is_ended(line)
    with answered(server) as line:  # the second request of a connection likewise
        line.sendall(sent or b"\r\n")
        assert is_ended(line)


def test_headers_without_end_are_cut_off(start: Callable[..., Running]) -> None:
    server = start()
    with connected(server, b"GET /health HTTP/1.1\r\n") as line, suppress(OSError):
        for _ in range(10_000):
            line.sendall(b"X: " + b"x" * 1000 + b"\r\n")
        pytest.fail("ten megabytes of headers were read")


def test_a_stream_lasts_longer_than_a_request_may_take(start: Callable[..., Running]) -> None:
    server = start(limits=evolve(UNBOUNDED, request_seconds=4.0))
    host = server.host()
    ada = host.guests(host.begin("kilt_castle", "Ada", "Bo"))[0]
    with ada.listening() as heard, connected(server) as silent:
        assert is_ended(silent)
        ada.act(ada.moves()[0])
        heard.wait_for_number(1)


def test_one_address_has_only_so_many_connections(start: Callable[..., Running]) -> None:
    server = start(limits=evolve(UNBOUNDED, connections_of_address=3))
    with connected(server), connected(server), connected(server), connected(server) as fourth:
        assert is_ended(fourth)

    def answers() -> bool:
        with suppress(httpx.HTTPError):
            return patiently.get(f"{server.base}/health").status_code == 200
        return False

    until(answers)  # the connections above end when the server has noticed


def test_connections_are_counted() -> None:
    counted = OpenConnections(total=3, of_address=2, proxies=lambda address: address == "proxy")
    assert [counted.add("a"), counted.add("a"), counted.add("a")] == [True, True, False]
    counted.remove("a")
    assert counted.add("a") and not counted.add("a")
    assert counted.add("b") and not counted.add("c")  # three in all
    for name in ("a", "a", "b"):
        counted.remove(name)
    assert all(counted.add("proxy") for _ in range(3))  # it stands for many clients
    six = OpenConnections(total=9, of_address=1)
    assert six.add("2001:db8::1") and not six.add("2001:db8::2") and six.add("2001:db8:1::1")


def test_as_many_connections_as_files_allow() -> None:
    assert connection_limit(5000, 1 << 20) == 5000
    assert connection_limit(5000, 1024) < 1024
    assert connection_limit(5000, 64) > 0


def test_errors_of_accept_do_not_fill_the_log(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "_last_warning", {})
    error = {
        "message": "socket.accept() out of system resource",
        "exception": OSError(24, "Too many open files"),
    }
    loop = asyncio.new_event_loop()
    with caplog.at_level(logging.WARNING), closing(loop):
        for _ in range(2000):
            log_loop_error(loop, error)
        assert len(caplog.records) == 1
        log_loop_error(loop, {"message": "something else"})
        assert len(caplog.records) == 2


def test_every_part_of_an_answer_is_sent_at_once() -> None:
    """Otherwise the system waits 40 ms for an acknowledgement before it sends the body."""

    async def is_sent_at_once(bound: socket.socket) -> bool:
        accepted = asyncio.get_running_loop().create_future()

        async def accept(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            line = writer.get_extra_info("socket")
            accepted.set_result(line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) != 0)
            writer.close()

        async with await asyncio.start_server(accept, sock=bound):
            with closing(socket.create_connection(bound.getsockname(), SECONDS)):
                return bool(await accepted)

    with closing(listen("127.0.0.1", 0)) as bound:
        assert asyncio.run(is_sent_at_once(bound))
