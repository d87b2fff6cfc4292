"""The picture of the position that a move leads to."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekeep.match.match import Match
from rulekeep.session.turn import ActionRefused
from rulekeep.web.tables.open_table import OpenTable
from rulekeep.web.tables.seat_view import VisibleTable


@pytest.fixture
def table(tmp_path: Path) -> OpenTable:
    match = Match.new("kilt_castle", 2, 1)
    return OpenTable("table", tmp_path / "a.rkm", match, ("human", "human"), 0.1)


def test_a_preview_shows_what_a_move_leads_to(table: OpenTable) -> None:
    view, move = VisibleTable(table, 0), table.match.legal_moves()[0]
    now = view.picture("light")[1]
    preview = view.preview(move, table.number, "light")
    assert preview != now and view.picture("light")[1] == now
    assert preview == view.preview(move, None, "light")


def test_a_preview_that_comes_late_is_the_table_now(table: OpenTable) -> None:
    view, move, number = VisibleTable(table, 0), table.match.legal_moves()[0], table.number
    table.play_move(0, number, move)
    assert view.preview(move, number, "light") == view.picture("light")[1]


def test_a_preview_of_a_move_that_is_not_legal_names_the_rule(table: OpenTable) -> None:
    with pytest.raises(ActionRefused) as refused:
        VisibleTable(table, 0).preview("move R 4 4", table.number, "light")
    assert refused.value.refusal is not None and refused.value.refusal.rule.startswith("KC-")
    with pytest.raises(ActionRefused, match="Spectators"):
        VisibleTable(table, None).preview("move R 0 1", table.number, "light")
