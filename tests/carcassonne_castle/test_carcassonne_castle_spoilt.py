"""Positions with something changed: each is refused with its place, or played to an end."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import DataError
from rulekeep.games.carcassonne_castle import GAME, CarcassonneCastle
from rulekeep.testing.damaged_positions import damage

Watch = Callable[..., Iterator[Any]]

TRIES = {False: 150, True: 2500}
"""Fewer in the large castle, where matches take longer."""
OTHER: dict[str, tuple[Any, ...]] = {
    "phase": ("start", "place", "follower", "score", "double", "end", "over"),
    "active": (0, 1),
    "bonus": (True, False),
    "extra": (True, False),
    "gathered": (1, 4),
    "fresh": ([[1], []], [[], [2]], [[3], [3]]),
    "wall_tiles": ([[1], []], [[2, 3], [2, 3]], [[], [1, 1]], [[9, 8], [7, 7, 8]]),
    "used": ([], [1], [2, 3]),
    "towers": ([], [12], None),
    "keeps": ([None, None], [{"size": 2}, None]),
    "completed": ([], None),
    "stock": ({}, None, ["A11"]),
    "removed": ([], None),
    "tally": (None,),
    "options": tuple({option.name: value} for option in GAME.options for value in option.values),
}


def changed(data: dict[str, Any], lot: SeededChance) -> tuple[str, dict[str, Any]]:
    """One to three changes of any kind."""
    said = []
    for _ in range(1 + lot.below(3)):
        kind = lot.below(4)
        if kind == 0:
            key = sorted(OTHER)[lot.below(len(OTHER))]
            data = {**data, key: OTHER[key][lot.below(len(OTHER[key]))]}
            said.append(f"{key} = {data[key]}")
        elif kind == 1 and isinstance(data.get("board"), dict) and data["board"]:
            data, what = _moved(data, lot)
            said.append(what)
        elif data:
            what, data = damage(data, lot)
            said.append(what)
    return "; ".join(said), data


def _moved(data: dict[str, Any], lot: SeededChance) -> tuple[dict[str, Any], str]:
    """Another newest tile, a tile gone, or a follower more."""
    cells = sorted(data["board"])
    cell = cells[lot.below(len(cells))]
    what = lot.below(3)
    if what == 0:
        return {**data, "last": cell}, f"last = {cell}"
    if what == 1:
        board = {at: tile for at, tile in data["board"].items() if at != cell}
        return {**data, "board": board, "stock": None}, f"{cell} is empty"
    types, ports = ("path", "tower", "house", "court"), ("N", "E", "S", "W", "N1", "S2")
    man = f"{cell} {types[lot.below(4)]} {ports[lot.below(6)]}"
    men = data.get("followers")
    if not isinstance(men, list) or len(men) != 2 or not all(isinstance(m, list) for m in men):
        men = [[], []]
    men = [[*men[0], man], men[1]] if lot.below(2) else [men[0], [*men[1], man]]
    return {**data, "followers": men, "supply": None}, f"a follower at {man}"


def play_on(game: CarcassonneCastle, state: Any, lot: SeededChance) -> None:
    """To the end, with everything kept compared with what it should be."""
    for act in range(300):
        if act % 5 == 0 or state.phase > 2:
            assert not list(game.audit(state))
        game.observation(state, 0)
        decisions = game.decisions(state)
        if not decisions:
            assert game.outcome(state) is not None
            assert game.from_dict(game.to_dict(state)) == state
            return
        seat = decisions[0].seat
        moves = game.legal_moves(state, seat)
        move = moves[lot.below(len(moves))]
        assert game.check(state, seat, move) is None
        game.advance(state, seat, move, lot, lambda event: None)


@pytest.mark.parametrize("small_castle", [False, True])
def test_what_is_accepted_can_be_played(
    watch: Watch, small: CarcassonneCastle, small_castle: bool
) -> None:
    game = small if small_castle else GAME
    lot = SeededChance("spoilt", small_castle)
    readings: tuple[dict[str, str], ...] = (
        {},
        {"wall_use_turn": "any_scoring", "double_stack": "stack"},
        {"score_steps": "per_player_sum", "wall_use_turn": "any_scoring"},
        {"extra_turn_time": "turn_start", "start_match": "lenient"},
    )
    positions = [
        moment.after
        for number, options in enumerate(readings * (5 if small_castle else 2))
        for moment in watch(options, number, game)
    ]
    accepted = 0
    for _ in range(TRIES[small_castle]):
        plain = json.loads(json.dumps(positions[lot.below(len(positions))]))
        what, data = changed(plain, lot)
        try:
            state = game.from_dict(data)
        except DataError:
            continue
        accepted += 1
        try:
            play_on(game, state, lot)
        except Exception as error:
            raise AssertionError(f"{what} is accepted: {error!r}\n{json.dumps(data)}") from error
    assert accepted > TRIES[small_castle] // 20
