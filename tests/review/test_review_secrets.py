"""A review that a seat asks for during a match tells it nothing that it could not know."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

import attrs
import pytest

from rulekeep.bots import make_bot
from rulekeep.cli.reports.review_view import print_review
from rulekeep.cli.terminal.screen import Screen, ScreenOptions
from rulekeep.core.chance import SeededChance
from rulekeep.match.match import Match
from rulekeep.review.judgement import Depth
from rulekeep.review.match_review import MatchReview, MoveReview, review_move
from rulekeep.review.retry_lessons import retry_lessons
from rulekeep.review.run_review import make_review

SHORT = Depth("short", 12, "For tests.")


def begun(game: str, moves: int, options: Mapping[str, Any]) -> Match:
    match = Match.new(game, 2, "secrets", options, names=["Ada", "Bo"])
    bot = make_bot("random", 1)
    while len(match.plies) <= moves:
        seat = match.decisions[0].seat
        match.play(bot.choose(match.game, match.state, seat).move, seat)
    assert not match.is_over
    return match


def dealt_again(match: Match, seat: int, number: int) -> Match:
    """A match that looks the same to a seat; what it cannot see is another deal."""
    game = match.game
    plies = [
        attrs.evolve(ply, state=game.determinize(ply.state, seat, SeededChance("again", n, number)))
        for n, ply in enumerate(match.plies)
    ]
    other = Match(game, match.header, plies[0])
    other.plies[:] = plies
    return other


def review_for(match: Match, seat: int) -> MatchReview:
    """The review with the moves of one seat; those of the others do not fit another deal."""

    def work(number: int) -> MoveReview:
        ply = match.plies[number]
        if ply.seat == seat:
            return review_move(match, number, SHORT)
        return MoveReview(number, ply.seat, ply.move, ply.move, 0.0, (), (), (), (), (), "")

    return make_review(match, SHORT, work=work)


def told(match: Match, review: MatchReview, seat: int) -> str:
    """All that `rulekeep review --seat` prints, and the lessons of `--retry`."""
    shown = io.StringIO()
    print_review(Screen(ScreenOptions(width=100), shown), match, review, seat)
    lessons = retry_lessons(match, review.judged(seat))
    return shown.getvalue() + "".join(str(lesson.node.plain()) for lesson in lessons)


@pytest.mark.parametrize(
    ("game", "moves", "options"),
    [
        ("castle_keep", 24, {}),
        ("kilt_castle", 12, {}),
        ("kings_and_castles", 12, {"variant": "short", "enemy_setup": "random"}),
    ],
)
def test_two_matches_that_look_the_same_to_a_seat_have_the_same_review(
    game: str, moves: int, options: dict[str, Any]
) -> None:
    match = begun(game, moves, options)
    for seat in (0, 1):
        expected = told(match, make_review(match, SHORT), seat)
        other = dealt_again(match, seat, 1)
        assert told(other, review_for(other, seat), seat) == expected


def test_the_deals_of_the_test_differ() -> None:
    match = begun("castle_keep", 24, {})
    other = dealt_again(match, 0, 1)
    differ = [
        match.game.to_dict(one.state) != match.game.to_dict(two.state)
        for one, two in zip(match.plies, other.plies, strict=True)
    ]
    assert all(differ)


def test_both_curves_are_there_when_the_match_is_over() -> None:
    match = Match.new("castle_keep", 2, "curves", names=["Ada", "Bo"])
    bot = make_bot("random", 1)
    while not match.is_over:
        seat = match.decisions[0].seat
        match.play(bot.choose(match.game, match.state, seat).move, seat)
    review = make_review(match, SHORT)
    shown = told(match, review, 0)
    known, opened = "As far as each player could know", "With everything visible"
    assert shown.index("Chance to win") < shown.index(known) < shown.index(opened)
    outcome = match.outcome
    assert review.hid_something and outcome is not None
    for seat in (0, 1):
        curve = review.known_curve(seat)
        assert len(curve) == len(review.curve) and curve[-1] == outcome.share(seat)
        decided = [one for one in review.moves if one.seat == seat and one.before]
        assert all(curve[one.number - 1] == one.before[seat] for one in decided)


def test_an_open_curve_is_not_shown_before_the_end() -> None:
    match = begun("castle_keep", 10, {})
    review = make_review(match, SHORT)
    shown = told(match, review, 1)
    assert "as far as you could know" in shown
    assert "With everything visible" not in shown and "Where the result came from" not in shown
