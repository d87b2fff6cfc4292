"""The full-screen application: what is on the screen now, and the lines that are entered."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from functools import partial
from typing import Any

from prompt_toolkit.application import Application
from prompt_toolkit.application.current import get_app_session
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.layout import DynamicContainer, Layout
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from rulekeep.cli.table.fullscreen.board import Board
from rulekeep.cli.table.fullscreen.keys import bindings
from rulekeep.cli.table.fullscreen.layout import Frame, frame
from rulekeep.cli.table.fullscreen.move_chooser import MoveChooser
from rulekeep.cli.table.fullscreen.windows import Windows
from rulekeep.cli.table.terminal_view import Draw, EnteredLine, LeaveTable
from rulekeep.cli.terminal.prompt import (
    MAX_INPUT,
    Complete,
    common_prefix,
    discard_typed,
    prepare_toolkit,
)
from rulekeep.cli.terminal.screen import Screen, error_text
from rulekeep.cli.terminal.scrolling import ESCAPE_WAIT, Pane
from rulekeep.core.text import folded, listed

INTERRUPT = "\x03"
"""Ctrl-C, as a key and as a line."""
ENTER = ("\r", "\n")
PAGE_KEYS = "↑ ↓ Page Up Page Down scroll, any other key returns to the table"
NOTE = 16
"""Columns of a note at the end of the bar."""


class TableApp:
    """Board, events, moves and prompt; or a cover, or a page to read, instead of them."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        prepare_toolkit(screen)
        self.output = get_app_session().output
        self.board: Board | None = None
        self.choices: MoveChooser | None = None
        self.bar = ""
        """The question, or what happens now."""
        self.label = ""
        """The text before the typed line."""
        self.cover_lines: list[str] = []
        """Shown instead of the table while it is covered."""
        self.complete: Complete | None = None
        self.asking = self.waits_for_key = self.shows_page = self.shows_side_page = False
        self.key_pressed = asyncio.Event()
        """Some key was pressed."""
        self.interrupted = asyncio.Event()
        """Ctrl-C was pressed where no line is asked for."""
        self.board_pane = Pane(self._board_rows, lambda: self.frame.board_width)
        self.events = Pane(self._event_rows, lambda: self.frame.side_width)
        self.side_page = Pane(self._side_page_rows, lambda: self.frame.side_width)
        self.page = Pane(self._page_rows)
        self.board_pane.click = self._click_board
        self.events.press = lambda y: self.grab(False, self._board_rows() + y)
        self._grabbed: tuple[bool, int] | None = None
        """The edge that is dragged: whether it is the one beside the board, and where it is."""
        self._wider = self._taller = 0
        """How far the edges were dragged, in columns and rows."""
        self._widest: dict[int, int] = {}
        """By the columns of the window: how many the board has taken at most."""
        self._entered: asyncio.Queue[EnteredLine] = asyncio.Queue()
        self._keys: asyncio.Queue[str] = asyncio.Queue()
        self._events_text: Draw = partial(draw_sentences, ())
        self._drawn: tuple[object, ...] = ()
        self._events_drawn: tuple[object, ...] = ()
        self._buffers: dict[str, Buffer] = {}
        self.buffer = self._buffer("")
        windows = Windows(self)
        self.application: Application[None] = Application(
            layout=Layout(
                DynamicContainer(windows.shown), focused_element=windows.current_prompt()
            ),
            key_bindings=bindings(self),
            output=self.output,
            full_screen=True,
            mouse_support=True,
            erase_when_done=True,
            before_render=lambda _: self._refresh(),
            after_render=lambda _: self._follow_drag(),
        )
        self.application.ttimeoutlen = self.application.timeoutlen = ESCAPE_WAIT
        self.application.key_processor.before_key_press += lambda _: self.key_pressed.set()

    @property
    def frame(self) -> Frame:
        """Where everything is in the window as it is now."""
        size = self.output.get_size()
        columns, rows = size.columns, size.rows
        bar = len(self.bar_lines(columns, rows))
        chosen = self.choices.height_of_chosen(columns) if self.choices is not None else 0
        drawn = self._widest.get(columns, 0)
        return frame(columns, rows, bar, drawn, self._wider, self._taller, chosen)

    def bar_lines(self, columns: int, rows: int) -> list[str]:
        """The text of the bar; folded if somebody is to answer it, with room for a note."""
        page = self.shows_page and not self.waits_for_key
        lines = folded(PAGE_KEYS if page else self.bar, columns - 2, "") or [""]
        most = max(1, rows // 4) if self.asking or self.waits_for_key else 1
        if len(lines) > most:
            lines[most - 1 :] = [" ".join(lines[most - 1 :])]
        if not page and len(lines) < most and len(lines[-1]) > columns - NOTE:
            lines.append("")
        return lines

    def _board_rows(self) -> int:
        size = self.frame
        return size.board if size.beside else min(size.board, len(self.board_pane.lines))

    def _event_rows(self) -> int:
        """Below a low drawing the events get the rows that it leaves."""
        size = self.frame
        return size.events + (0 if size.beside else size.board - self._board_rows())

    def _page_rows(self) -> int:
        size = self.output.get_size()
        return max(1, size.rows - len(self.bar_lines(size.columns, size.rows)))

    def _side_page_rows(self) -> int:
        """A page at the side covers events and moves, and the title between them."""
        return self._event_rows() + self.frame.moves + self.frame.beside

    # -- what is shown ----------------------------------------------------------------------

    def show_board(self, board: Board) -> None:
        """Another position; the pane stays where it was scrolled to."""
        self.board = board
        self._drawn = ()
        self.application.invalidate()

    def place_names(self) -> list[str]:
        """What can be looked at on the board."""
        return [place.name for place in self.board.canvas.places] if self.board is not None else []

    def show_sentences(self, sentences: Sequence[str]) -> None:
        """Fill the pane of events; if they do not fit, the newest are visible first."""
        self._show_events(partial(draw_sentences, sentences))

    def _show_events(self, draw: Draw) -> None:
        self._events_text = draw
        self._events_drawn = ()
        self.application.invalidate()

    def answer(self, draw: Draw) -> None:
        """Answer a line in the pane of events, or over the moves too if it takes more rows."""
        self.close()
        self._refresh()
        self._show_events(draw)
        lines = self._printed(draw, self.frame.side_width)
        if len(lines) > self._event_rows():
            self.side_page.show(lines)
            self.shows_side_page = True

    def show_error(self, what: str) -> None:
        """Say why something cannot be done."""
        self.answer(lambda screen: screen.say(error_text(what), "bold red"))

    def show_text(self, draw: Draw) -> None:
        """Show a text over events and moves if it fits there, else on a page of its own."""
        self._refresh()
        lines = self._printed(draw, self.frame.side_width)
        if len(lines) <= self._side_page_rows():
            self.side_page.show(lines)
            self.shows_side_page = True
        else:
            self.page.show(self._printed(draw, self.frame.width))
            self.shows_page = True
        self.application.invalidate()

    def _printed(self, draw: Draw, width: int) -> list[str]:
        screen = self.screen.of_width(width)
        return screen.printed(lambda: draw(screen))

    def close(self) -> None:
        """Close the page that is open."""
        self.shows_page = self.shows_side_page = False

    def cover(self, lines: Sequence[str]) -> None:
        """Hide the table behind some lines until `uncover`."""
        self.close()
        self.cover_lines = list(lines)
        self.show_sentences(())
        self.board, self.choices = None, None
        self.board_pane.show([])
        self.discard_typed()

    def uncover(self) -> None:
        self.cover_lines = []
        self.application.invalidate()

    # -- asking -----------------------------------------------------------------------------

    def _buffer(self, who: str, past: Sequence[str] = ()) -> Buffer:
        """The typed line of a player, with a history of its own."""
        if who not in self._buffers:
            self._buffers[who] = Buffer(
                history=InMemoryHistory(list(past)),
                multiline=False,
                on_text_changed=lambda _: self._follow_typing(),
            )
        return self._buffers[who]

    def use_prompt_of(self, who: str, past: Sequence[str]) -> None:
        """From here on the typed lines are this player's."""
        fresh, typed = self._buffer(who, past), self.buffer.text
        if fresh is self.buffer:
            return
        # What was typed before the first question is theirs.
        ahead = self.buffer is self._buffers[""]
        self.buffer = fresh
        self._type(typed if ahead else "")
        self._focus()

    def _focus(self) -> None:
        """Keys go to the typed line, unless a page is instead of it."""
        layout = self.application.layout
        if not self.shows_page and layout.current_buffer is not self.buffer:
            layout.focus(self.buffer)

    def _type(self, text: str) -> None:
        self.buffer.text = text
        self.buffer.cursor_position = len(text)

    def discard_typed(self) -> None:
        """Drop what was typed until now: it was not meant for what comes."""
        while not self._entered.empty():
            self._entered.get_nowait()
        self.buffer.reset()
        discard_typed()
        self.application.invalidate()

    async def line(self, label: str) -> EnteredLine:
        """The next line that is entered."""
        self.label = label
        self.asking = True
        self._follow_typing()
        self.application.invalidate()
        try:
            return await self._entered.get()
        finally:
            self.asking = False

    async def ask(self, question: str, answers: Sequence[str], default: str) -> str:
        """One of some answers, by its first letter, or Enter; LeaveTable on Ctrl-C."""
        before = self.bar, self.label, self.choices, self.buffer.text
        self.choices, self.label = None, ""
        self.buffer.reset()
        try:
            while True:
                self.bar = question
                key = await self.key()
                if key == INTERRUPT:
                    raise LeaveTable
                if key in ENTER:
                    return default
                for answer in answers:
                    if key.casefold() == answer[0]:
                        return answer
                letters = listed((answer[0] for answer in answers), "or")
                self.show_error(f"Please press {letters}.")
        finally:
            self.bar, self.label, self.choices, line = before
            self._type(line)

    async def key(self) -> str:
        """The next key that is pressed."""
        self.waits_for_key = True
        self.application.invalidate()
        try:
            return await self._keys.get()
        finally:
            self.waits_for_key = False

    async def pause(self, seconds: float) -> None:
        """So long, or until a key is pressed."""
        self.key_pressed.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.key_pressed.wait(), seconds)

    # -- what keys and clicks do ------------------------------------------------------------

    def press(self, key: str) -> None:
        """Any key: it closes a page, and ends the wait for a key."""
        self.close()
        if self.waits_for_key:
            self._keys.put_nowait(key)

    def enter(self) -> None:
        """The chosen move, else the typed line."""
        self.shows_side_page = False
        text = self.buffer.text.strip()
        if len(text) > MAX_INPUT:
            self.buffer.reset()
            self.show_error(f"That is longer than {MAX_INPUT} characters.")
            return
        chosen = self.choices.chosen if self.choices is not None and self.asking else None
        if text and chosen is None:
            self.buffer.append_to_history()
        self.buffer.reset()
        self._entered.put_nowait(EnteredLine(text, chosen))

    def escape(self) -> None:
        """Clear what is typed, chosen or clicked."""
        self.close()
        self.buffer.reset()
        if self.choices is not None:
            self.choices.filter("")
            self.choices.only_at("", ())

    def interrupt(self) -> None:
        """Ctrl-C: an answer to a question, else noted."""
        self.close()
        if self.waits_for_key:
            self._keys.put_nowait(INTERRUPT)
        elif self.asking:
            self._entered.put_nowait(EnteredLine(INTERRUPT))
        else:
            self.interrupted.set()

    def ask_for_help(self) -> None:
        if self.asking:
            self._entered.put_nowait(EnteredLine("help"))

    def step(self, by: int) -> None:
        """Choose the next move of the list, or the one before."""
        if self.choices is not None and self.asking:
            self.shows_side_page = False
            self.choices.step(by)

    def complete_word(self) -> None:
        """Add what all words that may come next begin with; the list shows the rest."""
        text = self.buffer.text
        proposals = self.complete(text) if self.complete is not None and self.asking else ()
        if not proposals:
            return
        stub = "" if not text or text[-1].isspace() else text.split()[-1]
        word = common_prefix(proposals)
        if len(word) >= len(stub):
            done = len(proposals) == 1 and proposals[0].more
            self._type(text[: len(text) - len(stub)] + word + (" " if done else ""))

    def _follow_typing(self) -> None:
        if self.choices is not None and self.asking:
            self.choices.filter(self.buffer.text)
            if self.buffer.text:
                self.shows_side_page = False

    def page_board(self, by: int) -> None:
        """Scroll the board by a page; where nothing is left, show all that the game can draw."""
        board, pane = self.board, self.board_pane
        if by > 0 and board is not None and board.leaves_out and not pane.hidden:
            self.page.show(self._printed(lambda s: s.draw(board.whole(s)), self.frame.width))
            self.shows_page = True
        pane.scroll(by * (pane.rows() - 1))

    def _click_board(self, x: int, y: int) -> None:
        """List the moves that touch what was clicked at."""
        if self.board is None or self.choices is None or not self.asking:
            return
        self.shows_side_page = False
        place = self.board.canvas.place_at(x, y)
        if place is None:
            self.choices.only_at("", ())
        else:
            touching = self.choices.turn.touching(place.name, self.board.canvas)
            self.choices.only_at(place.name, touching)

    def click_move(self, index: int) -> None:
        """Play a move of the list."""
        if self.choices is not None and self.asking and index < len(self.choices.fitting):
            self.buffer.reset()
            self._entered.put_nowait(EnteredLine("", self.choices.fitting[index]))

    # -- edges that are dragged -------------------------------------------------------------

    def grab(self, beside: bool, at: int) -> None:
        """The mouse pressed the edge beside the board, in a column, or that of the events."""
        self._grabbed = (beside, at)

    def _follow_drag(self) -> None:
        """While an edge is dragged, the mouse speaks to it wherever it is."""
        if self._grabbed is not None:
            size = self.output.get_size()
            handlers = self.application.renderer.mouse_handlers
            handlers.set_mouse_handler_for_range(0, size.columns, 0, size.rows, self._drag)

    def _drag(self, event: MouseEvent) -> None:
        if self._grabbed is None:
            return
        beside, before = self._grabbed
        at = event.position.x if beside else event.position.y
        if beside:
            self._wider += before - at
        else:
            self._taller += at - before if self.frame.beside else before - at
        ends = event.event_type == MouseEventType.MOUSE_UP
        self._grabbed = None if ends else (beside, at)

    # -- drawing ----------------------------------------------------------------------------

    def _refresh(self) -> None:
        """Draw board and events again if the position, the chosen move or the size has changed."""
        board = self.board
        self._focus()
        if board is not None:
            size = self.frame
            place = self.choices.place if self.choices is not None else ""
            chosen = self.choices.chosen if self.choices is not None else None
            wanted = (board, size.draw_width, size.board, chosen, place)
            if wanted != self._drawn:
                self._draw_board(board, size, self._drawn[:3] != wanted[:3])
                self._drawn = wanted
        width = self.frame.side_width
        if (self._events_text, width) != self._events_drawn:
            self._events_drawn = (self._events_text, width)
            self.events.show(self._printed(self._events_text, width))
            self.events.scroll(len(self.events.lines))
        for pane in (self.board_pane, self.events, self.side_page):
            pane.scroll(0)

    def _draw_board(self, board: Board, size: Frame, redraw: bool) -> None:
        screen = self.screen.of_width(size.draw_width)
        if redraw:
            board.draw(screen, size.board)
            widest = max(self._widest.get(size.width, 0), board.canvas.width)
            self._widest[size.width] = widest
        touched: list[str] = []
        after: list[Any] = []
        if self.choices is not None and self.choices.chosen is not None:
            turn, move = self.choices.turn, self.choices.chosen.move
            touched = turn.touched(move, board.canvas)
            after = [turn.expected_state(move, seed) for seed in ("one", "another")]
        elif self.choices is not None and self.choices.place:
            touched = [self.choices.place]
        pane = self.board_pane
        pane.lines = board.lines(screen, touched, after)
        row = board.first_row(touched)
        if row is not None and not pane.top <= row < pane.top + pane.rows():
            pane.top = row


def draw_sentences(sentences: Sequence[str], screen: Screen) -> None:
    """Print the sentences of events, each with a mark."""
    for sentence in sentences:
        screen.pairs([("›", sentence)], indent=0, style="dim", gap=1)
