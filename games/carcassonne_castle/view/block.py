"""A tile as a block of characters, so that features can be followed from tile to tile by eye.

A block is cut into four triangles, one an edge. Houses, towers and courts fill the triangles of
their edges; paths run from the middle of an edge to the centre; where a path crosses an edge,
courts lie on both sides of it.
"""

from __future__ import annotations

from functools import cached_property
from itertools import groupby, product

from rulekeep.core.canvas import Canvas
from rulekeep.core.grid import EAST, NORTH, SOUTH, WEST
from rulekeep.core.values import frozen
from rulekeep.games.carcassonne_castle.box import tiles
from rulekeep.games.carcassonne_castle.box.tiles import COURT, PATH, Segment

STYLES = {PATH: "bold", tiles.TOWER: "blue", tiles.HOUSE: "red", COURT: "green"}
FILL = {tiles.TOWER: "▓", tiles.HOUSE: "░", COURT: "·"}
MARKET = "$"
WELL = "○"
BUILDING = "⌂"
SQUARE = "[+]"
_RIM = 0.35
"""How far from the centre a feature begins that does not reach the centre."""

# By the sides a path joins, as bits N E S W.
LINES = " ║═╚║║╔╠═╝═╩╗╣╦╬"


@frozen
class Picture:
    """Stretches of one style row by row, and where a follower stands on each segment."""

    rows: tuple[tuple[tuple[str, str], ...], ...]
    block: Block

    @cached_property
    def spots(self) -> tuple[tuple[int, int], ...]:
        """Per segment column and row of the first of two characters."""
        return tuple(self.block.spot(number) for number in range(len(self.block.segments)))

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        for dy, row in enumerate(self.rows):
            column = x
            for text, style in row:
                column = canvas.put(column, y + dy, text, style)


