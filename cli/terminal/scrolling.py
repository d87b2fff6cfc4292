"""A page taller than the window, to scroll in."""

from __future__ import annotations

import os
from collections.abc import Callable

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import HSplit, Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl

from rulekeep.cli.terminal.screen import Screen
from rulekeep.core.drawing.canvas import to_ascii

KEYS = "↑ ↓ Page Up Page Down scroll, any other key goes back to the prompt"


class ScrollingPage:
    """Lines of which the window shows as many as fit, above a line of help."""

    def __init__(self, screen: Screen, lines: list[str]) -> None:
        self.screen = screen
        self.lines = lines
        self.top = 0

    @property
    def rows(self) -> int:
        return max(1, self.screen.height - 1)

    def scroll(self, rows: int) -> None:
        self.top += rows

    def visible(self) -> ANSI:
        """The part that the window shows."""
        self.top = max(0, min(self.top, len(self.lines) - self.rows))
        return ANSI("\n".join(self.lines[self.top : self.top + self.rows]))


def bind(keys: KeyBindings, act: Callable[[], object], *names: str) -> None:
    """Let each of some keys do the same."""

    def pressed(_event: KeyPressEvent) -> None:
        act()

    for name in names:
        keys.add(name)(pressed)


def application(
    page: Callable[[], ANSI], status: Callable[[], str], keys: KeyBindings, ascii: bool
) -> Application[None]:
    """A full screen with a page and one line of help below it."""
    os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")
    upper = Window(FormattedTextControl(page), wrap_lines=False)
    text = (lambda: to_ascii(status())) if ascii else status
    lower = Window(FormattedTextControl(text), height=1, style="reverse")
    return Application(layout=Layout(HSplit([upper, lower])), key_bindings=keys, full_screen=True)


def scroll(screen: Screen, draw: Callable[[], object]) -> None:
    """Show a tall page until another key than those for scrolling is pressed."""
    page = ScrollingPage(screen, screen.printed(draw))
    keys = KeyBindings()
    app = application(page.visible, lambda: f" {KEYS}", keys, screen.ascii)
    bind(keys, app.exit, "<any>", "c-c", "c-d", "enter", "escape")
    bind(keys, lambda: page.scroll(-1), "up")
    bind(keys, lambda: page.scroll(1), "down")
    bind(keys, lambda: page.scroll(-page.rows), "pageup")
    bind(keys, lambda: page.scroll(page.rows), "pagedown")
    bind(keys, lambda: page.scroll(-len(page.lines)), "home")
    bind(keys, lambda: page.scroll(len(page.lines)), "end")
    app.run()
