"""The ground of the map: outlines of regions and countries, and where to write.

The shipped map has outlines of its own, rows of cells in `outlines.yaml`. Whatever other board is
played gets a card for each region and a line for each border.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache, partial
from itertools import product
from math import hypot

from attrs import frozen

from rulekeep.core import DataFiles, Point, svg_number
from rulekeep.games.kings_and_castles.box.board import Board, Region, Spot, bits
from rulekeep.games.kings_and_castles.box.loading import PACKAGE
from rulekeep.games.kings_and_castles.view.sheet import overlap, point

WATER, ABROAD, HILLS = ".", "-", "^"
CELL, PITCH = 24, 19
"""The width of a cell, and the distance of two rows."""
WIDTH = 720
MARGIN = 14
"""Water above the first row."""
CARD_WIDTH, CARD_HEIGHT = 122, 80
BENDS = (0, 45, -45, 90, -90, 140, -140, 200, -200, 260, -260)

Corner = tuple[int, int]
"""In half cells and thirds of rows: corners of cells have whole numbers."""
Loop = list[Corner]


@frozen
class Chart:
    """A map ready to be drawn on; outlines are written as SVG writes points."""

    height: float
    regions: tuple[str, ...]
    centres: tuple[Point, ...]
    countries: tuple[str, ...]
    """Empty where countries have no outline."""
    names: tuple[Point, ...]
    """Where the name of each country begins."""
    waters: tuple[tuple[str, Point], ...] = ()
    abroad: tuple[str, ...] = ()
    hills: tuple[Point, ...] = ()
    roads: tuple[tuple[Point, Point, Point], ...] = ()
    """Borders drawn as lines: from, bent towards, to."""


@lru_cache(maxsize=16)
def chart_of(board: Board) -> Chart:
    sheet = Lattice()
    return _outlined(board, sheet) if sheet.shows(board) else _cards(board)


def _written(points: Iterable[Point]) -> str:
    return " ".join(f"{svg_number(round(x, 1))},{svg_number(round(y, 1))}" for x, y in points)


# -- cells --------------------------------------------------------------------------------------


class Lattice:
    """The rows of `outlines.yaml`: which region, or what else, each cell belongs to."""

    def __init__(self) -> None:
        self.file = DataFiles(PACKAGE, ("outlines.yaml",)).read("outlines.yaml")
        self.letters = {key: node.str() for key, node in self.file["letters"].mapping().items()}
        self.rows = [node.str().split() for node in self.file["rows"]]
        self.cells = {
            (column, row): letter
            for row, letters in enumerate(self.rows)
            for column, letter in enumerate(letters)
        }
        self.height = MARGIN + PITCH * len(self.rows)

    def shows(self, board: Board) -> bool:
        """Whether these are the regions of a board, with its borders and its coasts."""
        ids = [region.id for region in board.regions]
        if sorted(ids) != sorted(self.letters.values()):
            return False
        touching = {(one, other) for one, other, _, _ in self.edges()}
        for letter, name in self.letters.items():
            region = board.regions[ids.index(name)]
            near = {self.letters.get(other, other) for one, other in touching if one == letter}
            borders = {ids[spot] for spot in region.borders}
            if near & set(ids) != borders or (WATER in near) != region.coastal:
                return False
        return True

    def edges(self) -> Iterator[tuple[str, str, Corner, Corner]]:
        """The edges between unlike cells: whose, towards what, and their ends clockwise."""
        for (column, row), letter in self.cells.items():
            shift = row % 2
            x, y = 2 * column + 1 + shift, 3 * row
            west, east = column - 1 + shift, column + shift
            around = (
                ((east, row - 1), (x, y), (x + 1, y + 1)),
                ((column + 1, row), (x + 1, y + 1), (x + 1, y + 3)),
                ((east, row + 1), (x + 1, y + 3), (x, y + 4)),
                ((west, row + 1), (x, y + 4), (x - 1, y + 3)),
                ((column - 1, row), (x - 1, y + 3), (x - 1, y + 1)),
                ((west, row - 1), (x - 1, y + 1), (x, y)),
            )
            for neighbour, start, end in around:
                other = self.cells.get(neighbour, "")
                if other != letter:
                    yield letter, other, start, end

    def place(self, column: float, row: float) -> Point:
        return column * CELL, MARGIN + row * PITCH

    def at(self, x: float, y: float) -> str:
        """The cell that a point lies in, as if cells were bricks."""
        row = int((y - MARGIN) / PITCH)
        return self.cells.get((int(x / CELL - row % 2 / 2), row), "")


def _outlined(board: Board, sheet: Lattice) -> Chart:
    edges = list(sheet.edges())
    places = _softened(sheet, edges)
    letter_of = {name: letter for letter, name in sheet.letters.items()}
    letters = [letter_of[region.id] for region in board.regions]
    lands = [{letters[spot] for spot in bits(land.regions)} for land in board.countries]

    def outline(inside: set[str]) -> str:
        outer = max(_loops(edges, inside), key=len)
        return _written(places[corner] for corner in outer)

    centres = tuple(map(partial(_roomiest, sheet), letters, board.regions))
    labels = sheet.file["countries"].mapping()
    return Chart(
        height=sheet.height,
        regions=tuple(outline({letter}) for letter in letters),
        centres=centres,
        countries=tuple(outline(land) for land in lands),
        names=tuple(
            point(labels[land.id]) if land.id in labels else centres[min(bits(land.regions))]
            for land in board.countries
        ),
        waters=tuple((name, point(node)) for name, node in sheet.file["waters"].mapping().items()),
        abroad=tuple(_written(places[c] for c in loop) for loop in _loops(edges, {ABROAD, HILLS})),
        hills=tuple(
            sheet.place(column + 0.5 + row % 2 / 2, row + 0.6)
            for (column, row), letter in sheet.cells.items()
            if letter == HILLS
        ),
    )


def _softened(sheet: Lattice, edges: list[tuple[str, str, Corner, Corner]]) -> dict[Corner, Point]:
    """Where the corners of outlines are drawn: each is drawn towards its neighbours, three times.

    Cells that share a corner share its place, so outlines touch exactly where cells do.
    """
    near: dict[Corner, set[Corner]] = {}
    for _, _, start, end in edges:
        near.setdefault(start, set()).add(end)
        near.setdefault(end, set()).add(start)
    places = {
        corner: (
            min(corner[0] * CELL / 2, WIDTH),
            min(MARGIN + corner[1] * PITCH / 3, sheet.height),
        )
        for _, _, *ends in edges
        for corner in ends
    }
    for _ in range(3):
        places = {
            corner: _between(here, [places[other] for other in sorted(near[corner])])
            if here[0] < WIDTH and here[1] < sheet.height
            else here
            for corner, here in places.items()
        }
    return places


def _between(here: Point, others: list[Point]) -> Point:
    x, y = (sum(other[axis] for other in others) / len(others) for axis in (0, 1))
    return (here[0] + x) / 2, (here[1] + y) / 2


def _loops(edges: list[tuple[str, str, Corner, Corner]], inside: set[str]) -> list[Loop]:
    """The outlines of all cells with these letters together."""
    following = {
        start: end for one, other, start, end in edges if one in inside and other not in inside
    }
    loops: list[Loop] = []
    while following:
        first, corner = following.popitem()
        loop = [first]
        while corner != first:
            loop.append(corner)
            corner = following.pop(corner)
        loops.append(loop)
    return loops


def _roomiest(sheet: Lattice, letter: str, region: Region) -> Point:
    """Where in a region its name and pieces have most room; of like places the middle one."""
    own = [cell for cell, there in sheet.cells.items() if there == letter]
    middle = [sum(cell[axis] for cell in own) / len(own) for axis in (0, 1)]
    name, pieces = 9.6 * len(region.name) + 21 * signs(region), 96
    needed = [(step * name / 8, y) for step in range(-4, 5) for y in (-30, -22, -13)]
    needed += [(step * pieces / 8, y) for step in range(-4, 5) for y in (-4, 10, 27)]
    room = {letter: 1.0, WATER: 0.6}
    best: tuple[float, Point] = (-99, (0, 0))
    for column, row in own:
        for across, down in product((0, 0.5), (0, 0.5)):
            x, y = sheet.place(column + 0.5 + row % 2 / 2 + across, row + 0.5 + down)
            inside = sum(room.get(sheet.at(x + dx, y + dy), 0.0) for dx, dy in needed)
            off = abs(column + across - middle[0]) + abs(row + down - middle[1])
            best = max(best, (inside - off / 2, (x, y)))
    return best[1]


def signs(region: Region) -> int:
    """How many signs are printed in a region."""
    return region.anchor + region.portcullis + region.flag


# -- cards --------------------------------------------------------------------------------------


def _cards(board: Board) -> Chart:
    """A card for each region: where the map file says, else neighbours near to each other."""
    corners = _given_places(board) or _found_places(board)
    centres = tuple((x + CARD_WIDTH / 2, y + CARD_HEIGHT / 2) for x, y in corners)
    lands = [[corners[spot] for spot in bits(land.regions)] for land in board.countries]
    return Chart(
        height=max(y for _, y in corners) + CARD_HEIGHT + MARGIN,
        regions=tuple(_written(_card(x, y)) for x, y in corners),
        centres=centres,
        countries=("",) * len(board.countries),
        names=tuple(
            (x, y - 30) for x, y in (min(land, key=lambda at: (at[1], at[0])) for land in lands)
        ),
        roads=tuple(
            (centres[spot], _bend(centres, spot, other), centres[other])
            for spot, region in enumerate(board.regions)
            for other in region.borders
            if spot < other
        ),
    )


def _bend(centres: tuple[Point, ...], start: Spot, end: Spot) -> Point:
    """Where a line between two cards must bend to, so that it runs behind no third one."""
    (x1, y1), (x2, y2) = centres[start], centres[end]
    others = [at for spot, at in enumerate(centres) if spot not in (start, end)]
    long = hypot(x2 - x1, y2 - y1)
    across = (y1 - y2) / long, (x2 - x1) / long

    def bent(by: float) -> Point:
        return (x1 + x2) / 2 + by * across[0], (y1 + y2) / 2 + by * across[1]

    def hidden(by: float) -> int:
        """How much of the line lies behind cards or beyond the edge."""
        x, y = bent(by)
        ways = [
            (
                (1 - t) ** 2 * x1 + 2 * t * (1 - t) * x + t * t * x2,
                (1 - t) ** 2 * y1 + 2 * t * (1 - t) * y + t * t * y2,
            )
            for t in (step / 24 for step in range(25))
        ]
        beyond = sum(not 4 < way[0] < WIDTH - 4 for way in ways)
        return beyond + sum(
            abs(at[0] - way[0]) < CARD_WIDTH / 2 and abs(at[1] - way[1]) < CARD_HEIGHT / 2
            for at in others
            for way in ways
        )

    return bent(next((by for by in BENDS if not hidden(by)), 0))


def _card(x: float, y: float) -> tuple[Point, ...]:
    right, bottom = x + CARD_WIDTH, y + CARD_HEIGHT
    return (x, y), (right, y), (right, bottom), (x, bottom)


def _given_places(board: Board) -> list[Point]:
    """The places of the map file, if every region has one and no cards overlap."""
    places = [
        (MARGIN + region.at[0] * 9.4, 60 + region.at[1] * 34.0)
        for region in board.regions
        if region.at is not None
    ]
    complete = len(places) == len(board.regions)
    return places if complete and not overlap(places, CARD_WIDTH + 6, CARD_HEIGHT + 6) else []


def _found_places(board: Board) -> list[Point]:
    """Rows of cards, exchanged as long as that makes borders shorter."""
    columns = 4
    order: list[Spot] = [spot for land in board.countries for spot in bits(land.regions)]
    slots = {spot: divmod(index, columns) for index, spot in enumerate(order)}

    def length(spot: Spot) -> int:
        row, column = slots[spot]
        near = [slots[other] for other in board.regions[spot].borders]
        return sum((row - r) ** 2 + (column - c) ** 2 for r, c in near)

    for _ in range(8):
        for one in order:
            for other in order:
                before = length(one) + length(other)
                slots[one], slots[other] = slots[other], slots[one]
                if length(one) + length(other) >= before:
                    slots[one], slots[other] = slots[other], slots[one]
    step = (WIDTH - CARD_WIDTH - 2 * MARGIN) / (columns - 1)
    # Every second row lies lower and to the side, so that few lines run behind cards.
    return [
        (MARGIN + column * step, 60 + (row + column % 2 / 3) * (CARD_HEIGHT + 56))
        for row, column in (slots[spot] for spot in range(len(order)))
    ]
