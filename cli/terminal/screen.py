"""Output: one way of printing for terminals, dumb terminals and pipes."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from typing import IO, TYPE_CHECKING, Any, TextIO

from rulekeep.core.drawing.canvas import Canvas, Look, to_ascii
from rulekeep.core.frozen_values import frozen
from rulekeep.core.text import in_lines, printable, shortened

if TYPE_CHECKING:
    from rich.text import Text

    from rulekeep.cli.terminal.console import FoldingConsole

MIN_WIDTH = 40
"""Columns a game may count on; a narrower window shows the left part of its drawing."""

MIN_FOLD = 12
"""Columns a paragraph is never folded narrower than."""

ASCII_SPELLINGS = {"…": "...", "→": "->", "›": ">"}
"""For sentences without Unicode; in a drawing each has one character only."""

Spans = Sequence[tuple[str, str]]
"""Pieces of a line, each with its style."""


def _terminal_size(variable: str, which: int) -> int:
    """Columns or rows by the environment, else by the terminal; 0 where neither says it.

    `shutil` does the same, but takes long to load.
    """
    with contextlib.suppress(KeyError, ValueError):
        if (size := int(os.environ[variable])) > 0:
            return size
    with contextlib.suppress(AttributeError, ValueError, OSError):
        return os.get_terminal_size(sys.__stdout__.fileno())[which]  # type: ignore[union-attr]
    return 0


@frozen
class ScreenOptions:
    """What the user asked for on the command line."""

    plain: bool = False
    colour: bool = True
    ascii: bool = False
    width: int | None = None


class AsciiStream:
    """Writes to another stream in ASCII."""

    encoding = "ascii"

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return self._stream.write(to_ascii(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def _encodes_unicode(stream: TextIO) -> bool:
    try:
        "─●×♜".encode(stream.encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def error_text(text: str) -> str:
    """An error message that is safe to print: no escape codes, no endless words."""
    return re.sub(r"\S{256,}", lambda word: shortened(word[0]), printable(text))


def warn(text: str) -> None:
    """Print a sentence on standard error."""
    with contextlib.suppress(OSError):
        print(f"rulekeep: {error_text(text)}", file=sys.stderr, flush=True)


def json_text(data: Any) -> str:
    """JSON for people and tools; what a terminal would take for an escape code is escaped."""
    text = json.dumps(data, ensure_ascii=False, indent=2)
    return "".join(
        char if char == "\n" or char.isprintable() else json.dumps(char)[1:-1] for char in text
    )


def is_dumb() -> bool:
    """A terminal that knows no escape codes."""
    return os.environ.get("TERM", "").lower() in ("dumb", "unknown", "")


class Screen:
    """Prints everything that a command shows.

    `live` means a terminal that understands escape codes; everything else gets plain lines.
    """

    def __init__(
        self,
        options: ScreenOptions | None = None,
        stream: TextIO | None = None,
        live: bool | None = None,
    ) -> None:
        options = options or ScreenOptions()
        stream = stream or sys.stdout
        if live is None:
            live = stream.isatty() and sys.stdin.isatty() and not is_dumb()
        self.live = live and not options.plain
        self.ascii = options.ascii or not _encodes_unicode(stream)
        self.colour = self.live and options.colour and not os.environ.get("NO_COLOR")
        self._fixed_width = options.width
        self._secret = False
        self._printed = 0
        self._typed = ""
        self.out: IO[str] = AsciiStream(stream) if self.ascii else stream  # type: ignore[assignment]
        self._console: FoldingConsole | None = None

    @property
    def console(self) -> FoldingConsole:
        """Rich's console; it takes long to load, and plain lines do without."""
        if self._console is None:
            from rulekeep.cli.terminal.console import FoldingConsole

            self._console = FoldingConsole(self.out, self.live, self.colour, self.width)
        self._console.width = self.width
        return self._console

    def of_width(self, width: int) -> Screen:
        """A screen like this one with another width, for `printed`."""
        other = copy(self)
        other._fixed_width = max(1, width)
        return other

    # -- size -------------------------------------------------------------------------------

    @property
    def width(self) -> int:
        """Columns now: as --width says, else the terminal's, else 80."""
        if self._fixed_width is not None:
            return self._fixed_width
        return _terminal_size("COLUMNS", 0) or 80

    @property
    def height(self) -> int:
        return _terminal_size("LINES", 1) or 24

    def look(self, names: Sequence[str] = (), used: int | None = None) -> Look:
        """How a game draws for this screen, of which so many rows are used otherwise.

        Without a number, and wherever nothing scrolls away, it may draw as tall as it likes.
        """
        rows = max(1, self.height - used) if self.live and used is not None else 0
        width = max(MIN_WIDTH, self.width)
        return Look(width=width, height=rows, ascii=self.ascii, names=tuple(names))

    @property
    def folds(self) -> bool:
        """Whether long lines are folded; pipes get whole lines."""
        return self.live or self._fixed_width is not None or self.out.isatty()

    # -- printing ---------------------------------------------------------------------------

    def say(self, text: str | Spans = "", style: str = "", indent: int = 0) -> None:
        """Print a paragraph; long ones are folded on terminals and left whole in pipes."""
        spans = [(text, style)] if isinstance(text, str) else text
        for line in self._folded(spans, self.width - indent):
            self._row([(" " * indent, "")], line)

    def displayable(self, text: str) -> str:
        """A sentence as this screen can show it; it may get longer."""
        text = printable(text)
        if self.ascii:
            for char, spelling in ASCII_SPELLINGS.items():
                text = text.replace(char, spelling)
        return text

    def in_window(self, text: str) -> str:
        """A line as a window of this screen can show it."""
        text = self.displayable(text)
        return to_ascii(text) if self.ascii else text

    def _folded(self, spans: Spans, width: int) -> Iterable[str | Text]:
        """The lines of a paragraph; at least one, which may be empty."""
        shown = [(self.displayable(text), style) for text, style in spans]
        if not self.folds:
            return "".join(text for text, _ in shown).split("\n")
        return self.console.folded(shown, max(MIN_FOLD, width))

    def _row(self, before: Spans, line: str | Text) -> None:
        self._turn_page()
        if not self.live:
            head = "".join(text for text, _ in before)
            self._write(f"{head}{line if isinstance(line, str) else line.plain}".rstrip())
            return
        row = self.console.text(before) + line
        row.rstrip()
        self.console.print(row, soft_wrap=True, no_wrap=True, overflow="ignore")

    def _write(self, line: str) -> None:
        self.out.write(f"{line}\n")
        self.out.flush()

    def heading(self, text: str) -> None:
        """Print a title."""
        self.say(text, "bold")

    def pairs(
        self,
        rows: Iterable[tuple[str, str | Spans]],
        indent: int = 2,
        style: str = "bold",
        gap: int = 2,
    ) -> None:
        """Print two columns: a word and a text about it."""
        listed = [
            (self.displayable(word), [(text, "")] if isinstance(text, str) else text)
            for word, text in rows
        ]
        # A word that would leave no room for the rest gets a line of its own.
        longest = self.width // 2 if self.folds else self.width
        fitting = [len(word) for word, _ in listed if len(word) + gap <= longest]
        column = max(fitting, default=4) + gap
        for word, text in listed:
            head = word
            if len(word) + gap > column:
                self.say(word, style, indent)
                head = ""
            for line in self._folded(text, self.width - indent - column):
                self._row([(" " * indent, ""), (f"{head:<{column}}", style)], line)
                head = ""

    def items(self, texts: Sequence[str], indent: int = 2) -> None:
        """Print a list separated by commas; no line ends within an item."""
        commas = [*(f"{text}," for text in texts[:-1]), *texts[-1:]]
        for line in in_lines(commas, " ", self.width - indent if self.folds else sys.maxsize):
            self.say(line, indent=indent)

    def draw(self, canvas: Canvas) -> None:
        """Print a game's drawing; what is too wide is cut, never folded."""
        if not self.live:
            width = self.width
            rows = (f"{line[:width].rstrip()}\n" for line in canvas.lines(self.ascii))
            self.out.write("".join(rows))
            self.out.flush()
            return
        for spans in canvas.spans(ascii=self.ascii):
            self._turn_page()
            row = self.console.text(spans)
            self.console.print(row, no_wrap=True, overflow="crop", crop=True)

    def printed(self, draw: Callable[[], object]) -> list[str]:
        """The lines that `draw` would print, colours included; nothing is shown."""
        before = self.out, self._console, self._secret, self._printed
        page = io.StringIO()
        self.out, self._console, self._secret = page, None, False
        try:
            draw()
        finally:
            self.out, self._console, self._secret, self._printed = before
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
        """Wait for Enter before text scrolls off a screen without a history."""
        if self._secret and self._printed >= self.height - 1:
            self.console.print("-- more: press Enter --", style="reverse", end="")
            # What was typed before Enter is kept for the prompt that follows.
            with contextlib.suppress(UnicodeDecodeError):
                self._typed = f"{self._typed} {sys.stdin.readline()}".strip()
            self._printed = 0
        self._printed += 1

    # -- secrets ----------------------------------------------------------------------------

    def wipe(self) -> None:
        """Clear the screen and what has scrolled off it."""
        if self.live:
            self.write_raw("\x1b[H\x1b[2J\x1b[3J")
        else:
            self._write("\n" * max(24, self.height))

    @contextlib.contextmanager
    def in_secret(self) -> Iterator[None]:
        """What is shown inside is gone afterwards, scrollback included."""
        if self.live:
            self.write_raw("\x1b[?1049h\x1b[H\x1b[2J")
        self._secret = self.live
        self.new_page()
        try:
            yield
        finally:
            self._secret = False
            if self.live:
                self.write_raw("\x1b[H\x1b[2J\x1b[3J\x1b[?1049l")
            self.wipe()

    def write_raw(self, text: str) -> None:
        """Write text or escape codes as they are."""
        self.out.write(text)
        self.out.flush()
