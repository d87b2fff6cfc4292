"""Decisions of a reviewed match that can be tried again in a browser, as lessons.

What makes reviews is loaded when somebody asks for one: a server should start quickly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekeep.core.game import AnyGame
from rulekeep.match.lessons import Lesson
from rulekeep.match.match import Match
from rulekeep.session.sample_table import picture_size
from rulekeep.web.http_errors import HttpError
from rulekeep.web.pages.template_engine import render_template

if TYPE_CHECKING:
    from rulekeep.review.match_review import MoveReview

REVIEW = "../review"
"""The address of the review, seen from a decision."""


def with_ways(page: str) -> str:
    """The review with a link to the table, and one to each decision."""
    from rulekeep.review import review_page

    return review_page.with_ways(page, ".", "review/")


def _judged(match: Match, page: str) -> list[MoveReview]:
    """The judged moves of a page that are moves of this match."""
    from rulekeep.review.review_page import judged_moves

    return [
        one
        for one in judged_moves(page)
        if one.number < len(match.plies)
        and (one.seat, one.move) == (match.plies[one.number].seat, match.plies[one.number].move)
    ]


def _wanted(match: Match, page: str, number: int) -> MoveReview:
    for one in _judged(match, page):
        if one.number == number:
            return one
    sentence = "The review has no better move for this decision. Go back to the review."
    raise HttpError(404, "unknown_decision", sentence)


def find_lesson(match: Match, page: str, number: int) -> tuple[AnyGame, Lesson]:
    """One decision as a lesson. HttpError."""
    from rulekeep.review.retry_lessons import retry_lesson

    return match.game, retry_lesson(match, _wanted(match, page, number))


def retry_page(match: Match, page: str, number: int) -> str:
    """The page of one decision; the next one is that of the same seat. HttpError."""
    one = _wanted(match, page, number)
    game, lesson = find_lesson(match, page, number)
    numbers = [other.number for other in _judged(match, page) if other.seat == one.seat]
    at = numbers.index(number)
    return render_template(
        "lesson.html",
        game=game.id,
        title=game.title,
        name="",
        lesson=lesson.title,
        rules=lesson.rules,
        kind="Mistake",
        number=at + 1,
        count=len(numbers),
        seats=match.seats,
        seat=one.seat,
        next=str(numbers[at + 1]) if at + 1 < len(numbers) else "",
        back=REVIEW,
        back_text="Back to the review",
        match="",
        **picture_size(game.id, one.seat),
    )
