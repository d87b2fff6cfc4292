"""What a screen promises: rows for the game, colours to read, windows of any size."""

from __future__ import annotations

import io

import pytest
from rich.color import Color
from tests.cli.conftest import Open

from rulekeep.cli.terminal.console import READABLE
from rulekeep.cli.terminal.screen import Screen, ScreenOptions


def luminance(colour: Color) -> float:
    parts = [part / 255 for part in colour.get_truecolor()]
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("name", READABLE)
def test_a_colour_can_be_read_on_white_and_on_black(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    shown = Screen(ScreenOptions(), io.StringIO(), live=True).console.look(f"bold {name}").color
    assert shown is not None
    light = luminance(shown)
    # 3 to 1 is what the guidelines on accessible contents ask of large or bold text.
    assert 1.05 / (light + 0.05) >= 3 and (light + 0.05) / 0.05 >= 3


def test_a_background_keeps_its_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    screen = Screen(ScreenOptions(), io.StringIO(), live=True)
    assert str(screen.console.look("bold white on red")) == "bold white on red"
    assert not screen.console.look("no such style at all")


def test_a_game_knows_how_many_rows_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setenv("COLUMNS", "20")
    live = Screen(ScreenOptions(), io.StringIO(), live=True)
    assert live.look(used=10).height == 14
    assert live.look(used=99).height == 1
    assert live.look().height == 0
    assert live.look().width == 40
    assert Screen(ScreenOptions(), io.StringIO(), live=False).look(used=10).height == 0


def test_measuring_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    page = io.StringIO()
    screen = Screen(ScreenOptions(width=40), page, live=True)
    assert len(screen.printed(lambda: screen.say("word " * 20))) == 3
    assert page.getvalue() == ""


def test_a_very_narrow_window(terminal: Open) -> None:
    window = terminal(
        "play", "lanterns", "--seed", "3", "--seats", "Ada=human,greedy", columns=20, rows=10
    )
    window.prompt("Ada")
    lines = window.everything.splitlines()
    assert "lists 2 moves, hint" in lines, lines
    window.line("quit")
    assert window.end() == 0
    window = terminal("play", "lanterns", "--seats", "human,greedy", columns=1, rows=3)
    window.wait(">")
    window.line("quit")
    assert window.end() == 0
