"""Mistakes of a match as lessons: the position again, and the task to find a better move."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from attrs import evolve

from rulekeep.core.chance import SeededChance
from rulekeep.core.data_files import canonical_json, parse_documents
from rulekeep.core.game import AnyGame
from rulekeep.core.text import upper_first
from rulekeep.match.lessons import Lesson, lesson_from
from rulekeep.match.match import Match
from rulekeep.review import review_text
from rulekeep.review.match_review import MoveReview


def retry_lessons(match: Match, judged: Iterable[MoveReview]) -> list[Lesson]:
    """A lesson for each of these moves, which could have been better."""
    return [retry_lesson(match, one) for one in judged]


def retry_lesson(match: Match, one: MoveReview) -> Lesson:
    """The decision of a move again: the position as its player knew it, and the task."""
    game, state, seat = match.game, match.plies[one.number - 1].state, one.seat
    judged, name = review_text.judged_move(match, one), match.name(one.seat)
    better, played = judged.better, judged.played
    chance, kept = review_text.percent(one.before[seat]), review_text.percent(one.after[seat])
    # What the player could not see is dealt again: a lesson shows what a move draws and reveals.
    known = game.determinize(state, seat, SeededChance("retry", match.header.seed, one.number))
    reasons = [f"Best of all: {better.sentence} ({one.best})."]
    reasons += [f"{upper_first(effect)}." for effect in better.effects]
    reasons += [f"It keeps {chance} of winning chance, the move you played {kept}."]
    reasons += [f"Expected then: {one.line}."] if one.line else []
    best, *others = one.good
    data: dict[str, Any] = {
        "title": f"Move {one.number} of {name}",
        "rules": rules_of_move(game, state, seat, game.read(state, seat, one.best)),
        "given": game.to_dict(known),
        "seat": seat,
        "about": f"You are {name}. You played: {played.sentence}. This {one.verdict} gave away "
        f"{review_text.percent(one.lost)} of winning chance.",
        "task": "Find a better move.",
        "hint": f"What a better move does: {better.effects[0]}."
        if better.effects
        else f"A better move begins with '{one.best.split()[0]}'.",
        "answers": [
            {"move": best, "say": "No better move was found."},
            *({"move": move, "say": "That is nearly as good as the best move."} for move in others),
        ],
        "wrong": [{"move": one.move, "say": "That is the move you played. Look for another one."}],
        "otherwise": "That is legal, but not among the best moves that the review found.",
        "after": " ".join(reasons),
    }
    # JSON is YAML: read like any lesson, so that the same checks apply.
    (node,) = parse_documents(canonical_json(data), f"move {one.number}")
    return evolve(lesson_from(node, f"move-{one.number}"), names=match.names)


def rules_of_move(game: AnyGame, state: Any, seat: int, move: Any) -> list[str]:
    """The first rules that were checked for a move."""
    asked = dict.fromkeys(answer.rule for answer in game.book.explain(state, seat, move))
    return [*asked][:4] or [game.box_rule or next(iter(game.book)).id]
