"""`rulekeep puzzles`: what it writes, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Run


def test_puzzles_of_matches_are_listed(run: Run, tmp_path: Path) -> None:
    words = ("puzzles", "castle_keep", "--matches", "2", "--seed", "1")
    done = run(*words, "--out", "found", "--plain")
    assert done.returncode == 0, done.stderr
    assert "in 2 matches" in done.stdout
    listed = json.loads(run(*words, "--json").stdout)
    assert len(listed) == len(list((tmp_path / "found").glob("puzzle-*.yaml")))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("castel_keep",), "Did you mean castle_keep?"),
        (("castle_keep", "--seats", "easy,esy"), "Did you mean easy?"),
        (("castle_keep", "--seats", "easy"), "not for 1"),
        (("castle_keep", "--option", "x=1"), "no option 'x'"),
        (("castle_keep", "--matches", "0"), "--matches"),
        (("castle_keep", "--out", "."), "is not empty"),
    ],
)
def test_mistakes_get_a_sentence(
    run: Run, tmp_path: Path, words: tuple[str, ...], sentence: str
) -> None:
    (tmp_path / "x").touch()
    done = run("puzzles", *words)
    assert done.returncode == 2 and sentence in done.stderr, done.stderr
    assert "Traceback" not in done.stderr
