"""One castle tile drawn from its segments, whatever its data say.

A building fills its edges and is bounded by curves from corner to corner, so that what faces each
other across an edge joins. Courts are the ground; paths lie on top. Where the ground runs on but
the data part two courts, a hedge grows; where the data join what a building cuts, a passage leads
through. Where a follower stands follows from the same marks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import dist

from attrs import frozen

from rulekeep.core.picture import Picture, Point, Shape, number
from rulekeep.games.carcassonne_castle.box.tiles import (
    COURT,
    HOUSE,
    PATH,
    TOWER,
    Port,
    Segment,
    side_of,
)
from rulekeep.games.carcassonne_castle.view import picture_inks as inks

CENTRE = (inks.TILE / 2, inks.TILE / 2)
CORNERS = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0))
BEND = 0.66
"""How far the curves that bound a feature reach towards the middle."""
ROAD_WIDTH = 15
DEPTH = 15.0
"""How far inside an edge the middle of a feature lies that reaches that edge alone."""

Span = tuple[float, float]
"""A stretch of the rim, in sides clockwise from the north-west corner."""


@frozen
class TileArt:
    """A tile's shapes in its own measure, and where followers stand on its segments."""

    shapes: tuple[Shape, ...]
    seats: tuple[Point, ...]


@lru_cache(maxsize=2048)
def tile_art(segments: tuple[Segment, ...]) -> TileArt:
    sheet = Picture(inks.TILE, inks.TILE, "")
    seats = _seats(segments)
    fill = inks.FILLS.of
    sheet.rect(0, 0, inks.TILE, inks.TILE, fill=fill[COURT])
    for segment in segments:
        if segment.inner_end == "building":
            _road(sheet, [_to_building(segment, segments)])
            if _target(segments, segment.ports[0]) is None:
                _hut(sheet)
    for order, segment in enumerate(_buildings(segments)):
        if order == 0 and all(other.type != COURT for other in segments):
            sheet.rect(0, 0, inks.TILE, inks.TILE, fill=fill[segment.type])
        else:
            _building(sheet, segment)
    _hedges(sheet, segments)
    _passages(sheet, segments)
    _roads(sheet, segments)
    _signs(sheet, segments, seats)
    return TileArt(tuple(sheet.shapes), seats)


def _buildings(segments: Iterable[Segment]) -> list[Segment]:
    """Those that reach the most edges first: the others are drawn over them."""
    built = [segment for segment in segments if segment.type in (TOWER, HOUSE)]
    return sorted(built, key=lambda segment: -len(segment.ports))


def _hut(sheet: Picture) -> None:
    """A building of its own, where a path stops at one that the data do not name."""
    way = "M36 50L50 36L64 50V60H36Z"
    sheet.path(way, fill=inks.FILLS.of[HOUSE], stroke=inks.EDGE, stroke_width=3)


def _building(sheet: Picture, segment: Segment) -> None:
    spans = _spans(segment)
    sheet.path(_area(spans), fill=inks.FILLS.of[segment.type])
    if spans[0][1] - spans[0][0] < 4:
        way = _inner_rim(spans)
        if segment.type == TOWER:  # battlements
            sheet.path(
                way, fill="none", stroke=inks.EDGE, stroke_width=7.5, stroke_dasharray="5.5 7"
            )
        sheet.path(way, fill="none", stroke=inks.EDGE, stroke_width=3)


# -- the rim --------------------------------------------------------------------------------


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


def _middle(port: Port) -> float:
    start, end = _span(port)
    return (start + end) / 2


def _inside(port: Port, depth: float = DEPTH) -> Point:
    """The middle of what a port touches, a little inside."""
    x, y = rim(_middle(port))
    share = depth / 50
    return x + (CENTRE[0] - x) * share, y + (CENTRE[1] - y) * share


def _spans(segment: Segment) -> list[Span]:
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


