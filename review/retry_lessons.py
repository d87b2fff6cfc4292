"""Mistakes of a match as lessons: the position again, and the task to find a better move."""

from __future__ import annotations

from typing import Any

from rulekeep.core.data_files import canonical_json, parse_documents
from rulekeep.core.game import AnyGame
from rulekeep.match.lessons import Lesson, lesson_from
from rulekeep.match.match import Match
from rulekeep.review import review_text
from rulekeep.review.match_review import MatchReview, MoveReview


def retry_lessons(match: Match, review: MatchReview, seat: int | None) -> list[Lesson]:
    """A lesson for each move of a seat, or of all, that could have been better."""
    return [_lesson(match, one) for one in review.judged(seat)]


def _lesson(match: Match, one: MoveReview) -> Lesson:
    game, state = match.game, match.plies[one.number - 1].state
    judged = review_text.judged_move(match, one)
    better = judged.better
    effects = [*better.effects] or [f"it keeps {review_text.percent(one.before[one.seat])}"]
    data: dict[str, Any] = {
        "title": f"Move {one.number} of {match.name(one.seat)}",
        "rules": rules_of_move(game, state, one.seat, game.read(state, one.seat, one.best)),
        "given": game.to_dict(state),
        "seat": one.seat,
        "about": f"{judged.heading}. You played: {judged.played.sentence}.",
        "task": "Find a better move.",
        "hint": f"A better move: {effects[0]}.",
        "answers": [*one.good],
        "wrong": [{"move": one.move, "say": "That is the move you played. Look for another one."}],
        "otherwise": "That is legal, but not among the best moves that the review found.",
        "after": f"Best of all: {better.sentence}. The match file has: {one.best}.",
    }
    # JSON is YAML: read like any lesson, so that the same checks apply.
    (node,) = parse_documents(canonical_json(data), f"move {one.number}")
    return lesson_from(node, f"move-{one.number}")


def rules_of_move(game: AnyGame, state: Any, seat: int, move: Any) -> list[str]:
    """The first rules that were checked for a move."""
    asked = dict.fromkeys(answer.rule for answer in game.book.explain(state, seat, move))
    return [*asked][:4] or [game.box_rule or next(iter(game.book)).id]
