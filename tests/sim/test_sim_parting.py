"""Where two readings differ: found, classified, and reduced."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulekeep.cli.reports.rule_diff_view import describe, text_if_passing
from rulekeep.core import registry
from rulekeep.core.rule_options import settle
from rulekeep.sim.rule_diff import DiffPlan, Divergence, Reading, differs, divergences, smallest


def reading(game: str, **options: Any) -> Reading:
    plugin = registry.load(game)
    said = ", ".join(f"{name}={value}" for name, value in options.items())
    return Reading(said, plugin, settle(plugin.options, options))


def found(first: Reading, second: Reading, games: int, seats: int) -> list[Divergence]:
    plans = [DiffPlan(number, "0", seats) for number in range(games)]
    return [parting for plan in plans for parting in divergences(first, second, plan)]


def test_the_same_reading_never_parts() -> None:
    one = reading("lanterns")
    assert found(one, one, 8, 3) == []


@pytest.mark.parametrize("swapped", [False, True])
def test_a_tie_is_a_difference_whichever_side_leads(swapped: bool) -> None:
    sides = [reading("lanterns", ties="nobody"), reading("lanterns", ties="next")]
    first, second = reversed(sides) if swapped else sides
    there = found(first, second, 8, 3)
    assert {parting.kind for parting in there} == {"what happens"}
    assert all("NobodyWon" in parting.about and "LA-007" in parting.rules for parting in there)


def test_legal_moves_part_with_the_rule_that_refuses() -> None:
    first = reading("kilt_castle", lapping="allowed")
    second = reading("kilt_castle", lapping="forbidden")
    (parting, *_) = found(first, second, 1, 2)
    assert parting.kind == "legal moves" and parting.about == ("move only by lapping=allowed",)
    state = second.table(parting.position)
    refusal = second.game.check(state, parting.seat, second.game.parse(parting.move))
    assert refusal is not None and parting.rules == (refusal.rule,)


def test_a_different_or_refused_set_up_is_reported_once() -> None:
    full, short = reading("kings_and_castles"), reading("kings_and_castles", variant="short")
    assert found(full, short, 1, 3)[0].kind == "set-up"
    siege = reading("castle_keep", variant="siege")
    (parting,) = found(reading("castle_keep"), siege, 1, 1)
    assert (parting.kind, parting.about) == ("set-up", ("refused",))
    assert "refused" in describe(reading("castle_keep"), parting, "x").scenario["setup"]
    assert "chance" in describe(siege, parting, "x").scenario["setup"]


SIDES = [
    ("lanterns", {"ties": "nobody"}, {"ties": "next"}, 3),
    ("kilt_castle", {"lapping": "allowed"}, {"lapping": "forbidden"}, 2),
    ("castle_keep", {"build_cap": 4}, {"build_cap": None}, 2),
]


@pytest.mark.parametrize(("game", "one", "other", "seats"), SIDES)
def test_the_smallest_example_still_parts_and_passes_as_scenarios(
    game: str, one: dict[str, Any], other: dict[str, Any], seats: int, tmp_path: Path
) -> None:
    first, second = reading(game, **one), reading(game, **other)
    parting = min(found(first, second, 8, seats), key=lambda p: (p.moves, p.about))
    small = smallest(first, second, parting)
    assert small is not None and differs(first, second, small, small.position)
    assert len(small.position) < len(parting.position)
    for key in small.position:
        without = {name: value for name, value in small.position.items() if name != key}
        assert key == "seats" or not differs(first, second, small, without)
    sides = [describe(side, small, "here") for side in (first, second)]
    assert sides[0].sentence != sides[1].sentence
    path = tmp_path / "x.yaml"
    for side, told in zip((first, second), sides, strict=True):
        assert text_if_passing(told.scenario, path, side)
    assert not text_if_passing({**sides[0].scenario, "options": other}, path, second)
