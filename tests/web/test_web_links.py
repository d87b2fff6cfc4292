"""Secret links: whose they are, that they last, and that they can be taken away."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.web.client import Host
from tests.web.running import Running

from rulekeep.core.errors import DataError
from rulekeep.match.match import Match
from rulekeep.web.tables.seat_links import KEY_FILE, LENGTH, TABLES_FILE, LinkTarget, SeatLinks


@pytest.fixture
def links(tmp_path: Path) -> Iterator[SeatLinks]:
    found = SeatLinks(tmp_path)
    yield found
    found.close()


def test_a_link_leads_to_its_seat_and_no_other(links: SeatLinks) -> None:
    one, other = links.table_of("one.rkm"), links.table_of("other.rkm")
    seats: list[tuple[str, int | None]] = [(one, 0), (one, 1), (one, None), (other, 0)]
    made = {links.link(table, seat): LinkTarget(table, seat) for table, seat in seats}
    assert len(made) == 4
    for link, meant in made.items():
        assert links.target(link) == meant
        assert re.fullmatch(f"[A-Za-z0-9_-]{{{LENGTH}}}", link)
    # The proof of one link is worth nothing behind the head of another.
    first, second = links.link(one, 0), links.link(one, 1)
    assert links.target(first[:10] + second[10:]) is None


def test_every_changed_letter_makes_a_link_worthless(links: SeatLinks) -> None:
    link = links.link(links.table_of("one.rkm"), 0)
    for at, letter in enumerate(link):
        other = "A" if letter != "A" else "B"
        assert links.target(link[:at] + other + link[at + 1 :]) is None


def test_links_last_and_what_was_revoked_stays_so(tmp_path: Path) -> None:
    (tmp_path / "one.rkm").touch()
    links = SeatLinks(tmp_path)
    table = links.table_of("one.rkm")
    old, kept, looking = (links.link(table, seat) for seat in (0, 1, None))
    links.revoke(table, 0)
    new = links.link(table, 0)
    links.close()
    again = SeatLinks(tmp_path)
    assert again.target(old) is None
    assert again.target(new) == LinkTarget(table, 0)
    assert again.target(kept) == LinkTarget(table, 1) and again.target(looking) == LinkTarget(
        table, None
    )
    assert again.host_key == links.host_key and again.is_host(links.host_key)
    again.close()


def test_another_directory_has_other_links(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    other.mkdir()
    first, second = SeatLinks(one), SeatLinks(other)
    assert second.target(first.link(first.table_of("x.rkm"), 0)) is None
    assert not second.is_host(first.host_key)
    first.close()
    second.close()


def test_one_server_at_a_time(links: SeatLinks, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="another rulekeep server"):
        SeatLinks(tmp_path)
    links.close()
    SeatLinks(tmp_path).close()


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        '{"format": 2, "tables": {}}',
        '{"format": 1, "tables": {"x": {"file": "a.rkm"}}}',
        '{"format": 1, "tables": {"0123456789ab": {"file": "../a.rkm"}}}',
        '{"format": 1, "tables": {"0123456789ab": {"file": "a.rkm", "generations": {"0": -1}}}}',
        '{"format": 1, "tables": {"0123456789ab": {"file": "a.rkm", "more": 1}}}',
        "[" * 100_000,
    ],
)
def test_what_others_made_of_the_files_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / TABLES_FILE).write_text(text)
    with pytest.raises(DataError):
        SeatLinks(tmp_path)
    (tmp_path / TABLES_FILE).unlink()
    SeatLinks(tmp_path).close()


def test_drafts_that_a_killed_server_left_are_removed(tmp_path: Path) -> None:
    left = tmp_path / ".rulekeep-0123456789abcdef"
    left.write_text("{")
    SeatLinks(tmp_path).close()
    assert not left.exists()


def test_tables_whose_match_is_gone_are_forgotten(tmp_path: Path) -> None:
    for name in ("one.rkm", "other.rkm"):
        (tmp_path / name).touch()
    links = SeatLinks(tmp_path)
    one, other = links.table_of("one.rkm"), links.table_of("other.rkm")
    links.set_next(one, other)
    link = links.link(one, 0)
    links.close()
    (tmp_path / "other.rkm").unlink()
    again = SeatLinks(tmp_path)
    assert again.target(link) == LinkTarget(one, 0)
    assert again.find_table("other.rkm") is None and again.next_of(one) is None
    again.table_of("third.rkm")  # the file is written when something changes
    again.close()
    assert other not in (tmp_path / TABLES_FILE).read_text()


def test_a_file_of_tables_that_could_not_be_read_again_is_not_written(
    links: SeatLinks, monkeypatch: pytest.MonkeyPatch
) -> None:
    links.table_of("one.rkm")
    monkeypatch.setattr("rulekeep.web.tables.seat_links.MAX_BYTES", 150)
    with pytest.raises(DataError, match="cannot be written"):
        for number in range(9):
            links.table_of(f"{number}.rkm")
    links.close()
    SeatLinks(links.directory).close()


def test_a_key_that_is_none(tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).write_text("short")
    with pytest.raises(DataError, match="not a key"):
        SeatLinks(tmp_path)


def test_a_key_is_written_completely_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as disk:
        disk.setattr("rulekeep.web.tables.seat_links.os.fsync", full)
        with pytest.raises(DataError, match="No space left"):
            SeatLinks(tmp_path)
    assert not list(tmp_path.iterdir())
    SeatLinks(tmp_path).close()


def test_a_disk_that_cannot_be_written_gives_no_links(
    links: SeatLinks, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    table = links.table_of("one.rkm")
    link = links.link(table, 0)
    monkeypatch.setattr("rulekeep.web.tables.seat_links.os.replace", full)
    with pytest.raises(DataError, match="cannot be written"):
        links.table_of("other.rkm")
    with pytest.raises(DataError):
        links.revoke(table, 0)
    assert links.find_table("other.rkm") is None and links.target(link) is not None
    assert {path.name for path in links.directory.iterdir()} == {KEY_FILE, TABLES_FILE}


def test_a_revoked_link_is_sent_away_at_once(server: Running, host: Host) -> None:
    page = host.begin("kilt_castle", "Ada", "Bo")
    ada, bo, _ = host.guests(page)
    with ada.listening() as heard, bo.listening() as others:
        new = host.post(f"{page}/revoke", seat=0).json()["link"]
        heard.wait_for_end()
        assert not others.ended
    assert ada.get("view").status_code == 404
    assert host.guest(new).view()["viewer"] == 0
    assert bo.view()["viewer"] == 1


def test_the_same_links_after_a_restart(start: Callable[..., Running]) -> None:
    server = start()
    host = server.host()
    page = host.begin("kilt_castle", "Ada", "Bo")
    ada = host.guests(page)[0]
    ada.act(ada.moves()[0])
    path = ada.link[ada.link.index("/t/") :]
    server.stop()
    again = start()
    assert again.host().guest(again.base + path).view()["acts"] == 1


def test_the_next_match_is_the_same_after_a_restart(start: Callable[..., Running]) -> None:
    server = start()
    match = Match.new("castle_keep", 2, "tables", names=("Ada", "Bo"))
    while not match.is_over:
        match.play(match.legal_moves()[0])
    match.save(server.directory / "evening.rkm")
    host = server.host()
    ada, bo, watcher = host.guests(host.post("/tables", match="evening").json()["page"])
    number = ada.view()["number"]
    assert not bo.view()["next"]
    assert watcher.post("rematch", number=number).status_code == 403
    page = ada.post("rematch", number=number).json()["page"]
    links = [guest.link.replace(server.base, "") for guest in (ada, bo, watcher)]
    server.stop()
    again = start().host()
    for link in links:
        here = again.guest(f"{again.base}{link}")
        assert here.view()["next"]
        follows = here.post("rematch", number=number).json()["page"]
        assert again.guest(f"{again.base}{follows}").view()["acts"] == 0
        assert link != links[0] or follows == page
    assert len(list(server.directory.glob("castle_keep*.rkm"))) == 1
