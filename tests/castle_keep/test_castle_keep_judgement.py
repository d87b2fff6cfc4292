"""What `evaluate` makes of positions in which a person sees at once what to do."""

from __future__ import annotations

from typing import Any

import pytest

from rulekeep.bots import make_bot
from rulekeep.games.castle_keep import GAME

TOWERS_ALONE = [
    ("WRZ", ["TYC", "WRZ", "WYZ", "KR", "KB", "KY"], "TRC", "TYZ WYC - KY"),
    ("WRZ", ["TYC", "WRZ", "WBZ", "WYZ", "KR", "KB"], "TRC", "TYZ WYC TRC KY"),
    ("WBZ", ["TRZ", "TYC", "TYZ", "WBZ", "KR", "KB"], "TBS", "TBZ WYZ TYC -"),
    ("WYZ", ["TRZ", "TYC", "WRZ", "WYZ", "KB", "KY"], "TYC", "TBC WBS TBS KB"),
    ("WBZ", ["TBC", "TYS", "WRC", "WBZ", "WYZ", "KR"], "TBS", "TRS WYS TBS -"),
]


@pytest.mark.parametrize(("wall", "hand", "tower", "tiles"), TOWERS_ALONE)
def test_a_tower_alone_gets_its_wall_although_attacks_may_begin_then(
    wall: str, hand: list[str], tower: str, tiles: str
) -> None:
    """Deep search agrees: to wait in safety while the other one builds loses more."""
    ahead = zip(("NW", "N", "NE", "C"), tiles.split(), strict=True)
    position: dict[str, Any] = {
        "seats": 2,
        "active": 1,
        "turn": 4,
        "castles": {"0": {cell: tile for cell, tile in ahead if tile != "-"}, "1": {"NW": tower}},
        "hands": {"0": ["TRS", "TRS", "TRS", "TYS"], "1": hand},
    }
    state = GAME.from_dict(position)
    choice = make_bot("greedy", seed=1).choose(GAME, state, 1)
    assert GAME.notation(choice.move) == f"place {wall} N"


def test_a_tower_alone_gets_its_wall_although_attacks_are_allowed() -> None:
    position: dict[str, Any] = {
        "seats": 2,
        "active": 0,
        "turn": 11,
        "castles": {"0": {"NW": "TRZ"}, "1": {"E": "WRZ", "S": "WRS", "C": "KR"}},
        "hands": {"0": ["TYC", "WRC", "WBC", "KR", "KY"], "1": ["TRS", "TRS", "TRS", "TYS"]},
        "unlocked": True,
    }
    state = GAME.from_dict(position)
    choice = make_bot("greedy", seed=1).choose(GAME, state, 0)
    assert GAME.notation(choice.move) == "place WRC N"


def test_tiles_that_must_be_discarded_are_worth_nothing() -> None:
    position: dict[str, Any] = {
        "seats": 2,
        "active": 0,
        "turn": 5,
        "castles": {"0": {"NW": "TBS"}, "1": {"NW": "TRS"}},
        "hands": {"0": ["TRC", "TRC", "TYC", "TYC", "KR", "KY"], "1": ["TRZ"]},
        "phase": "discard",
    }
    six = GAME.from_dict(position)
    position["hands"] = {"0": ["TRC", "TRC", "TYC", "TYC"], "1": ["TRZ", "KR", "KY"]}
    position["active"], position["phase"] = 1, "action"
    four = GAME.from_dict(position)
    assert GAME.evaluate(six, 0) == pytest.approx(GAME.evaluate(four, 0), abs=0.01)
