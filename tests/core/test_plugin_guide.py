"""The game of docs/plugins.md works as it stands there."""

import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulekeep.core import registry
from rulekeep.core.testing import check_game, read_scenarios, run_scenario
from rulekeep.core.testing.coverage import coverage

GUIDE = Path(__file__).parents[2] / "docs" / "plugins.md"


@pytest.fixture
def pig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    blocks = re.findall(
        r"^```\w+ file=(\S+)\n(.*?)^```$", GUIDE.read_text(), re.DOTALL | re.MULTILINE
    )
    assert len(blocks) == 5
    for name, text in blocks:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "_loaded", dict(registry._loaded))
    registry.add(importlib.import_module("pig").GAME)
    yield tmp_path
    del sys.modules["pig"]


def test_the_game_of_the_guide(pig: Path) -> None:
    game = registry.load("pig")
    report = check_game(game, matches=2)
    assert report.ok, report.lines()
    earned: set[str] = set()
    for scenario in read_scenarios(pig / "pig" / "scenarios" / "turn.yaml"):
        earned |= run_scenario(scenario, game)
    assert coverage("pig", game.book, earned).complete
