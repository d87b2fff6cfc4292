"""Positions with something changed: refused with a DataError, or playable to the end."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import DataError
from rulekeep.games.kilt_castle import KiltCastle

Watch = Callable[..., Iterator[Any]]

SPOILED = 500
"""Positions tried in each setting; nearly all changes are noticed."""
MOST_MOVES = 300
SETTINGS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (2, {"floor_color_2p": "any_own", "roof_same_owner_2p": "yes", "end_2p": "one_color"}),
    (3, {"lapping": "allowed", "max_turns": 20, "bank_limit": 888}),
    (4, {"rule1_scope": "any_new_row", "roof_connects": False}),
]
WORDS = ("R", "O/R", "L/D", "A1", "E5", "B2", "F1", "R0", "D2", "R0 O0", "roof", "build_2", "over")


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value, at every depth."""
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in items:
        yield (*path, key)
        if isinstance(value, dict | list):
            yield from places(value, (*path, key))


def spoil(data: dict[str, Any], lot: SeededChance) -> dict[str, Any]:
    """The position with one thing changed, removed or exchanged, now and then with several."""
    spoiled = copy.deepcopy(data)
    for _ in range(1 + lot.below(2) * lot.below(3)):
        every = [path for path in places(spoiled) if path[0] not in ("options", "seats")]
        path, other = every[lot.below(len(every))], every[lot.below(len(every))]
        home = spoiled
        for key in path[:-1]:
            home = home[key]
        last = path[-1]
        old = home[last]
        match lot.below(7):
            case 0:
                del home[last]
            case 1:
                home[last] = None
            case 2 if isinstance(old, int):
                home[last] = old + 1 - 2 * lot.below(2)
            case 3:
                value: Any = spoiled
                for key in other:
                    value = value[key]
                home[last] = copy.deepcopy(value)
            case 4 if isinstance(old, str) and " " in old:
                words = old.split()
                words[lot.below(len(words))] = words[lot.below(len(words))]
                home[last] = " ".join(words[lot.below(2) :])
            case 5 if isinstance(home, dict):
                home[("A1", "E5", "7", "R", "turn", "first", "roofs")[lot.below(7)]] = home.pop(
                    last
                )
            case _:
                home[last] = WORDS[lot.below(len(WORDS))]
    return spoiled


def play_on(game: KiltCastle, data: dict[str, Any], lot: SeededChance) -> None:
    state = game.from_dict(data)
    assert game.from_dict(game.to_dict(state)) == state
    for _ in range(MOST_MOVES):
        decisions = game.decisions(state)
        if not decisions:
            break
        (decision,) = decisions
        moves = game.legal_moves(state, decision.seat)
        assert moves, f"seat {decision.seat} cannot move"
        move = moves[lot.below(len(moves))]
        game.advance(state, decision.seat, move, lot, lambda event: None)
        assert list(game.audit(state)) == []
    assert (game.outcome(state) is None) == bool(game.decisions(state))


@pytest.mark.parametrize(("seats", "options"), SETTINGS)
@pytest.mark.parametrize("board", ["pinned", "ring"])
def test_whatever_is_accepted_can_be_played(
    request: pytest.FixtureRequest, watch: Watch, board: str, seats: int, options: dict[str, Any]
) -> None:
    game: KiltCastle = request.getfixturevalue(board)
    lot = SeededChance("spoiled", board, seats)
    moments = list(watch(game, seats, options, 7))
    seen: Counter[str] = Counter()
    for _ in range(SPOILED):
        data = spoil(moments[lot.below(len(moments))].after, lot)
        try:
            game.from_dict(data)
        except DataError:
            seen["refused"] += 1
            continue
        seen["accepted"] += 1
        play_on(game, data, lot)
    assert min(seen["refused"], seen["accepted"]) > SPOILED // 50, seen
