"""The ground of the map in characters: which square belongs to which region, and where to write.

The shipped map has a ground of its own in `outlines.yaml`, on which regions border on each other
exactly where they share a wall. Whatever other board is played has a cell for each region, where
its file says or country by country; its borders are then said in words.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import product

from rulekeep.core.data import DataFiles, Node
from rulekeep.core.values import frozen
from rulekeep.games.kings_and_castles.box.board import SHEET, Board, Land, Point, Sea, Spot
from rulekeep.games.kings_and_castles.box.loading import PACKAGE

WIDTH, HEIGHT = 14, 3
"""The distance between neighbouring cells, which share a wall."""

Squares = Mapping[Point, Spot]
"""By column and row of its corner: the region of a square between four crossings of walls."""
Wall = tuple[Point, Point, Spot | None, Spot | None]
"""The ends of a side of a square, the upper left one first, and what lies on either hand."""

_LIGHT = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_HEAVY = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
"""By arms: 1 north, 2 east, 4 south, 8 west."""


@frozen
class Sheet:
    """A map ready to be drawn on."""

    walls: tuple[str, ...]
    """Row by row: light ones within a country, heavy ones round it."""
    corners: tuple[Point, ...]
    """By region: the corner of the cell in which its name and its unit are written."""
    labels: tuple[Point, ...]
    """By country."""
    seas: tuple[Sea, ...]
    tells: bool
    """Whether regions border on each other exactly where they share a wall."""


@lru_cache(maxsize=16)
def sheet_of(board: Board) -> Sheet:
    return _shipped(board) or _cells(board)


def touching(walls: list[Wall]) -> set[tuple[Spot, Spot]]:
    """The regions that share a wall, each pair in both orders."""
    return {
        pair
        for _, _, here, beyond in walls
        if here is not None and beyond is not None
        for pair in ((here, beyond), (beyond, here))
    }


def borders(board: Board) -> set[tuple[Spot, Spot]]:
    """The regions that border on each other, each pair in both orders."""
    return {(spot, other) for spot, region in enumerate(board.regions) for other in region.borders}


# -- the shipped map ----------------------------------------------------------------------------


def _shipped(board: Board) -> Sheet | None:
    """The ground of `outlines.yaml`; None if it has not the regions and borders of this board."""
    file = DataFiles(PACKAGE, ("outlines.yaml",)).read("outlines.yaml")
    spots = {region.id: spot for spot, region in enumerate(board.regions)}
    ground = file["characters"]
    blocks = ground["blocks"].mapping()
    if spots.keys() != blocks.keys():
        return None
    squares = {
        (x, y): spots[name]
        for name, nodes in blocks.items()
        for columns, rows in map(_spans, nodes)
        for x in columns
        for y in rows
    }
    labels = {
        board.country_of[spots[name]]: _point(node)
        for name, node in ground["countries"].mapping().items()
    }
    walls = walls_between(squares)
    if touching(walls) != borders(board) or len(labels) != len(board.countries):
        return None
    return Sheet(
        walls=wall_rows(walls, board),
        corners=tuple(map(_roomiest, _grounds(squares, len(spots)))),
        labels=tuple(at for _, at in sorted(labels.items())),
        seas=tuple((name, _point(node)) for name, node in ground["waters"].mapping().items()),
        tells=True,
    )


def _point(node: Node) -> Point:
    x, y = node
    return x.int(), y.int()


def _spans(block: Node) -> tuple[range, range]:
    """Columns and rows of a block."""
    left, top, right, bottom = (number.int() for number in block)
    return range(left, right), range(top, bottom)


def _grounds(squares: Squares, regions: int) -> list[list[Point]]:
    """By region: its squares."""
    grounds: list[list[Point]] = [[] for _ in range(regions)]
    for square, spot in squares.items():
        grounds[spot].append(square)
    return grounds


def _roomiest(own: list[Point]) -> Point:
    """The corner of the cell that lies most in the middle of a region's squares."""
    runs: dict[Point, int] = {}  # so many squares of the region lie side by side from here on
    for x, y in sorted(own, reverse=True):
        runs[x, y] = runs.get((x + 1, y), 0) + 1
    wide = {square for square, run in runs.items() if run >= WIDTH}
    rooms = [(x, y) for x, y in own if (x, y) in wide]
    for dy in range(1, HEIGHT):
        rooms = [(x, y) for x, y in rooms if (x, y + dy) in wide]
    columns, lines = [x for x, _ in own], [y for _, y in own]
    middle_x, middle_y = (min(columns) + max(columns)) / 2, (min(lines) + max(lines)) / 2

    def off(corner: Point) -> float:
        return abs(corner[0] + WIDTH / 2 - middle_x) + abs(corner[1] + HEIGHT / 2 - middle_y)

    return min(rooms, key=off)


