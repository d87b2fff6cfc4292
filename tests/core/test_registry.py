import importlib.metadata
from collections.abc import Iterator
from typing import Any

import lanterns
import pytest

import rulekeep
from rulekeep.core import registry
from rulekeep.core.errors import UnknownGame
from rulekeep.core.game import Game
from rulekeep.session import game_list

PLUGINS = {
    "lanterns": "lanterns:GAME",
    "missing": "no_such_module_anywhere:GAME",
    "hollow": "lanterns.box:LANTERNS",
    "misnamed": "lanterns:GAME",
    "bare": f"{__name__}:BARE",
}


class Bare:
    id = "bare"


BARE = Bare()


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
    assert problems.keys() == {"missing", "hollow", "misnamed", "bare"}
    assert "lacks decisions" in problems["bare"]
    assert (
        "'missing' (no_such_module_anywhere:GAME) is broken: ModuleNotFound" in problems["missing"]
    )
    assert "lacks decisions, legal_moves" in problems["hollow"]
    assert "setup (or table)" in problems["hollow"]
    assert "calls itself 'lanterns', not 'misnamed'" in problems["misnamed"]
    assert list(registry.games()) == ["lanterns"]
    assert len(rulekeep.games()) == 1


def test_a_class_says_at_once_what_is_missing() -> None:
    class Hollow(Game[Any, Any]):
        id = "hollow"

    with pytest.raises(TypeError, match=r"advance.*decisions.*legal_moves.*outcome"):
        Hollow()  # type: ignore[abstract]


def test_an_unknown_game_is_reported_with_the_nearest_name(plugins: None) -> None:
    with pytest.raises(UnknownGame, match=r"No game called 'lantern'\. Did you mean lanterns"):
        registry.load("lantern")
    with pytest.raises(UnknownGame, match="There are: bare, hollow, lanterns, misnamed, missing"):
        registry.load("chess")
    with pytest.raises(KeyError, match="No game called 'chess'"):
        rulekeep.games()["chess"]


def test_a_game_can_be_added_by_hand(plugins: None) -> None:
    registry.add(lanterns.GAME)
    assert "lanterns" in registry.names()
    assert registry.package_of("lanterns") == "lanterns"
    with pytest.raises(UnknownGame, match="is broken: lacks"):
        registry.add(type("Half", (), {"id": "half"})())


def test_two_plugins_of_one_name_are_both_named(
    plugins: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    points = [
        importlib.metadata.EntryPoint("lanterns", value, registry.GROUP)
        for value in ("lanterns:GAME", "other:GAME")
    ]
    monkeypatch.setattr(registry, "entry_points", lambda group: points)
    with pytest.raises(UnknownGame, match="is broken"):
        registry.load("lanterns")


def test_games_is_a_package_and_a_function() -> None:
    from rulekeep.games.kilt_castle import GAME

    assert rulekeep.games()["kilt_castle"] is GAME
    assert "kilt_castle" in rulekeep.games()


@pytest.mark.parametrize(
    "name", ["carcassonne_castle", "castle_keep", "kilt_castle", "kings_and_castles"]
)
def test_what_lists_tell_of_a_game_is_what_the_game_says(name: str) -> None:
    folder = game_list.folder_of(name)
    assert folder is not None
    said = game_list.facts_of(registry.load(name))
    kept = (folder / game_list.FACTS).read_text(encoding="utf-8")
    assert kept == said.to_json(), f"rulekeep games {name} --json writes it anew"


def test_a_shipped_game_is_listed_from_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_loaded", {})
    told = game_list.facts("kilt_castle")
    assert registry._loaded == {}
    assert told == game_list.facts_of(registry.load("kilt_castle"))
    assert (told.title, told.seats) == ("Kilt Castle", (2, 3, 4))


def test_any_other_plugin_is_loaded_to_be_listed(plugins: None) -> None:
    assert game_list.facts("lanterns").title == "Lanterns"
    with pytest.raises(UnknownGame, match="ModuleNotFound"):
        game_list.facts("missing")
    assert game_list.folder_of("missing") is None and game_list.folder_of("unheard of") is None
