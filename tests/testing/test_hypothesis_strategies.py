import lanterns
from hypothesis import given
from lanterns import GAME
from lanterns.state import State

from rulekeep.testing.hypothesis_strategies import Playout, playable_settings, playouts, positions


def test_every_setting_that_can_be_played() -> None:
    tables = playable_settings(GAME)
    assert {seats for seats, _ in tables} == {2, 3, 4}
    assert (2, {}) in tables and (4, {"ties": "next"}) in tables


@given(playouts(GAME))
def test_a_playout_repeats_itself_and_ends(playout: Playout) -> None:
    steps = list(playout.steps())
    assert steps == list(playout.steps())
    assert GAME.outcome(steps[-1].state) is not None
    assert steps[0].before == playout.start()


@given(positions(GAME))
def test_positions_are_sound(state: State) -> None:
    assert not list(lanterns.GAME.audit(state))
