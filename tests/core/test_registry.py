import importlib.metadata
from collections.abc import Iterator

import lanterns
import pytest

import rulekeep
from rulekeep.core import registry
from rulekeep.core.errors import UnknownGame

PLUGINS = {
    "lanterns": "lanterns:GAME",
    "missing": "no_such_module_anywhere:GAME",
    "hollow": "lanterns:LANTERNS",
    "misnamed": "lanterns:GAME",
}


@pytest.fixture
def plugins(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    points = [
        importlib.metadata.EntryPoint(name, value, registry.GROUP)
        for name, value in PLUGINS.items()
    ]
    monkeypatch.setattr(registry, "entry_points", lambda group: points)
    monkeypatch.setattr(registry, "_loaded", {})
    yield


def test_a_broken_plugin_is_named_and_does_not_stop_the_others(plugins: None) -> None:
    assert registry.load("lanterns") is lanterns.GAME
    problems = registry.problems()
    assert problems.keys() == {"missing", "hollow", "misnamed"}
    assert (
        "'missing' (no_such_module_anywhere:GAME) is broken: ModuleNotFound" in problems["missing"]
    )
    assert "lacks setup, decisions" in problems["hollow"]
    assert "calls itself 'lanterns', not 'misnamed'" in problems["misnamed"]
    assert list(registry.games()) == ["lanterns"]
    assert len(rulekeep.games()) == 1


def test_an_unknown_game_is_told_with_the_nearest_name(plugins: None) -> None:
    with pytest.raises(UnknownGame, match="no game 'lantern'; did you mean 'lanterns'"):
        registry.load("lantern")
    with pytest.raises(UnknownGame, match="there are: hollow, lanterns"):
        registry.load("chess")
    with pytest.raises(KeyError, match="no game 'chess'"):
        rulekeep.games()["chess"]


def test_a_game_can_be_added_by_hand(plugins: None) -> None:
    registry.add(lanterns.GAME)
    assert "lanterns" in registry.names()
    assert registry.package_of("lanterns") == "lanterns"
    with pytest.raises(UnknownGame, match="is broken: lacks"):
        registry.add(type("Half", (), {"id": "half"})())
