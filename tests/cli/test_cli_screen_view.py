"""Everything on the full screen keeps its place: looked at before every answer of whole matches."""

from __future__ import annotations

import asyncio
import hashlib
import io
import os
import threading
import time
from collections.abc import Callable

import pytest
from attrs import evolve
from tests.cli.screen_window import ScreenWindow
from tests.patience import PATIENCE

from rulekeep.cli.table.controller import Controller
from rulekeep.cli.table.fullscreen.app import TableApp
from rulekeep.cli.table.fullscreen.layout import frame
from rulekeep.cli.table.fullscreen.screen_view import ScreenView
from rulekeep.cli.table.terminal_view import BotTurn, EnteredLine
from rulekeep.cli.terminal.prompt import Prompt
from rulekeep.cli.terminal.screen import Screen, ScreenOptions
from rulekeep.core import registry
from rulekeep.match.match import Match
from rulekeep.session.session import Session

GAMES = [name for name in registry.names() if name != "lanterns"]
SIZES = ((40, 12), (80, 24), (100, 30), (160, 50), (200, 60))
MATCHES = int(os.environ.get("RULEKEEP_TABLES", "1"))
PROMPTS = 12 if MATCHES == 1 else 1_000_000
"""Of each match so many prompts are looked at where time is short."""


