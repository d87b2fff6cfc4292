"""What the table prints, sentence by sentence."""

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
    assert "Tie-break: " in shown
    unequal = evolve(outcome, scores=(Score(0, 6), *SCORES[1:]))
    assert "Tie-break" not in told(unequal, 3, monkeypatch)


def test_a_shared_place_with_unequal_points_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = Outcome((1, 2, 2), SCORES, "LA-010", "over")
    shown = told(outcome, 3, monkeypatch)
    assert "Bo and Cy share place 2: their totals do not decide it (LA-010)." in shown
    assert "share place 1" not in shown


def test_events_are_cut_by_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    page = io.StringIO()
    screen = Screen(ScreenOptions(width=40, colour=False), page, live=True)
    sentences = ["first.", "a sentence that takes two rows of forty columns.", "last."]
    output.show_events(screen, sentences, 4)
    assert "first." in page.getvalue() and "before" not in page.getvalue()
    page.truncate(0)
    output.show_events(screen, sentences, 3)
    shown = page.getvalue()
    assert (
        "last." in shown and "forty" not in shown and "… 2 events before; log shows them" in shown
    )
    page.truncate(0)
    output.show_events(screen, sentences[1:], 2)
    assert "… 1 event before; log shows them" in page.getvalue()
