"""What is told at the table, sentence by sentence."""

from __future__ import annotations

import io

import pytest
from attrs import evolve

from rulekeep.cli.table import output
from rulekeep.cli.terminal.screen import Screen, ScreenOptions
from rulekeep.core.game import Outcome, Score
from rulekeep.match.match import Match


def told(outcome: Outcome, seats: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """The end of a match with this outcome."""
    match = Match.new("lanterns", seats, 3, names=("Ada", "Bo", "Cy")[:seats])
    monkeypatch.setattr(type(match), "outcome", outcome)
    page = io.StringIO()
    output.end(Screen(ScreenOptions(), page, live=False), match)
    return page.getvalue()


SCORES = (Score(0, 5), Score(1, 5), Score(2, 3))


def test_a_tie_that_was_broken_names_the_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = Outcome((1, 2, 3), SCORES, "LA-010", "over", ("LA-011",))
    shown = told(outcome, 3, monkeypatch)
    assert "Equal points are told apart by LA-011: " in shown
    unequal = evolve(outcome, scores=(Score(0, 6), *SCORES[1:]))
    assert "told apart" not in told(unequal, 3, monkeypatch)


def test_a_shared_place_with_unequal_points_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = Outcome((1, 2, 2), SCORES, "LA-010", "over")
    shown = told(outcome, 3, monkeypatch)
    assert "Bo and Cy share place 2: what they have does not rank them (LA-010)." in shown
    assert "share place 1" not in shown


def test_news_are_cut_by_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    page = io.StringIO()
    screen = Screen(ScreenOptions(width=40, colour=False), page, live=True)
    sentences = ["first.", "a sentence that takes two rows of forty columns.", "last."]
    output.show_events(screen, sentences, 4)
    assert "first." in page.getvalue() and "before" not in page.getvalue()
    page.truncate(0)
    output.show_events(screen, sentences, 3)
    shown = page.getvalue()
    assert "last." in shown and "forty" not in shown and "and 2 things before (log)" in shown
    page.truncate(0)
    output.show_events(screen, sentences[1:], 2)
    assert "and 1 thing before (log)" in page.getvalue()
