"""A sheet of characters to draw tables on; knows no terminal.

Styles are words such as "bold red" in the notation of the rich library. No style may carry a
meaning alone: what matters is drawn in characters too.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from attrs import evolve

from rulekeep.core.frozen_values import frozen
from rulekeep.core.text import folded

ASCII: dict[str, str] = {
    **dict.fromkeys("─━═╌┄┈╍┅┉‒–—‐−", "-"),
    **dict.fromkeys("│┃║╎┆┊╏┇┋▏▕", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬╭╮╯╰╒╓╕╖╘╙╛╜╞╟╡╢╤╥╧╨╪╫┝┞┟┠┡┢┥┦┧┨", "+"),
    **dict.fromkeys("●◉⬤•∙◆■▪⬛█▉▓◼", "#"),
    **dict.fromkeys("○◌◦◇□▫⬜▢", "o"),
    **dict.fromkeys("▒░", ":"),
    **dict.fromkeys("·", "."),
    **dict.fromkeys("▲△↑⌂▴⬆⇧", "^"),
    **dict.fromkeys("▼▽↓▾⬇⇩", "v"),
    **dict.fromkeys("▶▷►→▸➤⇒⟶❯›", ">"),
    **dict.fromkeys("◀◁◄←◂⇐⟵❮‹", "<"),
    **dict.fromkeys("★☆✦✶✱", "*"),
    **dict.fromkeys("✓✔", "y"),
    **dict.fromkeys("✗✘×", "x"),
    **dict.fromkeys("♔♚♕♛", "K"),
    **dict.fromkeys("♖♜", "T"),
    **dict.fromkeys("♞♘", "N"),
    **dict.fromkeys("♟♙", "i"),
    **dict.fromkeys("⚓", "A"),
    **dict.fromkeys("⚑⚐", "F"),
    **dict.fromkeys("╱", "/"),
    **dict.fromkeys("╲", "\\"),
    **dict.fromkeys("╳", "X"),
    **dict.fromkeys("≈∼", "~"),
    **dict.fromkeys("▀▔", '"'),
    **dict.fromkeys("▄▁_", "_"),
    **dict.fromkeys("“”„", '"'),
    **dict.fromkeys("‘’", "'"),
    "…": ".",
    "≥": ">",
    "≤": "<",
}
"""One ASCII character for each character that tables may be drawn with."""

INDENT = 2
"""Columns by which rows that go on are set in."""
_TRANSLATION = str.maketrans(ASCII)


def to_ascii(text: str) -> str:
    """The text without anything outside ASCII, each character in its place."""
    return text.translate(_TRANSLATION).encode("ascii", "replace").decode("ascii")


@frozen
class Look:
    """How a viewer wants to see the table."""

    width: int = 80
    """How many columns there are."""
    ascii: bool = False
    """Only ASCII characters."""
    names: tuple[str, ...] = ()
    """The people by seat; empty: Player 1, Player 2 …"""
    height: int = 0
    """How many rows there are; a game may leave out legends to fit. 0: no limit."""
    lately: tuple[tuple[int, Any], ...] = ()
    """What the viewer has seen lately: who acted, and the event; the newest last."""

    def name(self, seat: int) -> str:
        """The name of a player, by seat."""
        return self.names[seat] if seat < len(self.names) else f"Player {seat + 1}"


@frozen
class Place:
    """A part of a drawing with the name that moves call it by."""

    name: str
    x: int
    y: int
    width: int
    height: int = 1
    what: str = ""
    """What is there, in words, as far as the viewer may know; empty if there is nothing to say."""

    def holds(self, x: int, y: int) -> bool:
        return 0 <= x - self.x < self.width and 0 <= y - self.y < self.height

    def moved(self, x: int, y: int) -> Place:
        return Place(self.name, self.x + x, self.y + y, self.width, self.height, self.what)


class Canvas:
    """Rows of single-width characters, each with a style; grows as it is drawn on."""

    def __init__(self) -> None:
        self._chars: list[list[str]] = []
        self._styles: list[list[str]] = []
        self.places: list[Place] = []
        """The named parts, later ones on top of earlier ones; several may have the same name."""

    @property
    def height(self) -> int:
        """The number of rows so far, which is the number of the next row."""
        return len(self._chars)

    @property
    def width(self) -> int:
        """The number of columns of the widest row."""
        return max((len(row) for row in self.lines()), default=0)

    def put(self, x: int, y: int, text: str, style: str = "") -> int:
        """Write printable text at column x of row y. Returns the next free column."""
        if x < 0 or y < 0:
            raise ValueError("a canvas begins at 0, 0")
        if not text.isprintable():
            raise ValueError(f"{text!r} is not printable")
        return self._write(x, y, text, [style] * len(text))

    def _write(self, x: int, y: int, text: Sequence[str], styles: Sequence[str]) -> int:
        """A row grows if something is drawn beyond its end. Returns the next free column."""
        while len(self._chars) <= y:
            self._chars.append([])
            self._styles.append([])
        row, end = self._chars[y], x + len(text)
        if len(row) < x:
            self._styles[y] += [""] * (x - len(row))
            row += " " * (x - len(row))
        row[x:end] = text
        self._styles[y][x:end] = styles
        return end

    def line(self, text: str = "", style: str = "") -> None:
        """Write text as a new last row."""
        self.put(0, self.height, text, style)

    def fold(self, text: str, width: int, indent: str = "", style: str = "") -> None:
        """Write text as new last rows, as many as it needs."""
        for line in folded(text, width - len(indent)):
            self.line(indent + line, style)

    def flow(
        self, spans: Iterable[tuple[str, str]], width: int, gap: int = 0, indent: int = INDENT
    ) -> list[tuple[int, int]]:
        """Write texts with their styles side by side; a text that does not fit starts a new row.

        The column and row where each begins.
        """
        x, y = 0, self.height
        self.line()
        corners: list[tuple[int, int]] = []
        for text, style in spans:
            if x > indent and x + len(text.rstrip()) > width:
                x, y = indent, y + 1
            corners.append((x, y))
            x = gap + self.put(x, y, text[: max(0, width - x)], style)
        return corners

    def replace(self, old: str, new: str) -> None:
        """Replace a character with another one everywhere."""
        for row in self._chars:
            row[:] = [new if char == old else char for char in row]

    def write(self, lines: Iterable[str], style: str = "") -> None:
        """Write several lines as new last rows."""
        for text in lines:
            self.line(text, style)

    def paste(self, x: int, y: int, other: Canvas) -> None:
        """Draw another canvas with its top left corner at x, y."""
        if x < 0 or y < 0:
            raise ValueError("a canvas begins at 0, 0")
        for row, (chars, styles) in enumerate(zip(other._chars, other._styles, strict=True), y):
            if chars:
                self._write(x, row, chars, styles)
        self.places += [place.moved(x, y) for place in other.places]

    def place(
        self, name: str, x: int, y: int, width: int, height: int = 1, *, what: str = ""
    ) -> None:
        """Name a part of the drawing with the words that moves use for it."""
        self.places.append(Place(name, x, y, width, height, what))

    def place_at(self, x: int, y: int) -> Place | None:
        """The topmost named part at a character."""
        return next((place for place in reversed(self.places) if place.holds(x, y)), None)

    def mark(self, place: Place, style: str) -> None:
        """Add to the style of everything drawn at a place."""
        for row in self._styles[place.y : place.y + place.height]:
            for column in range(place.x, min(place.x + place.width, len(row))):
                row[column] = f"{row[column]} {style}".strip()

    def at_place(self, place: Place) -> list[tuple[list[str], list[str]]]:
        """What is drawn at a place: characters and their styles, row by row."""
        columns, found = slice(place.x, place.x + place.width), []
        for y in range(place.y, place.y + place.height):
            chars = self._chars[y][columns] if y < self.height else []
            styles = self._styles[y][columns] if y < self.height else []
            missing = place.width - len(chars)
            found.append((chars + [" "] * missing, styles + [""] * missing))
        return found

    def put_at_place(self, place: Place, drawn: list[tuple[list[str], list[str]]]) -> None:
        """Draw at a place what `at_place` found on a canvas."""
        for y, (chars, styles) in enumerate(drawn, place.y):
            self._write(place.x, y, chars, styles)

    def lines(self, ascii: bool = False) -> list[str]:
        """The rows as plain text without trailing blanks."""
        rows = ["".join(row).rstrip() for row in self._chars]
        return [to_ascii(row) for row in rows] if ascii else rows

    def text(self, ascii: bool = False) -> str:
        """The drawing as plain text."""
        return "\n".join(self.lines(ascii))

    def spans(self, ascii: bool = False) -> Iterator[list[tuple[str, str]]]:
        """Row by row: pieces of text, each in one style."""
        for chars, styles in zip(self._chars, self._styles, strict=True):
            row: list[tuple[str, str]] = []
            start = 0
            for x in range(1, len(chars) + 1):
                if x == len(chars) or styles[x] != styles[start]:
                    text = "".join(chars[start:x])
                    row.append((to_ascii(text) if ascii else text, styles[start]))
                    start = x
            yield row


# -- choosing among drawings: as roomy as the screen allows -------------------------------------


def first_that_fits(drawings: Iterable[Canvas], look: Look) -> Canvas:
    """The first of the drawings that has room; else the lowest among the least wide.

    They are drawn one by one, so the roomiest comes first and the barest last.
    """
    best, least = Canvas(), (sys.maxsize, 0)
    for drawing in drawings:
        # Too wide is worse than too high.
        excess = max(0, drawing.width - look.width), drawing.height
        if not excess[0] and (not look.height or drawing.height <= look.height):
            return drawing
        if excess < least:
            best, least = drawing, excess
    return best


def within(canvas: Canvas, width: int) -> Canvas:
    """The canvas without anything beyond a width."""
    if canvas.width <= width:
        return canvas
    sheet = Canvas()
    for y, spans in enumerate(canvas.spans()):
        x = 0
        for text, style in spans:
            x = sheet.put(x, y, text[: max(0, width - x)], style)
    sheet.places = [
        evolve(place, width=min(place.width, width - place.x))
        for place in canvas.places
        if place.x < width
    ]
    return sheet


# -- lines, with the right sign where they meet -------------------------------------------------

LIGHT = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""By the neighbours a line goes to: 1 for the one to the north, 2 east, 4 south, 8 west."""


def frames(corners: Iterable[tuple[int, int]], width: int, height: int) -> set[tuple[int, int]]:
    """The characters round blocks of so many columns and rows; neighbours have some in common."""
    found: set[tuple[int, int]] = set()
    for x, y in corners:
        found.update(product((x - 1, x + width), range(y - 1, y + height + 1)))
        found.update(product(range(x, x + width), (y - 1, y + height)))
    return found


def draw_lines(
    canvas: Canvas, points: Collection[tuple[int, int]], signs: str = LIGHT, style: str = ""
) -> None:
    """Draw lines through all of these characters, joined wherever two lie side by side."""
    for x, y in points:
        north, east = (x, y - 1) in points, (x + 1, y) in points
        south, west = (x, y + 1) in points, (x - 1, y) in points
        canvas.put(x, y, signs[north + 2 * east + 4 * south + 8 * west], style)
