"""The list for people: every legal move that names another tile or another cell."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekeep.games.castle_keep import GAME
from rulekeep.games.castle_keep.box.castle import falling
from rulekeep.games.castle_keep.moves import Attack, Move
from rulekeep.games.castle_keep.state import State
from rulekeep.testing.hypothesis_strategies import Playout, playable_settings


def names_all_that_falls(state: State, move: Move) -> bool:
    """Whether an attack lists every tile that it takes, which is the same as `take` alone."""
    if not isinstance(move, Attack) or not move.only:
        return False
    _, fallen = falling(state.castle(move.seat, move.castle), move.cell)
    return sorted(move.only) == sorted(fallen)


@given(st.sampled_from(playable_settings(GAME)), st.integers(0, 2**32 - 1))
def test_people_can_choose_every_legal_move(
    table: tuple[int, dict[str, object]], seed: int
) -> None:
    for number, act in enumerate(Playout(GAME, *table, seed).steps(60)):
        state, seat = act.before, act.seat
        listed = GAME.choices(state, seat)
        assert len(set(listed)) == len(listed)
        assert set(GAME.legal_moves(state, seat)) <= set(listed)
        if number % 10 == 0:
            legal = {m for m in GAME.universe(state, seat) if GAME.check(state, seat, m) is None}
            assert set(listed) == {m for m in legal if not names_all_that_falls(state, m)}


@pytest.mark.parametrize(
    ("given_", "listed", "chosen"),
    [
        (
            {"hands": {"0": ["TRC", "WRC", "WRC", "KR", "KB"]}, "phase": "discard", "discarded": "KR"},
            ["discard KR", "discard KB"],
            ["discard TRC", "discard WRC", "discard KR", "discard KB"],
        ),
        (
            {"hands": {"0": ["TRC"]}},
            ["place TRC NW", "done"],
            ["place TRC NW", "place TRC NE", "place TRC SE", "place TRC SW", "done"],
        ),
    ],
)  # fmt: skip
def test_the_list_for_people_is_longer_than_the_one_for_search(
    given_: dict[str, object], listed: list[str], chosen: list[str]
) -> None:
    state = GAME.from_dict(given_)
    assert [GAME.notation(move) for move in GAME.legal_moves(state, 0)] == listed
    assert [GAME.notation(move) for move in GAME.choices(state, 0)] == chosen
