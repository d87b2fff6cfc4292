"""What a host can do with a table: pause it, change its settings, archive and delete it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from time import time

import pytest
from tests.web.client import Host, until
from tests.web.running import Running

from rulekeep.match.match import Match
from rulekeep.match.safe_files import make_directory
from rulekeep.web.tables.seat_links import TABLES_FILE
from rulekeep.web.tables.table_files import ARCHIVE

DAY = 24 * 3600


def test_nobody_moves_at_a_paused_table(host: Host) -> None:
    page = host.begin("kilt_castle", "Ada", "Bo")
    ada = host.guests(page)[0]
    move = ada.moves()[0]
    with ada.listening() as heard:
        assert host.post(f"{page}/settings", paused=True).json()["paused"]
        heard.wait_for_event("settings")
    view = ada.view()
    assert view["settings"]["paused"] and not any(view["may"].values())
    for what in ("act", "undo", "redo", "auto", "hint"):
        more = {"move": move} if what == "act" else {}
        refused = ada.post(what, number=0, **more)
        assert (refused.status_code, refused.json()["kind"]) == (409, "paused"), what
    host.post(f"{page}/settings", paused=False)
    assert ada.act(move)["number"] == 1


def test_bots_wait_while_a_table_is_paused(start: Callable[..., Running]) -> None:
    host = start(pace=0.2).host()
    page = host.begin("kilt_castle", "Ada=greedy", "Bo=greedy")
    host.post(f"{page}/settings", paused=True)
    spectator = host.guests(page)[-1]
    assert spectator.view()["number"] == 0
    with spectator.listening() as heard:
        host.post(f"{page}/settings", paused=False)
        heard.wait_for_number(2)
        host.post(f"{page}/settings", paused=True)
        until(lambda: not spectator.view()["thinking"])
        number = spectator.view()["number"]
        assert spectator.view()["number"] == number
        host.post(f"{page}/settings", paused=False)
        heard.wait_for_number(number + 1)


def test_hints_and_undo_can_be_turned_off_for_one_table(host: Host) -> None:
    strict, free = (host.begin("kilt_castle", "Ada", "Bo") for _ in range(2))
    host.post(f"{strict}/settings", hints=False, undo=False)
    ada, eve = host.guests(strict)[0], host.guests(free)[0]
    for guest in (ada, eve):
        guest.act(guest.moves()[0])
    assert not ada.view()["may"]["hint"] and not ada.view()["may"]["undo"]
    assert ada.post("hint", number=1).json()["kind"] == "no_hints"
    assert ada.post("undo", number=1).json()["kind"] == "no_undo"
    assert ada.post("redo", number=1).json()["kind"] == "no_undo"
    assert eve.post("undo", number=1).status_code == 200


def test_turning_undo_off_ends_a_request_to_undo(host: Host) -> None:
    page = host.begin("kilt_castle", "Ada", "Bo")
    ada, bo, _ = host.guests(page)
    while ada.view()["may"]["act"]:
        ada.act(ada.moves()[0])
    bo.act(bo.moves()[0])
    number = ada.view()["number"]
    assert ada.post("undo", number=number).json()["asked"]
    host.post(f"{page}/settings", undo=False)
    assert bo.view()["question"] is None
    assert bo.post("consent", number=number, agree=True).json()["kind"] == "no_question"


def test_settings_outlive_the_server(start: Callable[..., Running]) -> None:
    first = start()
    host = first.host()
    page = host.begin("kilt_castle", "Ada", "Bo")
    settings = {
        "hints": False,
        "undo": True,
        "talk": "everyone",
        "paused": False,
        "clock": True,
        "takeover": 5,
    }
    said = {"hints": False, "talk": "everyone", "clock": True, "takeover": 5}
    assert host.post(f"{page}/settings", **said).json() == settings
    first.stop()
    again = start(first.directory).host()
    assert again.links(page)["settings"] == settings


@pytest.mark.parametrize(
    "said", [{"hints": 1}, {"takeover": -1}, {"takeover": 2000}, {"talk": "loud"}, {"speed": 3}]
)
def test_a_setting_that_is_none(host: Host, said: dict[str, object]) -> None:
    page = host.begin("kilt_castle", "Ada", "Bo")
    assert host.post(f"{page}/settings", **said).json()["kind"] == "bad_request"


def test_an_archived_match_has_no_links_and_a_file_of_its_own(
    start: Callable[..., Running],
) -> None:
    server = start()
    host = server.host()
    page = host.begin("kilt_castle", "Ada", "Bo")
    ada = host.guests(page)[0]
    ada.act(ada.moves()[0])
    with ada.listening() as heard:
        assert host.post(f"{page}/archive").json() == {"page": "/"}
        heard.wait_for_end()
    assert ada.get("view").json()["kind"] == "unknown_link"
    assert host.get("/api/lobby").json()["matches"] == []
    [file] = (server.directory / ARCHIVE).iterdir()
    assert len(Match.load(file).plies) == 2
    assert json.loads((server.directory / TABLES_FILE).read_text())["tables"] == {}
    # Brought back, it is a match like any other.
    file.rename(server.directory / file.name)
    [saved] = host.get("/api/lobby").json()["matches"]
    assert host.post("/tables", match=saved["name"]).status_code == 200
    assert host.guests(page)[0].view()["acts"] == 1


def test_a_deleted_match_is_gone(start: Callable[..., Running]) -> None:
    server = start()
    host = server.host()
    page = host.begin("kilt_castle", "Ada", "Bo")
    ada = host.guests(page)[0]
    assert host.post(f"{page}/delete").status_code == 200
    assert ada.get("view").status_code == 404
    assert list(server.directory.glob("**/*.rkm")) == []
    assert host.post(f"{page}/delete").json()["kind"] == "unknown_match"


def test_a_match_that_is_open_in_a_terminal_is_not_removed(start: Callable[..., Running]) -> None:
    server = start()
    host = server.host()
    page = host.begin("kilt_castle", "Ada", "Bo")
    ada = host.guests(page)[0]
    elsewhere = Match.load(server.directory / f"{page.rpartition('/')[2]}.rkm", resume=True)
    for what in ("archive", "delete"):
        assert host.post(f"{page}/{what}").json()["kind"] == "locked"
    elsewhere.close()
    assert ada.view()["acts"] == 0


def test_old_matches_of_tables_are_archived_when_the_host_wants_it(
    start: Callable[..., Running], tmp_path: Path
) -> None:
    directory = make_directory(tmp_path / "matches")
    first = start(directory)
    host = first.host()
    old, young = (host.begin("kilt_castle", "Ada", "Bo") for _ in range(2))
    alone = Match.new("kilt_castle", 2, "1")
    alone.record_to(directory / "terminal.rkm")
    alone.close()
    first.stop()
    for name in (f"{old.rpartition('/')[2]}.rkm", "terminal.rkm"):
        os.utime(directory / name, (time(), time() - 3 * DAY))
    again = start(directory, archive_days=2.0)
    archived = directory / ARCHIVE / f"{old.rpartition('/')[2]}.rkm"
    until(archived.exists)
    left = {match["page"] for match in again.host().get("/api/lobby").json()["matches"]}
    assert left == {young, "/tables/terminal"}


@pytest.mark.parametrize("damage", ["changed", "replaced by a copy"])
def test_the_page_of_a_table_outlives_the_name_of_its_file(
    start: Callable[..., Running], damage: str
) -> None:
    server = start()
    host = server.host()
    page = host.begin("kilt_castle", "Ada", "Bo")
    ada = host.guests(page)[0]
    ada.act(ada.moves()[0])
    assert ada.post("talk", text="Hello").json()["number"] == 1
    file = server.directory / f"{page.rpartition('/')[2]}.rkm"
    before = file.read_bytes()
    file.unlink()
    file.write_bytes(before if damage == "replaced by a copy" else b"damaged")
    ada.act(ada.moves()[0])
    again = f"{file.stem}-2"
    for _ in range(2):
        ada = host.guests(page)[0]
        assert host.links(page) == host.links(f"/tables/{again}")
        assert [one["name"] for one in host.get("/api/lobby").json()["matches"]] == [again]
        assert [one["text"] for one in ada.get("talk").json()["messages"]] == ["Hello"]
        assert len(json.loads((server.directory / TABLES_FILE).read_text())["tables"]) == 1
        server.stop()
        server = start(server.directory)
        host = server.host()
    ada = host.guests(page)[0]
    host.post(f"{page}/revoke", seat=0)
    assert ada.get("view").status_code == 404
    host.post(f"{page}/delete")
    assert {found.name for found in server.directory.glob("*.*")} == {file.name, TABLES_FILE}
