"""The application without a socket: what is stored, when, and what happens if it cannot be."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.patience import PATIENCE
from tests.web.browser.people import new, play_by_lot

from rulekeep.static_site.browser_app import BrowserApp, Changes, NotStored, PageRequest
from rulekeep.static_site.browser_bots import BrowserBots, BrowserReviews
from rulekeep.static_site.browser_worker import answer_text
from rulekeep.web.bots.bot_pool import BotTask
from rulekeep.web.middleware import Message
from rulekeep.web.pages.review_maker import ReviewMaker
from rulekeep.web.tables.thread_pools import ThreadPools

BASE = "https://games.example/castles/"
JSON = {"content-type": "application/json"}


class Shelf:
    """Where a browser stores files; it may be full."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.is_full = False

    async def save(self, changes: Changes) -> None:
        await asyncio.sleep(0)
        if self.is_full:
            raise NotStored("There is no room left.")
        for name, content in changes.items():
            self.files.pop(name, None)
            if content is not None:
                self.files[name] = content


class Worker:
    """A worker that answers at once, or not at all."""

    def __init__(self, answers: bool = True) -> None:
        self.answers = answers
        self.stopped = 0

    async def ask(self, line: str, seconds: float) -> str:
        if not self.answers:
            await asyncio.sleep(3600)
        return answer_text(line)

    def stop(self) -> None:
        self.stopped += 1


class Visitor:
    """Asks an application as pages do."""

    def __init__(self, directory: Path, shelf: Shelf, worker: Worker | None = None) -> None:
        self.worker = worker or Worker()
        reviews = ReviewMaker(directory / "reviews", ("review",), BrowserReviews(self.worker))
        self.app = BrowserApp(
            directory / "matches",
            BASE,
            dict(shelf.files),
            shelf.save,
            BrowserBots(self.worker),
            reviews,
        )

    async def ask(
        self, path: str, said: Any = None, accept: str = "*/*"
    ) -> tuple[int, dict[str, str], str]:
        body = b"" if said is None else json.dumps(said).encode()
        headers = {"accept": accept} | ({} if said is None else JSON)
        messages: list[Message] = []
        method = "GET" if said is None else "POST"
        request = PageRequest(method, f"{BASE}{path}", headers, body)
        await self.app.answer(request, messages.append, asyncio.Event())
        start, *rest = messages
        named = {name.decode(): value.decode() for name, value in start["headers"]}
        return start["status"], named, b"".join(part["body"] for part in rest).decode()

    async def data(self, path: str, said: Any = None) -> Any:
        status, _, text = await self.ask(path, said)
        assert status == 200, text
        return json.loads(text)

    async def table(self, *seats: Any) -> str:
        """A new table of Castle Keep: the path of the first person."""
        page = (await self.data("tables", {"game": "castle_keep", "seats": seats}))["page"]
        links = await self.data(f"{page[1:]}/links")
        link = next(seat["link"] for seat in links["seats"] if seat["link"])
        return str(link).removeprefix(BASE)

    async def first_move(self, table: str) -> dict[str, Any]:
        view = await self.data(f"{table}/view")
        return {"number": view["number"], "move": view["moves"][0]["moves"][0]["text"]}


def run(
    tmp_path: Path,
    shelf: Shelf,
    body: Callable[[Visitor], Awaitable[None]],
    *,
    answers: bool = True,
) -> None:
    async def whole() -> None:
        visitor = Visitor(tmp_path, shelf, Worker(answers))
        await visitor.app.start()
        try:
            await body(visitor)
        finally:
            await visitor.app.stop()

    asyncio.run(whole())


def test_a_move_is_stored_before_it_is_answered_and_is_there_after_a_restart(
    tmp_path: Path,
) -> None:
    shelf, known = Shelf(), {}

    async def play(visitor: Visitor) -> None:
        known["table"] = table = await visitor.table({}, {})
        move = await visitor.first_move(table)
        await visitor.data(f"{table}/act", move)
        (match,) = [text for name, text in shelf.files.items() if name.endswith(".rkm")]
        assert move["move"] in match.decode()

    async def look(visitor: Visitor) -> None:
        assert (await visitor.data(f"{known['table']}/view"))["acts"] == 1

    run(tmp_path / "first", shelf, play)
    run(tmp_path / "second", shelf, look)


def test_what_cannot_be_stored_is_refused_and_has_not_happened(tmp_path: Path) -> None:
    shelf = Shelf()

    async def play(visitor: Visitor) -> None:
        table = await visitor.table({}, {})
        move = await visitor.first_move(table)
        shelf.is_full = True
        status, _, text = await visitor.ask(f"{table}/act", move)
        assert (status, json.loads(text)["say"]) == (507, "There is no room left.")
        assert (await visitor.data(f"{table}/view"))["acts"] == 0
        shelf.is_full = False
        await visitor.data(f"{table}/act", move)
        assert (await visitor.data(f"{table}/view"))["acts"] == 1

    run(tmp_path, shelf, play)


