"""Printing with rich: colours, and lines folded between words. Plain lines can do without it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import IO

from rich.console import Console
from rich.errors import StyleSyntaxError
from rich.style import Style
from rich.text import Text

READABLE = {
    "red": "color(160)",
    "green": "color(28)",
    "yellow": "color(136)",
    "blue": "color(27)",
    "magenta": "color(164)",
    "cyan": "color(30)",
}
"""For terminals of 256 colours: tones that can be read on white and on black alike."""


class FoldingConsole(Console):
    """A console that raises BrokenPipeError when the reader of a pipe has closed it."""

    def __init__(self, out: IO[str], live: bool, colour: bool, width: int) -> None:
        super().__init__(
            file=out,
            force_terminal=live,
            color_system="auto" if live else None,
            no_color=not colour,
            highlight=False,
            emoji=False,
            markup=False,
            width=width,
            soft_wrap=False,
            legacy_windows=False,
        )

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError

    def text(self, spans: Iterable[tuple[str, str]]) -> Text:
        """Pieces of a line, each in its style."""
        row = Text()
        for text, style in spans:
            row.append(text, self.look(style))
        return row

    def folded(self, spans: Iterable[tuple[str, str]], width: int) -> list[Text]:
        """The lines of a paragraph; at least one, which may be empty."""
        return list(self.text(spans).wrap(self, width)) or [Text()]

    def look(self, style: str) -> Style:
        """A style on this terminal; an unknown one is left out."""
        return _style(style, self.color_system in ("256", "truecolor"))


@cache
def _style(text: str, many_colours: bool) -> Style:
    # A background is chosen together with its foreground, so it stays as it is.
    parts = text.split()
    if many_colours and "on" not in parts:
        parts = [READABLE.get(part, part) for part in parts]
    try:
        return Style.parse(" ".join(parts))
    except StyleSyntaxError:
        return Style()
