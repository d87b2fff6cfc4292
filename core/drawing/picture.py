"""Pictures of tables: shapes on a sheet, written as SVG.

The same shapes give the same bytes. A colour is an `Ink`, which has a tone for light and one for
dark surroundings; no ink may carry a meaning alone, so what matters has a shape, a letter or a
hatching too. What a move can name says so (`data_cell="c3"`), so that pages can make it clickable.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from html import escape
from typing import Literal, TypeAlias

from attrs import frozen

Theme = Literal["auto", "light", "dark"]
Point = tuple[float, float]


@frozen
class Ink:
    """A colour by day and by night, both as `#rrggbb`."""

    light: str
    dark: str


Value: TypeAlias = str | float | Ink | None
"""What an attribute may be; None is left out."""

INK_PAPER = Ink("#fbfaf6", "#1d1e22")
"""What the table lies on."""
INK_TEXT = Ink("#1f2328", "#eceae4")
INK_FAINT = Ink("#6b7078", "#9aa0a8")
"""Words and lines that stand back."""
INK_LINE = Ink("#3a3f47", "#c3c1ba")
INK_NEWS = Ink("#c2410c", "#fb923c")
"""The mark of what changed last; always drawn as a dashed outline too."""

FONT = "system-ui, 'Segoe UI', 'DejaVu Sans', Arial, sans-serif"


def svg_number(value: float) -> str:
    """A length as short as it can be said: two digits behind the point, no trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@frozen
class Shape:
    """One element: its name, its attributes in the order they were given, what is inside."""

    tag: str
    attributes: tuple[tuple[str, str | Ink], ...]
    inside: list[Shape]
    text: str = ""


