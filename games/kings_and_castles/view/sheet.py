"""The ground of the map in characters: which square belongs to which region, and where to write.

The shipped map has a ground of its own in `outlines.yaml`, on which regions border on each other
exactly where they share a wall. Whatever other board is played has a cell for each region, where
its file says or country by country; its borders are then said in words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise, product

from rulekeep.core import LIGHT, DataFiles, Node, frozen
from rulekeep.games.kings_and_castles.box.board import SHEET, Board, Land, Point, Sea, Spot, bits
from rulekeep.games.kings_and_castles.box.loading import PACKAGE

WIDTH, HEIGHT = 14, 3
"""The distance between neighbouring cells, which share a wall."""

Squares = Mapping[Point, Spot]
"""By column and row of its corner: the region of a square between four crossings of walls."""

HEAVY = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
"""Like the light ones, by where the wall goes: 1 north, 2 east, 4 south, 8 west."""


@frozen
class Layout:
    """Where things are written."""

    corners: tuple[Point, ...]
    """By region: the corner of the cell in which its name and its unit are written."""
    labels: tuple[Point, ...]
    """By country."""
    seas: tuple[Sea, ...] = ()


@frozen
class Sheet:
    """A map ready to be drawn on."""

    layout: Layout
    walls: tuple[str, ...]
    """Row by row: light ones within a country, heavy ones round it."""
    tells: bool
    """Whether regions border on each other exactly where they share a wall."""


@lru_cache(maxsize=16)
def sheet_of(board: Board) -> Sheet:
    shipped = _shipped(board)
    if shipped is not None and shipped.tells:
        return shipped
    places = layout(board)
    squares = {
        (x + dx, y + dy): spot
        for spot, (x, y) in enumerate(places.corners)
        for dx, dy in product(range(WIDTH), range(HEIGHT))
    }
    return _sheet(board, places, squares)


def _sheet(board: Board, places: Layout, squares: Squares) -> Sheet:
    borders = {
        frozenset((spot, other))
        for spot, region in enumerate(board.regions)
        for other in region.borders
    }
    return Sheet(places, wall_rows(squares, board), touching(squares) == borders)


# -- the shipped map ----------------------------------------------------------------------------


def _shipped(board: Board) -> Sheet | None:
    """The ground of `outlines.yaml`; None if it has not the regions and countries of this board."""
    file = DataFiles(PACKAGE, ("outlines.yaml",)).read("outlines.yaml")
    spots = {region.id: spot for spot, region in enumerate(board.regions)}
    ground = file["characters"]
    blocks = ground["blocks"].mapping()
    labels = ground["countries"].mapping()
    if spots.keys() != blocks.keys():
        return None
    label_of = {board.country_of[spots[name]]: point(node) for name, node in labels.items()}
    if len(label_of) != len(board.countries):
        return None
    grounds = {spots[name]: _squares_of(node) for name, node in blocks.items()}
    places = Layout(
        corners=tuple(_roomiest(own) for _, own in sorted(grounds.items())),
        labels=tuple(at for _, at in sorted(label_of.items())),
        seas=tuple((name, point(node)) for name, node in ground["waters"].mapping().items()),
    )
    squares = {square: spot for spot, own in grounds.items() for square in own}
    return _sheet(board, places, squares)


def point(node: Node) -> Point:
    x, y = node
    return x.int(), y.int()


def _squares_of(blocks: Node) -> list[Point]:
    found: list[Point] = []
    for block in blocks:
        left, top, right, bottom = (number.int() for number in block)
        found += product(range(left, right), range(top, bottom))
    return found


def _roomiest(own: list[Point]) -> Point:
    """The corner of the cell that lies most in the middle of a region's squares."""
    runs: dict[Point, int] = {}  # so many squares of the region lie side by side from here on
    for x, y in sorted(own, reverse=True):
        runs[x, y] = runs.get((x + 1, y), 0) + 1
    wide = {square for square, run in runs.items() if run >= WIDTH}
    rooms = [(x, y) for x, y in own if all((x, y + dy) in wide for dy in range(HEIGHT))]
    columns, lines = [x for x, _ in own], [y for _, y in own]
    middle_x, middle_y = (min(columns) + max(columns)) / 2, (min(lines) + max(lines)) / 2

    def off(corner: Point) -> float:
        return abs(corner[0] + WIDTH / 2 - middle_x) + abs(corner[1] + HEIGHT / 2 - middle_y)

    return min(rooms, key=off)


# -- other maps ---------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def layout(board: Board, width: int = SHEET) -> Layout:
    """A cell for each region: as the map file says, else country by country."""
    given = [region.at for region in board.regions if region.at is not None]
    if width == SHEET and len(given) == len(board.regions) and not overlap(given, WIDTH, HEIGHT):
        tops = [min(given[spot][1] for spot in bits(c.regions)) for c in board.countries]
        starts = zip(board.countries, tops, strict=True)
        labels = [country.label or (0, top - HEIGHT) for country, top in starts]
        return Layout(tuple(given), tuple(labels), board.seas)
    corners: dict[Spot, Point] = {}
    labels = []
    columns = max(1, (width - 1) // WIDTH)
    y = 0
    for country in board.countries:
        labels.append((0, y))
        for index, region in enumerate(bits(country.regions)):
            row, column = divmod(index, columns)
            corners[region] = (column * WIDTH, y + (row + 1) * HEIGHT)
        rows = -(-country.regions.bit_count() // columns)
        y += (rows + 1) * HEIGHT + (1 if width == SHEET else 0)
    return Layout(tuple(at for _, at in sorted(corners.items())), tuple(labels))


def overlap(places: Sequence[tuple[float, float]], width: float, height: float) -> bool:
    """Whether things of this size, with their corners there, cover each other."""
    return any(
        abs(x - other_x) < width and abs(y - other_y) < height
        for index, (x, y) in enumerate(places)
        for other_x, other_y in places[:index]
    )


# -- walls --------------------------------------------------------------------------------------


def touching(squares: Squares) -> set[frozenset[Spot]]:
    """The regions that share a wall."""
    return {
        frozenset((here, beyond))
        for (x, y), here in squares.items()
        for beyond in (squares.get((x - 1, y)), squares.get((x, y - 1)))
        if beyond is not None and beyond != here
    }


def wall_rows(squares: Squares, board: Board) -> tuple[str, ...]:
    """The walls between unlike squares, drawn where four squares meet."""
    country_of: dict[Spot | None, Land | None] = {None: None, **dict(enumerate(board.country_of))}

    def sign(nw: Spot | None, ne: Spot | None, se: Spot | None, sw: Spot | None) -> str:
        if nw == ne == se == sw:
            return " "
        attackers = (nw != ne) + 2 * (ne != se) + 4 * (se != sw) + 8 * (sw != nw)
        countries = {country_of[spot] for spot in (nw, ne, se, sw)}
        return (HEAVY if len(countries) > 1 else LIGHT)[attackers]

    columns, lines = (range(-1, max(square[axis] for square in squares) + 2) for axis in (0, 1))
    rows: list[str] = []
    above: list[Spot | None] = [None] * len(columns)
    for y in lines[1:]:
        here = [squares.get((x, y)) for x in columns]
        meeting = pairwise(zip(above, here, strict=True))
        rows.append("".join(sign(nw, ne, se, sw) for (nw, sw), (ne, se) in meeting))
        above = here
    return tuple(rows)
