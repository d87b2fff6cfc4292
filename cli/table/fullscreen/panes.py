"""Parts of the screen that show some lines and scroll by themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from prompt_toolkit.formatted_text import ANSI, StyleAndTextTuples, to_formatted_text
from prompt_toolkit.layout import Window
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.layout.dimension import Dimension
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

WHEEL = 3
"""Rows that a notch of the mouse wheel scrolls."""


if TYPE_CHECKING:
    from prompt_toolkit.key_binding.key_bindings import NotImplementedOrNone


class Pane:
    """Lines, of which as many are shown as there are rows, from `top` on."""

    def __init__(self, rows: Callable[[], int], width: Callable[[], int] | None = None) -> None:
        self.rows = rows
        self.lines: list[str] = []
        """With escape codes for colours."""
        self.top = 0
        self.click: Callable[[int, int], None] | None = None
        """What a click at a column of a line does."""
        self.control = Scrolled(self)
        self.window = Window(
            self.control,
            height=lambda: Dimension.exact(max(0, self.rows())),
            width=None if width is None else lambda: Dimension.exact(width()),
            wrap_lines=False,
            always_hide_cursor=True,
        )

    def show(self, lines: list[str]) -> None:
        """Other lines, from their first on."""
        self.lines = lines
        self.top = 0

    def scroll(self, rows: int) -> None:
        self.top = max(0, min(self.top + rows, len(self.lines) - self.rows()))

    def shown(self) -> StyleAndTextTuples:
        self.scroll(0)
        rows = self.rows()
        return to_formatted_text(ANSI("\n".join(self.lines[self.top : self.top + rows])))

    @property
    def hidden(self) -> int:
        """Lines below the last one shown."""
        return max(0, len(self.lines) - self.top - self.rows())


class Scrolled(FormattedTextControl):
    """The control of a pane: the wheel scrolls it, a click is handed on."""

    def __init__(self, pane: Pane) -> None:
        super().__init__(pane.shown, focusable=False)
        self.pane = pane

    def mouse_handler(self, mouse_event: MouseEvent) -> NotImplementedOrNone:
        kind = mouse_event.event_type
        if kind == MouseEventType.SCROLL_UP:
            self.pane.scroll(-WHEEL)
        elif kind == MouseEventType.SCROLL_DOWN:
            self.pane.scroll(WHEEL)
        elif kind == MouseEventType.MOUSE_UP and self.pane.click is not None:
            at = mouse_event.position
            self.pane.click(at.x, self.pane.top + at.y)
        else:
            return NotImplemented
        return None
