"""Lines that scroll: a pane of a screen, and a page taller than the window."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from prompt_toolkit.application import Application
from prompt_toolkit.filters import FilterOrBool
from prompt_toolkit.formatted_text import ANSI, StyleAndTextTuples, to_formatted_text
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import HSplit, Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.layout.dimension import Dimension
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from rulekeep.cli.terminal.prompt import prepare_toolkit
from rulekeep.cli.terminal.screen import Screen
from rulekeep.core.drawing.canvas import to_ascii

if TYPE_CHECKING:
    from prompt_toolkit.key_binding.key_bindings import NotImplementedOrNone

WHEEL_ROWS = 3
"""Rows that a notch of the mouse wheel scrolls."""
ESCAPE_WAIT = 0.02
"""Seconds until Esc counts as a key of its own and not as the beginning of a longer code."""
KEYS = "↑ ↓ Page Up Page Down scroll, any other key goes back to the prompt"


class Pane:
    """Lines, of which as many are shown as there are rows, from `top` on."""

    def __init__(self, rows: Callable[[], int], width: Callable[[], int] | None = None) -> None:
        self.rows = rows
        self.lines: list[str] = []
        """With escape codes for colours."""
        self.top = 0
        self.click: Callable[[int, int], None] | None = None
        """What a click at a column of a line does."""
        self.press: Callable[[int], None] | None = None
        """What happens when the button of the mouse goes down in a row."""
        self.window = Window(
            PaneControl(self),
            height=lambda: Dimension.exact(max(0, self.rows())),
            width=None if width is None else lambda: Dimension.exact(width()),
            wrap_lines=False,
            always_hide_cursor=True,
        )

    def show(self, lines: list[str]) -> None:
        """Show other lines, from the first on."""
        self.lines = lines
        self.top = 0

    def scroll(self, rows: int) -> None:
        self.top = max(0, min(self.top + rows, len(self.lines) - self.rows()))

    def visible(self) -> StyleAndTextTuples:
        self.scroll(0)
        rows = self.rows()
        return to_formatted_text(ANSI("\n".join(self.lines[self.top : self.top + rows])))

    @property
    def hidden(self) -> int:
        """Lines below the last visible one."""
        return max(0, len(self.lines) - self.top - self.rows())


class PaneControl(FormattedTextControl):
    """The control of a pane: the wheel scrolls it, a click is passed on."""

    def __init__(self, pane: Pane) -> None:
        super().__init__(pane.visible, focusable=False)
        self.pane = pane

    def mouse_handler(self, mouse_event: MouseEvent) -> NotImplementedOrNone:
        kind = mouse_event.event_type
        if kind == MouseEventType.SCROLL_UP:
            self.pane.scroll(-WHEEL_ROWS)
        elif kind == MouseEventType.SCROLL_DOWN:
            self.pane.scroll(WHEEL_ROWS)
        elif kind == MouseEventType.MOUSE_UP and self.pane.click is not None:
            at = mouse_event.position
            self.pane.click(at.x, self.pane.top + at.y)
        elif kind == MouseEventType.MOUSE_DOWN and self.pane.press is not None:
            self.pane.press(mouse_event.position.y)
        else:
            return NotImplemented
        return None


def bind(
    keys: KeyBindings,
    act: Callable[[], object],
    *names: str,
    where: FilterOrBool = True,
    eager: bool = False,
) -> None:
    """Let each of some keys, or sequences of keys, do the same."""

    def pressed(_event: KeyPressEvent) -> None:
        act()

    for name in names:
        keys.add(*(name.split() or name), filter=where, eager=eager)(pressed)


def bind_scrolling(keys: KeyBindings, pane: Pane, where: FilterOrBool = True) -> None:
    """The keys that scroll a page."""

    def by(name: str, rows: Callable[[], int]) -> None:
        bind(keys, lambda: pane.scroll(rows()), name, where=where, eager=True)

    by("up", lambda: -1)
    by("down", lambda: 1)
    by("pageup", lambda: 1 - pane.rows())
    by("pagedown", lambda: pane.rows() - 1)
    by("home", lambda: -len(pane.lines))
    by("end", lambda: len(pane.lines))


def full_screen(
    screen: Screen,
    status: Callable[[], str],
    keys: KeyBindings,
    before_render: Callable[[], None] | None = None,
) -> tuple[Application[None], Pane]:
    """An application with a pane and one line of help below it."""
    prepare_toolkit(screen)
    pane = Pane(lambda: max(1, screen.height - 1))
    text = (lambda: to_ascii(status())) if screen.ascii else status
    help_line = Window(FormattedTextControl(text), height=1, style="reverse")
    app: Application[None] = Application(
        layout=Layout(HSplit([pane.window, help_line])),
        key_bindings=keys,
        full_screen=True,
        before_render=None if before_render is None else lambda _: before_render(),
    )
    app.ttimeoutlen = app.timeoutlen = ESCAPE_WAIT
    return app, pane


def scroll(screen: Screen, draw: Callable[[], object]) -> None:
    """Show a tall page until another key than those for scrolling is pressed."""
    keys = KeyBindings()
    app, pane = full_screen(screen, lambda: f" {KEYS}", keys)
    pane.show(screen.printed(draw))
    bind(keys, app.exit, "<any>", "c-c", "c-d", "enter", "escape")
    bind_scrolling(keys, pane)
    app.run()
