"""The colours of the castles, and the hatchings of heraldry that tell them apart without paint."""

from __future__ import annotations

from rulekeep.core import Ink, Picture, Shape
from rulekeep.games.castle_keep.box.tiles import Colour

GROUND = Ink("#eee9dc", "#292a2e")
"""The ground below a castle."""
COURT = Ink("#e2dcc9", "#323338")
EDGE = Ink("#3b322a", "#0d0c0b")
"""Outlines of tiles."""
STEEL = Ink("#cdd3da", "#9aa3ad")
CARD = Ink("#fff9ea", "#3a3b41")
"""Tiles that lie beside the castles, and places where one may go."""
PLATE = Ink("#fff9ea", "#eadfc4")
ON_PLATE = Ink("#2a241c", "#2a241c")
BACK = Ink("#6a5d50", "#3d352d")
BACK_LINE = Ink("#7f7163", "#54493e")
BACK_RIM = Ink("#2f2821", "#c9b893")

PAINT = (Ink("#e28476", "#a8473b"), Ink("#86b1dd", "#3f6d9e"), Ink("#f3d470", "#c69a34"))
STROKES = (Ink("#c55a4b", "#cc6c5f"), Ink("#5288c0", "#6596c8"), Ink("#bf962a", "#8a6615"))
"""Per colour the ground and what is hatched on it."""


PATCH = 120
"""A pattern is as large as any tile and lies about its middle: no seam of it is ever seen."""


class Fills:
    """Red is hatched upright, blue level, yellow dotted, as heralds print their colours."""

    def __init__(self, sheet: Picture) -> None:
        self.of = tuple(sheet.define(pattern) for pattern in PATTERNS)
        self.back = sheet.hatching(BACK_LINE, BACK, gap=6, width=2)


def _pattern(colour: Colour, way: str, width: float) -> Shape:
    size = ("width", str(PATCH)), ("height", str(PATCH))
    middle = ("x", str(-PATCH / 2)), ("y", str(-PATCH / 2))
    ground = Shape("rect", (*size, ("fill", PAINT[colour])), [])
    stroke = ("stroke", STROKES[colour]), ("stroke-width", str(width)), ("stroke-linecap", "round")
    drawn = Shape("path", (("d", way), *stroke), [])
    return Shape("pattern", (*middle, *size, ("patternUnits", "userSpaceOnUse")), [ground, drawn])


_STEPS = [4 + 8 * n for n in range(PATCH // 8)]
PATTERNS = (
    _pattern(0, "".join(f"M{at} 0V{PATCH}" for at in _STEPS), 2),
    _pattern(1, "".join(f"M0 {at}H{PATCH}" for at in _STEPS), 2),
    _pattern(2, "".join(f"M{x + y % 16 / 4} {y}h.01" for y in _STEPS for x in _STEPS), 3),
)
