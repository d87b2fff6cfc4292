"""Chances of reviews: how they are corrected, and how their error is measured."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest
from benchmarks import blunders, calibration, open_hands

from rulekeep.core import registry
from rulekeep.core.data_files import packaged
from rulekeep.core.errors import DataError
from rulekeep.core.primitives.bag import Bag
from rulekeep.review import calibration as corrections
from rulekeep.review.bot_matches import bot_match
from rulekeep.review.calibration import calibrated, calibration_error, powered, reliability
from rulekeep.review.judgement import DEPTHS, open_shares


def test_a_power_keeps_the_order_and_the_sum() -> None:
    bolder, careful = powered((0.2, 0.5, 0.3), 2), powered((0.2, 0.5, 0.3), 0.5)
    assert sum(bolder) == pytest.approx(1) and sum(careful) == pytest.approx(1)
    assert bolder[0] < 0.2 < careful[0] and careful[1] < 0.5 < bolder[1]
    assert powered((0.0, 1.0), 3) == (0, 1) and powered((0.4,), 3) == (0.4,)


def test_a_game_without_a_file_is_not_corrected() -> None:
    assert calibrated(registry.load("lanterns"), (0.3, 0.7)) == (0.3, 0.7)


@pytest.mark.parametrize("game", registry.names())
def test_the_files_of_the_games_fit(game: str) -> None:
    seats = registry.load(game).seats
    assert all(number in seats for number in corrections.powers(game))


@pytest.mark.parametrize(
    "text", ['{"powers": {"2": 9}}', "{}", '{"powers": {"two": 1}}', "[]", "x"]
)
def test_a_damaged_file_is_named(
    text: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "calibration.json").write_text(text)
    monkeypatch.setattr(corrections, "packaged", lambda _package, name: tmp_path / name)
    with pytest.raises(DataError, match=r"castle_keep/calibration\.json|calibration\.json"):
        corrections.powers.__wrapped__("castle_keep")


def test_the_error_is_the_mean_distance_of_given_and_won() -> None:
    right = [(0.25, 1.0), *[(0.25, 0.0)] * 3]
    assert calibration_error(right) == 0
    wrong = [(0.9, 1.0), (0.9, 0.0), *right]
    assert calibration_error(wrong) == pytest.approx(0.4 * 2 / 6)
    assert [one.count for one in reliability(wrong)] == [4, 2]


@pytest.mark.parametrize("power", [0.25, 2])
def test_the_fit_finds_a_power_that_was_planted(power: float) -> None:
    chances = [0.05 * step for step in range(2, 19)]
    rated = [
        (powered((chance, 1 - chance), 1 / power), (chance, 1 - chance))
        for chance in chances
        for _ in "xx"
    ]
    assert calibration.fitted_power(rated) == pytest.approx(power, abs=0.05)


def test_the_noise_falls_with_the_number_of_matches() -> None:
    rated = [((0.3, 0.7), (0.0, 1.0))]
    few, many = calibration.noise([rated] * 10, 1.0), calibration.noise([rated] * 1000, 1.0)
    assert 0 < many < 0.05 < few


def test_reviews_show_corrected_chances() -> None:
    game = registry.load("castle_keep")
    match = bot_match("castle_keep", ("easy", "easy"), {}, "correct")
    state = match.plies[len(match.plies) // 2].state
    raw = open_shares(game, state, 20, 1, 2, raw=True)
    assert open_shares(game, state, 20, 1, 2) == powered(raw, corrections.powers("castle_keep")[2])


def test_matches_are_rated_and_blunders_planted() -> None:
    rated = calibration.rated_decisions("castle_keep", ("easy", "easy"), {}, 10, 2, False, "r/1")
    assert len(rated) == 2 and all(sum(result) == 1 for _, result in rated)
    assert len(calibration.diagram(calibration.by_seat(rated))) > 1
    work = partial(blunders.judged_twice, "castle_keep", ("easy", "easy"), {}, DEPTHS[0], 0)
    planted = [one for seed in ("b/1", "b/2") for one in work(seed)]
    assert planted and all(one.planted and one.lost_deep >= 0.2 for one in planted)
    assert all(one.lost >= 0.05 for one in planted)


@pytest.mark.parametrize("draws", [False, True])
def test_every_seat_of_a_deal_sees_everything_once(draws: bool) -> None:
    shares = open_hands.shares_of_a_deal("castle_keep", 2, {}, 4, draws, "open/1")
    assert len(shares) == 2 and all(0 <= share <= 1 for share in shares)
    assert shares == open_hands.shares_of_a_deal("castle_keep", 2, {}, 4, draws, "open/1")


def test_what_is_foreseen_is_drawn() -> None:
    bag = Bag(("tower", "wall", "knight"), (5, 5, 5))
    table, foreseen = open_hands.FatedChance("a", 1), open_hands.FatedChance("a", 2)
    drawn = set()
    while bag.total:
        kind = foreseen.pick(bag)
        assert kind == bag.draw(table, "")
        drawn.add(kind)
    assert drawn == {0, 1, 2}


def test_a_reversed_judgement_is_good_once_and_a_mistake_once() -> None:
    def both(lost: float, deep: float) -> bool:
        return blunders.JudgedTwice(False, "done", lost, deep).reversed

    assert both(0.0, 0.12) and both(0.12, 0.04)
    assert not both(0.06, 0.11) and not both(0.0, 0.09) and not both(0.1, 0.3)


def test_the_shipped_files_say_how_they_were_made() -> None:
    for game in registry.names():
        source = packaged(registry.package_of(game), corrections.FILE)
        if source.is_file():
            made = json.loads(source.read_text())["made"]
            assert made.startswith(f"python -m benchmarks.calibration {game} ")
