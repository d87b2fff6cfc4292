"""A tile drawn: towers and walls seen from above, in the line of their shape; the knight's arms.

A tile stands on its own origin. Walls of the east and west stand upright, but their hatching
must not turn with them, since it shows their colour: so their outlines are turned instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import cos, pi, sin

from rulekeep.core import Picture, Point, Value, svg_number
from rulekeep.games.castle_keep.box.castle import CENTRE, Cell
from rulekeep.games.castle_keep.box.tiles import COLOUR, KINDS, KNIGHT, ROLE, SHAPE, TOWER, Kind
from rulekeep.games.castle_keep.view.picture import inks
from rulekeep.games.castle_keep.view.picture.inks import Fills

CURVY, ZIGZAG, STRAIGHT = range(3)
TOWER_SIZE, WALL_LENGTH, WALL_WIDTH = 70.0, 100.0, 64.0
SIZE = ((TOWER_SIZE, TOWER_SIZE), (WALL_LENGTH, WALL_WIDTH), (WALL_LENGTH, WALL_LENGTH))
"""Per role how wide and high a tile is."""

SHIELD = "M-34 -24H34V8C34 28 17 40 0 47C-17 40 -34 28 -34 8Z"
SWORDS = "M-44 -44L38 42M44 -44L-38 42M-46 -29L-29 -46M46 -29L29 -46"
HELM = "M-14 -19V-33C-14 -43 -7 -48 0 -48C7 -48 14 -43 14 -33V-19Z"
VISOR = "M-10 -34H10M0 -34V-21M-5 -27V-23M5 -27V-23"


def draw_tile(
    sheet: Picture, fills: Fills, kind: Kind, cell: Cell = 1, size: float | None = None
) -> None:
    """Centred on the origin, as it lies at a cell; with its code if a size of letters is given."""
    fill = fills.of[COLOUR[kind]]
    line: dict[str, Value] = {"stroke": inks.EDGE, "stroke_width": 2, "stroke_linejoin": "round"}
    if ROLE[kind] == KNIGHT:
        sheet.path(SWORDS, fill="none", stroke=inks.EDGE, stroke_width=5, stroke_linecap="round")
        sheet.path(SWORDS, fill="none", stroke=inks.STEEL, stroke_width=2, stroke_linecap="round")
        sheet.path(HELM, fill=inks.STEEL, tip="", **line)
        sheet.path(VISOR, fill="none", stroke=inks.EDGE, stroke_width=2)
        sheet.path(SHIELD, fill=fill, tip="", **line)
    else:
        upright = ROLE[kind] != TOWER and cell % 4 == 3
        outer, inner = outline(ROLE[kind], SHAPE[kind], upright)
        sheet.path(outer, fill=fill, tip="", **line)
        sheet.path(inner, fill="none", stroke=inks.EDGE, stroke_width=1, stroke_opacity=0.6)
    if size is not None:
        plate(sheet, KINDS[kind], 0, 6 if cell == CENTRE else 0, size)


def plate(sheet: Picture, text: str, x: float, y: float, size: float) -> None:
    """Letters that can be read on any ground."""
    wide, high = size * (0.72 * len(text) + 0.2 * text.count("W") + 0.3), size * 1.15
    sheet.rect(x - wide / 2, y - high / 2, wide, high, rx=high / 4, fill=inks.PLATE)
    sheet.text(
        x, y + 0.36 * size, text, size=size, anchor="middle", font_weight="bold",
        fill=inks.ON_PLATE,
    )  # fmt: skip


@cache
def outline(role: int, shape: int, upright: bool) -> tuple[str, str]:
    """The outline of a tower or a wall, and the lines of the walk behind its battlements."""
    if role == TOWER:
        return _ring(shape, TOWER_SIZE / 2), _ring(shape, TOWER_SIZE / 2 - 8)
    edge = _edge(shape)
    back = [(-x, -y) for x, y in edge]
    walk = [[(x, y + 8) for x, y in edge], [(x, y - 8) for x, y in back]]
    smooth = shape == CURVY
    sides = [_line(way, smooth, upright) for way in (edge, back)]
    walks = [_line(way, smooth, upright) for way in walk]
    return f"M{sides[0]}L{sides[1]}Z", f"M{walks[0]}M{walks[1]}"


def _edge(shape: int) -> list[Point]:
    """The outer edge of a wall from left to right; of a curvy one every second point draws it."""
    left, top = -WALL_LENGTH / 2, -WALL_WIDTH / 2
    if shape == STRAIGHT:
        return [(left, top + 3), (-left, top + 3)]
    teeth = 8
    step = WALL_LENGTH / teeth
    if shape == ZIGZAG:
        return [(left + n * step, top + (8 if n % 2 == 0 else -1)) for n in range(teeth + 1)]
    swing = (4.0, -6.0, 4.0, 14.0)
    return [(left + n * step, top + swing[n % 4]) for n in range(teeth + 1)]


def _line(points: Sequence[Point], smooth: bool, upright: bool) -> str:
    turned = [(-y, x) if upright else (x, y) for x, y in points]
    pairs = [f"{svg_number(x)} {svg_number(y)}" for x, y in turned]
    if not smooth:
        return "L".join(pairs)
    return pairs[0] + "".join(f"Q{pairs[n]} {pairs[n + 1]}" for n in range(1, len(pairs) - 1, 2))


def _ring(shape: int, radius: float) -> str:
    """A tower from above: eight bows, twelve teeth, four sides."""
    if shape == STRAIGHT:
        side = radius - 3
        return f"M{-side} {-side}H{side}V{side}H{-side}Z"
    if shape == ZIGZAG:
        teeth = [_round(radius + (2 if n % 2 else -6), n / 24) for n in range(24)]
        return "M" + "L".join(teeth) + "Z"
    bows = [_round(radius - 3, n / 8) for n in range(8)]
    bow = svg_number(0.42 * radius)
    return f"M{bows[0]}" + "".join(f"A{bow} {bow} 0 0 1 {at}" for at in bows[1:] + bows[:1]) + "Z"


def _round(radius: float, part: float) -> str:
    angle = 2 * pi * (part + 1 / 16)
    return f"{svg_number(radius * cos(angle))} {svg_number(radius * sin(angle))}"
