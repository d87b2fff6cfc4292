"""What is shown: one way of printing for terminals, dumb terminals and pipes."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from functools import cache
from typing import IO, Any, TextIO

from rich.console import Console
from rich.errors import StyleSyntaxError
from rich.style import Style
from rich.text import Text

from rulekeep.core.canvas import Canvas, Look, to_ascii
from rulekeep.core.data import printable, shortened
from rulekeep.core.values import frozen

__all__ = [
    "MIN_WIDTH",
    "Screen",
    "Wishes",
    "complaint",
    "is_dumb",
    "json_text",
    "printable",
    "warn",
]

MIN_WIDTH = 40
"""Columns a game may count on; a narrower window shows the left part of its drawing."""

MIN_FOLD = 12
"""Columns a paragraph is never folded narrower than."""

SPELLED = {"…": "...", "→": "->", "›": ">"}
"""How sentences without Unicode spell what a drawing has but one character for."""

READABLE = {
    "red": "color(160)",
    "green": "color(28)",
    "yellow": "color(136)",
    "blue": "color(27)",
    "magenta": "color(164)",
    "cyan": "color(30)",
}
"""For terminals of 256 colours: tones that can be read on white and on black alike."""


@frozen
class Wishes:
    """What the user asked for on the command line."""

    plain: bool = False
    colour: bool = True
    ascii: bool = False
    width: int | None = None


class AsciiStream:
    """Lets only ASCII through to another stream."""

    encoding = "ascii"

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return self._stream.write(to_ascii(text))

    def flush(self) -> None:
        self._stream.flush()

    def fileno(self) -> int:
        return self._stream.fileno()

    def isatty(self) -> bool:
        return self._stream.isatty()


def _speaks_unicode(stream: TextIO) -> bool:
    try:
        "─●×♜".encode(stream.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def complaint(text: str) -> str:
    """What is wrong, fit to be shown: nothing moves the cursor, no name fills the screen."""
    return re.sub(r"\S{256,}", lambda word: shortened(word[0]), printable(text))


def warn(what: str) -> None:
    """A sentence on standard error."""
    with contextlib.suppress(OSError):
        print(f"rulekeep: {complaint(what)}", file=sys.stderr, flush=True)


def json_text(data: Any) -> str:
    """JSON for people and tools; what a terminal would take for an order is escaped."""
    text = json.dumps(data, ensure_ascii=False, indent=2)
    return "".join(
        char if char == "\n" or char.isprintable() else json.dumps(char)[1:-1] for char in text
    )


def is_dumb() -> bool:
    """A terminal that knows no escape codes."""
    return os.environ.get("TERM", "").lower() in ("dumb", "unknown", "")


class Paper(Console):
    """A console that leaves it to the program what to do when nobody reads any more."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


