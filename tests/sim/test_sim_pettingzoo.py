"""The adapter passes PettingZoo's own tests for every game."""

from __future__ import annotations

import warnings
from typing import Any

import lanterns
import pytest

from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import RulekeepError, SetupError
from rulekeep.core.registry import load
from rulekeep.core.registry import names as game_names
from rulekeep.sim.adapters.encoding import Actions, features, learned_schema

pettingzoo_test = pytest.importorskip("pettingzoo.test")


def make(game: str, seats: int | None = None, **more: Any) -> Any:
    from rulekeep.sim.adapters.pettingzoo import env

    return env(game, seats, **more)


@pytest.mark.parametrize("name", game_names())
def test_pettingzoo_approves(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        # The tests warn of dictionaries with action masks, which the classic games have too.
        warnings.simplefilter("ignore")
        pettingzoo_test.api_test(make(name), num_cycles=30)
        pettingzoo_test.seed_test(lambda: make(name), num_cycles=30)


@pytest.mark.parametrize("name", game_names())
def test_a_random_match_can_be_played_to_its_end(name: str) -> None:
    game = load(name)
    env = make(name, game.seats[-1])
    env.reset(seed=3)
    env.action_space("player_0").seed(1)
    rewards = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(100_000):
        seen, reward, ended, cut_off, _ = env.last()
        rewards[agent] += reward
        if ended or cut_off:
            env.step(None)
            continue
        assert seen["action_mask"].sum() == len(
            game.legal_moves(env.unwrapped.state_now, env.unwrapped._seat_of[agent])
        )
        env.step(int(env.action_space("player_0").sample(seen["action_mask"])))
    assert not env.agents
    outcome = game.outcome(env.unwrapped.state_now)
    assert outcome is not None
    for seat, place in enumerate(outcome.places):
        won = 1 if len(outcome.winners) == 1 else 0
        assert rewards[f"player_{seat}"] == (won if place == 1 else -1)


def test_moves_have_steady_numbers() -> None:
    game = load("lanterns")
    actions = Actions(game)
    show = [game.parse(f"show {n}") for n in (1, 2, 3, 4)]
    numbers = {move: slot for slot, move in actions.slots(show).items()}
    assert numbers == {move: actions.preferred(move) for move in show}
    assert {slot: move for slot, move in actions.slots(show[2:]).items()} == {
        numbers[move]: move for move in show[2:]
    }


def test_moves_that_claim_one_number_all_get_one() -> None:
    game = load("lanterns")
    crowded = Actions(game, 4)
    show = [game.parse(f"show {n}") for n in (1, 2, 3, 4)]
    assert sorted(crowded.slots(show)) == [0, 1, 2, 3]
    with pytest.raises(RulekeepError, match="4 legal moves do not fit 3 actions"):
        Actions(game, 3).slots(show)


def test_an_observation_is_flattened() -> None:
    seen = {"points": [3, 4], "drawn": "C06", "over": False, "none": None, "by": {"x": {"y": 2}}}
    assert dict(features(seen)) == {
        "by.x.y": 2.0,
        "drawn=C06": 1.0,
        "over=False": 1.0,
        "points.0": 3.0,
        "points.1": 4.0,
    }


def test_what_was_never_met_goes_to_the_tail() -> None:
    schema = learned_schema(load("lanterns"), 2, ())
    known = len(schema.names)
    assert "points.0" in schema.names
    filled = schema.filled({"points": [5, 0], "colour": "mauve"})
    assert filled[schema.names.index("points.0")] == 5.0
    assert [slot >= known for slot in filled].count(True) == 1
    assert max(filled) < schema.size


def test_secrets_stay_secret() -> None:
    env = make("lanterns", 2)
    env.reset(seed=1)
    raw = env.unwrapped
    before, true = raw.observe("player_1")["observation"].copy(), raw.state_now
    raw.state_now = lanterns.GAME.determinize(true, 1, SeededChance("another deal"))
    assert raw.state_now.hands[0] != true.hands[0]
    assert (raw.observe("player_1")["observation"] == before).all()


def test_actions_and_moves_translate_both_ways() -> None:
    env = make("lanterns", 2, render_mode="ansi")
    env.reset(seed=1)
    raw = env.unwrapped
    for move in load("lanterns").legal_moves(raw.state_now, 0):
        assert raw.move(raw.action(move)) == move
    with pytest.raises(ValueError, match="not legal now"):
        raw.action(load("lanterns").parse("take 1"))
    assert "points" in env.render()


def test_a_table_that_cannot_be_is_refused() -> None:
    with pytest.raises(SetupError, match="has seats for 2 to 4, not for 7"):
        make("lanterns", 7)
    with pytest.raises(SetupError, match="cannot be 'all'"):
        make("lanterns", options={"ties": "all"})
