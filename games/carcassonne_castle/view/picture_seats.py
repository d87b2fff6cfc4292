"""Where there is room on a tile: for the follower of each segment, for wells and markets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import dist

from rulekeep.core import Point
from rulekeep.games.carcassonne_castle.box.tiles import COURT, PATH, Segment
from rulekeep.games.carcassonne_castle.view.picture_rim import CENTRE, at_depth, inside, middle, rim

_GRID = [(float(x), float(y)) for y in range(20, 81, 6) for x in range(20, 81, 6)]
"""Places to choose from."""


def seats_of(segments: tuple[Segment, ...]) -> tuple[Point, ...]:
    """Where a follower stands on each segment."""
    signs = [well_at(segment) for segment in segments if segment.well]
    square = plaza(segments)
    if square is not None:
        signs.append(square)
    return tuple(roomiest(n, segments, signs) for n in range(len(segments)))


def plaza(segments: Iterable[Segment]) -> Point | None:
    """Where the square lies at which paths end."""
    ends = [segment.ports[0] for segment in segments if segment.inner_end == "square"]
    return None if not ends else CENTRE if len(ends) > 1 else inside(ends[0], 38)


def well_at(path: Segment) -> Point:
    ways = _along(path)
    return ways[2] if len(path.ports) == 2 else ways[-1]


def roomiest(one: int, segments: tuple[Segment, ...], taken: Sequence[Point]) -> Point:
    """The place nearest to the segment's own marks and farthest from all others."""
    marks = [_marks(segment) for segment in segments]
    others = [*taken, *(mark for n, them in enumerate(marks) if n != one for mark in them)]
    own = marks[one]

    def room(place: Point) -> float:
        away = min((dist(place, other) for other in others), default=50)
        return min(away, 30) - 1.3 * min(dist(place, mark) for mark in own)

    return max([*map(_well_inside, own), *_GRID], key=room)


def _well_inside(place: Point) -> Point:
    x, y = (min(max(part, 16.0), 84.0) for part in place)
    return x, y


def _marks(segment: Segment) -> list[Point]:
    """Points that certainly belong to a segment."""
    if segment.type == PATH:
        return _along(segment)
    within = [inside(port) for port in segment.ports]
    if segment.type == COURT:
        return within
    between = [
        ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for n, a in enumerate(within) for b in within[:n]
    ]
    heart = (sum(x for x, _ in within) / len(within), sum(y for _, y in within) / len(within))
    near_corners = [at_depth(port, share, 6) for port in segment.ports for share in (0.2, 0.8)]
    return [heart, *within, *between, *near_corners]


def _along(path: Segment) -> list[Point]:
    """Places on a path, from its first edge on."""
    if len(path.ports) == 2:
        (ax, ay), (bx, by) = (rim(middle(port)) for port in path.ports)
        shares = [((1 - t) ** 2, 100 * t * (1 - t), t**2) for t in (0.1, 0.3, 0.5, 0.7, 0.9)]
        return [(a * ax + mid + b * bx, a * ay + mid + b * by) for a, mid, b in shares]
    depths = (8.0, 20.0, 32.0) if path.inner_end else (8.0, 20.0, 35.0, 50.0)
    return [inside(port, depth) for port in path.ports for depth in depths]
