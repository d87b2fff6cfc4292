"""The scenarios of each game take every branch of its rules that can be taken."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("coverage")

ROOT = Path(__file__).parents[2]
GAMES = sorted(path.parent.name for path in ROOT.glob("games/*/rules.yaml"))

WITHOUT_SCENARIOS = """
import scenario_branches
from rulekeep.testing import suite

suite.game_suite = lambda game: suite.Suite(game, ())
raise SystemExit(scenario_branches.main("kilt_castle"))
"""


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT / "tools",
    )


@pytest.mark.parametrize("game", GAMES)
def test_scenarios_take_every_branch(game: str) -> None:
    done = run("scenario_branches.py", game)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "100.00%" in done.stdout


def test_what_no_scenario_takes_is_named() -> None:
    done = run("-c", WITHOUT_SCENARIOS)
    assert done.returncode == 1, done.stderr
    assert "games/kilt_castle/turn.py" in done.stdout