def _to(place: float) -> str:
    return " ".join(map(number, rim(place)))


def _curve(start: float, end: float) -> str:
    """From one place of the rim to another through the inside."""
    bends = []
    for place in (start, end):
        x, y = rim(place)
        bends.append((x + BEND * (CENTRE[0] - x), y + BEND * (CENTRE[1] - y)))
    if (end - start) % 4 == 2:
        # Across from corner to corner: leave more room on the other side.
        x, y = rim(start + 1)
        pull = [((50 - x) * 0.22, (50 - y) * 0.22)] * 2
        bends = [(bx + px, by + py) for (bx, by), (px, py) in zip(bends, pull, strict=True)]
    said = " ".join(f"{number(x)} {number(y)}" for x, y in bends)
    return f"C{said} {_to(end)}"


def _gaps(spans: Sequence[Span]) -> list[Span]:
    """From the end of each stretch to the beginning of the next."""
    following = [*spans[1:], spans[0]]
    return [(end, start) for (_, end), (start, _) in zip(spans, following, strict=True)]


def _area(spans: Sequence[Span]) -> str:
    steps = [f"M{_to(spans[0][0])}"]
    for (start, end), gap in zip(spans, _gaps(spans), strict=True):
        corners = [c for c in range(int(start) - 1, int(end) + 1) if start < c < end]
        steps += [f"L{_to(corner)}" for corner in corners]
        steps.append(f"L{_to(end)}")
        if end - start < 4:
            steps.append(_curve(*gap))
    return "".join(steps) + "Z"


def _inner_rim(spans: Sequence[Span]) -> str:
    return "".join(f"M{_to(start)}{_curve(start, end)}" for start, end in _gaps(spans))


# -- what is joined and what is parted ------------------------------------------------------


def _target(segments: Iterable[Segment], port: Port) -> Segment | None:
    """The building at which a path stops: across the tile if there is one."""
    built = _buildings(segments)
    across = [segment for segment in built if (port + 2) % 4 in segment.ports]
    return next(iter(across or built), None)


def _places(segments: Iterable[Segment]) -> list[list[float]]:
    return [[_middle(port) for port in segment.ports] for segment in segments]


def _barriers(segments: tuple[Segment, ...]) -> list[list[float]]:
    """What parts the ground: places of the rim that are linked by something built."""
    built = _buildings(segments)
    linked = _places(built)
    square = [_middle(s.ports[0]) for s in segments if s.inner_end == "square"]
    linked.append(square)
    for segment in segments:
        if segment.type == PATH and segment.inner_end == "building":
            target = _target(segments, segment.ports[0])
            if target is not None:
                linked[built.index(target)].append(_middle(segment.ports[0]))
        elif segment.type == PATH and not segment.inner_end:
            linked += _places([segment])
    return linked


def _parted(one: float, other: float, barriers: Iterable[Sequence[float]]) -> bool:
    """Whether a barrier reaches the rim on both ways from one place to the other."""
    low, high = min(one, other), max(one, other)
    return any(
        any(low < place < high for place in barrier)
        and any(not low <= place <= high for place in barrier)
        for barrier in barriers
    )


def _hedges(sheet: Picture, segments: tuple[Segment, ...]) -> None:
    """Round the smaller of two courts that nothing else parts."""
    barriers = _barriers(segments)
    courts = sorted((s for s in segments if s.type == COURT), key=lambda s: len(s.ports))
    for number_, court in enumerate(courts):
        open_ground = any(
            not _parted(_middle(here), _middle(there), barriers)
            for other in courts[number_ + 1 :]
            for here in court.ports
            for there in other.ports
        )
        if open_ground:
            way = _inner_rim(_spans(court))
            sheet.path(way, fill="none", stroke=inks.HEDGE, stroke_width=6, stroke_dasharray="7 3")


