"""A match in which much was undone: bounded in memory and on disk, and quick to open again."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.web.running import Running

from rulekeep.core.errors import DataError
from rulekeep.core.game import apply
from rulekeep.match import match_file
from rulekeep.match.match import Match
from rulekeep.match.match_file import FileEntry
from rulekeep.web.http_errors import HttpError
from rulekeep.web.tables.manager import TableManager
from rulekeep.web.tables.open_table import OpenTable
from rulekeep.web.tables.seat_links import SeatLinks
from rulekeep.web.tables.server_settings import ServerSettings


def played(moves: int) -> Match:
    match = Match.new("kilt_castle", 2, 1)
    for _ in range(moves):
        match.play(match.legal_moves()[0])
    return match


def test_a_table_refuses_undo_once_too_much_was_undone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulekeep.web.tables.open_table.MAX_UNDONE", 20)
    match = Match.new("kilt_castle", 2, 1, path=tmp_path / "a.rkm")
    table = OpenTable("table", tmp_path / "a.rkm", match, ("human", "random"), 0.1)
    text = match.legal_moves()[0]
    with pytest.raises(HttpError, match="too many undone moves") as refused:
        for _ in range(50):
            table.play_move(0, table.number, text)
            table.undo(0, table.number, 1)
    assert refused.value.status == 409
    assert len(match.entries) < 50
    assert table.session.decision_of(0) or table.next_bot()  # play goes on
    table.close()


def test_undone_states_leave_memory(tmp_path: Path) -> None:
    match = Match.new("kilt_castle", 2, 1)
    table = OpenTable("table", tmp_path / "a.rkm", match, ("human", "human"), 0.1)
    states: list[weakref.ref[Any]] = []
    one, other = match.legal_moves()[:2]
    for turn in range(20):
        table.play_move(0, table.number, (one, other)[turn % 2])
        states.append(weakref.ref(match.plies[-1]))
        table.undo(0, table.number, 1)
    gc.collect()
    assert sum(state() is not None for state in states) <= 3


def test_the_writer_obeys_the_bounds_of_the_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(match_file, "MAX_BYTES", 2000)
    match = Match.new("kilt_castle", 2, 1, path=tmp_path / "a.rkm")
    with pytest.raises(DataError, match="cannot be written: larger"):
        for _ in range(200):
            match.play(match.legal_moves()[0])
    plies = len(match.plies)
    match.close()
    assert len(Match.load(tmp_path / "a.rkm").plies) == plies > 1


def test_a_line_that_could_not_be_read_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match.new("kilt_castle", 2, 1, path=tmp_path / "a.rkm")
    monkeypatch.setattr(match_file, "MAX_LINE", 10)
    with pytest.raises(DataError, match="cannot be written: a line"):
        match.play(match.legal_moves()[0])
    assert len(match.plies) == 1
    match.close()


def undone_often(path: Path, times: int) -> Match:
    """A file of a match in which all moves were undone and redone so many times."""
    match = played(12)
    first = list(match.entries)
    back = FileEntry("undo", "0", (), first[0].state)
    match_file.write_new(path, match.header, [*first, *times * [back, *first[1:]]])
    return match


def test_moves_that_were_undone_are_not_played_again_when_a_table_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = undone_often(tmp_path / "a.rkm", 500)
    applied: list[object] = []

    def counted(*args: Any) -> Any:
        applied.append(args)
        return apply(*args)

    monkeypatch.setattr("rulekeep.match.match.apply", counted)
    again = Match.load(tmp_path / "a.rkm", undone=False)
    assert len(applied) == 12
    assert [ply.move for ply in again.plies] == [ply.move for ply in match.plies]
    assert len(again.entries) == 1 + 12 + 500 * 13
    assert len(Match.load(tmp_path / "a.rkm").plies) == 13  # everything, for who verifies


@pytest.mark.parametrize("undone", [True, False])
def test_what_was_undone_last_can_still_be_redone(tmp_path: Path, undone: bool) -> None:
    path = tmp_path / "a.rkm"
    with Match.new("kilt_castle", 2, 1, path=path) as match:
        moves = []
        for _ in range(4):
            moves.append(match.legal_moves()[0])
            match.play(moves[-1])
        match.undo(1)
        match.undo(2)  # two steps back, then one of them redone
        match.play(moves[1])
        match.play(moves[2])
    again = Match.load(path, undone=undone)
    assert [[ply.move for ply in plies] for plies in again.undone] == [[moves[3]]]
    assert [ply.move for ply in again.plies[1:]] == moves[:3]


def test_a_table_with_a_long_history_opens_and_goes_on(
    start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start()
    undone_often(server.directory / "long.rkm", 300)
    host = server.host()
    ada, bo, _ = host.guests(host.post("/tables", match="long").json()["page"])
    view = ada.view()
    assert view["acts"] == 12 and view["number"] == 12 + 300 * 13
    guest = ada if view["turn"][0]["seat"] == 0 else bo
    assert guest.act(guest.moves()[0])["number"] == view["number"] + 1


def test_a_bot_table_survives_undo_without_end(tmp_path: Path) -> None:
    """Undo and redo of everything: the file stays readable, whatever a player does."""

    async def scenario() -> None:
        tables = TableManager(tmp_path, SeatLinks(tmp_path), ServerSettings(bot_processes=1))
        try:
            people = ("human", "human")
            name = await tables.write(
                tables.new_matches.start, "kilt_castle", ("Ada", "Bo"), people, {}, "1"
            )
            managed = await tables.get(name)
            table = managed.table
            await tables.change(managed, OpenTable.play_move, 0, 0, table.match.legal_moves()[0])
            for _ in range(30):
                await tables.change(managed, OpenTable.undo, 0, table.number, 1)
                await tables.change(managed, OpenTable.redo, 0, table.number)
            file = tmp_path / table.file
            await tables.close_table(name)
            assert len(Match.load(file).plies) == 2
        finally:
            await tables.close()

    asyncio.run(scenario())
