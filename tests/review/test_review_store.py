"""Reviews are continued where they stopped, and files that others changed do no harm."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekeep.match.match import Match
from rulekeep.review.judgement import DEPTHS, Depth
from rulekeep.review.match_review import MoveReview
from rulekeep.review.review_store import ReviewStore, fingerprint
from rulekeep.review.run_review import make_review

SHORT = Depth("short", 8, "For tests.")


@pytest.fixture
def match() -> Match:
    match = Match.new("castle_keep", 2, 3)
    for _ in range(6):
        match.play(match.legal_moves()[0])
    return match


class Stop(Exception):
    pass


def test_an_interrupted_review_continues(match: Match, tmp_path: Path) -> None:
    store = ReviewStore(tmp_path, match, SHORT)

    def stop(done: int, _text: str) -> None:
        if done == 3:
            raise Stop

    with pytest.raises(Stop):
        make_review(match, SHORT, store, progress=stop)
    assert sorted(store.read()) == [1, 2, 3]
    seen: list[int] = []
    whole = make_review(match, SHORT, store, progress=lambda done, _text: seen.append(done))
    assert seen == [3, 4, 5, 6]
    assert whole == make_review(match, SHORT)


def test_damaged_lines_are_reviewed_again(match: Match, tmp_path: Path) -> None:
    store = ReviewStore(tmp_path, match, SHORT)
    whole = make_review(match, SHORT, store)
    lines = store.path.read_text().splitlines()
    lines[0] = lines[0][:20]
    lines[1] = "[1, 2]"
    lines[2] = lines[2].replace('"number": 3', '"number": 99')
    lines[3] = lines[3].replace('"number"', '"nummer"')
    lines[4] = lines[4].replace('"lost": ', '"lost": "much", "x": ')
    store.path.write_text("\n".join([*lines, "\0" * 50]))
    assert sorted(store.read()) == [6]
    assert make_review(match, SHORT, store) == whole


def test_another_move_or_depth_is_another_review(match: Match) -> None:
    before = fingerprint(match, SHORT)
    assert before == fingerprint(match, SHORT) != fingerprint(match, DEPTHS[0])
    match.play(match.legal_moves()[0])
    assert before != fingerprint(match, SHORT)


def test_a_review_survives_the_way_through_a_file(match: Match, tmp_path: Path) -> None:
    store = ReviewStore(tmp_path, match, SHORT)
    one = MoveReview(
        2, 1, "done", "done", 0.25, (0.5, 0.5), (0.25, 0.75), (), (0.1, -0.1), ("done",), ""
    )
    store.add(one)
    assert store.read() == {2: one}