def _passages(sheet: Picture, segments: tuple[Segment, ...]) -> None:
    """Through what is built over a court or a building that the data do not part there."""
    built = _buildings(segments)
    for segment in segments:
        if segment.type == PATH:
            continue
        if segment.type == COURT:
            barriers = _barriers(segments)
        else:
            barriers = _places(built[built.index(segment) + 1 :])
        reached = [segment.ports[0]]
        for port in segment.ports[1:]:
            if all(_parted(_middle(port), _middle(other), barriers) for other in reached):
                ends = [_inside(reached[0]), CENTRE, _inside(port)]
                for ink, width in ((inks.EDGE, 13), (inks.FILLS.of[segment.type], 8)):
                    sheet.polyline(ends, stroke=ink, stroke_width=width, stroke_linejoin="round")
                sheet.polyline(ends, stroke=inks.EDGE, stroke_width=2, stroke_dasharray="3 5")
            reached.append(port)


# -- paths ----------------------------------------------------------------------------------


def _road(sheet: Picture, ways: Iterable[str]) -> None:
    """With a rim of its own, so that of two paths that cross one lies above the other."""
    way = "".join(ways)
    for ink, width in ((inks.ROAD_RIM, ROAD_WIDTH + 5), (inks.ROAD, ROAD_WIDTH)):
        sheet.path(way, fill="none", stroke=ink, stroke_width=width, stroke_linejoin="round")


def _to_building(path: Segment, segments: tuple[Segment, ...]) -> str:
    target = _target(segments, path.ports[0])
    if target is None:
        return f"M{_to(_middle(path.ports[0]))}L50 50"
    opposite = (path.ports[0] + 2) % 4
    x, y = _inside(opposite if opposite in target.ports else target.ports[0], 10)
    return f"M{_to(_middle(path.ports[0]))}Q50 50 {number(x)} {number(y)}"


def _plaza(segments: Iterable[Segment]) -> Point | None:
    ends = [segment.ports[0] for segment in segments if segment.inner_end == "square"]
    return None if not ends else CENTRE if len(ends) > 1 else _inside(ends[0], 38)


def _roads(sheet: Picture, segments: tuple[Segment, ...]) -> None:
    plaza = _plaza(segments)
    for segment in segments:
        starts = [f"M{_to(_middle(port))}" for port in segment.ports]
        if segment.type == PATH and segment.inner_end == "square" and plaza is not None:
            _road(sheet, [f"{starts[0]}L{number(plaza[0])} {number(plaza[1])}"])
        elif segment.type == PATH and len(segment.ports) == 2:
            _road(sheet, [f"{starts[0]}Q50 50 {_to(_middle(segment.ports[1]))}"])
        elif segment.type == PATH and len(segment.ports) > 2:
            first = f"{starts[0]}L50 50L{starts[1][1:]}"
            _road(sheet, [first, *(f"{start}L50 50" for start in starts[2:])])
    if plaza is not None:
        square(sheet, *plaza)


def way_points(path: Segment, segments: tuple[Segment, ...]) -> list[Point]:
    """Places along a path, from its first edge on."""
    if len(path.ports) == 2:
        a, b = (rim(_middle(port)) for port in path.ports)
        shares = (0.1, 0.3, 0.5, 0.7, 0.9)
        return [
            tuple(  # type: ignore[misc]
                (1 - t) ** 2 * a[n] + 2 * t * (1 - t) * 50 + t**2 * b[n] for n in (0, 1)
            )
            for t in shares
        ]
    depths = (8.0, 20.0, 32.0) if path.inner_end else (8.0, 20.0, 35.0, 50.0)
    return [_inside(port, depth) for port in path.ports for depth in depths]


# -- signs and where followers stand --------------------------------------------------------


