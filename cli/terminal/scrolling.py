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


class Sheet:
    """Lines of which the window shows as many as fit, over a line of help."""

    def __init__(self, screen: Screen, lines: list[str]) -> None:
        self.screen = screen
        self.lines = lines
        self.top = 0

    @property
    def room(self) -> int:
        return max(1, self.screen.height - 1)

    def page(self) -> ANSI:
        """The part to be seen now."""
        self.top = max(0, min(self.top, len(self.lines) - self.room))
        return ANSI("\n".join(self.lines[self.top : self.top + self.room]))


def application(
    page: Callable[[], ANSI], status: Callable[[], str], keys: KeyBindings
) -> Application[None]:
    """A full screen with a page and one line of help below it."""
    os.environ.setdefault("PROMPT_TOOLKIT_NO_CPR", "1")
    upper = Window(FormattedTextControl(page), wrap_lines=False)
    lower = Window(FormattedTextControl(status), height=1, style="reverse")
    return Application(layout=Layout(HSplit([upper, lower])), key_bindings=keys, full_screen=True)


def scroll(screen: Screen, draw: Callable[[], object]) -> None:
    """Show a tall page until a key says that it has been seen."""
    sheet = Sheet(screen, screen.printed(draw))
    keys = KeyBindings()

    @keys.add("<any>")
    def _back(event: KeyPressEvent) -> None:
        event.app.exit()

    def by(name: str, rows: Callable[[], int]) -> None:
        @keys.add(name)
        def _pressed(event: KeyPressEvent) -> None:
            sheet.top += rows()

    by("up", lambda: -1)
    by("down", lambda: 1)
    by("pageup", lambda: -sheet.room)
    by("pagedown", lambda: sheet.room)
    by("home", lambda: -len(sheet.lines))
    by("end", lambda: len(sheet.lines))
    for name in ("c-c", "c-d", "enter", "escape"):
        keys.add(name)(_back)
    text = to_ascii(f" {KEYS}") if screen.ascii else f" {KEYS}"
    application(sheet.page, lambda: text, keys).run()
