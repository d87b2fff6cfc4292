"""The example of a learner learns: it beats `random` after a few seconds, and says why."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("gymnasium", reason="not run: gymnasium is not installed")
EXAMPLE = Path(__file__).parents[2] / "examples" / "learning" / "policy_gradient.py"
GAME = "carcassonne_castle"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("policy_gradient", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_policy_learns_to_beat_random(example: ModuleType) -> None:
    """As a bot of its own in `simulate`, in matches that it was not trained with."""
    before = example.share_of_wins(example.train(GAME, 0), GAME, 60)
    policy = example.train(GAME, 250)
    after = example.share_of_wins(policy, GAME, 60)
    assert before < 0.65 and after > 0.7
    weights = {word: weight for weight, word in policy.words()}
    assert weights["type house"] > 0 > weights["type court"]
    assert weights["verb follower"] > weights["verb follower none"]


def test_a_policy_weighs_nothing_that_a_move_does_not_have(example: ModuleType) -> None:
    policy = example.train(GAME, 2)
    assert policy.weights.any() and not policy.weights[policy.first].any()
    assert {weight for weight, word in policy.words() if word.endswith(" ")} == {0.0}


def test_the_program_says_what_it_has_learned(
    example: ModuleType, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(example, "share_of_wins", lambda *_: 0.5)
    example.main("castle_keep", "20")
    said = capsys.readouterr().out
    assert "trained with 20 matches" in said and "it likes " in said and "it avoids " in said
