"""Lines of a drawing, with the right sign where they meet."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import product

from rulekeep.core.drawing.canvas import Canvas

Point = tuple[int, int]

LIGHT = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""By the neighbours a line goes to: 1 for the one to the north, 2 east, 4 south, 8 west."""


def frames(corners: Iterable[Point], width: int, height: int) -> set[Point]:
    """The characters round blocks of so many columns and rows; neighbours have some in common."""
    found: set[Point] = set()
    for x, y in corners:
        found.update(product((x - 1, x + width), range(y - 1, y + height + 1)))
        found.update(product(range(x, x + width), (y - 1, y + height)))
    return found


def draw_lines(
    canvas: Canvas, points: Collection[Point], signs: str = LIGHT, style: str = ""
) -> None:
    """Draw lines through all of these characters, joined wherever two lie side by side."""
    for x, y in points:
        north, east = (x, y - 1) in points, (x + 1, y) in points
        south, west = (x, y + 1) in points, (x - 1, y) in points
        canvas.put(x, y, signs[north + 2 * east + 4 * south + 8 * west], style)