class Picture:
    """A sheet of shapes with a title and the table in words for those who cannot see it."""

    def __init__(self, width: float, height: float, title: str, words: str = "") -> None:
        self.width = width
        self.height = height
        self.title = title
        self.words = words
        self.shapes: list[Shape] = []
        self._open = self.shapes
        self._defined: dict[str, Shape] = {}
        self._stamps: dict[str, str] = {}

    # -- drawing ----------------------------------------------------------------------------

    def add(self, tag: str, *, tip: str = "", text: str = "", **attributes: Value) -> Shape:
        """Any element. `stroke_width=2` becomes stroke-width, `class_` class; None is left out.

        `tip` says what the shape is: shown when one points at it, read out by screen readers.
        """
        return self._put(tag, attributes, tip, text)

    def _put(self, tag: str, attributes: Mapping[str, Value], tip: str, text: str = "") -> Shape:
        inside = [Shape("title", (), [], tip)] if tip else []
        shape = Shape(tag, tuple(_attributes(attributes)), inside, text)
        self._open.append(shape)
        return shape

    def rect(
        self, x: float, y: float, width: float, height: float, *, tip: str = "", **attributes: Value
    ) -> Shape:
        """A rectangle; `rx=6` rounds its corners."""
        return self._put(
            "rect", {"x": x, "y": y, "width": width, "height": height} | attributes, tip
        )

    def circle(
        self, x: float, y: float, radius: float, *, tip: str = "", **attributes: Value
    ) -> Shape:
        """A circle with its centre at x, y."""
        return self._put("circle", {"cx": x, "cy": y, "r": radius} | attributes, tip)

    def line(self, start: Point, end: Point, **attributes: Value) -> Shape:
        """A straight line; give it a `stroke`."""
        (x1, y1), (x2, y2) = start, end
        return self._put("line", {"x1": x1, "y1": y1, "x2": x2, "y2": y2} | attributes, "")

    def polygon(self, points: Iterable[Point], *, tip: str = "", **attributes: Value) -> Shape:
        """A closed area with these corners."""
        return self._put("polygon", {"points": _points(points)} | attributes, tip)

    def polyline(self, points: Iterable[Point], *, tip: str = "", **attributes: Value) -> Shape:
        """An open line through these points."""
        return self._put("polyline", {"points": _points(points), "fill": "none"} | attributes, tip)

    def path(self, *steps: str | float, tip: str = "", **attributes: Value) -> Shape:
        """A path in steps: `path("M", 0, 0, "L", 10, 10, "Z")`."""
        d = " ".join(step if isinstance(step, str) else svg_number(step) for step in steps)
        return self._put("path", {"d": d} | attributes, tip)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        size: float = 14,
        anchor: Literal["start", "middle", "end"] = "start",
        tip: str = "",
        **attributes: Value,
    ) -> Shape:
        """Words; `y` is their baseline."""
        said: dict[str, Value] = {
            "x": x,
            "y": y,
            "font_size": size,
            "text_anchor": None if anchor == "start" else anchor,
            "fill": INK_TEXT,
        }
        return self._put("text", said | attributes, tip, text)

    @contextmanager
    def group(self, *, tip: str = "", **attributes: Value) -> Iterator[Shape]:
        """A group: what you draw inside belongs together and has the same attributes."""
        with self._inside(self._put("g", attributes, tip)) as shape:
            yield shape

    @contextmanager
    def _inside(self, shape: Shape) -> Iterator[Shape]:
        before, self._open = self._open, shape.inside
        try:
            yield shape
        finally:
            self._open = before

    @contextmanager
    def part(
        self,
        name: str,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        mine: bool = False,
        least: float | None = None,
        **attributes: Value,
    ) -> Iterator[Shape]:
        """A part of the picture that a small screen may show by itself, and its area.

        Pages know the names `board`, `hand`, `seat` (the panel of a player), `heading`, `legend`
        and `signs` (a legend within the picture); others are shown after the first two. `mine`: of
        the viewer. `least`: the width or height of the smallest place in it that a move can name.
        """
        area = " ".join(map(svg_number, (x, y, width, height)))
        named: dict[str, Value] = {"data_part": name, "data_area": area, "data_least": least}
        named["data_mine"] = "yes" if mine else None
        with self._inside(self._put("g", named | attributes, "")) as shape:
            yield shape

    @contextmanager
    def at(
        self,
        x: float,
        y: float,
        turn: float = 0,
        scale: float = 1,
        *,
        tip: str = "",
        **attributes: Value,
    ) -> Iterator[Shape]:
        """A group with its own origin, turned clockwise by degrees."""
        steps = [f"translate({svg_number(x)} {svg_number(y)})"]
        if turn:
            steps.append(f"rotate({svg_number(turn)})")
        if scale != 1:
            steps.append(f"scale({svg_number(scale)})")
        with self.group(tip=tip, **({"transform": " ".join(steps)} | attributes)) as shape:
            yield shape

    def stamp(
        self,
        name: str,
        draw: Callable[[Picture], object],
        x: float,
        y: float,
        *,
        tip: str = "",
        **attributes: Value,
    ) -> Shape:
        """A copy, at x, y, of what `draw` draws round the origin; a name is drawn only once.

        The same name means the same drawing within one picture.
        """
        if name not in self._stamps:
            before, self._open = self._open, []
            try:
                draw(self)
                self._stamps[name] = self.define(Shape("g", (), self._open))[4:-1]
            finally:
                self._open = before
        put: dict[str, Value] = {"href": self._stamps[name], "x": x, "y": y}
        return self._put("use", put | attributes, tip)

    def hatching(
        self,
        ink: Ink,
        ground: Ink | None = None,
        *,
        angle: float = 45,
        gap: float = 6,
        width: float = 2,
    ) -> str:
        """A fill of parallel lines, so that areas differ without colours."""
        inside = [
            Shape("rect", tuple(_attributes({"width": wide, "height": gap, "fill": fill})), [])
            for wide, fill in ((gap, ground), (width, ink))
            if fill is not None
        ]
        attributes: dict[str, Value] = {
            "width": gap,
            "height": gap,
            "patternUnits": "userSpaceOnUse",
            "patternTransform": f"rotate({svg_number(angle)})",
        }
        return self.define(Shape("pattern", tuple(_attributes(attributes)), inside))

    def define(self, shape: Shape) -> str:
        """Add a pattern or a gradient. Returns the text to give other shapes as their `fill`.

        Its name follows from what it is: pictures on one page cannot get into each other's way.
        """
        name = "d" + sha256(repr(shape).encode()).hexdigest()[:10]
        self._defined.setdefault(name, shape)
        return f"url(#{name})"

    # -- writing ----------------------------------------------------------------------------

    def svg(self, theme: Theme = "auto") -> str:
        """The picture as SVG. `auto` is dark for readers who prefer that, and light otherwise.

        One page may hold pictures of all themes: what they define has names of its own.
        """
        tones: set[tuple[str, Ink]] = set()
        defined = [
            Shape(shape.tag, (("id", name), *shape.attributes), shape.inside, shape.text)
            for name, shape in self._defined.items()
        ]
        body: list[str] = []
        if defined:
            body.append(
                "<defs>" + "".join(_write(shape, theme, tones) for shape in defined) + "</defs>"
            )
        body += [_write(shape, theme, tones) for shape in self.shapes]
        size = f"{svg_number(self.width)} {svg_number(self.height)}"
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}" '
            f'width="{svg_number(self.width)}" height="{svg_number(self.height)}" role="img" '
            f"font-family={_quoted(FONT)}>"
        )
        parts = [head, f"<title>{_said(self.title)}</title>"]
        if self.words:
            parts.append(f"<desc>{_said(self.words)}</desc>")
        if theme == "auto":
            parts.append(_by_night(tones))
        svg = "\n".join([*parts, *body, "</svg>"]) + "\n"
        return svg if theme == "auto" else _NAMES.sub(rf"\g<1>{theme}-", svg)


