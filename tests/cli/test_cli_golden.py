"""Screens of every game, kept as files and reviewed by eye; `make golden` draws them again."""

from __future__ import annotations

import hashlib
import io
import os
from pathlib import Path

import pytest
from tests.cli.conftest import Open

from rulekeep.cli.table.position_output import show_position
from rulekeep.cli.terminal.screen import Screen, ScreenOptions
from rulekeep.core import registry
from rulekeep.match.match import Match

GOLDEN = Path(__file__).parent / "golden"
GAMES = [name for name in registry.names() if name != "lanterns"]
WIDTHS = (80, 120)
MOMENTS = {"opening": 3, "middle": 30, "end": 100_000}
LOOKS = ("plain", "colour", "ascii")


# Thirty moves into Kings & Castles the enemies have only just been placed.
LONG_OPENING = {"kings_and_castles": 100}


def played(game: str, moment: str) -> Match:
    """A match in which everybody plays anything, the same on every machine."""
    moves = MOMENTS[moment] + LONG_OPENING.get(game, 0) * (moment == "middle")
    match = Match.new(game, 2, seed="golden", names=("Ada", "Bo"), players=("human", "human"))
    while not match.is_over and len(match.plies) <= moves:
        seat = match.decisions[0].seat
        legal = match.game.legal_moves(match.state, seat)
        lot = hashlib.sha256(f"{game} {len(match.plies)}".encode()).digest()
        match.play(legal[int.from_bytes(lot[:4], "big") % len(legal)], seat)
    return match


@pytest.fixture(scope="module")
def matches() -> dict[tuple[str, str], Match]:
    return {}


def drawn(match: Match, look: str, width: int) -> str:
    """What `rulekeep show` prints for the seat that decides next."""
    page = io.StringIO()
    wishes = ScreenOptions(plain=look != "colour", ascii=look == "ascii", width=width)
    screen = Screen(wishes, page, live=look == "colour")
    show_position(screen, match, match.decisions[0].seat if match.decisions else 0)
    return page.getvalue()


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("game", GAMES)
def test_the_screen_is_the_golden_one(
    game: str,
    moment: str,
    width: int,
    look: str,
    matches: dict[tuple[str, str], Match],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("COLORTERM", raising=False)
    if (game, moment) not in matches:
        matches[game, moment] = played(game, moment)
    shown = drawn(matches[game, moment], look, width)
    suffix = "ansi" if look == "colour" else "txt"
    path = GOLDEN / f"{game}-{moment}-{width}-{look}.{suffix}"
    if os.environ.get("RULEKEEP_GOLDEN") == "write":
        GOLDEN.mkdir(exist_ok=True)
        path.write_text(shown, encoding="utf-8")
    assert path.exists(), f"{path.name} is missing; `make golden` draws it"
    assert shown == path.read_text(encoding="utf-8"), f"{path.name} differs; see `make golden`"
    if look != "colour":
        assert "\x1b" not in shown
        assert max(len(line) for line in shown.splitlines()) <= width
    if look == "ascii":
        assert shown.isascii()


@pytest.mark.parametrize("game", GAMES)
def test_a_terminal_shows_the_golden_screen(game: str, terminal: Open, tmp_path: Path) -> None:
    match = played(game, "middle")
    match.save(tmp_path / "middle.rkm")
    seat = match.decisions[0].seat + 1
    words = ("show", "middle.rkm", "--seat", f"{seat}", "--width", "80")
    window = terminal(*words, columns=80, rows=200)
    assert window.end() == 0
    golden = GOLDEN / f"{game}-middle-80-colour.ansi"
    assert window.bytes.decode().replace("\r\n", "\n") == golden.read_text(encoding="utf-8")
