"""Measuring measures something, and random play is what it says."""

from __future__ import annotations

from random import Random

from attrs import asdict
from benchmarks.stretches import growth

from rulekeep.core.chance import SeededChance
from rulekeep.core.registry import load
from rulekeep.sim.playout import play_out
from rulekeep.sim.speed import calibrate, calibration_loop, measure, seat_counts


def test_random_play_is_the_same_for_the_same_numbers() -> None:
    game = load("lanterns")
    ends = []
    for _ in range(2):
        chance = SeededChance(1)
        state = game.setup(3, {}, chance).state
        made = play_out(game, state, chance, Random(4).random)
        ends.append((made, game.to_dict(state)))
    assert ends[0] == ends[1]
    assert ends[0][0] > 10 and not game.decisions(state)


def test_the_yardstick_never_changes() -> None:
    assert calibration_loop() == calibration_loop() == YARDSTICK
    assert calibrate(0.001) > 0


YARDSTICK = 47927


def test_every_figure_is_there() -> None:
    found = measure(load("lanterns"), 2, 0.005, 2)
    assert found.speed.decisions > found.speed.matches > 0
    assert found.speed.length > 1 and found.speed.ratio > 0
    assert all(value > 0 for value in asdict(found.costs).values())
    assert found.to_dict()["game"] == "lanterns"


def test_growth_follows_a_kind_of_decision_through_the_match() -> None:
    stretches = growth(load("lanterns"), 2, "show", 4, matches=3)
    assert [(s.first, s.last) for s in stretches] == [(1, 4), (5, 8), (9, 12)]
    assert all(s.advance > 0 and s.legal_moves > 0 for s in stretches)


def test_only_seat_counts_that_need_no_option_are_measured() -> None:
    assert seat_counts(load("lanterns")) == [2, 3, 4]
