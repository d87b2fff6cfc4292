"""Levels mean the same everywhere, and each is a bot that can be made."""

import pytest

from rulekeep.bots import LEVELS, Level, level_of, make_bot


def test_levels_go_from_weak_to_strong() -> None:
    assert [level.name for level in LEVELS] == ["Random", "Easy", "Medium", "Hard", "Expert"]


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.word)
def test_a_level_is_a_bot_by_its_word_and_by_its_spec(level: Level) -> None:
    assert level_of(level.word) is level is level_of(level.spec)
    assert make_bot(level.word).spec == make_bot(level.spec).spec


def test_other_bots_have_no_level() -> None:
    assert level_of("mcts:500") is None and level_of("run:./mybot") is None
