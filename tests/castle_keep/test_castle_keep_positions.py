"""Whatever is read can be played: positions of random play, spoiled here and there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import DataError
from rulekeep.games.castle_keep import GAME
from rulekeep.games.castle_keep.state import State
from rulekeep.testing.hypothesis_strategies import Playout

SETTINGS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (4, {"A1": True, "A2": True, "attack_unlock": "continuous"}),
    (3, {"A3": True, "build_cap": None, "turn_limit": 40}),
    (2, {"variant": "takeover", "A2": True}),
    (2, {"variant": "takeover", "takeover_timing": "immediate", "max_attacks": 1}),
    (2, {"variant": "takeover", "takeover_store": "hand"}),
    (2, {"variant": "empire"}),
    (3, {"variant": "empire", "empire_goal": "all_opponents", "empire_unlock": "player_total"}),
    (2, {"variant": "takeover_empire", "empire_transfer": "move_and_swap"}),
    (2, {"variant": "king"}),
    (1, {"variant": "siege", "siege_trigger": "either"}),
]
SPOILED = 30
"""Of each position."""
WORDS = (
    *("TRC", "WRC", "WBS", "KY", "N", "NW", "C", "A", "B", "0A", "1B", "common", "0", "1", "2"),
    *("draw", "action", "build", "attack", "taken", "discard", "assault", "over"),
    *("built", "destroyed", "two_castles", "last_standing", "siege_lost", "turn_limit", ""),
)


def spots(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every value at every depth, as what holds it and where; the options are left alone."""
    keys = data.keys() - {"options"} if isinstance(data, dict) else range(len(data))
    for key in sorted(keys):
        yield data, key
        if isinstance(data[key], dict | list):
            yield from spots(data[key])


def spoil(data: dict[str, Any], lot: SeededChance) -> None:
    """Change, add, remove, copy or swap something."""
    every = list(spots(data))
    holder, key = every[lot.below(len(every))]
    other, its = every[lot.below(len(every))]
    value = holder[key]
    match lot.below(7):
        case 0:
            del holder[key]
        case 1:
            holder[key] = None
        case 2 if isinstance(value, int):
            holder[key] = not value if isinstance(value, bool) else value + (-1, 1)[lot.below(2)]
        case 3:
            holder[key], other[its] = json.loads(json.dumps([other[its], value]))
        case 4 if isinstance(holder, dict):
            holder[WORDS[lot.below(len(WORDS))]] = WORDS[lot.below(len(WORDS))]
        case 5 if isinstance(value, list):
            value.append(WORDS[lot.below(4)])
        case _:
            holder[key] = WORDS[lot.below(len(WORDS))]


def play_on(state: State, lot: SeededChance, most: int) -> None:
    for _ in range(most):
        assert list(GAME.audit(state)) == []
        decisions = GAME.decisions(state)
        assert bool(decisions) == (GAME.outcome(state) is None)
        if not decisions:
            return
        seat = decisions[0].seat
        moves = GAME.legal_moves(state, seat)
        move = moves[lot.below(len(moves))]
        assert GAME.check(state, seat, move) is None
        GAME.describe(state, seat, move)
        assert 0 <= GAME.evaluate(state, seat) <= 1
        GAME.advance(GAME.determinize(state, seat, lot), seat, move, lot, lambda event: None)
        GAME.advance(state, seat, move, lot)


@pytest.mark.parametrize(("seats", "options"), SETTINGS)
def test_what_is_read_can_be_played_to_its_end(seats: int, options: dict[str, Any]) -> None:
    lot = SeededChance("spoil", seats, str(options))
    read = refused = 0
    for seed in range(9):
        for number, act in enumerate(Playout(GAME, seats, options, seed).steps(90)):
            if number % 17 != seed:
                continue
            good = json.dumps(GAME.to_dict(act.state))
            for _ in range(SPOILED):
                data = json.loads(good)
                if lot.below(2):
                    del data["piles"]  # then they take up what lies nowhere else
                for _ in range(1 + lot.below(3)):
                    spoil(data, lot)
                try:
                    state = GAME.from_dict(data)
                except DataError:
                    refused += 1
                    continue
                read += 1
                assert GAME.from_dict(GAME.to_dict(state)) == state
                play_on(state, lot, 300 if read % 10 == 0 else 25)
    assert read > 25 and refused > 100
