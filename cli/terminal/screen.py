"""What is shown: one way of printing for terminals, dumb terminals and pipes."""

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
from rulekeep.core.text import printable, shortened

if TYPE_CHECKING:
    from rich.style import Style
    from rich.text import Text

    from rulekeep.cli.terminal.console import FoldingConsole

__all__ = [
    "MIN_WIDTH",
    "Screen",
    "ScreenOptions",
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

Spans = Sequence[tuple[str, str]]
"""Pieces of a line, each with its style."""


def _of_window(variable: str, which: int) -> int:
    """A measure of the terminal, or what the environment says instead; 0 where there is none.

    As `shutil` has it, whose archives nobody needs at a table.
    """
    with contextlib.suppress(KeyError, ValueError):
        if (said := int(os.environ[variable])) > 0:
            return said
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


class Screen:
    """The place where everything is shown.

    `live` means a terminal that understands escape codes; everything else gets plain lines.
    """

    def __init__(
        self,
        wishes: ScreenOptions | None = None,
        stream: TextIO | None = None,
        live: bool | None = None,
    ) -> None:
        wishes = wishes or ScreenOptions()
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
        self.out: IO[str] = AsciiStream(stream) if self.ascii else stream  # type: ignore[assignment]
        self._paper: FoldingConsole | None = None

    @property
    def console(self) -> FoldingConsole:
        """For what only rich can print; it takes its time to load, and plain lines need none."""
        if self._paper is None:
            from rulekeep.cli.terminal.console import FoldingConsole

            self._paper = FoldingConsole(self.out, self.live, self.colour, self.width)
        self._paper.width = self.width
        return self._paper

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
        return _of_window("COLUMNS", 0) or 80

    @property
    def height(self) -> int:
        return _of_window("LINES", 1) or 24

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
        return self.live or self._wished_width is not None or self.out.isatty()

    # -- printing ---------------------------------------------------------------------------

    def say(self, text: str | Spans = "", style: str = "", indent: int = 0) -> None:
        """A paragraph; long ones are folded on terminals and left whole in pipes."""
        spans = [(text, style)] if isinstance(text, str) else text
        for line in self._folded(spans, self.width - indent):
            self._row([(" " * indent, "")], line)

    def spelled(self, text: str) -> str:
        """A sentence as this screen can show it; unlike a drawing it may get longer."""
        text = printable(text)
        if self.ascii:
            for char, spelled in SPELLED.items():
                text = text.replace(char, spelled)
        return text

    def _folded(self, spans: Spans, width: int) -> Iterable[str | Text]:
        """The lines of a paragraph; at least one, which may be empty."""
        spelled = [(self.spelled(text), style) for text, style in spans]
        if not self.folds:
            return "".join(text for text, _ in spelled).split("\n")
        return self.console.folded(spelled, max(MIN_FOLD, width))

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
        for word, said in listed:
            head = word
            if len(word) + gap > column:
                self.say(word, style, indent)
                head = ""
            for line in self._folded([(said, "")], self.width - indent - column):
                self._row([(" " * indent, ""), (f"{head:<{column}}", style)], line)
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

    def style(self, words: str) -> Style:
        """What a style looks like here; one that rich does not know is left out."""
        return self.console.look(words)

    def printed(self, draw: Callable[[], object]) -> list[str]:
        """The lines that `draw` would print, colours included; nothing is shown."""
        kept = self.out, self._paper, self._secret, self._printed
        page = io.StringIO()
        self.out, self._paper, self._secret = page, None, False
        try:
            draw()
        finally:
            self.out, self._paper, self._secret, self._printed = kept
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
            self._write("\n" * max(24, self.height))

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
        self.out.write(codes)
        self.out.flush()