_NAMES = re.compile(r"""(id="|"#|url\(#)(?=d[0-9a-f]{10}["')])""")
"""Where a name that `define` gives begins, and what comes before it."""


def _attributes(given: Mapping[str, Value]) -> Iterator[tuple[str, str | Ink]]:
    for name, value in given.items():
        if value is not None:
            said = value if isinstance(value, str | Ink) else svg_number(value)
            yield name.rstrip("_").replace("_", "-"), said


def _points(points: Iterable[Point]) -> str:
    return " ".join(f"{svg_number(x)},{svg_number(y)}" for x, y in points)


def _said(text: str) -> str:
    """Text between tags; what XML cannot say at all is left out."""
    if _plain(text):
        return text
    return escape("".join(char for char in text if char >= " " or char in "\n\t"), quote=False)


def _class_of(name: str, ink: Ink) -> str:
    """Named for the tone it brings, so that the same class means the same everywhere."""
    return f"{name[0]}{ink.dark[1:]}"


def _write(shape: Shape, theme: Theme, tones: set[tuple[str, Ink]]) -> str:
    classes: list[str] = []
    said: list[str] = []
    for name, value in shape.attributes:
        if name == "class":
            classes.insert(0, str(value))
            continue
        if isinstance(value, Ink):
            if theme == "auto" and name in ("fill", "stroke"):
                tones.add((name, value))
                classes.append(_class_of(name, value))
            value = value.dark if theme == "dark" else value.light
        said.append(f" {name}={_quoted(value)}")
    if classes:
        said.append(f' class="{" ".join(classes)}"')
    inner = _said(shape.text)
    if shape.inside:
        inner = "".join([_write(inside, theme, tones) for inside in shape.inside]) + inner
    start = f"<{shape.tag}{''.join(said)}"
    return f"{start}>{inner}</{shape.tag}>" if inner else f"{start}/>"


_plain = re.compile(r'[^\x00-\x1f&<>"]*').fullmatch
"""Most of what a picture says needs no care; a large table says thousands of such things."""


def _quoted(text: str) -> str:
    if _plain(text):
        return f'"{text}"'
    inside = escape("".join(char for char in text if char >= " "), quote=False)
    return '"' + inside.replace('"', "&quot;") + '"'


def _by_night(tones: set[tuple[str, Ink]]) -> str:
    rules = sorted({f".{_class_of(name, ink)}{{{name}:{ink.dark}}}" for name, ink in tones})
    return f"<style>@media (prefers-color-scheme:dark){{{''.join(rules)}}}</style>"


def in_rows(title: str, rows: Sequence[tuple[str, str]]) -> Picture:
    """The plain picture of a game that draws none: what can be known, line by line."""
    shown = [
        f"{key}: {value}" if len(value) < 110 else f"{key}: {value[:108]}…" for key, value in rows
    ]
    picture = Picture(960, 56 + 24 * len(shown), title, ". ".join(shown))
    picture.rect(0, 0, picture.width, picture.height, fill=INK_PAPER)
    picture.text(24, 34, title, size=20, font_weight="bold")
    for row, text in enumerate(shown):
        picture.text(24, 64 + 24 * row, text)
    return picture
