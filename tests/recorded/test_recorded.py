"""Matches recorded by every version so far load and replay, with the same events and outcome."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.recorded.record import expectation

from rulekeep.match.match import Match

HERE = Path(__file__).parent
SETS = sorted(path.parent for path in HERE.glob("v*/*/expected.json"))


@pytest.mark.parametrize("home", SETS, ids=lambda home: f"{home.parent.name}-{home.name}")
def test_recorded_matches_replay(home: Path) -> None:
    expected = json.loads((home / "expected.json").read_text(encoding="utf-8"))
    assert expected.keys() == {path.stem for path in home.glob("*.rkm")}
    for name, wanted in expected.items():
        data = home / ("other_data" if name.startswith("other-data") else "data")
        match = Match.load(home / f"{name}.rkm", data=data)
        assert expectation(match) == wanted, f"{home.name}/{name}"
        assert match.recovered == ""


def test_there_are_recorded_matches_of_every_game() -> None:
    assert {home.name for home in SETS} >= {
        "carcassonne_castle",
        "castle_keep",
        "kilt_castle",
        "kings_and_castles",
    }
