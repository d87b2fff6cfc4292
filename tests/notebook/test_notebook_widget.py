"""What the widget sends to the page, and what it does with the answers."""

from __future__ import annotations

import re
import sys
from typing import Any

import lanterns
import pytest

import rulekeep
from rulekeep.core import RulekeepError, SeededChance

pytest.importorskip("anywidget", reason="anywidget is not installed")


def ask(widget: Any, **asked: object) -> None:
    """Send what a click in the page sends."""
    widget._receive(widget, {"number": widget.view["number"], **asked}, [])


@pytest.fixture
def widget() -> Any:
    return rulekeep.widget(rulekeep.Match.new(lanterns.GAME, seats=3, seed=5))


def test_a_move_is_played_and_the_bots_answer(widget: Any) -> None:
    match = widget.match
    assert widget.view["status"].startswith("Player 1: ") and widget.view["own"] == "1"
    texts = [move["text"] for move in widget.view["moves"]]
    assert texts == match.legal_moves(0)
    ask(widget, move=texts[0])
    assert {ply.seat for ply in match.plies[1:]} == {0, 1, 2}
    assert widget.view["number"] == len(match.plies) and widget.view["sentences"]


def test_a_whole_match_ends_with_its_result(widget: Any) -> None:
    while not widget.match.is_over:
        ask(widget, move=widget.view["moves"][0]["text"])
    assert "win" in widget.view["status"] and widget.view["moves"] == []


def test_the_page_gets_nothing_that_is_hidden_from_the_seat(widget: Any) -> None:
    match = widget.match
    for seed in range(5):
        other = rulekeep.Match.from_position(
            match.game,
            match.game.to_dict(match.game.determinize(match.state, 0, SeededChance(seed))),
        )
        assert match.observation(0) == other.observation(0)
        shown = rulekeep.widget(other).view
        for key in ("picture", "moves", "status", "own"):
            assert shown[key] == widget.view[key]


def test_what_cannot_be_played_gets_a_sentence_and_changes_nothing(widget: Any) -> None:
    before = len(widget.match.plies)
    ask(widget, move="show 9")
    assert widget.view["refusal"].startswith("'show 9' is not a move.")
    ask(widget, move="show 1", number=before + 7)
    assert widget.view["refusal"] == "The match has gone on. Choose again."
    ask(widget, undo=True)
    assert widget.view["refusal"] == "You have no move to undo."
    assert len(widget.match.plies) == before


def test_undo_takes_back_the_answers_of_bots_too(widget: Any) -> None:
    before = len(widget.match.plies)
    ask(widget, move=widget.view["moves"][0]["text"])
    ask(widget, undo=True)
    assert len(widget.match.plies) == before


def test_a_position_is_not_changed() -> None:
    position = rulekeep.position("castle_keep", {"hands": {0: ["TRC"]}})
    before = position.to_dict()
    widget = rulekeep.widget(position)
    ask(widget, move="place TRC NW")
    assert position.to_dict() == before and widget.match.plies[1].move == "place TRC NW"


def test_players_must_fit_the_match() -> None:
    match = rulekeep.Match.new(lanterns.GAME, seats=3, seed=5)
    with pytest.raises(RulekeepError, match="there are 3 seats, and 2 players"):
        rulekeep.widget(match, ["human", "random"])
    with pytest.raises(RulekeepError, match="players of Lanterns have secrets"):
        rulekeep.widget(match, ["human", "human", "random"])
    watched = rulekeep.widget(match, ["random"] * 3)
    assert watched.match.is_over and watched.view["own"] == ""


def test_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "rulekeep.web.notebook.table_widget", raising=False)
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(RulekeepError, match=re.escape("pip install 'rulekeep[notebook]'")):
        rulekeep.widget(rulekeep.Match.new("castle_keep", seats=2))


def test_the_script_is_one_module(widget: Any) -> None:
    lines = widget._esm.splitlines()
    assert [line for line in lines if line.startswith(("import ", "export "))] == [
        "export default { render: table_widget_module.render };"
    ]
