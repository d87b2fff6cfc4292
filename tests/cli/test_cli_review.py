"""`rulekeep review`: sentences, pages and JSON, and what cannot be reviewed."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import attrs
import pytest
from tests.cli.conftest import Run
from tests.cli.preloaded import Preloaded

from rulekeep.bots import make_bot
from rulekeep.match import match_file
from rulekeep.match.match import Match


def recorded(path: Path, moves: int | None = None) -> Path:
    match = Match.new("castle_keep", 2, "a review", names=["Ada", "Bo"], path=path)
    bot = make_bot("random", 1)
    while not match.is_over and (moves is None or len(match) <= moves):
        seat = match.decisions[0].seat
        match.play(bot.choose(match.game, match.state, seat).move, seat)
    match.close()
    return path


@pytest.fixture(scope="module")
def first(
    preloaded: Preloaded, surroundings: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, str]:
    """A directory with a match and its first review at home, and what that said."""
    place = tmp_path_factory.mktemp("first")
    words = ("review", str(recorded(place / "game.rkm")), "--depth", "quick")
    environment = surroundings | {"RULEKEEP_HOME": str(place / "home")}
    done = preloaded.run(words, "", environment, place)
    assert done.returncode == 0, done.stderr
    return place, done.stdout


@pytest.fixture
def played(first: tuple[Path, str], tmp_path: Path) -> Path:
    """A match that was reviewed before."""
    shutil.copytree(first[0], tmp_path, dirs_exist_ok=True)
    return tmp_path / "game.rkm"


def test_a_review_begins_with_the_result_and_ends_with_better_moves(
    first: tuple[Path, str],
) -> None:
    _, said = first
    headings = [
        "Review of Castle Keep: Ada, Bo",
        "Chance to win",
        "What decided the match",
        "Where the result came from",
        "Moves that could have been better",
    ]
    places = [said.index(heading) for heading in headings]
    assert places == sorted(places)
    assert re.search(r"^(Ada|Bo) wins", said, re.MULTILINE)
    assert re.search(r"Ada: .* in \d+ decisions\.", said)
    assert "Played: " in said and "Better: " in said
    assert "what its player could know" in said


def test_a_second_review_is_read_from_the_first(
    run: Run, first: tuple[Path, str], played: Path, tmp_path: Path
) -> None:
    (stored,) = (tmp_path / "home" / "reviews").iterdir()
    before = stored.read_bytes()
    assert run("review", str(played), "--depth", "quick").stdout == first[1]
    assert stored.read_bytes() == before


def test_two_workers_find_the_same(run: Run, played: Path, tmp_path: Path) -> None:
    alone = run("review", str(played), "--depth", "quick", "--json")
    home = str(tmp_path / "another")
    both = run("review", str(played), "--depth", "quick", "--json", "-w", "2", RULEKEEP_HOME=home)
    assert json.loads(alone.stdout) == json.loads(both.stdout)
    assert both.returncode == 0, both.stderr


def test_the_page_needs_no_other_file(run: Run, played: Path, tmp_path: Path) -> None:
    page = tmp_path / "review.html"
    done = run("review", str(played), "--depth", "quick", "--html", str(page))
    assert done.returncode == 0, done.stderr
    text = page.read_text(encoding="utf-8")
    assert not re.search(r"(src|href)=\"?http|@import|<script", text)
    assert "<svg" in text and "Chance to win, move by move" in text
    assert "The table before this move" in text
    again = run("review", str(played), "--depth", "quick", "--html", str(page))
    assert again.returncode == 2 and "review.html" in again.stderr


def test_an_unfinished_match_shows_one_seat_only(run: Run, tmp_path: Path) -> None:
    path = recorded(tmp_path / "open.rkm", moves=8)
    refused = run("review", str(path), "--depth", "quick")
    assert refused.returncode == 2 and "--seat 1" in refused.stderr
    done = run("review", str(path), "--depth", "quick", "--seat", "2")
    assert done.returncode == 0, done.stderr
    assert "Bo: " in done.stdout and "Ada: " not in done.stdout
    assert "What decided" not in done.stdout and "Chance to win" not in done.stdout


def test_an_unfinished_match_reveals_no_secret_in_json_or_on_a_page(
    run: Run, tmp_path: Path
) -> None:
    path = recorded(tmp_path / "open.rkm", moves=8)
    for how in (["--json"], ["--html", str(tmp_path / "page.html")]):
        done = run("review", str(path), "--depth", "quick", "--seat", "1", *how)
        assert done.returncode == 2 and "not over" in done.stderr


def test_what_cannot_be_reviewed_is_named(run: Run, tmp_path: Path) -> None:
    path = recorded(tmp_path / "new.rkm", moves=0)
    empty = run("review", str(path))
    assert empty.returncode == 2 and "nothing has been played" in empty.stderr
    (tmp_path / "text.rkm").write_text("hello\n")
    foreign = run("review", str(tmp_path / "text.rkm"))
    assert foreign.returncode == 2 and "text.rkm" in foreign.stderr
    assert "Traceback" not in empty.stderr + foreign.stderr
    seat = run("review", str(recorded(tmp_path / "two.rkm")), "--seat", "3")
    assert seat.returncode == 2 and "seats 1 to 2" in seat.stderr


def changed(path: Path, name: str, number: int, **fields: Any) -> Path:
    """A copy of a match file with another entry, every digest of a line as it should be."""
    saved = match_file.read(path)
    entries = [*saved.entries]
    entries[number] = attrs.evolve(entries[number], **fields)
    other = path.with_name(name)
    other.write_bytes(match_file.to_bytes(saved.header, entries))
    return other


def test_a_damaged_match_is_reviewed_up_to_the_damage(run: Run, tmp_path: Path) -> None:
    path = recorded(tmp_path / "whole.rkm")
    lines = path.read_bytes().splitlines(keepends=True)
    (tmp_path / "line.rkm").write_bytes(b"".join([*lines[:8], b"x" + lines[8], *lines[9:]]))
    (tmp_path / "torn.rkm").write_bytes(b"".join([*lines[:9], lines[9][:5]]))
    changed(path, "no-move.rkm", 6, what="dance")
    changed(path, "state.rkm", 7, state="00000000")
    for name, moves in (("line", 5), ("torn", 6), ("no-move", 5), ("state", 6)):
        file = str(tmp_path / f"{name}.rkm")
        done = run("review", file, "--depth", "quick", "--seat", "1", "-w", "2")
        assert done.returncode == 0, done.stderr
        assert f"{name}.rkm" in done.stderr and f"the {moves} moves before it" in done.stderr
        assert re.search(r"Ada: .* in \d+ decisions\.", done.stdout)
        # The rest of the match is unknown: it may still go on, and hands are secret.
        assert run("review", file, "--depth", "quick").returncode == 2
    for number in (0, 1, 2):
        (tmp_path / "head.rkm").write_bytes(b"".join([*lines[:number], b"x\n"]))
        done = run("review", str(tmp_path / "head.rkm"), "--seat", "1")
        assert done.returncode == 2 and f"head.rkm:{number + 1}" in done.stderr


def test_a_match_with_strange_rules_is_named(run: Run, tmp_path: Path) -> None:
    path = recorded(tmp_path / "whole.rkm", moves=6)
    saved = match_file.read(path)
    options = {**saved.header.options, "fly": True}
    for header, said in (
        (attrs.evolve(saved.header, game="chess"), "No game called 'chess'"),
        (attrs.evolve(saved.header, options=options), "no option 'fly'"),
        (attrs.evolve(saved.header, data="0" * 16), "--data"),
    ):
        path.write_bytes(match_file.to_bytes(header, saved.entries))
        done = run("review", str(path), "--seat", "1", "--depth", "quick")
        assert done.returncode == 2 and said in done.stderr and "Traceback" not in done.stderr


def test_mistakes_can_be_tried_again(run: Run, played: Path) -> None:
    found = json.loads(run("review", str(played), "--depth", "quick", "--json").stdout)
    judged = [one for one in found["moves"] if one["verdict"]]
    assert judged
    first = judged[0]
    lines = f"{first['move']}\nanswer\n{first['best']}\nquit\n"
    done = run("review", str(played), "--depth", "quick", "--retry", lines=lines)
    assert done.returncode == 0, done.stderr
    assert f"Position 1 of {len(judged)}" in done.stdout
    assert "That is the move you played." in done.stdout
    assert "The answer: " in done.stdout and "Best of all:" in done.stdout
