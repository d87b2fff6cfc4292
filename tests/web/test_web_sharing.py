"""Share positions and matches as links, download match files and import them."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from tests.web.client import Guest, Host
from tests.web.running import Running

from rulekeep.match.match import Match
from rulekeep.web.tables.shared_matches import MAX_SHARED


@pytest.fixture
def host(server: Running) -> Host:
    return server.host()


def play(guests: list[Guest], moves: int) -> None:
    """The first legal moves, until the match is over or so many are played."""
    for _ in range(moves):
        view = guests[-1].view()
        if view["over"]:
            return
        guest = guests[view["turn"][0]["seat"]]
        guest.act(guest.moves()[0])


def finished(host: Host) -> tuple[str, list[Guest]]:
    page = host.begin("castle_keep", "Ada", "Bo")
    guests = host.guests(page)
    play(guests, 1000)
    return page.removeprefix("/tables/"), guests


def opened(host: Host, link: str) -> str:
    answer = host.post("/share", link=f"#{link}")
    assert answer.status_code == 200, answer.text
    return str(answer.json()["page"])


def test_a_position_of_a_running_match_is_shared_and_played_on(host: Host) -> None:
    guests = host.guests(host.begin("castle_keep", "Ada", "Bo"))
    play(guests, 4)
    link = guests[0].get("position").json()["link"]
    page = opened(host, link)
    assert "Play on from here" in host.get(page).text
    shown = host.get(f"{page}/act").json()
    seen = guests[-1].view()
    for key in ("standing", "turn", "options"):
        assert shown[key] == seen[key], "what spectators see"
    assert shown["last"] == 0
    assert host.get(f"{page}/picture.svg").text.startswith("<svg")

    seats = [{"name": "Cleo", "player": "human"}, {"name": "", "player": "random"}]
    table = host.post(f"{page}/tables", at=0, seats=seats).json()["page"]
    cleo = host.guests(table)[0]
    assert cleo.view()["seats"][0]["name"] == "Cleo"
    refused = host.post(f"{page}/tables", at=0, seats=seats[:1])
    assert refused.status_code == 400 and "2 seats" in refused.json()["say"]


def test_nobody_shares_a_match_before_its_end(host: Host) -> None:
    page = host.begin("castle_keep", "Ada", "Bo")
    guests, name = host.guests(page), page.removeprefix("/tables/")
    for what in ("replay/link", "replay/match.rkm", "replay/position"):
        assert guests[0].get(what).json()["kind"] == "not_over"
    assert host.get(f"/replay/{name}/link").json()["kind"] == "not_over"
    assert host.get(f"/replay/{name}/match.rkm").status_code == 200, "the file is the host's own"


def test_a_finished_match_is_shared_and_its_file_travels(
    host: Host, server: Running, tmp_path: Path
) -> None:
    name, guests = finished(host)
    raw = (server.directory / f"{name}.rkm").read_bytes()
    link = guests[0].get("replay/link").json()["link"]
    assert host.get(f"/replay/{name}/link").json()["link"] == link
    page = opened(host, link)
    ours, shared = (host.get(f"{path}/act", at=3).json() for path in (f"/replay/{name}", page))
    ours["seats"] = shared["seats"]  # the page of the host says who is a bot
    assert ours == shared
    files = [
        guests[-1].get("replay/match.rkm"),
        host.get(f"/replay/{name}/match.rkm"),
        host.get(f"{page}/match.rkm"),
    ]
    for answer in files:
        assert answer.content == raw
        assert answer.headers["content-disposition"].startswith("attachment;")

    answer = host.post("/matches", name="from a friend.rkm", text=raw.decode())
    imported = server.directory / f"{answer.json()['page'].removeprefix('/replay/')}.rkm"
    assert imported.name != f"{name}.rkm" and imported.read_bytes() == raw
    Match.load(imported)
    assert host.get(answer.json()["page"]).status_code == 200
    at_the_end = host.post(f"{page}/tables", seats=[{}, {}])
    assert at_the_end.status_code == 409 and "over" in at_the_end.json()["say"]


def test_a_bad_match_file_is_not_imported(host: Host, server: Running) -> None:
    name, _ = finished(host)
    raw = (server.directory / f"{name}.rkm").read_text("utf-8")
    before = sorted(server.directory.iterdir())
    lines = raw.split("\n")
    changed = "\n".join([*lines[:4], lines[4].replace("\t", "\t0", 1), *lines[5:]])
    for text, sentence in (
        ("", "x.rkm, line 1: not a match file"),
        ("{}", "x.rkm, line 1: not a match file"),
        (changed, "x.rkm, line 5: "),
    ):
        answer = host.post("/matches", name="x.rkm", text=text)
        assert answer.status_code == 400 and sentence in answer.json()["say"]
    broken = host.client.post(
        "/matches", content=b'{"text": "\\udcff"}', headers={"content-type": "application/json"}
    )
    assert "is not UTF-8 text" in broken.json()["say"]
    large = host.post("/matches", name="x.rkm", text="x" * (3 << 20))
    assert large.status_code == 413 and "2048 kB" in large.json()["say"]
    assert sorted(server.directory.iterdir()) == before
    stranger = httpx.post(f"{server.base}/matches", json={"name": "x.rkm", "text": raw})
    assert stranger.json()["kind"] == "not_the_host"
    stranger = httpx.post(f"{server.base}/matches", json={"text": "x" * (1 << 20)})
    assert stranger.status_code == 413


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        ("", "The link is damaged: neither a position nor a match."),
        ("#p=eNrtVMlu2zAQPSdf", "The link is damaged, or not copied to its end."),
        ("#p=" + "A" * 9000, "The link is longer than 8 kB."),
    ],
)
def test_a_damaged_link_gets_a_sentence(host: Host, link: str, sentence: str) -> None:
    answer = host.post("/share", link=link)
    assert (answer.status_code, answer.json()["say"]) == (400, sentence)


def test_few_shared_matches_are_in_memory(host: Host, server: Running) -> None:
    guest = host.guests(host.begin("castle_keep", "Ada", "Bo"))[0]
    pages = [opened(host, guest.get("position").json()["link"]) for _ in range(MAX_SHARED + 1)]
    assert len(set(pages)) == MAX_SHARED + 1, "every link is dealt anew"
    assert "Opening the link" in host.get(pages[0]).text, "the page sends its link again"
    assert host.get(f"{pages[0]}/act").status_code == 404
    assert host.get(f"{pages[-1]}/act").status_code == 200
    stranger = httpx.post(f"{server.base}{pages[-1]}/tables", json={"seats": [{}, {}]})
    assert stranger.json()["kind"] == "not_the_host"
