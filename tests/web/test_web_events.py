"""The stream of events: in order, without gaps, each as its viewer may know it, and nobody waits."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from tests.web.client import Guest, Host, Listener
from tests.web.running import Running

from rulekeep.match.match import Match
from rulekeep.web.event_stream import EventStream
from rulekeep.web.tables.subscribers import QUEUE_SIZE, Subscriber, Subscribers


def play(guest: Guest, count: int) -> int:
    """Some acts of a match in which one person sits everywhere; the number after them."""
    for _ in range(count):
        guest.act(guest.moves()[0])
    return int(guest.view()["number"])


def test_events_reach_everybody_in_order(server: Running, host: Host) -> None:
    ada, bo, spectator = host.guests(host.begin("kilt_castle", "Ada", "Bo"))
    with ada.listening() as one, bo.listening() as two, spectator.listening() as three:
        for _ in range(4):
            guest = ada if ada.view()["may"]["act"] else bo
            guest.act(guest.moves()[0])
        for heard in (one, two, three):
            heard.wait_for_number(4)
            assert heard.numbers == [1, 2, 3, 4]
            data = next(event for number, _, event in heard.events if number == 1)
            assert data["news"] and data["marks"] and data["turn"] == [0]


def test_a_reader_who_was_away_receives_what_they_missed(start: Callable[..., Running]) -> None:
    server = start()
    host = server.host()
    ada, bo, _ = host.guests(host.begin("kilt_castle", "Ada", "Bo"))
    play(ada, 1)
    ada.post("undo", number=1)
    ada.act(ada.moves()[1])
    with bo.listening(last=1) as heard:
        heard.wait_for_number(3)
        assert heard.numbers == [2, 3]
    with bo.listening(since=0, last=2) as heard:
        heard.wait_for_number(3)
        assert heard.numbers == [3]
    with bo.listening(since=99) as heard:
        assert heard.numbers == [] and heard.events[0][1:] == ("here", {"number": 3})
    before = ada.link[ada.link.index("/t/") :]
    server.stop()
    # A new server knows the same numbers; of an act that was taken back it tells no more.
    again = start()
    with again.host().guest(again.base + before).listening(since=0) as heard:
        heard.wait_for_number(3)
        assert heard.numbers == [1, 2, 3]
        kinds = {number: data["kind"] for number, _, data in heard.events if number}
        assert kinds == {1: "act", 2: "undo", 3: "act"}
        news = {number: data["news"] for number, _, data in heard.events if number}
        assert news[1] == [] and news[3]


def test_others_receive_no_more_than_they_may_know(server: Running, host: Host) -> None:
    ada, bo, _ = host.guests(host.begin("castle_keep", "Ada", "Bo"))
    with ada.listening(since=0) as own, bo.listening(since=0) as others:
        while ada.view()["may"]["act"]:
            last = ada.act("done" if "done" in ada.moves() else ada.moves()[0])
        own.wait_for_number(last["number"])
        others.wait_for_number(last["number"])
        told = {n: data["news"] for n, _, data in own.events if n is not None}
        heard = {n: data["news"] for n, _, data in others.events if n is not None}
        # What Ada discards and draws is hers to know.
        assert told != heard
        drawn = [sentence for news in told.values() for sentence in news if "draws" in sentence]
        assert drawn and not set(drawn) & {s for news in heard.values() for s in news}


def test_a_reader_who_reads_nothing_is_dropped_and_nobody_waits() -> None:
    async def scenario() -> None:
        subscribers = Subscribers()
        dead, alive = subscribers.join(0), subscribers.join(None)
        heard: list[bytes] = []

        async def listen(reader: Subscriber) -> None:
            async for raw in reader.messages(0):
                heard.append(raw)

        listening = asyncio.create_task(listen(alive))
        for number in range(1, QUEUE_SIZE + 10):
            subscribers.publish(number, {0: b"{}", None: b"{}"})
            await asyncio.sleep(0)
        assert dead.dropped and not alive.dropped
        assert len(heard) == QUEUE_SIZE + 9
        assert [raw async for raw in dead.messages(0)] == []
        listening.cancel()

    asyncio.run(scenario())


def test_one_who_does_not_read_keeps_no_connection(
    server: Running, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of three who listen one never reads: the others hear everything, he is cut off."""
    monkeypatch.setattr("rulekeep.web.event_stream.SEND_TIMEOUT", 0.2)
    ada, _, spectator = host.guests(host.begin("kilt_castle", "Ada", "Bo"))
    path = ada.link[ada.link.index("/t/") :]
    with socket.socket() as dead:
        dead.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
        dead.settimeout(30)
        dead.connect(("127.0.0.1", server.port))
        dead.sendall(f"GET {path}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        assert dead.recv(15) == b"HTTP/1.1 200 OK"
        with spectator.listening() as heard:
            big = "x" * 200_000
            monkeypatch.setattr(
                "rulekeep.web.tables.event_log.seat_events.merge_repeats", lambda told: [big, *told]
            )
            number = 0
            while ada.view()["here"] != [None]:
                assert number < 400, "he is still there"
                number = ada.act(ada.moves()[0])["number"]
                number = ada.post("undo", number=number).json()["number"]
            heard.wait_for_number(number)
            assert heard.numbers == list(range(1, number + 1))


def test_one_viewer_cannot_take_the_streams_of_others(
    server: Running, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulekeep.web.routes.seat.MAX_STREAMS", 2)
    ada, _, spectator = host.guests(host.begin("kilt_castle", "Ada", "Bo"))
    with spectator.listening(), spectator.listening():
        full = spectator.get("events")
        assert full.status_code == 503 and full.json()["kind"] == "full"
        with ada.listening() as heard:
            ada.act(ada.moves()[0])
            heard.wait_for_number(1)


def test_one_address_cannot_take_the_streams_of_a_link(
    server: Running, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulekeep.web.routes.seat.MAX_STREAMS_OF_ADDRESS", 1)
    spectator = host.guests(host.begin("kilt_castle", "Ada", "Bo"))[-1]
    with spectator.listening():
        assert spectator.get("events").status_code == 503


def test_a_table_that_nobody_looks_at_leaves_memory(start: Callable[..., Running]) -> None:
    server = start(max_open=2)
    host = server.host()
    pages = [host.begin("kilt_castle", "Ada", "Bo") for _ in range(3)]
    guests = [host.guests(page)[0] for page in pages]
    with guests[0].listening():
        for guest in guests:
            assert guest.view()["number"] == 0
        assert host.get("/health").json()["open_tables"] == 2
        # The file of a table that was closed can be had by others; one that is open cannot.
        paths = [server.directory / f"{page.removeprefix('/tables/')}.rkm" for page in pages]
        Match.load(paths[1], resume=True).close()
        with guests[1].listening():
            full = guests[2].get("view")
            assert full.status_code == 503 and full.json()["kind"] == "full"


def test_who_is_here_is_announced(host: Host) -> None:
    ada, bo, spectator = host.guests(host.begin("kilt_castle", "Ada", "Bo"))

    def last(heard: Listener) -> dict[str, Any]:
        found = [data for _, event, data in heard.events if event == "presence"]
        return found[-1] if found else {}

    with ada.listening() as heard:
        with bo.listening(), spectator.listening(), spectator.listening():
            heard.wait(lambda: last(heard) == {"seats": [0, 1], "spectators": 2})
            assert ada.view()["presence"] == {"seats": [0, 1], "spectators": 2}
        heard.wait(lambda: last(heard) == {"seats": [0], "spectators": 0})


def test_a_stream_whose_link_is_revoked_while_it_begins_tells_nothing() -> None:
    subscribers = Subscribers()
    managed: Any = SimpleNamespace(subscribers=subscribers, table=SimpleNamespace(number=5))
    view: Any = SimpleNamespace(viewer=0, events=lambda since: [(since + 1, b"{}")])
    told: list[bytes] = []

    async def read(function: Callable[..., Any], *given: Any) -> Any:
        return function(*given)

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            subscribers.drop_viewer(0)  # the client takes the headers slowly
        else:
            told.append(message["body"])

    async def receive() -> dict[str, Any]:
        return await asyncio.get_running_loop().create_future()  # type: ignore[no-any-return]

    tables: Any = SimpleNamespace(read=read)
    scope = {"type": "http", "client": ("198.51.100.1", 1), "headers": []}
    asyncio.run(EventStream(tables, managed, view, since=4)(scope, receive, send))
    assert b"".join(told) == b"retry: 1000\n\n"