class Block:
    """The block being painted: per position the segment that fills it, -1 for none."""

    hiding = 1.0
    """What it costs to stand on a sign; a character of the segment itself is worth 1."""

    def __init__(self, segments: tuple[Segment, ...], width: int, height: int) -> None:
        self.segments = segments
        self.width = width
        self.height = height
        self.owner = [[-1] * width for _ in range(height)]
        self.char = [[FILL[COURT]] * width for _ in range(height)]
        self.at_port = {p: n for n, s in enumerate(segments) for p in s.ports}
        self.split = {side for side in range(4) if side not in self.at_port}
        for side in self.split:
            self.at_port[side] = self.at_port[tiles.half_port(side, 0)]
        self.has_path = any(segment.type == PATH for segment in segments)
        self.middle = width // 2, height // 2

    def place(self, column: int, row: int) -> tuple[int, float, float, float]:
        """The triangle a position lies in, its two coordinates, how far it is from the centre."""
        u = (2 * column + 1) / self.width - 1
        v = (2 * row + 1) / self.height - 1
        depth = max(abs(u), abs(v))
        if abs(u) > abs(v):
            return (EAST if u > 0 else WEST), u, v, depth
        return (SOUTH if v > 0 else NORTH), u, v, depth

    def fill(self) -> None:
        for row in range(self.height):
            for column in range(self.width):
                self.owner[row][column] = self._filling(column, row)
        self._keep_apart()
        for chars, owners in zip(self.char, self.owner, strict=True):
            for column, number in enumerate(owners):
                if number >= 0:
                    chars[column] = FILL[self.segments[number].type]

    def _keep_apart(self) -> None:
        """Leave a gap between two houses, or two towers, that are separate."""
        for row in range(self.height):
            for column in range(self.width):
                number = self.owner[row][column]
                for c, r in ((column - 1, row), (column, row - 1), (column, row + 1)):
                    if c >= 0 and 0 <= r < self.height and self._alike(number, self.owner[r][c]):
                        self.owner[row][column] = -1

    def _alike(self, one: int, other: int) -> bool:
        if one < 0 or other < 0 or one == other:
            return False
        return self.segments[one].type == self.segments[other].type in (tiles.HOUSE, tiles.TOWER)

    def _filling(self, column: int, row: int) -> int:
        side, u, v, depth = self.place(column, row)
        if depth < 1e-9:
            return self.centre()
        whole = self.at_port[side]
        segment = self.segments[whole]
        if segment.type == PATH or side in self.split:
            if depth < _RIM:
                return self.centre()
            first = {NORTH: u < 0, EAST: v < 0, SOUTH: u > 0, WEST: v > 0}[side]
            return self.at_port[tiles.half_port(side, 0 if first else 1)]
        if column in (0, self.width - 1) and row in (0, self.height - 1):
            other = self.at_port[SOUTH if v > 0 else NORTH]
            kinds = segment.type, self.segments[other].type
            if other != whole and COURT not in kinds and PATH not in kinds:
                return -1
        if depth >= _RIM or (len(segment.sides) > 1 and not self.has_path):
            return whole
        return self.centre()

    def centre(self) -> int:
        """The segment in the middle, where no path runs: the one with most edges."""
        most = 3 if self.has_path else 2
        wide = [n for n, s in enumerate(self.segments) if len(s.sides) >= most and s.type != PATH]
        if wide:
            return max(wide, key=lambda n: (len(self.segments[n].sides), -n))
        courts = [n for n, s in enumerate(self.segments) if s.type == COURT]
        return -1 if self.has_path or not courts else courts[0]

    # -- paths ------------------------------------------------------------------------------

    def draw_paths(self) -> None:
        x, y = self.middle
        for number, segment in enumerate(self.segments):
            if segment.type != PATH:
                continue
            for side in segment.sides:
                for column, row in self._way(side):
                    self._put(column, row, LINES[1 << side], number)
            joined = sum(1 << side for side in segment.sides)
            centre = WELL if segment.well else LINES[joined]
            if segment.inner_end == "building":
                centre = BUILDING
            self._put(x, y, centre, number)
        if any(segment.inner_end == "square" for segment in self.segments):
            for shift, mark in enumerate(SQUARE, -1):
                self.char[y][x + shift] = mark

    def _way(self, side: int) -> list[tuple[int, int]]:
        x, y = self.middle
        return {
            NORTH: [(x, row) for row in range(y)],
            EAST: [(column, y) for column in range(x + 1, self.width)],
            SOUTH: [(x, row) for row in range(y + 1, self.height)],
            WEST: [(column, y) for column in range(x)],
        }[side]

    def _put(self, column: int, row: int, char: str, number: int) -> None:
        self.char[row][column] = char
        self.owner[row][column] = number

    def spans(self, row: int) -> tuple[tuple[str, str], ...]:
        """A row of the finished block as stretches of one style."""
        types = [self.segments[n].type if n >= 0 else COURT for n in self.owner[row]]
        chars = zip(types, self.char[row], strict=True)
        return tuple(
            ("".join(char for _, char in stretch), STYLES[type_])
            for type_, stretch in groupby(chars, key=lambda pair: pair[0])
        )

    # -- markets and followers --------------------------------------------------------------

    def draw_markets(self) -> None:
        for number, segment in enumerate(self.segments):
            if segment.market:
                column, row = self._heart(number)
                self.char[row][column] = MARKET

    def _heart(self, number: int) -> tuple[int, int]:
        """The position of a segment nearest to its middle."""
        every = product(range(self.width), range(self.height))
        positions = [(column, row) for column, row in every if self.owner[row][column] == number]
        if not positions:
            return self.middle
        x = sum(column for column, _ in positions) / len(positions)
        y = sum(row for _, row in positions) / len(positions)
        return min(positions, key=lambda p: (abs(p[0] - x) / 2 + abs(p[1] - y), p))

    def spot(self, number: int) -> tuple[int, int]:
        """Two characters on the segment, away from markets, wells and the centre."""
        best, choice = -9.0, (0, 0)
        x, y = self._heart(number)
        for row in range(self.height):
            for column in range(self.width - 1):
                pair = (column, row), (column + 1, row)
                own = sum(self.owner[r][c] == number for c, r in pair)
                marks = sum(self.char[r][c] in (MARKET, WELL, BUILDING) for c, r in pair)
                marks += self.middle in pair
                near = 1 / (2 + abs(column + 0.5 - x) / 2 + abs(row - y))
                value = own - self.hiding * marks + near if own else -9.0
                if value > best:
                    best, choice = value, (column, row)
        return choice
