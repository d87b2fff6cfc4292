"""A tile as a block of characters, so that features can be followed from tile to tile by eye.

A block is cut into four triangles, one an edge. Houses, towers and courts fill the triangles of
their edges; paths run from the middle of an edge to the centre; where a path crosses an edge,
courts lie on both sides of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import groupby

from rulekeep.core import EAST, NORTH, SOUTH, STEPS, WEST, Canvas
from rulekeep.games.carcassonne_castle.box import tiles
from rulekeep.games.carcassonne_castle.box.tiles import COURT, PATH, Segment, Side

Point = tuple[int, int]
"""Column and row."""

STYLES = {PATH: "bold", tiles.TOWER: "blue", tiles.HOUSE: "red", COURT: "green"}
FILL = {tiles.TOWER: "▓", tiles.HOUSE: "░", COURT: "·"}
MARKET = "$"
WELL = "○"
BUILDING = "⌂"
SQUARE = "*"
ALONG, ACROSS = "═", "║"
_RIM = 0.35
"""How far from the centre a feature begins that does not reach the centre."""

# By the sides a path joins, as bits N E S W.
LINES = " ║═╚║║╔╠═╝═╩╗╣╦╬"


class Block:
    """A tile painted: per position the segment that fills it, -1 for none, and signs over that."""

    def __init__(self, segments: tuple[Segment, ...], width: int, height: int) -> None:
        self.segments = segments
        self.width = width
        self.height = height
        self.middle = width // 2, height // 2
        self.positions = [(column, row) for row in range(height) for column in range(width)]
        self.owner = dict.fromkeys(self.positions, -1)
        self.signs: dict[Point, str] = {}
        self.at_port = {p: n for n, s in enumerate(segments) for p in s.ports}
        self.split = {side for side in range(4) if side not in self.at_port}
        for side in self.split:
            self.at_port[side] = self.at_port[tiles.half_port(side, 0)]
        self.has_path = any(segment.type == PATH for segment in segments)

    # -- as it is shown ---------------------------------------------------------------------

    def type_at(self, at: Point) -> tiles.Type:
        number = self.owner[at]
        return self.segments[number].type if number >= 0 else COURT

    def char(self, at: Point) -> str:
        return self.signs.get(at) or FILL[self.type_at(at)]

    @cached_property
    def rows(self) -> tuple[tuple[tuple[str, str], ...], ...]:
        """Row by row stretches of one style."""
        return tuple(self._stretches(row) for row in range(self.height))

    def _stretches(self, row: int) -> tuple[tuple[str, str], ...]:
        positions = ((column, row) for column in range(self.width))
        return tuple(
            ("".join(map(self.char, stretch)), STYLES[type_])
            for type_, stretch in groupby(positions, key=self.type_at)
        )

    @cached_property
    def spots(self) -> tuple[Point, ...]:
        """Where a follower stands on each segment."""
        return tuple(self.spot(number) for number in range(len(self.segments)))

    def draw(self, canvas: Canvas, x: int, y: int) -> None:
        for dy, row in enumerate(self.rows):
            column = x
            for text, style in row:
                column = canvas.put(column, y + dy, text, style)

    # -- houses, towers, courts -------------------------------------------------------------

    def place(self, column: int, row: int) -> tuple[int, float, float, float]:
        """The triangle a position lies in, its two coordinates, how far it is from the centre."""
        u = (2 * column + 1) / self.width - 1
        v = (2 * row + 1) / self.height - 1
        depth = max(abs(u), abs(v))
        if abs(u) > abs(v):
            return (EAST if u > 0 else WEST), u, v, depth
        return (SOUTH if v > 0 else NORTH), u, v, depth

    def fill(self) -> None:
        for at in self.positions:
            self.owner[at] = self._filling(*at)
        # Leave a gap between two houses, or two towers, that are separate.
        for column, row in self.positions:
            for near in ((column - 1, row), (column, row - 1), (column, row + 1)):
                if self._alike(self.owner[column, row], self.owner.get(near, -1)):
                    self.owner[column, row] = -1

    def _alike(self, one: int, other: int) -> bool:
        if one < 0 or other < 0 or one == other:
            return False
        return self.segments[one].type == self.segments[other].type in (tiles.HOUSE, tiles.TOWER)

    def _filling(self, column: int, row: int) -> int:
        side, u, v, depth = self.place(column, row)
        whole = self.at_port[side]
        segment = self.segments[whole]
        in_halves = segment.type == PATH or side in self.split
        reaches_over = len(segment.sides) > 1 and not in_halves and not self.has_path
        if depth < 1e-9 or (depth < _RIM and not reaches_over):
            return self.centre()
        if in_halves:
            first = {NORTH: u < 0, EAST: v < 0, SOUTH: u > 0, WEST: v > 0}[side]
            return self.at_port[tiles.half_port(side, 0 if first else 1)]
        if column in (0, self.width - 1) and row in (0, self.height - 1):
            other = self.at_port[SOUTH if v > 0 else NORTH]
            kinds = segment.type, self.segments[other].type
            if other != whole and COURT not in kinds and PATH not in kinds:
                return -1
        return whole

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
        for number, segment in enumerate(self.segments):
            if segment.type != PATH:
                continue
            for side in segment.sides:
                for at in self._way(side):
                    self.put(at, LINES[1 << side], number)
            joined = sum(1 << side for side in segment.sides)
            centre = WELL if segment.well else LINES[joined]
            if segment.inner_end == "building":
                centre = BUILDING
            self.put(self.middle, centre, number)
        if any(segment.inner_end == "square" for segment in self.segments):
            self.signs[self.middle] = SQUARE

    def _way(self, side: int) -> list[Point]:
        """From the middle to an edge."""
        (x, y), (dx, dy) = self.middle, STEPS[side]
        ahead = ((x + n * dx, y + n * dy) for n in range(1, self.width))
        return [at for at in ahead if at in self.owner]

    def put(self, at: Point, sign: str, number: int) -> None:
        self.signs[at] = sign
        self.owner[at] = number

    # -- markets and followers --------------------------------------------------------------

    def draw_markets(self) -> None:
        for number, segment in enumerate(self.segments):
            for _ in range(segment.markets):
                self.signs[self.market_at(number)] = MARKET

    def market_at(self, number: int) -> Point:
        return self.heart(number, [at for at, sign in self.signs.items() if sign == MARKET])

    def heart(self, number: int, taken: Sequence[Point] = ()) -> Point:
        """The position of a segment nearest to its middle."""
        own = [at for at in self.positions if self.owner[at] == number and at not in taken]
        if not own:
            return self.middle
        x = sum(column for column, _ in own) / len(own)
        y = sum(row for _, row in own) / len(own)
        return min(own, key=lambda at: (abs(at[0] - x) / 2 + abs(at[1] - y), at))

    def spot(self, number: int) -> Point:
        """A character of the segment, away from markets, wells and the centre."""
        x, y = self.heart(number)

        def rank(at: Point) -> tuple[bool, float]:
            marked = at == self.middle or self.signs.get(at) in (MARKET, WELL, BUILDING)
            return marked, abs(at[0] - x) / 2 + abs(at[1] - y)

        own = (at for at in self.positions if self.owner[at] == number)
        return min(own, key=rank, default=(0, 0))


class Strip(Block):
    """A tile in one or two rows, for low windows: every edge has its few characters.

    In one row the edges stand side by side: west, north, middle, south, east. In two rows the north
    stands above, the south below, on both sides of the middle.
    """

    def __init__(self, segments: tuple[Segment, ...], width: int, height: int, ascii: bool) -> None:
        super().__init__(segments, width, height)
        self.ascii = ascii
        self.middle = width // 2, height - 1
        self.inner = range(width // 2 - 1, width // 2 + 2)
        """The columns of north and south; west and east have the others."""

    def _type(self, side: Side) -> tiles.Type:
        return self.segments[self.at_port[side]].type

    def fill(self) -> None:
        x, y = self.middle
        for column, row in self.positions:
            at, outer = (column, row), WEST if column < x else EAST
            if column not in self.inner:
                if row == y and self._type(outer) == PATH:
                    self.put(at, ALONG, self.at_port[outer])
                else:
                    self._show(at, outer)
            elif row < y:
                self._show(at, NORTH)
            elif column != x:
                north = self.height == 1 and column < x
                self._beside_the_middle(at, NORTH if north else SOUTH, outer)
        self.owner[self.middle] = self.centre()
        if self.height > 1:
            self._part()

    def _show(self, at: Point, side: Side) -> None:
        """The house, tower or court of an edge; beside a path what lies there."""
        number = self.at_port[side]
        if self._type(side) == PATH or side in self.split:
            first = side == EAST
            if side in (NORTH, SOUTH):
                first = (at[0] <= self.middle[0]) == (side == NORTH)
            number = self.at_port[tiles.half_port(side, 0 if first else 1)]
        self.owner[at] = number

    def _beside_the_middle(self, at: Point, side: Side, outer: Side) -> None:
        """One of the characters next to the middle: an edge, or the path that runs past it."""
        type_ = self._type(side)
        reaches_over = self.height > 1 and self.centre() == self.at_port[outer]
        if type_ == PATH and not self._told_by_the_middle():
            self.put(at, ACROSS, self.at_port[side])
        elif type_ in (PATH, COURT) and self._type(outer) == PATH:
            self.put(at, ALONG, self.at_port[outer])
        elif type_ == COURT and reaches_over and not self.has_path:
            self._show(at, outer)
        else:
            self._show(at, side)

    def _told_by_the_middle(self) -> bool:
        """Whether the sign in the middle shows where the path goes; in ASCII corners do not."""
        sign = self._sign()
        return sign in (ALONG, ACROSS) or (sign in LINES and not self.ascii)

    def _part(self) -> None:
        """Leave a gap between two houses, or two towers, that are separate."""
        west, east, y = self.inner[0], self.inner[-1], self.middle[1]
        for side, inner, outer in ((WEST, west, west - 1), (EAST, east, east + 1)):
            if self._alike(self.at_port[side], self.at_port[NORTH]):
                self.owner[inner, 0] = -1
            if self._alike(self.at_port[side], self.at_port[SOUTH]):
                self.owner[outer, y] = -1

    def _sign(self) -> str:
        """What stands in the middle of a tile with paths."""
        joined = 0
        for segment in self.segments:
            if segment.type == PATH:
                if segment.well:
                    return WELL
                if segment.inner_end:
                    return SQUARE if segment.inner_end == "square" else BUILDING
                joined |= sum(1 << side for side in segment.sides)
        return LINES[joined]

    def draw_paths(self) -> None:
        for number, segment in enumerate(self.segments):
            if segment.type == PATH:
                if self.height > 1 and NORTH in segment.sides:
                    self.put((self.middle[0], 0), ACROSS, number)
                self.put(self.middle, self._sign(), number)

    def market_at(self, number: int) -> Point:
        """On the court itself, else on the court or path nearest to it, never in the middle."""
        x, _ = self.middle
        places = self._from_the_middle()
        own = [at for at in places if self.owner[at] == number and self.signs.get(at) != MARKET]
        free = [at for at in places if at[0] != x and self.char(at) in (FILL[COURT], ALONG, ACROSS)]
        free.sort(key=lambda at: (at[0] - x) * self._leaning(number) < 0)
        return (own or free or [self.middle])[0]

    def _from_the_middle(self) -> list[Point]:
        """All positions, those near the middle first, the middle last if a path has it."""
        x, _ = self.middle
        taken = self.middle if self.has_path else None
        return sorted(self.positions, key=lambda at: (at == taken, abs(at[0] - x), -at[1], at))

    def _leaning(self, number: int) -> int:
        """To which side of the middle a segment belongs: -1 for the west, 1 for the east."""
        return -1 if tiles.side_of(self.segments[number].ports[0]) in (WEST, NORTH) else 1

    def spot(self, number: int) -> Point:
        if self.height > 1:
            return super().spot(number)
        own = (at for at in self._from_the_middle() if self.owner[at] == number)
        # Wide tiles repeat what their west and east show; there nothing is lost.
        away = 2 if self.width > 5 else 1
        elsewhere = self.middle[0] + away * self._leaning(number), 0
        return next((at for at in own if self.signs.get(at) != MARKET), elsewhere)


@lru_cache(maxsize=2048)
def picture(segments: tuple[Segment, ...], width: int, height: int, ascii: bool = False) -> Block:
    """A tile so wide and high; the same segments always give the same picture."""
    drawn = Block(segments, width, height) if height > 2 else Strip(segments, width, height, ascii)
    drawn.fill()
    drawn.draw_paths()
    drawn.draw_markets()
    return drawn
