"""The full screen of a table in this process: a window of some size that can be read."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager

import pyte
from attrs import evolve
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

from rulekeep.cli.table.fullscreen.screen_view import ScreenView
from rulekeep.cli.terminal.screen import Screen, ScreenOptions
from rulekeep.core.drawing.canvas import Canvas


class ScreenWindow:
    """A window whose rows are known."""

    def __init__(self, size: tuple[int, int], ascii: bool = False) -> None:
        self.size = size
        self.screen = Screen(ScreenOptions(ascii=ascii, width=size[0]), io.StringIO(), live=True)
        self._page = io.StringIO()
        self._shown = pyte.Screen(*size)
        self._stream = pyte.Stream(self._shown)
        self._output = Vt100_Output(
            self._page, lambda: Size(size[1], size[0]), default_color_depth=ColorDepth.DEPTH_8_BIT
        )

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Inside, applications draw in this window."""
        with create_pipe_input() as typed, create_app_session(typed, self._output):
            yield

    def rows(self, view: ScreenView) -> list[str]:
        """The rows of the window, drawn now."""
        view.app.application._redraw()
        text = self._page.getvalue().replace("\n", "\r\n").replace("\r\r\n", "\r\n")
        self._stream.feed(text)
        self._page.seek(0)
        self._page.truncate()
        rows = (self._shown.buffer[y] for y in range(self.size[1]))
        return ["".join(row[x].data for x in range(self.size[0])).rstrip() for row in rows]

    def drawing(self, view: ScreenView, seat: int) -> Canvas:
        """The board as the game draws it for this window."""
        match, size = view.match, view.app.frame
        look = evolve(
            self.screen.of_width(size.draw_width).look(match.names),
            height=size.board,
            lately=match.lately(seat),
        )
        return match.game.render(match.state, seat, look)

    def assert_board_in_view(self, view: ScreenView, seat: int) -> list[str]:
        """The board is in view from its first row on; the rows of the window."""
        rows, size = self.rows(view), view.app.frame
        wanted = self.drawing(view, seat).lines(self.screen.ascii)[: size.board]
        shown = [row[: size.board_width].rstrip() for row in rows[: len(wanted)]]
        assert shown == [line[: size.board_width].rstrip() for line in wanted]
        return rows
