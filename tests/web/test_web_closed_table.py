"""A table that is closed while a request is on its way: nothing that is answered is lost."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request
from tests.patience import PATIENCE

from rulekeep.core.errors import DataError
from rulekeep.match import match_file
from rulekeep.match.match import Match
from rulekeep.web.context import AppContext
from rulekeep.web.endpoints import respond
from rulekeep.web.http_errors import HttpError
from rulekeep.web.pages.rule_books import Books
from rulekeep.web.routes import ENDPOINTS
from rulekeep.web.tables.event_log import LogEntry
from rulekeep.web.tables.manager import TableManager
from rulekeep.web.tables.open_table import OpenTable, TableClosed
from rulekeep.web.tables.seat_links import SeatLinks
from rulekeep.web.tables.server_settings import ServerSettings

ACT = next(endpoint for endpoint in ENDPOINTS if endpoint.path == "/t/{link}/act")
Hook = Callable[[], Awaitable[None]]
LONG = 60.0
"""Seconds that nothing takes."""


class Table:
    """A table of two people, driven without a network."""

    def __init__(self, tables: TableManager, name: str) -> None:
        self.tables, self.name = tables, name
        self.path = tables.directory / (tables.links.file_of(name) or "")
        self.move = Match.load(self.path).legal_moves()[0]
        self._context = AppContext(tables, Books(), "http://table", "host")

    async def act(self, before_body: Hook) -> tuple[int, dict[str, Any]]:
        """Play the first move; the hook runs when the server asks for the body."""
        body = json.dumps({"number": 0, "move": self.move}).encode()
        link = self.tables.links.link(self.name, 0)

        async def receive() -> dict[str, Any]:
            await before_body()
            return {"type": "http.request", "body": body, "more_body": False}

        scope = {
            "type": "http",
            "method": "POST",
            "path": f"/t/{link}/act",
            "path_params": {"link": link},
            "query_string": b"",
            "headers": [(b"content-type", b"application/json")],
            "client": ("127.0.0.1", 1),
        }
        response = await respond(self._context, ACT, Request(scope, receive))
        return response.status_code, json.loads(bytes(response.body))

    @property
    def moves(self) -> list[str]:
        """The moves in the match file."""
        return [entry.what for entry in match_file.read(self.path).entries[1:]]


@asynccontextmanager
async def table(directory: Path) -> AsyncIterator[Table]:
    tables = TableManager(directory, SeatLinks(directory), ServerSettings(bot_processes=1))
    try:
        people = ("human", "human")
        name = await tables.write(
            tables.new_matches.start, "kilt_castle", ("Ada", "Bo"), people, {}, "1"
        )
        yield Table(tables, name)
    finally:
        await tables.close()


async def nothing() -> None:
    return


def test_a_table_that_is_closed_before_the_body_comes(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path) as one:
            status, data = await one.act(lambda: one.tables.close_table(one.name))
            assert (status, data["number"]) == (200, 1)
            assert one.moves == [one.move]

    asyncio.run(scenario())


def test_a_seat_that_is_given_to_a_bot_before_the_body_comes(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path) as one:

            async def reseat() -> None:
                await one.tables.resume_match(one.path.stem, ("mcts", "human"))

            status, data = await one.act(reseat)
            assert (status, data["kind"]) == (409, "seat_taken")

    asyncio.run(scenario())


def test_new_players_of_a_table_that_is_being_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with table(tmp_path) as one:
            tables, opened, seated = one.tables, threading.Event(), threading.Event()
            open_table, set_players = tables._open_table, tables.links.set_players

            def open_slowly(name: str) -> OpenTable:
                found = open_table(name)
                opened.set()
                assert seated.wait(PATIENCE)
                return found

            def seat(name: str, players: tuple[str, ...]) -> None:
                set_players(name, players)
                seated.set()

            monkeypatch.setattr(tables, "_open_table", open_slowly)
            monkeypatch.setattr(tables.links, "set_players", seat)
            opening = asyncio.create_task(tables.get(one.name))
            while not opened.is_set():
                await asyncio.sleep(0.001)
            await tables.resume_match(one.path.stem, ("human", "random"))
            assert (await tables.get(one.name)).table.session.players == ("human", "random")
            await opening

    asyncio.run(scenario())


def test_a_link_that_is_revoked_while_its_table_is_opened(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path) as one:
            link = one.tables.links.link(one.name, 0)
            finding = asyncio.create_task(one.tables.find(link))
            await asyncio.sleep(0)
            assert one.name in one.tables._opening
            one.tables.links.revoke(one.name, 0)
            with pytest.raises(HttpError, match="no longer valid"):
                await finding

    asyncio.run(scenario())


def test_a_bot_that_fails_at_a_table_that_has_changed_plays_nothing(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path) as one:
            opened = (await one.tables.get(one.name)).table
            assert opened.quick_move(0) and not opened.quick_move(1)

    asyncio.run(scenario())


def test_links_follow_a_damaged_file_before_a_move_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with table(tmp_path) as one:
            managed = await one.tables.get(one.name)
            one.path.write_text("damaged")
            links = one.tables.links

            def full(name: str, file: str) -> None:
                raise DataError(file, "cannot be written: No space left on device")

            with monkeypatch.context() as disk:
                disk.setattr(links, "set_file", full)
                status, data = await one.act(nothing)
            assert (status, data["kind"], managed.table.number) == (507, "not_kept", 0)
            status, data = await one.act(nothing)
            assert (status, data["number"]) == (200, 1)
            one.path = tmp_path / (links.file_of(one.name) or "")
            assert one.moves == [one.move]

    asyncio.run(scenario())


def test_a_bots_move_that_cannot_be_saved_is_logged_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def full(*_: object) -> None:
        raise DataError("m.rkm", "cannot be written: No space left on device")

    async def scenario() -> None:
        async with table(tmp_path) as one:
            monkeypatch.setattr(OpenTable, "play_bot_move", full)
            await one.tables.resume_match(one.path.stem, ("random", "human"))
            while not caplog.records:
                await asyncio.sleep(0.01)

    asyncio.run(scenario())
    assert "the bots of a table have stopped: m.rkm: cannot be written" in caplog.text
    assert "Traceback" not in caplog.text


@pytest.mark.parametrize("times", [1, 2, 50])
def test_a_table_that_is_closed_before_it_is_changed(tmp_path: Path, times: int) -> None:
    """A few times the table is opened again; at last the move is refused and not played."""

    async def scenario() -> None:
        async with table(tmp_path) as one:
            find, left = one.tables.find, times

            async def find_and_close(link: str) -> Any:
                nonlocal left
                found = await find(link)
                if left:
                    left -= 1
                    await one.tables.close_table(one.name)
                return found

            one.tables.find = find_and_close  # type: ignore[method-assign]
            status, data = await one.act(nothing)
            if times < 50:
                assert (status, data["number"]) == (200, 1)
                assert one.moves == [one.move]
            else:
                assert (status, data["kind"]) == (503, "closed")
                assert one.moves == []

    asyncio.run(scenario())


def test_a_match_whose_file_was_closed_refuses_moves(tmp_path: Path) -> None:
    match = Match.new("kilt_castle", 2, 1, path=tmp_path / "a.rkm")
    match.close()
    with pytest.raises(DataError, match="closed"):
        match.play(match.legal_moves()[0])
    assert len(match.plies) == 1
    with pytest.raises(DataError, match="closed"):
        match.undo_to(0)


# -- settings and removal -----------------------------------------------------------------------


def test_two_settings_that_are_changed_at_once_are_both_changed(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path) as one:
            await asyncio.gather(
                one.tables.change_settings(one.name, {"hints": False}),
                one.tables.change_settings(one.name, {"undo": False}),
            )
            settings = one.tables.links.settings(one.name)
            assert not settings.hints and not settings.undo

    asyncio.run(scenario())


def test_a_pause_comes_after_the_move_that_is_being_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = threading.Event(), threading.Event()
    play_move = OpenTable.play_move

    def play_slowly(self: OpenTable, seat: int, number: int, text: str) -> list[LogEntry]:
        begun.set()
        assert go_on.wait(LONG)
        return play_move(self, seat, number, text)

    async def scenario() -> None:
        async with table(tmp_path) as one:
            managed = await one.tables.get(one.name)
            monkeypatch.setattr(OpenTable, "play_move", play_slowly)
            playing = asyncio.create_task(one.act(nothing))
            while not begun.is_set():
                await asyncio.sleep(0.001)
            pausing = asyncio.create_task(one.tables.change_settings(one.name, {"paused": True}))
            while not one.tables.links.settings(one.name).paused:
                await asyncio.sleep(0.001)
            asyncio.get_running_loop().call_later(0.05, go_on.set)
            await pausing
            assert managed.table.number == 1
            assert (await playing)[0] == 200

    asyncio.run(scenario())


@pytest.mark.parametrize("archive", [True, False])
def test_a_match_whose_table_is_being_opened_can_be_removed(tmp_path: Path, archive: bool) -> None:
    async def scenario() -> None:
        async with table(tmp_path) as one:
            opening = asyncio.create_task(one.tables.get(one.name))
            await asyncio.sleep(0)
            assert one.name in one.tables._opening
            await one.tables.remove_match(one.path, archive=archive)
            await opening
            assert not one.path.exists() and one.tables.links.tables == ()
            with pytest.raises(HttpError, match="no longer valid"):
                await one.tables.get(one.name)

    asyncio.run(scenario())


def test_what_is_asked_of_a_match_that_is_being_removed_is_refused(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path) as one:
            tables = one.tables
            await tables.remove_match(one.path, archive=False)
            for asked in (
                tables.change_settings(one.name, {"hints": False}),
                tables.revoke(one.name, 0),
                tables.write(tables.links.set_players, one.name, ("human", "random")),
                tables.table_of(one.path),
                tables.remove_match(one.path, archive=False),
            ):
                with pytest.raises(HttpError) as error:
                    await asked
                assert error.value.kind == "unknown_match"
            assert tables.links.tables == ()

    asyncio.run(scenario())


def test_a_message_to_a_table_that_is_closed_meanwhile(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with table(tmp_path) as one:
            before = (await one.tables.get(one.name)).talk
            await one.tables.close_table(one.name)
            after = (await one.tables.get(one.name)).talk
            assert after.say(0, "Hello").number == 1
            with pytest.raises(TableClosed):
                before.say(1, "Hi")
            await one.tables.remove_match(one.path, archive=False)
            with pytest.raises(TableClosed):
                after.say(1, "Hi")
            assert not one.path.with_suffix(".talk").exists()

    asyncio.run(scenario())
