"""Nobody receives what his seat may not know, from the first act to the last.

`python -m tests.web.leaks` searches longer.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from tests.web.leaks import played, search

from rulekeep.core import registry
from rulekeep.web.tables.seat_view import VisibleTable

LOOKS = 3
"""Places of each match at which tables are compared, and as many with secret choices."""
TABLES = [
    ("castle_keep", 3, {}),
    ("castle_keep", 4, {"discards": "face_down"}),
    ("castle_keep", 2, {"variant": "takeover_empire", "discards": "face_down"}),
    ("castle_keep", 2, {"variant": "king"}),
    ("kings_and_castles", 3, {"variant": "short"}),
    ("kings_and_castles", 2, {"variant": "short", "hidden_money": True}),
]


@pytest.fixture(autouse=True)
def steady(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that does not watch the clock gives the same hint every time."""
    monkeypatch.setattr("rulekeep.web.tables.table_bots.bot_label", lambda _bot: "greedy")


@pytest.mark.parametrize(("name", "seats", "options"), TABLES)
def test_a_connection_reveals_nothing_hidden(
    name: str, seats: int, options: dict[str, Any], tmp_path: Path
) -> None:
    match = played(registry.load(name), seats, options, "web")
    assert match.is_over
    assert asyncio.run(search(match, tmp_path, LOOKS))["pairs"] > LOOKS


def test_the_search_would_notice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that shows the whole table is found out."""

    def telling(self: VisibleTable) -> dict[str, Any]:
        match = self._match
        return {"lines": [str(match.game.to_dict(match.state))]}

    monkeypatch.setattr(VisibleTable, "legend", telling)
    match = played(registry.load("castle_keep"), 3, {}, "web")
    with pytest.raises(AssertionError, match="legend"):
        asyncio.run(search(match, tmp_path, LOOKS))
