"""The adapter passes Gymnasium's own check for every game."""

from __future__ import annotations

import re
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest

from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import RulekeepError, SetupError
from rulekeep.core.registry import load
from rulekeep.core.registry import names as game_names
from rulekeep.sim.adapters.encoding import rewards

gymnasium = pytest.importorskip("gymnasium", reason="not run: gymnasium is not installed")


def make(game: str, *opponents: str, **more: Any) -> Any:
    from rulekeep.sim.adapters.gymnasium import RulekeepGym

    return RulekeepGym(game, opponents or ("random",), **more)


@pytest.mark.parametrize("name", game_names())
def test_gymnasium_approves(name: str) -> None:
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # The advice to make it by name, which the test below does.
        warnings.filterwarnings("ignore", message=".*not having a spec.*")
        check_env(make(name))


def test_it_can_be_made_by_name() -> None:
    from gymnasium.utils.env_checker import check_env

    made = gymnasium.make(
        "rulekeep.sim.adapters.gymnasium:rulekeep/kilt_castle-v0", opponents=("random",)
    )
    check_env(made.unwrapped)
    assert made.unwrapped.game is load("kilt_castle")


def play(env: Any, seed: int) -> list[Any]:
    """A random match of the learner; all that was seen of it."""
    seen, _ = env.reset(seed=seed)
    dice = SeededChance(seed)
    told = [seen["observation"].tobytes()]
    while True:
        legal = [int(action) for action in seen["action_mask"].nonzero()[0]]
        assert legal == sorted(
            env.action(move) for move in env.game.legal_moves(env.state, env.seat)
        )
        seen, reward, ended, cut_off, _ = env.step(legal[dice.below(len(legal))])
        told.append((seen["observation"].tobytes(), reward))
        assert not cut_off and (ended or reward == 0)
        if ended:
            assert not seen["action_mask"].any()
            return told


@pytest.mark.parametrize("name", game_names())
def test_a_match_is_played_to_its_end_and_can_be_repeated(name: str) -> None:
    game = load(name)
    env = make(name, *["random"] * (game.seats[-1] - 1))
    told = play(env, 4)
    outcome = game.outcome(env.state)
    assert outcome is not None and told[-1][1] == rewards(outcome)[env.seat]
    assert play(env, 4) == told
    assert play(make(name, *["random"] * (game.seats[-1] - 1)), 4) == told


def test_the_learner_changes_seats_unless_one_is_given() -> None:
    env = make("lanterns", "random", "random")
    seats = set()
    for seed in range(12):
        env.reset(seed=seed)
        seats.add(env.seat)
    assert seats == {0, 1, 2}
    fixed = make("lanterns", "random", "random", seat=2)
    fixed.reset(seed=1)
    assert fixed.seat == 2


def test_what_is_hidden_is_not_seen() -> None:
    env = make("lanterns", "random", seat=0)
    seen, _ = env.reset(seed=3)
    other = 0
    for deal in range(8):
        table = env.game.determinize(env.state, 0, SeededChance(deal))
        other += table != env.state
        env.state = table
        assert env._arrays()["observation"].tobytes() == seen["observation"].tobytes()
    assert other


def test_an_illegal_action_ends_the_match() -> None:
    env = make("lanterns", "random")
    seen, _ = env.reset(seed=1)
    illegal = int((seen["action_mask"] == 0).nonzero()[0][0])
    with pytest.raises(ValueError, match="is not legal now"):
        env.move(illegal)
    _, reward, ended, _, info = env.step(illegal)
    assert (reward, ended, info) == (-1.0, True, {"illegal": True})
    with pytest.raises(ValueError, match="reset begins another"):
        env.step(illegal)


def test_tables_that_cannot_be_are_refused() -> None:
    with pytest.raises(SetupError, match="has seats for 2 to 4, not for 6"):
        make("lanterns", *["random"] * 5)
    with pytest.raises(SetupError, match="there is no seat 2 at a table of 2"):
        make("lanterns", "random", seat=2)
    with pytest.raises(RulekeepError, match="No bot called 'nobody'"):
        make("lanterns", "nobody")


def test_the_example_of_the_page_runs() -> None:
    page = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    (code,) = [
        c for c in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "import RulekeepGym" in c
    ]
    ended = "\nassert done and table.game.outcome(table.state) is not None"
    subprocess.run([sys.executable, "-c", code + ended], check=True)
