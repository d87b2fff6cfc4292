"""Recorded matches against the rules of today."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from rulekeep.core import registry
from rulekeep.core.errors import DataError
from rulekeep.match import match_file
from rulekeep.match.match import Match
from rulekeep.match.replay_verification import changed_since, verify


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "m.rkm"
    with Match.new("lanterns", 2, 3, names=("Ada", "Bo"), path=path) as match:
        match.play("show 1", 0)
        match.undo()
        match.play("show 1", 0)
        match.play(match.legal_moves(1)[0], 1)
        match.play(match.legal_moves()[0])
    return path


def rewritten(path: Path, number: int, **changes: Any) -> None:
    """As if other rules had led elsewhere."""
    saved = match_file.read(path)
    entries = list(saved.entries)
    entries[number] = evolve(entries[number], **changes)
    match_file.write_new(path, saved.header, entries, overwrite=True)


def test_a_good_match(path: Path) -> None:
    result = verify(path)
    assert result.good and result.moves == 3 and result.game == "lanterns"


def test_another_state_is_reported_with_its_move_and_rules(path: Path) -> None:
    rewritten(path, 4, state="00000000")
    result = verify(path)
    assert result.entry == 4 and "the replay diverges at entry 4" in result.problem
    assert result.moves == 1, "the undone act does not count"
    told = "\n".join(result.details)
    assert "the move: Bo: show" in told and "rule LA-005: All players choose a lantern" in told
    assert "by the same edition of the rule book (1)" in told


def test_a_move_that_is_no_longer_legal_names_the_rule(path: Path) -> None:
    held = Match.load(path, entries=0).legal_moves(0)
    missing = next(n for n in range(1, 5) if f"show {n}" not in held)
    rewritten(path, 3, what=f"show {missing}")
    result = verify(path)
    assert result.entry == 3 and f"you hold no lantern {missing} [LA-005]" in result.problem
    assert any(line.startswith("rule LA-005: All players choose") for line in result.details)


def test_damage_and_foreign_files_are_no_divergence(path: Path, tmp_path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"show 1", b"show 2"))
    damaged = verify(path)
    assert not damaged.good and damaged.entry is None and "m.rkm:4" in damaged.problem
    (tmp_path / "x.rkm").write_text("nonsense\n")
    assert "not a match file" in verify(tmp_path / "x.rkm").problem


def test_a_file_that_was_cut_in_the_middle_of_a_line(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-3])
    result = verify(path)
    assert not result.good and "last line" in result.problem and result.moves > 0


@pytest.mark.parametrize("read", [match_file.read, match_file.read_header, match_file.read_summary])
def test_a_newer_format_is_named(path: Path, read: Callable[[Path], object]) -> None:
    path.write_text(path.read_text("utf-8").replace("rulekeep-match 1", "rulekeep-match 2", 1))
    with pytest.raises(DataError, match="format 2 needs a newer rulekeep; this one reads format 1"):
        read(path)


def test_what_changed_since_an_edition_is_named() -> None:
    told = changed_since(registry.load("carcassonne_castle"), 1)
    assert any("no longer The player whose turn it is" in line for line in told)
    added = changed_since(registry.load("castle_keep"), 1)
    assert added and all("is new (CK-" in line for line in added)
    for name in registry.names():
        game = registry.load(name)
        assert changed_since(game, game.book.edition) == []
