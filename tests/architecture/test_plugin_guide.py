"""The games of docs/plugins.md work as they stand there."""

import importlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulekeep.core import registry
from rulekeep.testing import check_game, read_scenarios, run_scenario, scenario_files
from rulekeep.testing.rule_coverage import coverage
from rulekeep.testing.rule_sources import places

GUIDE = Path(__file__).parents[2] / "docs" / "plugins.md"
GAMES = ("pig", "whisper")


@pytest.fixture
def guide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    blocks = re.findall(
        r"^```\w+ file=(\S+)\n(.*?)^```$", GUIDE.read_text(), re.DOTALL | re.MULTILINE
    )
    assert len(blocks) == 8
    for name, text in blocks:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(registry, "_loaded", dict(registry._loaded))
    for game in GAMES:
        registry.add(importlib.import_module(game).GAME)
    yield
    for game in GAMES:
        del sys.modules[game]


@pytest.mark.parametrize("name", GAMES)
def test_the_games_of_the_guide(guide: None, name: str) -> None:
    game = registry.load(name)
    report = check_game(game, matches=6)
    assert report.ok and not report.constant_citations, report.lines()
    earned: set[str] = set()
    for path in scenario_files(game):
        for scenario in read_scenarios(path):
            earned |= run_scenario(scenario, game)
    assert coverage(name, game.book, earned).complete
    borne = places(name, game.book.rules)
    assert [rule for rule in game.book.testable if not borne[rule]] == []
