from pathlib import Path

import pytest

import rulekeep
from rulekeep.core.errors import DataError
from rulekeep.match import guide
from rulekeep.match.guide import read_guide, without_ids

SHIPPED = ("carcassonne_castle", "castle_keep", "kilt_castle", "kings_and_castles")


@pytest.mark.parametrize("name", SHIPPED)
def test_every_game_has_a_guide_of_one_page(name: str) -> None:
    game = rulekeep.games()[name]
    found = read_guide(game)
    assert found is not None
    words = " ".join([found.goal, *found.box, *found.turn, *found.scoring, *found.advice])
    assert 150 < len(without_ids(words).split()) < 450
    cited = list(found.rules())
    assert len(cited) > 10 and all(rule in game.book for rule in cited)


def test_a_game_without_one_has_none() -> None:
    assert read_guide(rulekeep.games()["lanterns"]) is None


def test_a_rule_that_does_not_exist_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "goal: Win [LA-001, LA-999].\nbox: []\nturn: [Show a lantern.]\nscoring: []\n"
    (tmp_path / guide.FILE).write_text(text)
    monkeypatch.setattr("rulekeep.core.registry.files_of", lambda _: tmp_path)
    game = rulekeep.games()["lanterns"]
    with pytest.raises(DataError, match="names LA-999, which is not in the rule book"):
        read_guide(game)
    (tmp_path / guide.FILE).write_text(text.replace(", LA-999", ""))
    found = read_guide(game)
    assert found is not None and list(found.rules()) == ["LA-001"]
    assert without_ids(found.goal) == "Win."


def test_a_paragraph_with_line_breaks_is_a_drawing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "goal: Win.\nbox: []\nturn:\n  - >-\n    Show a\n    lantern.\n  - |\n    a  b\n      c\nscoring: []\n"
    (tmp_path / guide.FILE).write_text(text)
    monkeypatch.setattr("rulekeep.core.registry.files_of", lambda _: tmp_path)
    found = read_guide(rulekeep.games()["lanterns"])
    assert found is not None and found.turn == ("Show a lantern.", "a  b\n  c")


def test_the_words_stand_without_ids() -> None:
    assert without_ids("Build [A-1, A-2] high [A-3].") == "Build high."
