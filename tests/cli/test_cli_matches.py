"""A complete match of every game, person against bot, by key strokes in a real terminal."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import Open

from rulekeep.core import registry
from rulekeep.match.match import Match
from rulekeep.match.result_text import result_sentences

GAMES = [name for name in registry.names() if name != "lanterns"]
AGAIN = "r: rematch, p: replay, v: review, Enter: leave"

WINDOWS = [(game, 80, 24) for game in GAMES] + [("kilt_castle", 100, 30), ("castle_keep", 160, 50)]


@pytest.mark.parametrize(("game", "columns", "rows"), WINDOWS)
def test_a_newcomer_can_finish_a_match(
    game: str, columns: int, rows: int, terminal: Open, tmp_path: Path
) -> None:
    words = ("play", game, "--seed", "5", "--seats", "Ada=human,random", "--pace", "0")
    window = terminal(*words, columns=columns, rows=rows)
    window.wait("Ada>")
    window.line("help")
    window.wait("any other key returns to the table")
    window.keys(" ")
    window.wait("Ada>")
    # Everything is typed ahead, in one piece: the end of the match drops the rest. A second piece
    # could come after that, and its Enter would leave.
    window.keys("1\r" * 1000)
    window.wait(AGAIN)
    window.line()
    assert window.end() == 0, window.text
    shown = " ".join(window.said.split())
    assert f"Replay: rulekeep replay {game}-" in shown
    (path,) = (tmp_path / "home" / "matches").glob("*.rkm")
    match = Match.load(path)
    assert match.is_over and match.outcome is not None
    for sentence in result_sentences(match):
        assert sentence in shown
    assert f"Length: {len(match.plies) - 1} moves." in shown
