"""Kings & Castles: what a region says before the first turn, and the list of moves for people."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rulekeep.core.chance import SeededChance
from rulekeep.games.kings_and_castles import GAME
from rulekeep.games.kings_and_castles.moves import Attack, Bid, Castle
from rulekeep.games.kings_and_castles.state import State

OPTIONS: list[tuple[int, dict[str, Any]]] = [
    (2, {"variant": "short"}),
    (2, {"bonus_fill": "optional", "tie": "map_value", "enemy_setup": "random"}),
    (3, {"array_overflow": "aside", "bag_refill": "immediate", "hidden_money": False}),
    (3, {"anchor_origin": "same_colour", "portcullis_origin": "same_colour"}),
    (4, {"variant": "short", "cross_border_attacks": False, "active_mix": "mix_12"}),
    (4, {"anchor_origin": "free", "enemy_in_contested": "anywhere"}),
]


def played(seats: int, options: dict[str, Any], seed: int) -> Iterator[State]:
    """The states of a random match."""
    chance, random = SeededChance(seed), Random(seed)
    state = GAME.setup(seats, options, chance).state
    yield state
    while decisions := GAME.decisions(state):
        decision = random.choice(decisions)
        move = random.choice(GAME.legal_moves(state, decision.seat))
        GAME.advance(state, decision.seat, move, chance)
        yield state


def test_before_the_first_turn_no_country_is_the_kings() -> None:
    state = GAME.from_dict({"seats": 3, "phase": "auction"})
    for country in GAME.board.countries:
        assert "king's country" not in " ".join(GAME.look_at(state, 0, country.name))


# -- the list for people ------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "options"), OPTIONS)
def test_people_see_every_listed_move_and_only_legal_ones(
    seats: int, options: dict[str, Any]
) -> None:
    random = Random(seats)
    for state in played(seats, options, seats + 20):
        for decision in GAME.decisions(state):
            seat = decision.seat
            choices = GAME.choices(state, seat)
            assert len(set(choices)) == len(choices)
            assert list(choices[: len(GAME.legal_moves(state, seat))]) == list(
                GAME.legal_moves(state, seat)
            )
            for move in random.sample(list(choices), min(3, len(choices))):
                assert GAME.check(state, seat, move) is None


def test_people_see_spare_markers_castles_in_any_order_and_mixed_bids() -> None:
    regions = {"rouen": "pink archer", "canterbury": "black archer"}
    array = {"blue-knight": 2, "castle3": 1, "castle1": 1}
    attack = GAME.from_dict({"seats": 4, "box": 1, "regions": regions, "arrays": {"blue": array}})
    wasteful = GAME.parse("attack CAN blue 2k")
    assert isinstance(wasteful, Attack)
    assert wasteful not in GAME.legal_moves(attack, 0)
    assert wasteful in GAME.choices(attack, 0)
    for move in ("end attacks", "castle 1 LON"):
        GAME.advance(attack, 0, GAME.parse(move), SeededChance(1))
    large = GAME.parse("castle 3 YOR")
    assert isinstance(large, Castle)
    assert large not in GAME.legal_moves(attack, 0)
    assert large in GAME.choices(attack, 0)
    assert GAME.parse("castle 3 LON") not in GAME.choices(attack, 0)
    auction = GAME.from_dict({"seats": 2, "phase": "auction"})
    mixed = GAME.parse("bid blue 1k pink 2a")
    assert isinstance(mixed, Bid)
    assert mixed in GAME.choices(auction, 0)
    assert GAME.sentence(auction, 0, mixed) == "Bid a blue knight and 2 pink archers"
    assert GAME.sentence(attack, 0, wasteful) == "Attack Canterbury with 2 blue knights"
