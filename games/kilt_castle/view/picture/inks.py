"""The colours of the castle, and the tartans that tell the clans apart without them."""

from __future__ import annotations

from rulekeep.core import Ink, Picture, Shape

BOARD = Ink("#dfe3d3", "#2a2f2b")
BOARD_RIM = Ink("#a9b096", "#566052")
PLATE = Ink("#f3efe2", "#383c39")
PLATE_RIM = Ink("#c4bda6", "#555a55")
LABEL = Ink("#585d55", "#b9bdb2")
"""Names of cells, and of positions where nothing lies."""
LIT = Ink("#fdf3c4", "#4f4a2e")
"""Plates of the line in which is built."""
WATER = Ink("#c5dbe6", "#22394a")
WAVE = Ink("#8fb6ca", "#3f6379")
STONE = Ink("#c4bda6", "#969a90")
SHORE = Ink("#d9c9a0", "#6b6043")
EDGE = Ink("#2b2723", "#0d0c0b")
"""Outlines of towers and cards."""
SHADE = Ink("#1c1712", "#000000")
SLATE = Ink("#7c93a3", "#506878")
SLATE_LINE = Ink("#64798a", "#688295")
GABLE = Ink("#56697a", "#394b58")
CREST = Ink("#fff3bf", "#ffe9a0")
ON_CREST = Ink("#2b2723", "#2b2723")
COIN = Ink("#f4cf5b", "#d9b13c")
COIN_RIM = Ink("#8a6a12", "#5f480a")
WAX = Ink("#9c2f3f", "#a63c4c")
ON_WAX = Ink("#fdeeee", "#fdeeee")

CLOTH = (
    Ink("#bf4034", "#b23c31"),
    Ink("#eda445", "#d1852a"),
    Ink("#d9dce0", "#c3c7cd"),
    Ink("#555c67", "#474e59"),
)
THREAD = (
    Ink("#a02f25", "#93291f"),
    Ink("#d3842a", "#b26c17"),
    Ink("#b3b8bf", "#a0a5ad"),
    Ink("#6f7783", "#626a77"),
)
ON_CLOTH = (
    Ink("#ffffff", "#ffffff"),
    Ink("#2b1a05", "#1f1203"),
    Ink("#23262b", "#1d2024"),
    Ink("#ffffff", "#ffffff"),
)
"""Of red, orange, light gray and dark gray: the ground, the pattern, letters on both."""

_WEAVES = (
    ("M0 2.5H10M2.5 0V10", 0),
    ("M0 2.5H10M2.5 0V10", 45),
    ("M0 2.5H10", 0),
    ("M2.5 0V10", 0),
)
"""A check, a check aslant, stripes across, stripes upright."""


def _pattern(path: str, ink: Ink, size: tuple[int, int], width: float, turn: int = 0) -> Shape:
    """Lines without a ground: a ground in tiles would show their seams."""
    wide, high = size
    lines = (("d", path), ("fill", "none"), ("stroke", ink), ("stroke-width", str(width)))
    attributes = (("width", str(wide)), ("height", str(high)), ("patternUnits", "userSpaceOnUse"))
    turned = (("patternTransform", f"rotate({turn})"),) if turn else ()
    return Shape("pattern", (*attributes, *turned), [Shape("path", lines, [])])


class Fills:
    """The patterns of one sheet."""

    def __init__(self, sheet: Picture) -> None:
        self._tartans = [
            sheet.define(_pattern(weave, ink, (10, 10), 3.4, turn))
            for (weave, turn), ink in zip(_WEAVES, THREAD, strict=True)
        ]
        self.waves = sheet.define(_pattern("M0 8q6.5 -6 13 0t13 0", WAVE, (26, 16), 1.6))
        self.slates = sheet.define(_pattern("M0 3H12", SLATE_LINE, (12, 6), 1.5))

    def cloth(self, colour: int) -> tuple[Ink, str]:
        """The ground of a clan's cloth and the tartan that lies over it."""
        return CLOTH[colour], self._tartans[colour]
