"""Decisions of a reviewed match can be tried again, as their players knew the table."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.web.client import Guest
from tests.web.reviewed import review_of, write_review
from tests.web.running import Running
from tests.web.test_web_review import command, finished

from rulekeep.core.chance import SeededChance
from rulekeep.match.match import Match
from rulekeep.review.match_review import MoveReview
from rulekeep.review.retry_lessons import retry_lesson
from rulekeep.review.review_page import judged_moves, review_page
from rulekeep.web.pages.review_maker import ReviewMaker

Reviewed = tuple[Guest, Match, list[MoveReview]]


@pytest.fixture(scope="module")
def reviewed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reviewed]:
    """A guest of a finished match that has been reviewed, the match, and its judged moves."""
    place = tmp_path_factory.mktemp("retry")
    reviews = ReviewMaker(place / "pages", command("raise SystemExit('nobody makes reviews')"))
    server = Running(place / "matches", reviews=reviews)
    guest, _ = finished(server)
    (file,) = server.directory.glob("*.rkm")
    yield guest, *write_review(reviews, file)
    server.stop()


def tried(guest: Guest, one: MoveReview, move: str) -> dict[str, Any]:
    answer = guest.post(f"review/{one.number}/try", moves=[], move=move)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_the_review_leads_to_each_decision_and_back(reviewed: Reviewed) -> None:
    guest, _, judged = reviewed
    page = guest.get("review").text
    assert 'href="."' in page
    for one in judged:
        assert f'href="review/{one.number}"' in page
        again = guest.get(f"review/{one.number}")
        assert again.status_code == 200 and 'href="../review"' in again.text
    first, second = [one for one in judged if one.seat == 0]
    assert f'data-next="{second.number}"' in guest.get(f"review/{first.number}").text
    last = guest.get(f"review/{second.number}").text
    assert 'data-next=""' in last and "Mistake 2 of 2" in last and "Next mistake" not in last


def test_the_task_names_the_move_that_was_played(reviewed: Reviewed) -> None:
    guest, match, judged = reviewed
    for one in judged:
        step = guest.get(f"review/{one.number}/step").json()
        assert step["about"].startswith(f"You are {match.name(one.seat)}. You played: ")
        assert "blunder" in step["about"] and "25 %" in step["about"]
        assert step["task"] == "Find a better move." and step["hint"]
        assert step["seat"] == one.seat
        moves = {move["text"] for group in step["moves"] for move in group["moves"]}
        before = match.plies[one.number - 1].state
        legal = match.game.choices(before, one.seat)
        assert moves == set(map(match.game.notation, legal))


def test_a_move_is_called_best_nearly_as_good_or_neither(reviewed: Reviewed) -> None:
    guest, _, judged = reviewed
    one = judged[0]
    step = guest.get(f"review/{one.number}/step").json()
    other = next(
        move["text"]
        for group in step["moves"]
        for move in group["moves"]
        if move["text"] not in (one.move, *one.good)
    )
    best, nearly = tried(guest, one, one.best), tried(guest, one, one.good[1])
    assert best["right"] and best["done"] and "No better move was found." in best["say"]
    assert nearly["right"] and "That is nearly as good as the best move." in nearly["say"]
    for answer in (best, nearly):
        assert any("Best of all: " in say and "75 %" in say for say in answer["say"])
    same, poor = tried(guest, one, one.move), tried(guest, one, other)
    assert not same["right"] and "the move you played" in " ".join(same["say"])
    assert not poor["right"] and "not among the best" in " ".join(poor["say"])
    assert not tried(guest, one, "dance")["right"]


def test_the_better_move_can_be_seen(reviewed: Reviewed) -> None:
    guest, _, judged = reviewed
    shown = guest.get(f"review/{judged[0].number}/solution").json()
    assert shown["move"] == judged[0].best
    assert "It keeps 75 % of winning chance" in " ".join(shown["say"])


def test_the_picture_is_that_of_the_seat(reviewed: Reviewed) -> None:
    guest, match, judged = reviewed
    for one in judged:
        got = guest.get(f"review/{one.number}/picture.svg")
        assert got.status_code == 200 and got.text.startswith("<svg")
        assert match.name(one.seat) in got.text
    right = json.dumps([judged[0].best])
    assert guest.get(f"review/{judged[0].number}/picture.svg", moves=right).status_code == 200


def test_what_is_no_decision_of_the_review_is_not_there(reviewed: Reviewed) -> None:
    guest, match, judged = reviewed
    good = next(n for n in range(1, len(match.plies)) if n not in {one.number for one in judged})
    for where in (str(good), "0", "99999", "9" * 40, "x", "-1", "²"):
        for what in ("", "/step", "/picture.svg", "/solution"):
            assert guest.get(f"review/{where}{what}").status_code == 404
        assert guest.post(f"review/{where}/try", moves=[], move="done").status_code == 404
    assert guest.get(f"review/{judged[0].number}/step", moves='["done", "done"]').status_code == 400


def test_a_decision_shows_nothing_that_its_player_could_not_see(reviewed: Reviewed) -> None:
    """The same lesson comes of every deal that looks the same to the seat."""
    _, match, judged = reviewed
    game, differed = match.game, False
    for one in judged:
        lesson = retry_lesson(match, one)
        before = match.plies[one.number - 1]
        for number in range(3):
            other = game.determinize(before.state, one.seat, SeededChance("other", number))
            differed = differed or game.to_dict(other) != game.to_dict(before.state)
            plies = [*match.plies]
            plies[one.number - 1] = type(before)(
                before.seat, before.move, before.outcomes, before.events, other
            )
            dealt = Match(game, match.header, plies[0])
            dealt.plies[:] = plies
            assert retry_lesson(dealt, one).node.plain() == lesson.node.plain()
    assert differed


def test_no_decision_before_the_review_is_there(tmp_path: Path) -> None:
    server = Running(tmp_path / "matches", reviews=ReviewMaker(tmp_path / "pages", command("0")))
    try:
        host = server.host()
        going_on = host.guests(host.begin("castle_keep", "Ada", "Bo"))[0]
        assert going_on.get("review/1/step").status_code == 409
        guest, _ = finished(server)
        answer = guest.get("review/1")
        assert answer.status_code == 409 and "not ready" in answer.text
    finally:
        server.stop()


def test_a_page_that_was_changed_holds_no_other_moves(reviewed: Reviewed) -> None:
    _, match, judged = reviewed
    page = review_page(match, review_of(match))
    assert judged_moves(page) == judged
    assert judged_moves(page.replace("&quot;number&quot;", "&quot;nummer&quot;")) == []
    assert judged_moves("<p>Something else</p>") == []