class Screen:
    """The place where everything is shown.

    `live` means a terminal that understands escape codes; everything else gets plain lines.
    """

    def __init__(
        self, wishes: Wishes | None = None, stream: TextIO | None = None, live: bool | None = None
    ) -> None:
        wishes = wishes or Wishes()
        stream = stream or sys.stdout
        if live is None:
            live = stream.isatty() and sys.stdin.isatty() and not is_dumb()
        self.live = live and not wishes.plain
        self.ascii = wishes.ascii or not _speaks_unicode(stream)
        self.colour = self.live and wishes.colour and not os.environ.get("NO_COLOR")
        self._wished_width = wishes.width
        self._secret = False
        self._printed = 0
        self._typed = ""
        out: IO[str] = AsciiStream(stream) if self.ascii else stream  # type: ignore[assignment]
        self.console = self._console(out)

    def _console(self, out: IO[str]) -> Console:
        return Paper(
            file=out,
            force_terminal=self.live,
            color_system="auto" if self.live else None,
            no_color=not self.colour,
            highlight=False,
            emoji=False,
            markup=False,
            width=self.width,
            soft_wrap=False,
            legacy_windows=False,
        )

    def of_width(self, width: int) -> Screen:
        """A screen like this one that prints as wide as this, for `printed`."""
        other = copy(self)
        other._wished_width = max(1, width)
        return other

    # -- size -------------------------------------------------------------------------------

    @property
    def width(self) -> int:
        """Columns now: as wished, else the terminal's, else 80."""
        if self._wished_width is not None:
            return self._wished_width
        return shutil.get_terminal_size((80, 24)).columns

    @property
    def height(self) -> int:
        return shutil.get_terminal_size((80, 24)).lines

    def look(self, names: Sequence[str] = (), used: int | None = None) -> Look:
        """How a game shall draw for this screen, of which so many rows are used otherwise.

        Without a number, and wherever nothing scrolls away, it may draw as tall as it likes.
        """
        rows = max(1, self.height - used) if self.live and used is not None else 0
        width = max(MIN_WIDTH, self.width)
        return Look(width=width, height=rows, ascii=self.ascii, names=tuple(names))

    @property
    def folds(self) -> bool:
        """Whether somebody reads this on a screen of some width; pipes get whole lines."""
        return self.live or self._wished_width is not None or self.console.file.isatty()

    # -- printing ---------------------------------------------------------------------------

    def say(self, text: str | Text = "", style: str = "", indent: int = 0) -> None:
        """A paragraph; long ones are folded on terminals and left whole in pipes."""
        self.console.width = self.width
        shown = Text(self.spelled(text), self.style(style)) if isinstance(text, str) else text
        for line in self._folded(shown, self.width - indent):
            self._row(Text(" " * indent) + line)

    def spelled(self, text: str) -> str:
        """A sentence as this screen can show it; unlike a drawing it may get longer."""
        text = printable(text)
        if self.ascii:
            for char, spelled in SPELLED.items():
                text = text.replace(char, spelled)
        return text

    def _folded(self, text: Text, width: int) -> Iterable[Text]:
        """The lines of a paragraph; at least one, which may be empty."""
        if not self.folds:
            return text.split("\n", allow_blank=True)
        return text.wrap(self.console, max(MIN_FOLD, width)) or [Text()]

    def _row(self, row: Text) -> None:
        row.rstrip()
        self._turn_page()
        self.console.print(row, soft_wrap=True, no_wrap=True, overflow="ignore")

    def heading(self, text: str) -> None:
        """A title over what follows."""
        self.say(text, "bold")

    def pairs(
        self, rows: Iterable[tuple[str, str]], indent: int = 2, style: str = "bold", gap: int = 2
    ) -> None:
        """Two columns: a word, and what there is to say about it."""
        listed = [(self.spelled(word), self.spelled(said)) for word, said in rows]
        # A word that would leave no room for the rest stands on a line of its own.
        longest = self.width // 2 if self.folds else self.width
        fitting = [len(word) for word, _ in listed if len(word) + gap <= longest]
        column = max(fitting, default=4) + gap
        self.console.width = self.width
        for word, said in listed:
            head = word
            if len(word) + gap > column:
                self.say(word, style, indent)
                head = ""
            for line in self._folded(Text(said), self.width - indent - column):
                row = Text(" " * indent)
                row.append(f"{head:<{column}}", self.style(style))
                self._row(row + line)
                head = ""

    def items(self, texts: Sequence[str], indent: int = 2) -> None:
        """A list separated by commas; no line ends within an item."""
        lines: list[str] = []
        for number, text in enumerate(texts):
            item = text if number == len(texts) - 1 else f"{text},"
            fits = bool(lines) and len(lines[-1]) + 1 + len(item) <= self.width - indent
            if fits or (lines and not self.folds):
                lines[-1] += f" {item}"
            else:
                lines.append(item)
        for line in lines:
            self.say(line, indent=indent)

    def draw(self, canvas: Canvas) -> None:
        """A game's drawing, row by row; what is too wide is cut, never folded."""
        self.console.width = self.width
        if not self.live:
            for line in canvas.lines(self.ascii):
                self.console.print(line[: self.width].rstrip(), no_wrap=True, crop=False)
            return
        for spans in canvas.spans(ascii=self.ascii):
            self._turn_page()
            self.console.print(self._canvas_row(spans), no_wrap=True, overflow="crop", crop=True)

    def _canvas_row(self, spans: Iterable[tuple[str, str]]) -> Text:
        row = Text()
        for text, style in spans:
            row.append(text, self.style(style))
        return row

    def style(self, words: str) -> Style:
        """What a style looks like here; one that rich does not know is left out."""
        return _style(words, self.console.color_system in ("256", "truecolor"))

    def printed(self, draw: Callable[[], object]) -> list[str]:
        """The lines that `draw` would print, colours included; nothing is shown."""
        kept, secret, rows = self.console, self._secret, self._printed
        page = io.StringIO()
        self.console, self._secret = self._console(page), False
        try:
            draw()
        finally:
            self.console, self._secret, self._printed = kept, secret, rows
        text = page.getvalue()
        return (to_ascii(text) if self.ascii else text).removesuffix("\n").split("\n")

    def new_page(self) -> None:
        """Everything printed so far has been read."""
        self._printed = 0

    def take_typed(self) -> str:
        """What was typed between two pages, once."""
        typed, self._typed = self._typed, ""
        return typed if typed.isprintable() else ""

    def _turn_page(self) -> None:
        """What scrolls off a screen without a history must be read first."""
        if self._secret and self._printed >= self.height - 1:
            self.console.print("-- more: press Enter --", style="reverse", end="")
            # What was typed before Enter is kept for the prompt that follows.
            with contextlib.suppress(UnicodeDecodeError):
                self._typed = f"{self._typed} {sys.stdin.readline()}".strip()
            self._printed = 0
        self._printed += 1

    # -- secrets ----------------------------------------------------------------------------

    def wipe(self) -> None:
        """Leave nothing on the screen, nor above it."""
        if self.live:
            self._codes("\x1b[H\x1b[2J\x1b[3J")
        else:
            self.console.print("\n" * max(24, self.height))

    @contextlib.contextmanager
    def in_secret(self) -> Iterator[None]:
        """What is shown inside is gone afterwards, scrollback included."""
        if self.live:
            self._codes("\x1b[?1049h\x1b[H\x1b[2J")
        self._secret = self.live
        self.new_page()
        try:
            yield
        finally:
            self._secret = False
            if self.live:
                self._codes("\x1b[H\x1b[2J\x1b[3J\x1b[?1049l")
            self.wipe()

    def _codes(self, codes: str) -> None:
        self.console.file.write(codes)
        self.console.file.flush()


@cache
def _style(words: str, many_colours: bool) -> Style:
    # A background is chosen together with what stands on it, so it stays what it is.
    parts = words.split()
    if many_colours and "on" not in parts:
        parts = [READABLE.get(part, part) for part in parts]
    try:
        return Style.parse(" ".join(parts))
    except StyleSyntaxError:
        return Style()
