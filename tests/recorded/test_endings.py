"""Every way in which a match can end has a recorded match, which replays."""

from __future__ import annotations

import json
from functools import cache

import pytest
from tests.recorded.endings import GAMES, HOME, ways
from tests.recorded.record import expectation

from rulekeep.core import registry
from rulekeep.games.castle_keep.events import ENDINGS
from rulekeep.match.match import Match


@cache
def recorded(game: str) -> dict[str, Match]:
    home = HOME / game
    return {path.stem: Match.load(path, data=home / "data") for path in home.glob("*.rkm")}


@pytest.mark.parametrize("name", GAMES)
def test_every_way_to_end_has_a_recorded_match(name: str) -> None:
    matches = recorded(name)
    needed = {way.name: way for way in ways(registry.load(name))}
    missing = sorted(needed.keys() - matches.keys())
    assert not missing, f"python -m tests.recorded.endings records {missing}"
    for way in needed.values():
        assert way.is_end_of(matches[way.name]), f"{name}/{way.name}"


@pytest.mark.parametrize("name", GAMES)
def test_recorded_endings_replay(name: str) -> None:
    matches = recorded(name)
    expected = json.loads((HOME / name / "expected.json").read_text(encoding="utf-8"))
    assert {way: expectation(match) for way, match in matches.items()} == expected


def test_every_rule_that_ends_a_match_of_castle_keep_has_a_recorded_match() -> None:
    outcomes = [match.outcome for match in recorded("castle_keep").values()]
    rules = {rule for outcome in outcomes if outcome for rule in (outcome.rule, *outcome.rules)}
    assert rules == ENDINGS.keys()
