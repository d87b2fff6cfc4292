"""Talk at a table: who hears it, how much there is of it, and what others can do about it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.web.client import Guest, Host
from tests.web.running import Running

from rulekeep.match.match import Match
from rulekeep.web import context
from rulekeep.web.middleware import RequestRate
from rulekeep.web.tables import talk as table_talk
from rulekeep.web.tables.talk import TableTalk


def said(guest: Guest, since: int = 0) -> list[tuple[int | None, str]]:
    answer = guest.get("talk", since=since)
    assert answer.status_code == 200, answer.text
    return [(message["seat"], message["text"]) for message in answer.json()["messages"]]


def test_players_hear_each_other_and_spectators_do_not(host: Host) -> None:
    ada, bo, spectator = host.guests(host.begin("kings_and_castles", "Ada", "Bo"))
    with bo.listening() as heard, spectator.listening() as looks_on:
        assert ada.post("talk", text=" Peace? ").json() == {"number": 1}
        assert heard.wait_for_event("talk") == {"number": 1}
        bo.post("talk", text='<b>Never</b> & "no"')
        ada.act(ada.moves()[0])
        looks_on.wait_for_number(1)
        assert all(event != "talk" for _, event, _ in looks_on.events)
    assert said(ada) == said(bo) == [(0, "Peace?"), (1, '<b>Never</b> & "no"')]
    assert said(bo, since=1) == [(1, '<b>Never</b> & "no"')]
    for refused in (spectator.get("talk"), spectator.post("talk", text="Ha")):
        assert (refused.status_code, refused.json()["kind"]) == (403, "no_talk")


def test_the_host_decides_who_may_talk(host: Host) -> None:
    page = host.begin("kilt_castle", "Ada", "Bo")
    ada, _, spectator = host.guests(page)
    host.post(f"{page}/settings", talk="everyone")
    with spectator.listening() as heard:
        assert ada.post("talk", text="Hello").status_code == 200
        heard.wait_for_event("talk")
    assert spectator.post("talk", text="Hi").status_code == 200
    assert said(ada) == [(0, "Hello"), (None, "Hi")]
    host.post(f"{page}/settings", talk="off")
    for guest in (ada, spectator):
        assert guest.get("talk").json()["kind"] == "no_talk"
        assert guest.post("talk", text="Hello").json()["kind"] == "no_talk"


def test_spectators_do_not_hear_that_a_message_was_removed_where_nobody_talks(host: Host) -> None:
    page = host.begin("kilt_castle", "Ada", "Bo")
    ada, _, spectator = host.guests(page)
    ada.post("talk", text="Hello")
    host.post(f"{page}/settings", talk="off")
    with spectator.listening() as looks_on:
        assert host.post(f"{page}/talk/remove", number=1).status_code == 200
        ada.act(ada.moves()[0])
        looks_on.wait_for_number(1)
        assert all(event != "talk" for _, event, _ in looks_on.events)


@pytest.mark.parametrize("text", ["", "   ", "x" * 301, "a\nb", "a\u202eb", 5])
def test_what_is_no_message(host: Host, text: object) -> None:
    ada = host.guests(host.begin("kilt_castle", "Ada", "Bo"))[0]
    assert ada.post("talk", text=text).json()["kind"] == "bad_request"
    assert said(ada) == []


def test_talk_stays_with_the_table_but_is_not_in_the_match_file(
    start: Callable[..., Running],
) -> None:
    server = start()
    host = server.host()
    page = host.begin("kilt_castle", "Ada", "Bo")
    ada = host.guests(page)[0]
    ada.post("talk", text="between us")
    server.stop()
    again = start(server.directory).host()
    assert said(again.guests(page)[0]) == [(0, "between us")]
    [match] = server.directory.glob("*.rkm")
    assert "between us" not in match.read_text()
    [kept] = server.directory.glob("*.talk")
    assert kept.stat().st_mode & 0o777 == 0o600
    assert again.post(f"{page}/archive").status_code == 200
    names = [path.name for path in sorted((server.directory / "archive").iterdir())]
    assert names == [match.name, kept.name]


def test_old_messages_are_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_talk, "MAX_MESSAGES", 3)
    talk = TableTalk(tmp_path / "match.rkm")
    for number in range(5):
        talk.say(0, f"message {number}")
    for one in (talk, TableTalk(tmp_path / "match.rkm")):
        assert [message.number for message in one.since(0)] == [3, 4, 5]
    assert talk.say(1, "one more").number == 6


@pytest.mark.parametrize("text", ["", "[]", '{"format": 2, "messages": []}', "{" * 9999])
def test_a_damaged_file_of_talk_stops_nobody(tmp_path: Path, text: str) -> None:
    (tmp_path / "match.talk").write_text(text)
    talk = TableTalk(tmp_path / "match.rkm")
    assert talk.since(0) == []
    assert talk.say(0, "again").number == 1
    assert [message.text for message in TableTalk(tmp_path / "match.rkm").since(0)] == ["again"]


def test_who_talks_too_fast_must_wait(
    start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(context, "TALK_RATE", RequestRate(2, 0.001))
    host = start().host()
    ada, bo, _ = host.guests(host.begin("kilt_castle", "Ada", "Bo"))
    assert [ada.post("talk", text="!").status_code for _ in range(3)] == [200, 200, 429]
    assert bo.post("talk", text="!").status_code == 200


def test_a_reported_message_is_shown_to_the_host_who_removes_it(host: Host) -> None:
    page = host.begin("kilt_castle", "Ada", "Bo")
    ada, bo, _ = host.guests(page)
    ada.post("talk", text="You fool")
    assert host.links(page)["reported"] == []
    assert bo.post("talk/report", number=1).status_code == 200
    [reported] = host.links(page)["reported"]
    assert (reported["seat"], reported["text"]) == (0, "You fool")
    assert "You fool" in host.get(page).text
    assert bo.post("talk/report", number=9).json()["kind"] == "unknown_message"
    assert host.post(f"{page}/talk/remove", number=1).status_code == 200
    assert host.links(page)["reported"] == []
    assert said(bo) == [(0, "")]


def test_a_paused_or_finished_table_can_still_talk(host: Host) -> None:
    page = host.begin("kilt_castle", "Ada", "Bo")
    ada = host.guests(page)[0]
    host.post(f"{page}/settings", paused=True)
    assert ada.post("talk", text="Tea?").status_code == 200


def test_the_number_of_the_match_does_not_change(server: Running, host: Host) -> None:
    page = host.begin("kilt_castle", "Ada", "Bo")
    ada = host.guests(page)[0]
    ada.post("talk", text="Hello")
    assert ada.view()["number"] == 0
    path = server.directory / f"{page.rpartition('/')[2]}.rkm"
    assert len(Match.load(path).plies) == 1
