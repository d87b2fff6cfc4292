"""One castle tile drawn from its segments, whatever its data say.

A building fills its edges and is bounded by curves from corner to corner, so that what faces each
other across an edge joins. Courts are the ground; paths lie on top. Where the ground runs on but
the data part two courts, a hedge grows; where the data join what a building cuts, a passage leads
through.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from rulekeep.core import Picture, Point, Shape, frozen, svg_number
from rulekeep.games.carcassonne_castle.box.tiles import COURT, HOUSE, PATH, TOWER, Port, Segment
from rulekeep.games.carcassonne_castle.view import picture_inks as inks
from rulekeep.games.carcassonne_castle.view import picture_pieces as pieces
from rulekeep.games.carcassonne_castle.view.picture_rim import (
    CENTRE,
    area,
    inner_rim,
    inside,
    middle,
    spans_of,
    svg_point,
)
from rulekeep.games.carcassonne_castle.view.picture_seats import plaza, roomiest, seats_of, well_at

ROAD_WIDTH = 15


@frozen
class TileArt:
    """A tile's shapes in its own measure, and where followers stand on its segments."""

    shapes: tuple[Shape, ...]
    seats: tuple[Point, ...]


@lru_cache(maxsize=2048)
def tile_art(segments: tuple[Segment, ...]) -> TileArt:
    sheet = Picture(inks.TILE, inks.TILE, "")
    seats = seats_of(segments)
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
    spans = spans_of(segment)
    sheet.path(area(spans), fill=inks.FILLS.of[segment.type])
    if spans[0][1] - spans[0][0] < 4:
        way = inner_rim(spans)
        if segment.type == TOWER:  # battlements
            sheet.path(
                way, fill="none", stroke=inks.EDGE, stroke_width=7.5, stroke_dasharray="5.5 7"
            )
        sheet.path(way, fill="none", stroke=inks.EDGE, stroke_width=3)


# -- what is joined and what is parted ------------------------------------------------------


def _target(segments: Iterable[Segment], port: Port) -> Segment | None:
    """The building at which a path stops: across the tile if there is one."""
    built = _buildings(segments)
    across = [segment for segment in built if (port + 2) % 4 in segment.ports]
    return next(iter(across or built), None)


def _places(segments: Iterable[Segment]) -> list[list[float]]:
    return [[middle(port) for port in segment.ports] for segment in segments]


def _barriers(segments: tuple[Segment, ...]) -> list[list[float]]:
    """What parts the ground: places of the rim that are linked by something built."""
    built = _buildings(segments)
    linked = _places(built)
    square = [middle(s.ports[0]) for s in segments if s.inner_end == "square"]
    linked.append(square)
    for segment in segments:
        if segment.type == PATH and segment.inner_end == "building":
            target = _target(segments, segment.ports[0])
            if target is not None:
                linked[built.index(target)].append(middle(segment.ports[0]))
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
    for order, court in enumerate(courts):
        open_ground = any(
            not _parted(middle(here), middle(there), barriers)
            for other in courts[order + 1 :]
            for here in court.ports
            for there in other.ports
        )
        if open_ground:
            way = inner_rim(spans_of(court))
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
            if all(_parted(middle(port), middle(other), barriers) for other in reached):
                ends = [inside(reached[0]), CENTRE, inside(port)]
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
        return f"M{svg_point(middle(path.ports[0]))}L50 50"
    opposite = (path.ports[0] + 2) % 4
    x, y = inside(opposite if opposite in target.ports else target.ports[0], 10)
    return f"M{svg_point(middle(path.ports[0]))}Q50 50 {svg_number(x)} {svg_number(y)}"


def _roads(sheet: Picture, segments: tuple[Segment, ...]) -> None:
    place = plaza(segments)
    for segment in segments:
        starts = [f"M{svg_point(middle(port))}" for port in segment.ports]
        if segment.type == PATH and segment.inner_end == "square" and place is not None:
            _road(sheet, [f"{starts[0]}L{svg_number(place[0])} {svg_number(place[1])}"])
        elif segment.type == PATH and len(segment.ports) == 2:
            _road(sheet, [f"{starts[0]}Q50 50 {svg_point(middle(segment.ports[1]))}"])
        elif segment.type == PATH and len(segment.ports) > 2:
            first = f"{starts[0]}L50 50L{starts[1][1:]}"
            _road(sheet, [first, *(f"{start}L50 50" for start in starts[2:])])
    if place is not None:
        pieces.square(sheet, *place)


def _signs(sheet: Picture, segments: tuple[Segment, ...], seats: Sequence[Point]) -> None:
    wells = [well_at(segment) for segment in segments if segment.well]
    taken = [*seats, *wells]
    for place in wells:
        pieces.well(sheet, *place)
    for n, segment in enumerate(segments):
        for _ in range(segment.markets):
            taken.append(roomiest(n, segments, taken))
            pieces.market(sheet, *taken[-1])
