"""The duel of a game's estimate against an older one."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from benchmarks.estimates import Duel, game_with, main, older_evaluate, share_of_match
from click.testing import CliRunner

from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import RulekeepError

GAME = registry.load("kilt_castle")
PACKAGE = Path(__file__).parents[2] / "games" / "kilt_castle"
BLIND = "def evaluate(state, seat):\n    return 0.5\n"


def start() -> Any:
    return GAME.setup(2, {}, SeededChance("estimates")).state


def test_a_file_of_its_own_is_an_estimate(tmp_path: Path) -> None:
    path = tmp_path / "blind.py"
    path.write_text(BLIND)
    other = game_with(GAME, older_evaluate(GAME.id, str(path)))
    state = start()
    assert other.evaluate(state, 0) == 0.5 != GAME.evaluate(state, 0)
    assert other.legal_moves(state, 0) == GAME.legal_moves(state, 0)


def test_an_older_estimate_brings_its_features_and_its_weights(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE / "features", tmp_path / "features")
    features = tmp_path / "features" / "__init__.py"
    features.write_text(features.read_text().replace('"ducats",', '"coins",', 1))
    (tmp_path / "evaluate.py").write_text((PACKAGE / "evaluate.py").read_text())
    weights = (PACKAGE / "weights.json").read_text().replace('"ducats":', '"coins":')
    (tmp_path / "weights.json").write_text(weights)
    state = start()
    older = older_evaluate(GAME.id, str(tmp_path / "evaluate.py"))
    assert older(state, 0) == GAME.evaluate(state, 0)
    (tmp_path / "evaluate.json").write_text(weights)
    with pytest.raises(RulekeepError, match="the weights of other features"):
        older_evaluate(GAME.id, str(tmp_path / "evaluate.json"))


def test_other_weights_for_the_features_of_today(tmp_path: Path) -> None:
    path = tmp_path / "other.json"
    data = json.loads((PACKAGE / "weights.json").read_text())
    state = start()
    path.write_text(json.dumps(data))
    assert older_evaluate(GAME.id, str(path))(state, 0) == GAME.evaluate(state, 0)
    for learned in data["seats"].values():
        learned["leads"] = [1000 * lead for lead in learned["leads"]]
    even = tmp_path / "even.json"
    even.write_text(json.dumps(data))
    assert older_evaluate(GAME.id, str(even))(state, 0) == pytest.approx(0.5, abs=1e-3)


def test_a_duel_that_is_played_twice_ends_alike(tmp_path: Path) -> None:
    path = tmp_path / "blind.py"
    path.write_text(BLIND)
    duel = Duel("kilt_castle", str(path), 3, {}, "greedy", None, None)
    shares = [share_of_match(duel, ("1/0", chair)) for chair in range(3)]
    assert shares == [1, 1, 1]
    words = ["kilt_castle", "--against", str(path), "--players", "3", "--bot", "greedy"]
    shown = CliRunner().invoke(main, [*words, "--deals", "1", "--workers", "1", "--json"])
    assert json.loads(shown.stdout)["won"] == 3


def test_a_search_by_processor_time_ends(tmp_path: Path) -> None:
    path = tmp_path / "blind.py"
    path.write_text(BLIND)
    duel = Duel("kilt_castle", str(path), 2, {"max_turns": 3}, "mcts:999999999", 0.002, 0.001)
    assert share_of_match(duel, ("1/0", 0)) in (0, 0.5, 1)


@pytest.mark.parametrize("against", ["no-such-revision", "no_such_file.py", "no_such_file.json"])
def test_an_estimate_that_is_not_there_is_reported(against: str) -> None:
    with pytest.raises(RulekeepError):
        older_evaluate(GAME.id, against)
