"""The rim of a tile: which stretches a segment fills, and the curves between them.

A place on the rim is a number: sides clockwise from the north-west corner, and how far along.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulekeep.core import Point, svg_number
from rulekeep.games.carcassonne_castle.box.tiles import Port, Segment, side_of
from rulekeep.games.carcassonne_castle.view.picture_inks import TILE

CENTRE = (TILE / 2, TILE / 2)
CORNERS = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0))
BEND = 0.66
"""How far the curves that bound a feature reach towards the middle."""
DEPTH = 15.0
"""How far inside an edge the middle of a feature lies that reaches that edge alone."""

Span = tuple[float, float]
"""A stretch of the rim, in sides clockwise from the north-west corner."""


def rim(place: float) -> Point:
    """A point of the rim."""
    side, part = divmod(place % 4, 1)
    (x, y), (to_x, to_y) = CORNERS[int(side)], CORNERS[(int(side) + 1) % 4]
    return x + (to_x - x) * part, y + (to_y - y) * part


def _span(port: Port) -> Span:
    side = side_of(port)
    if port < 4:
        return side, side + 1
    start = side + (port - 4) % 2 / 2
    return start, start + 0.5


def middle(port: Port) -> float:
    start, end = _span(port)
    return (start + end) / 2


def inside(port: Port, depth: float = DEPTH) -> Point:
    """The middle of what a port touches, a little inside."""
    x, y = rim(middle(port))
    share = depth / 50
    return x + (CENTRE[0] - x) * share, y + (CENTRE[1] - y) * share


def spans_of(segment: Segment) -> list[Span]:
    """The stretches of rim a segment fills, those that touch each other as one."""
    joined: list[Span] = []
    for start, end in map(_span, segment.ports):
        if joined and joined[-1][1] == start:
            joined[-1] = joined[-1][0], end
        else:
            joined.append((start, end))
    if len(joined) > 1 and joined[-1][1] == joined[0][0] + 4:
        joined[0] = joined.pop()[0] - 4, joined[0][1]
    return joined


def svg_point(place: float) -> str:
    """A point of the rim, as paths of pictures write it."""
    return " ".join(map(svg_number, rim(place)))


def _curve(start: float, end: float) -> str:
    """From one place of the rim to another through the inside."""
    bends = []
    for place in (start, end):
        x, y = rim(place)
        bends.append((x + BEND * (CENTRE[0] - x), y + BEND * (CENTRE[1] - y)))
    if (end - start) % 4 == 2:
        # Across from corner to corner: leave more room on the other side.
        x, y = rim(start + 1)
        bends = [(bx + (50 - x) * 0.22, by + (50 - y) * 0.22) for bx, by in bends]
    ways = " ".join(f"{svg_number(x)} {svg_number(y)}" for x, y in bends)
    return f"C{ways} {svg_point(end)}"


def _gaps(spans: Sequence[Span]) -> list[Span]:
    """From the end of each stretch to the beginning of the next."""
    following = [*spans[1:], spans[0]]
    return [(end, start) for (_, end), (start, _) in zip(spans, following, strict=True)]


def area(spans: Sequence[Span]) -> str:
    """All that lies between the stretches and the curves that join them."""
    steps = [f"M{svg_point(spans[0][0])}"]
    for (start, end), gap in zip(spans, _gaps(spans), strict=True):
        corners = [c for c in range(int(start) - 1, int(end) + 1) if start < c < end]
        steps += [f"L{svg_point(corner)}" for corner in corners]
        steps.append(f"L{svg_point(end)}")
        if end - start < 4:
            steps.append(_curve(*gap))
    return "".join(steps) + "Z"


def inner_rim(spans: Sequence[Span]) -> str:
    """The curves alone: where the area ends inside the tile."""
    return "".join(f"M{svg_point(start)}{_curve(start, end)}" for start, end in _gaps(spans))


def at_depth(port: Port, share: float, depth: float) -> Point:
    """A place inside what a port touches, some way along it."""
    start, end = _span(port)
    x, y = rim(start + share * (end - start))
    dx, dy = ((0, 1), (-1, 0), (0, -1), (1, 0))[side_of(port)]
    return x + dx * depth, y + dy * depth
