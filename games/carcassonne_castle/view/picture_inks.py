"""The colours of the castle and the patterns that tell its features apart without them."""

from __future__ import annotations

from rulekeep.core import Ink, Picture, Shape
from rulekeep.games.carcassonne_castle.box.tiles import COURT, HOUSE, PATH, TOWER, Type

GROUND = Ink("#e9e4d6", "#2b2c30")
"""The empty interior."""
SAND = Ink("#dfe3bd", "#414a37")
ROAD = Ink("#fdf8e8", "#d8cfb6")
ROAD_RIM = Ink("#6f6146", "#17140e")
ROOF = Ink("#dd8f6c", "#8f4a30")
ROOF_LINE = Ink("#bf6a47", "#b8694a")
STONE = Ink("#a9bacb", "#50657c")
STONE_LINE = Ink("#7d93a9", "#7690ab")
EDGE = Ink("#40352b", "#0f0e0c")
"""Outlines of buildings."""
SEAM = Ink("#b9b79a", "#2f352a")
"""Where two tiles meet."""
HEDGE = Ink("#4f7a3a", "#8fbf74")
WATER = Ink("#3f7fb5", "#6fb0e6")
CLOTH = Ink("#b3261e", "#e0685f")
RAMPART = Ink("#d3ccbe", "#4a4842")
RAMPART_LINE = Ink("#8d8577", "#79756b")
CARD_BACK = Ink("#5b5046", "#2a2520")
CARD_BACK_LINE = Ink("#71655a", "#463d34")
CARD_RIM = Ink("#2a241c", "#c9b893")
CARD = Ink("#fff8e1", "#f2e6c4")
ON_CARD = Ink("#2a241c", "#2a241c")
BODIES = (Ink("#22242a", "#08090b"), Ink("#ffffff", "#ffffff"))
RIMS = (Ink("#ffffff", "#f0eee8"), Ink("#1f2328", "#1f2328"))
"""Per seat the fill of a piece, and its outline and letter."""

HATCHES_PER_TILE = 10
TILE = 100
"""The size of a tile in its own units; a drawing scales it."""


class Fills:
    """What fills each feature on one sheet; the patterns run on from tile to tile."""

    def __init__(self, picture: Picture) -> None:
        gap = TILE / HATCHES_PER_TILE / 2**0.5
        self.of: dict[Type, str | Ink] = {
            PATH: ROAD,
            TOWER: picture.define(_bricks()),
            HOUSE: picture.hatching(ROOF_LINE, ROOF, gap=gap, width=1.6),
            COURT: SAND,
        }
        self.card_back = picture.hatching(CARD_BACK_LINE, CARD_BACK, gap=6, width=2)


def _bricks() -> Shape:
    ground = Shape("rect", (("width", "20"), ("height", "20"), ("fill", STONE)), [])
    joints = (
        ("d", "M0 0H20M0 10H20M5 0V10M15 10V20"),
        ("stroke", STONE_LINE),
        ("stroke-width", "1.6"),
        ("fill", "none"),
    )
    attributes = (("width", "20"), ("height", "20"), ("patternUnits", "userSpaceOnUse"))
    return Shape("pattern", attributes, [ground, Shape("path", joints, [])])


FILLS = Fills(Picture(0, 0, ""))
"""Fills are called alike on every sheet."""
