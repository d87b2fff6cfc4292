"""Puzzles: one clearly best move is found, and written as a lesson that can be played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulekeep.core import registry
from rulekeep.match.exercise import CorrectMove, Exercise
from rulekeep.match.lessons import read_lesson
from rulekeep.match.match import Match
from rulekeep.review import puzzle_search
from rulekeep.review.puzzle_search import lesson_data, puzzle_at
from rulekeep.testing.lesson_checks import check_lesson
from rulekeep.testing.scenario_writer import to_yaml

COMPLETE_NOW = {
    "seats": 2,
    "active": 1,
    "turn": 6,
    "castles": {
        "0": {"NW": "TRC", "N": "WRC", "NE": "TBC", "E": "WYC", "S": "WBC", "W": "WBC", "C": "KB"},
        "1": {"NW": "TYZ", "N": "WRZ", "NE": "TBZ", "E": "WBS", "W": "WYS", "C": "KR"},
    },
    "hands": {"0": ["WYZ", "KB", "KY"], "1": ["TRC", "TRZ", "WRS", "WBC"]},
}
"""Bo can complete the castle in this turn, but only if the wall comes first."""


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzle_search, "TIMES", 1)


def position(given: dict[str, Any], move: str) -> Match:
    match = Match.from_position("castle_keep", given, seed="puzzle")
    match.play(move)
    return match


def test_the_first_move_of_a_winning_turn_is_a_puzzle(tmp_path: Path) -> None:
    found = puzzle_at(position(COMPLETE_NOW, "done"), 1)
    assert found is not None
    assert (found.best, found.seat, found.moves) == ("place WRS S", 1, 4)
    assert found.ahead >= puzzle_search.AHEAD and found.chance > 0.9
    game = registry.load("castle_keep")
    assert all(rule in game.book for rule in found.rules)
    path = tmp_path / "puzzle.yaml"
    path.write_text(to_yaml(lesson_data(found, 1)))
    lesson = read_lesson(path)
    check_lesson(lesson, game)
    assert lesson.idea == found.idea
    assert isinstance(Exercise(lesson, game).assess("place WRS S"), CorrectMove)


def test_a_decision_without_a_clear_best_move_is_none() -> None:
    match = Match.new("castle_keep", 2, seed=4)
    match.play(match.legal_moves()[0])
    assert puzzle_at(match, 1) is None
