"""Looking at a thing on the table: what is said is true, and no more than one may know."""

from __future__ import annotations

from typing import Any

import pytest

import rulekeep
from rulekeep.core.chance import SeededChance

THINGS = (
    "a1",
    "C3",
    "e1",
    "0",
    "4",
    "2,2",
    "3, 3",
    "NW",
    "c",
    "WRC",
    "ky",
    "TBZ",
    "LON",
    "blue",
    "box 7",
)
TABLES: dict[str, dict[str, Any]] = {
    "kilt_castle": {"seats": 4, "towers": {"C3": ["R0", "O2"]}},
    "carcassonne_castle": {"board": {"2,1": "C08 r0"}, "drawn": "A10"},
    "castle_keep": {"castles": {"0": {"N": "WRC"}}, "hands": {"0": ["WRC", "KY"], "1": ["KY"]}},
}


@pytest.mark.parametrize(
    ("game", "thing", "said"),
    [
        ("kilt_castle", "c3", "C3 is a tower of 2 floors, orange with 2 crests on top."),
        ("kilt_castle", "C3", "Building on it costs 2 ducats"),
        ("kilt_castle", "A1", "A1 is empty"),
        ("kilt_castle", "A1", "It is next to B1 and A2."),
        ("kilt_castle", "4", "Position 4"),
        (
            "carcassonne_castle",
            "2,1",
            "On space 2,1 is a tile with a path with a well and 2 courts.",
        ),
        ("carcassonne_castle", "3,1", "The tile fits there in any rotation."),
        ("castle_keep", "n", "The north side of player 1's castle: a red curvy wall (WRC)."),
        ("castle_keep", "n", "The north side of player 2's castle: free for a wall."),
        ("castle_keep", "wrc", "There is one on the north side of player 1's castle."),
    ],
)
def test_what_is_said(game: str, thing: str, said: str) -> None:
    table = rulekeep.position(game, TABLES[game])
    assert said in " ".join(table.game.look_at(table.state, 0, thing))


@pytest.mark.parametrize("name", sorted(TABLES))
def test_nothing_is_said_of_what_is_not_there(name: str) -> None:
    table = rulekeep.position(name, TABLES[name])
    for thing in ("", "atlantis", "-1", "Z99", "9" * 5000, "²"):
        assert table.game.look_at(table.state, 0, thing) == []


@pytest.mark.parametrize("name", [*sorted(TABLES), "kings_and_castles", "lanterns"])
def test_looking_reveals_no_secrets(name: str) -> None:
    """Tables that a seat cannot tell apart look alike to it, thing by thing."""
    game = rulekeep.games()[name]
    lot = SeededChance("looking", name)
    state = game.setup(game.usual_seats or game.seats[-1], {}, lot).state
    told = 0
    for number in range(60):
        decisions = game.decisions(state)
        if not decisions:
            break
        if number % 6 == 0:
            for seat in range(game.seats_of(state)):
                dealt = game.determinize(state, seat, lot)
                for thing in THINGS:
                    said = game.look_at(state, seat, thing)
                    assert said == game.look_at(dealt, seat, thing)
                    told += bool(said)
        seat = decisions[0].seat
        moves = game.legal_moves(state, seat)
        game.advance(state, seat, moves[lot.below(len(moves))], lot)
    assert told or name == "lanterns"
