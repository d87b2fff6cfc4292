from random import Random

import lanterns
import pytest
from hypothesis import given
from lanterns import GAME
from lanterns.events import LanternDrawn
from lanterns.moves import Show
from lanterns.state import State

import rulekeep
from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.core.drawing.canvas import Look
from rulekeep.core.game import Item, Outcome, Score, apply
from rulekeep.sim.playout import play_out
from rulekeep.testing.hypothesis_strategies import positions


@given(positions(GAME))
def test_apply_refuses_or_returns_a_new_state(state: State) -> None:
    before = GAME.to_dict(state)
    for decision in GAME.decisions(state):
        for move in GAME.universe(state, decision.seat):
            if GAME.check(state, decision.seat, move) is None:
                assert apply(GAME, state, decision.seat, move, SeededChance(0)).state != state
            else:
                with pytest.raises(rulekeep.IllegalMove) as caught:
                    apply(GAME, state, decision.seat, move, SeededChance(0))
                assert caught.value.refusal.rule in GAME.book
    assert GAME.to_dict(state) == before


def test_the_sentence_of_an_event_depends_on_who_sees_it() -> None:
    event = LanternDrawn(("LA-002", "LA-008"), 1, 4, seen_by=(1,))
    name = "Seat {}".format
    assert event.rule == "LA-002" and event.name == "LanternDrawn"
    assert event.tell_to(1, name) == "Seat 1 draws lantern 4."
    assert event.tell_to(0, name) == event.tell_to(None, name) == "Seat 1 draws a lantern."
    assert event.to_dict()["lantern"] == 4


def test_items_add_up_in_words() -> None:
    assert str(Item("towers", 3, 2)) == "towers 3×2 = 6"
    assert str(Item("bonus", 1, 5)) == "bonus 5"
    assert str(Item("crests", 4)) == "crests 4"
    outcome = Outcome(
        (2, 1, 1), (Score(0, 5, (Item("bonus", 1, 5, "X-9"),)),), "X-1", "end", ("X-2",)
    )
    assert outcome.winners == (1, 2)
    assert outcome.all_rules == ("X-1", "X-2", "X-9")


def test_the_public_names_are_all_there() -> None:
    assert set(rulekeep.__all__) <= {*dir(rulekeep), "__version__"}
    for name in rulekeep.__all__:
        assert getattr(rulekeep, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        rulekeep.nonsense  # noqa: B018


def test_defaults_of_the_contract() -> None:
    state = GAME.setup(2, {}, SeededChance(1)).state
    assert "round: 1" in GAME.render(state, 0, Look()).text()
    assert list(GAME.provenance()) == []
    assert lanterns.GAME.seats_note == ""


@pytest.mark.parametrize("name", registry.names())
def test_matches_in_a_series_begin_alike(name: str) -> None:
    game = registry.load(name)
    first = game.setup(game.seats[-1], {}, SeededChance(5)).state
    before = game.to_dict(first)
    play_out(game, first, SeededChance(6), Random(7).random)
    assert game.to_dict(game.setup(game.seats[-1], {}, SeededChance(5)).state) == before


def test_a_move_that_cannot_even_be_written_is_refused_all_the_same() -> None:
    state = GAME.setup(2, {}, SeededChance(0)).state
    for strange in (99, -1, "four", None, (4,)):
        with pytest.raises(rulekeep.IllegalMove, match="there is no lantern"):
            apply(GAME, state, 0, Show(strange), SeededChance(0))  # type: ignore[arg-type]