def test_a_stream_ends_when_a_move_cannot_be_stored(tmp_path: Path) -> None:
    shelf = Shelf()

    async def play(visitor: Visitor) -> None:
        table = await visitor.table({}, {"player": "greedy"})
        is_here = asyncio.Event()

        def hear(part: Message) -> None:
            if b"event: here" in part.get("body", b""):
                is_here.set()

        events = PageRequest("GET", f"{BASE}{table}/events", {})
        stream = asyncio.create_task(visitor.app.answer(events, hear, asyncio.Event()))
        async with asyncio.timeout(PATIENCE):
            await is_here.wait()
            move = await visitor.first_move(table)
            shelf.is_full = True
            assert (await visitor.ask(f"{table}/act", move))[0] == 507
            await stream

    run(tmp_path, shelf, play)


def test_what_the_restart_cuts_off_is_refused_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another request finds out first that nothing can be stored; the application starts again."""
    shelf = Shelf()
    others: list[Callable[[], Awaitable[tuple[int, dict[str, str], str]]]] = []
    whole = ThreadPools.read

    async def read(pools: ThreadPools, ask: Callable[..., Any], *about: Any) -> Any:
        if not others or ask.__name__ != "sentences":  # the move is not made yet
            return await whole(pools, ask, *about)
        shelf.is_full = True
        assert (await others.pop()())[0] == 507
        raise asyncio.CancelledError  # as of a thread whose application has stopped

    async def play(visitor: Visitor) -> None:
        table = await visitor.table({}, {})
        move = await visitor.first_move(table)
        others.append(lambda: visitor.ask(f"{table}/view"))
        async with asyncio.timeout(PATIENCE):
            status, _, text = await visitor.ask(f"{table}/act", move)
        assert (status, "room" in text) == (507, True), text
        assert not others

    monkeypatch.setattr(ThreadPools, "read", read)
    run(tmp_path, shelf, play)


def test_pages_may_be_shown_in_a_frame_of_the_site_only(tmp_path: Path) -> None:
    async def look(visitor: Visitor) -> None:
        status, headers, text = await visitor.ask("", accept="text/html")
        assert status == 200 and "New match" in text
        assert "x-frame-options" not in headers
        assert "frame-ancestors 'self'" in headers["content-security-policy"]
        assert "/castles/static/" in text
        page = (await visitor.data("tables", {"game": "castle_keep", "seats": [{}, {}]}))["page"]
        _, _, text = await visitor.ask(page[1:], accept="text/html")
        assert "These links work in this browser only" in text and "rulekeep serve" not in text

    run(tmp_path, Shelf(), look)


def test_a_finished_match_is_reviewed_in_a_worker(tmp_path: Path) -> None:
    match = new("castle_keep", "human", "human")
    play_by_lot(match, lambda: match.is_over)

    async def look(visitor: Visitor) -> None:
        file = {"text": match.to_bytes().decode()}
        name = (await visitor.data("matches", file))["page"].removeprefix("/replay/")
        page = (await visitor.data("tables", {"match": name}))["page"]
        link = (await visitor.data(f"{page[1:]}/links"))["seats"][0]["link"]
        address, text = f"{link.removeprefix(BASE)}/review", "is being made"
        async with asyncio.timeout(PATIENCE):
            while "is being made" in text:
                await asyncio.sleep(0.01)
                status, _, text = await visitor.ask(address, accept="text/html")
        assert status == 200 and "Castle Keep" in text and "Ada" in text
        decision = text.partition('href="review/')[2].partition('"')[0]
        step = await visitor.data(f"{address}/{decision}/step")
        assert step["task"] == "Find a better move." and step["moves"]

    run(tmp_path, Shelf(), look)


def test_a_search_ends_with_the_application(tmp_path: Path) -> None:
    async def play(visitor: Visitor) -> None:
        table = await visitor.table({"player": "mcts:10"}, {})
        async with asyncio.timeout(PATIENCE):
            while not (await visitor.data(f"{table}/view"))["thinking"]:
                await asyncio.sleep(0.01)
        assert visitor.worker.stopped == 0
        await visitor.app.stop()
        assert visitor.worker.stopped
        await visitor.app.start()

    run(tmp_path, Shelf(), play, answers=False)


def test_a_bot_that_is_no_longer_asked_stops_thinking() -> None:
    worker = Worker(answers=False)

    async def ask() -> None:
        task = BotTask("castle_keep", {}, 0, "mcts", "seed", 1.0)
        asking = asyncio.create_task(BrowserBots(worker).ask(task))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking

    asyncio.run(ask())
    assert worker.stopped == 1


def test_a_worker_says_why_it_has_no_answer() -> None:
    assert "failed" in json.loads(answer_text('{"game": "chess"}'))
    assert "failed" in json.loads(answer_text("not JSON"))
