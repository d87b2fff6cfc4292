"""Puzzles are listed after the lessons and opened like them."""

import pytest

from rulekeep.core import registry
from rulekeep.match.lessons import PUZZLES, lessons_of
from rulekeep.web.http_errors import HttpError
from rulekeep.web.pages import lesson_pages


def test_puzzles_come_after_the_lessons() -> None:
    game = registry.load("castle_keep")
    lessons, puzzles = lessons_of(game), lessons_of(game, PUZZLES)
    listed = lesson_pages.list_page("castle_keep")
    assert listed.index("<h2>Puzzles</h2>") < listed.index(puzzles[0].title)
    first = len(lessons) + 1
    assert f"/learn/castle_keep/{first}" in listed
    page = lesson_pages.lesson_page("castle_keep", first)
    assert f"Puzzle 1 of {len(puzzles)}" in page and "Next puzzle" in page
    step = lesson_pages.step(*lesson_pages.find_lesson("castle_keep", first), [])
    assert step["task"] == puzzles[0].steps[0].task
    # The last lesson does not lead on to the puzzles: it offers a match.
    assert "Next lesson" not in lesson_pages.lesson_page("castle_keep", len(lessons))
    with pytest.raises(HttpError, match=f"no lesson {first + len(puzzles)}"):
        lesson_pages.lesson_page("castle_keep", first + len(puzzles))


def test_a_game_without_puzzles_lists_none() -> None:
    assert "Puzzles" not in lesson_pages.list_page("lanterns")