def _marks(segment: Segment, segments: tuple[Segment, ...]) -> list[Point]:
    """Points that certainly belong to a segment."""
    if segment.type == PATH:
        return way_points(segment, segments)
    inside = [_inside(port) for port in segment.ports]
    if segment.type == COURT:
        return inside
    between = [
        ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for n, a in enumerate(inside) for b in inside[:n]
    ]
    heart = (sum(x for x, _ in inside) / len(inside), sum(y for _, y in inside) / len(inside))
    near_corners = [_at_depth(port, share, 6) for port in segment.ports for share in (0.2, 0.8)]
    return [heart, *inside, *between, *near_corners]


def _at_depth(port: Port, share: float, depth: float) -> Point:
    x, y = rim(port + share)
    dx, dy = ((0, 1), (-1, 0), (0, -1), (1, 0))[port]
    return x + dx * depth, y + dy * depth


def _seats(segments: tuple[Segment, ...]) -> tuple[Point, ...]:
    marks = [_marks(segment, segments) for segment in segments]
    signs = [_well_at(s, segments) for s in segments if s.well]
    plaza = _plaza(segments)
    if plaza is not None:
        signs.append(plaza)
    return tuple(_roomiest(n, marks, signs) for n in range(len(segments)))


def _well_inside(place: Point) -> Point:
    x, y = (min(max(part, 16.0), 84.0) for part in place)
    return x, y


_GRID = [(float(x), float(y)) for y in range(20, 81, 6) for x in range(20, 81, 6)]


def _roomiest(segment: int, marks: Sequence[Sequence[Point]], taken: Sequence[Point]) -> Point:
    """The place nearest to the segment's own marks and farthest from all others."""
    others = [*taken, *(mark for n, them in enumerate(marks) if n != segment for mark in them)]
    own = marks[segment]

    def room(place: Point) -> float:
        away = min((dist(place, other) for other in others), default=50)
        return min(away, 30) - 1.3 * min(dist(place, mark) for mark in own)

    return max([*map(_well_inside, own), *_GRID], key=room)


def _well_at(path: Segment, segments: tuple[Segment, ...]) -> Point:
    ways = way_points(path, segments)
    return ways[2] if len(path.ports) == 2 else ways[-1]


def _signs(sheet: Picture, segments: tuple[Segment, ...], seats: Sequence[Point]) -> None:
    marks = [_marks(segment, segments) for segment in segments]
    for n, segment in enumerate(segments):
        if segment.well:
            well(sheet, *_well_at(segment, segments))
        if segment.market:
            market(sheet, *_roomiest(n, marks, [*seats, *_wells(segments)]))


def _wells(segments: tuple[Segment, ...]) -> list[Point]:
    return [_well_at(segment, segments) for segment in segments if segment.well]


def square(sheet: Picture, x: float, y: float) -> None:
    with sheet.at(x, y, stroke=inks.ROAD_RIM, stroke_width=2.5):
        sheet.path("M0 -15L15 0L0 15L-15 0Z", fill=inks.ROAD)
        sheet.path("M-7.5 -7.5L7.5 7.5M7.5 -7.5L-7.5 7.5")


def well(sheet: Picture, x: float, y: float) -> None:
    sheet.circle(x, y, 10, fill=inks.ROAD, stroke=inks.EDGE, stroke_width=2.5)
    sheet.circle(x, y, 5.5, fill=inks.WATER, stroke=inks.EDGE, stroke_width=1.5)


def market(sheet: Picture, x: float, y: float, scale: float = 1) -> None:
    """A stall with a striped awning."""
    with sheet.at(x, y, scale=scale, stroke=inks.EDGE, stroke_width=2, stroke_linejoin="round"):
        sheet.path("M-9 -1V10M9 -1V10M-11 6H11", fill="none")
        sheet.path("M-9 -11H9L13 0H-13Z", fill=inks.ROAD)
        sheet.path(
            "M-5.4 -11H-1.8L-2.6 0H-7.8ZM1.8 -11H5.4L7.8 0H2.6Z", fill=inks.CLOTH, stroke="none"
        )
        sheet.path("M-9 -11H9L13 0H-13Z", fill="none")
