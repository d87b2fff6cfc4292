"""The library of saved matches."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import pytest

from rulekeep.core.errors import DataError
from rulekeep.match import library
from rulekeep.match.library import MatchLibrary
from rulekeep.match.match import Match

NOW = datetime(2026, 11, 16, 19, 32, 5)


def saved(directory: Path, moves: int = 1) -> Path:
    """A match of so many moves, added to a library."""
    with Match.new("lanterns", 2, 3) as match:
        path = MatchLibrary(directory).add(match, NOW)
        for _ in range(moves):
            match.play(match.legal_moves()[0])
    return path


def test_matches_of_the_same_second_get_different_names(tmp_path: Path) -> None:
    names = [saved(tmp_path / "matches").name for _ in range(2)]
    assert names == ["lanterns-2026-11-16-193205.rkm", "lanterns-2026-11-16-193205-2.rkm"]


def test_an_imported_file_stays_as_it_is_beside_others(tmp_path: Path) -> None:
    first = saved(tmp_path)
    raw = first.read_bytes()
    added = MatchLibrary(tmp_path).add_file(raw, "lanterns", NOW)
    assert added.name == "lanterns-2026-11-16-193205-2.rkm"
    assert added.read_bytes() == raw and added.stat().st_mode & 0o777 == 0o600
    assert sorted(tmp_path.iterdir()) == sorted([first, added]), "no draft is left"
    (tmp_path / "full").touch()
    with pytest.raises(DataError):
        MatchLibrary(tmp_path / "full").add_file(raw, "lanterns", NOW)


def test_lists_are_newest_first_and_limited(tmp_path: Path) -> None:
    paths = [saved(tmp_path, moves) for moves in (1, 2, 0)]
    for age, path in enumerate(paths):
        os.utime(path, (1_700_000_000 - age,) * 2)
    found = MatchLibrary(tmp_path).newest(10)
    assert [(one.path, one.moves, one.over) for one in found.matches] == [
        (paths[0], 1, False),
        (paths[1], 2, False),
    ]
    assert not found.more and MatchLibrary(tmp_path).newest(1).more
    everything = MatchLibrary(tmp_path).newest(10, without_moves=True).matches
    assert [one.path for one in everything] == paths


def test_a_game_that_fails_hides_no_other_match(tmp_path: Path) -> None:
    good, bad = saved(tmp_path), saved(tmp_path, 2)
    (tmp_path / "other.rkm").write_text("something else\n")

    def load(path: Path) -> Match:
        if path == bad:
            raise ZeroDivisionError
        return Match.load(path)

    found = MatchLibrary(tmp_path, load=load, explain=lambda _: "it failed").newest(10)
    assert [one.path for one in found.matches] == [good]
    assert sorted(one.what for one in found.unreadable) == [
        f"{bad}: it failed",
        f"{tmp_path / 'other.rkm'}:1: not a match file: it does not begin with 'rulekeep-match'",
    ]


def test_what_is_known_is_not_replayed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved(tmp_path)
    saved(tmp_path)
    replayed: list[Path] = []

    def load(path: Path) -> Match:
        replayed.append(path)
        return Match.load(path)

    monkeypatch.setattr(library, "MAX_REPLAYS", 1)
    matches = MatchLibrary(tmp_path, tmp_path / "over.txt", load=load)
    assert sorted(str(one.over) for one in matches.newest(9).matches) == ["False", "None"]
    assert all(one.over is False for one in matches.newest(9).matches)
    again = MatchLibrary(tmp_path, tmp_path / "over.txt", load=load)
    assert all(one.over is False for one in again.newest(9).matches)
    assert len(replayed) == 2


def test_the_matches_loaded_last_stay_in_memory(tmp_path: Path) -> None:
    paths = [saved(tmp_path) for _ in range(library.MAX_LOADED + 1)]
    matches = MatchLibrary(tmp_path)
    first = matches.match(paths[0])
    assert matches.match(paths[0]) is first
    for path in paths[1:]:
        matches.match(path)
    assert matches.match(paths[0]) is not first
    with pytest.raises(DataError, match="no such match file"):
        matches.match(tmp_path / "none.rkm")