# -- other maps ---------------------------------------------------------------------------------


def _cells(board: Board) -> Sheet:
    """A cell for each region."""
    corners = layout(board)
    squares = {
        (x + dx, y + dy): spot
        for spot, (x, y) in enumerate(corners)
        for dx, dy in product(range(WIDTH), range(HEIGHT))
    }
    walls = walls_between(squares)
    return Sheet(
        walls=wall_rows(walls, board),
        corners=corners,
        labels=tuple(label_places(board, corners)),
        seas=board.seas if _as_given(board, corners) else (),
        tells=touching(walls) == borders(board),
    )


@lru_cache(maxsize=16)
def layout(board: Board, width: int = SHEET) -> tuple[Point, ...]:
    """The corner of each region's cell: as the map file says, else country by country."""
    places = [region.at for region in board.regions if region.at is not None]
    if width == SHEET and len(places) == len(board.regions) and not _overlap(places):
        return tuple(places)
    found: dict[int, Point] = {}
    columns = max(1, (width - 1) // WIDTH)
    y = HEIGHT
    for country in board.countries:
        regions = [r for r in range(len(board.regions)) if country.regions >> r & 1]
        for index, region in enumerate(regions):
            found[region] = (index % columns * WIDTH, y + index // columns * HEIGHT)
        y += (-(-len(regions) // columns) + 1) * HEIGHT + (1 if width == SHEET else 0)
    return tuple(found[region] for region in range(len(board.regions)))


def _overlap(places: list[Point]) -> bool:
    return any(
        abs(x - other_x) < WIDTH and abs(y - other_y) < HEIGHT
        for index, (x, y) in enumerate(places)
        for other_x, other_y in places[:index]
    )


def label_places(board: Board, places: tuple[Point, ...]) -> list[Point]:
    """Where the name of each country is written."""
    found: list[Point] = []
    for index, country in enumerate(board.countries):
        if country.label is not None and _as_given(board, places):
            found.append(country.label)
            continue
        cells = [places[r] for r in range(len(places)) if board.country_of[r] == index]
        found.append((0, min(y for _, y in cells) - HEIGHT))
    return found


def _as_given(board: Board, places: tuple[Point, ...]) -> bool:
    """Whether these are the places of the map file."""
    return all(region.at == at for region, at in zip(board.regions, places, strict=True))


# -- walls --------------------------------------------------------------------------------------


def walls_between(squares: Squares) -> list[Wall]:
    """The sides of squares on which a wall stands."""
    walls: list[Wall] = []
    for (x, y), here in squares.items():
        west, north = squares.get((x - 1, y)), squares.get((x, y - 1))
        if west != here:
            walls.append(((x, y), (x, y + 1), here, west))
        if north != here:
            walls.append(((x, y), (x + 1, y), here, north))
        if (x + 1, y) not in squares:
            walls.append(((x + 1, y), (x + 1, y + 1), here, None))
        if (x, y + 1) not in squares:
            walls.append(((x, y + 1), (x + 1, y + 1), here, None))
    return walls


def wall_rows(walls: list[Wall], board: Board) -> tuple[str, ...]:
    """The walls between unlike squares, drawn."""
    arms: dict[Point, int] = {}
    heavy: set[Point] = set()
    country_of: dict[Spot | None, Land | None] = {None: None, **dict(enumerate(board.country_of))}
    for start, end, here, beyond in walls:
        sideways = start[1] == end[1]
        arms[start] = arms.get(start, 0) | (2 if sideways else 4)
        arms[end] = arms.get(end, 0) | (8 if sideways else 1)
        if country_of[here] != country_of[beyond]:
            heavy |= {start, end}
    width, height = (max(point[axis] for point in arms) + 1 for axis in (0, 1))
    rows = [[" "] * width for _ in range(height)]
    for (x, y), found in arms.items():
        rows[y][x] = (_HEAVY if (x, y) in heavy else _LIGHT)[found]
    return tuple("".join(row) for row in rows)