class Table:
    """A table in a window of this process, whose prompts are answered at random."""

    def __init__(self, game: str, size: tuple[int, int], lot: str, ascii: bool = False) -> None:
        self.window = ScreenWindow(size, ascii)
        self.lot = lot
        self.asked = 0
        seats = registry.load(game).seats
        count = 2 if lot.endswith("0") else seats[-1]
        players = ("human", *["random"] * (count - 1))
        self.match = Match.new(game, count, lot, players=players)

    def play(self) -> None:
        with self.window.opened():
            session = Session(self.match, self.match.header.players)
            view = ScreenView(session, Prompt(self.window.screen), pace=0)
            app = view.app

            async def answer(label: str) -> EnteredLine:
                self.asked += 1
                app.label, app.asking = label, True
                self.look(view)
                app.asking = False
                if self.asked == PROMPTS:
                    return EnteredLine("quit")
                legal = self.match.legal_moves(session.next().seat)
                draw = hashlib.sha256(f"{self.lot} {self.asked}".encode()).digest()
                return EnteredLine(legal[int.from_bytes(draw[:4], "big") % len(legal)])

            async def key() -> str:
                return "q"

            app.line, app.key = answer, key  # type: ignore[method-assign]
            Controller(view).run()

    def look(self, view: ScreenView) -> None:
        """The board from its first to its last row, the question, the moves and the prompt."""
        turn = view.session.turn(view.session.next())
        rows = self.window.assert_board_in_view(view, turn.seat)
        assert rows[-1] == f"{turn.name}>"
        question = " ".join(" ".join(rows[-1 - self.window.size[1] // 4 : -1]).split())
        assert f"{turn.name}: {turn.decision.prompt}" in question
        first = turn.legal[0]
        assert self.match.game.check(self.match.state, turn.seat, first.move) is None
        numbered = f" 1 {turn.sentence(first.move)}"[:30]
        assert any(numbered in row for row in rows[:-2])


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("game", GAMES)
def test_the_board_the_question_and_the_prompt_are_always_in_sight(
    game: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    for number in range(MATCHES):
        table = Table(game, size, f"places {number}", ascii=number % 4 == 3)
        table.play()
        assert table.asked == PROMPTS or table.match.is_over


@pytest.mark.parametrize("game", GAMES)
def test_at_80_by_24_no_board_scrolls(game: str) -> None:
    size = frame(80, 24)
    match = Match.new(game, registry.load(game).seats[-1], "tall")
    look = Screen(ScreenOptions(width=80), io.StringIO(), live=True).look(match.names)
    scrolled = 0
    for number in range(60):
        if match.is_over:
            break
        seat = match.decisions[0].seat
        drawing = match.game.render(match.state, seat, evolve(look, height=size.board))
        lowest = match.game.render(match.state, seat, evolve(look, height=1))
        assert drawing.height <= max(size.board, lowest.height) and drawing.width <= 80
        scrolled += drawing.height > size.board
        legal = match.legal_moves(seat)
        match.play(legal[number * 7 % len(legal)], seat)
    assert scrolled == 0


def test_kings_and_castles_shows_its_full_map_at_160_by_50() -> None:
    size = frame(160, 50)
    match = Match.new("kings_and_castles", 4, "full")
    look = Screen(ScreenOptions(width=size.draw_width), io.StringIO(), live=True).look(match.names)
    drawing = match.game.render(match.state, 0, evolve(look, height=size.board))
    assert "Aberdeen" in drawing.text() and "The line of kings" in drawing.text()
    assert drawing.height <= size.board


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (100, 30), (160, 50)])
@pytest.mark.parametrize("game", GAMES)
def test_the_result_and_the_total_can_be_read(
    game: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    window, seats = ScreenWindow(size), registry.load(game).seats[-1]
    players = ("human", *["random"] * (seats - 1))
    match = Match.new(game, seats, "end", players=players)
    for number in range(10_000):
        if match.is_over:
            break
        seat = match.decisions[0].seat
        legal = match.legal_moves(seat)
        match.play(legal[number * 7919 % len(legal)], seat)
    with window.opened():
        view = ScreenView(Session(match, players), Prompt(window.screen), pace=0)

        async def key() -> str:
            view.app.waits_for_key = True
            rows = window.rows(view)
            assert "r: rematch" in " ".join(rows)
            # Only the lowest window has to be scrolled.
            for _ in range(10 if size[1] == 12 else 0):
                view.app.page.scroll(4)
                rows += window.rows(view)
            shown = " ".join(" ".join(rows).split())
            assert match.outcome is not None
            assert "win" in shown and "Length: " in shown
            assert "Total" in shown or not match.outcome.scores
            return "q"

        view.app.key = key  # type: ignore[method-assign]
        assert Controller(view).run() == "leave"


def test_the_question_about_a_bot_stays_while_it_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulekeep.cli.table.terminal_view.PATIENCE", 0)
    window, players = ScreenWindow((80, 24)), ("human", "mcts")
    with window.opened():
        session = Session(Match.new("lanterns", 2, "thinks", players=players), players)
        view = ScreenView(session, Prompt(window.screen), pace=0)
        app, bars, asked = view.app, list[str](), threading.Event()

        async def play() -> str:
            loop = asyncio.get_running_loop()

            def see_and(act: Callable[[], None]) -> None:
                bars.append(app.bar)
                act()

            def think(progress: Callable[[float], None], should_stop: Callable[[], bool]) -> str:
                progress(0.25)
                loop.call_soon_threadsafe(see_and, app.interrupt)
                assert asked.wait(PATIENCE)
                progress(0.5)
                loop.call_soon_threadsafe(see_and, lambda: app.press("m"))
                until = time.monotonic() + PATIENCE
                while not should_stop() and time.monotonic() < until:
                    time.sleep(0.01)
                return "moved"

            return await view.wait_for(BotTurn("Deep", None), think)

        async def key() -> str:
            asyncio.get_running_loop().call_soon(asked.set)
            return await TableApp.key(app)

        app.key = key  # type: ignore[method-assign]
        assert asyncio.run(play()) == "moved"
        assert "25%" in bars[0] and "(w)ait, (m)ove now" in bars[1]


def test_a_bot_that_thinks_on_after_the_table_was_left_says_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("rulekeep.cli.table.terminal_view.PATIENCE", 0)
    faults: list[object] = []
    monkeypatch.setattr(threading, "excepthook", faults.append)
    thinkers: list[threading.Thread] = []
    left = threading.Event()
    window, players = ScreenWindow((80, 24)), ("human", "mcts")
    with window.opened():
        session = Session(Match.new("lanterns", 2, "leaves", players=players), players)
        view = ScreenView(session, Prompt(window.screen), pace=0)

        def think(progress: Callable[[float], None], should_stop: Callable[[], bool]) -> str:
            thinkers.append(threading.current_thread())
            assert left.wait(PATIENCE)
            progress(0.5)
            return "moved"

        async def leave() -> None:
            waiting = asyncio.ensure_future(view.wait_for(BotTurn("Deep", None), think))
            while not thinkers:
                await asyncio.sleep(0.01)
            waiting.cancel()

        asyncio.run(leave())
    left.set()
    thinkers[0].join()
    assert not faults
