"""A tile in one or two rows, for low windows.

In one row the edges stand side by side: west, north, middle, south, east. In two rows the north
stands above, the south below, on both sides of the middle.
"""

from __future__ import annotations

from functools import lru_cache

from rulekeep.core.grid import EAST, NORTH, SOUTH, WEST
from rulekeep.games.carcassonne_castle.box.tiles import (
    COURT,
    PATH,
    Segment,
    Type,
    half_port,
    side_of,
)
from rulekeep.games.carcassonne_castle.view import block
from rulekeep.games.carcassonne_castle.view.block import FILL, LINES, Block

SQUARE = "*"
ALONG, ACROSS = "═", "║"


class Strip(Block):
    """Too low for triangles: every edge has its few characters."""

    hiding = 2.0

    def __init__(self, segments: tuple[Segment, ...], width: int, height: int, ascii: bool) -> None:
        super().__init__(segments, width, height)
        self.ascii = ascii
        self.middle = width // 2, height - 1
        self.west = range((width - 3) // 2)
        self.east = range(width - len(self.west), width)

    # -- what an edge shows -----------------------------------------------------------------

    def _type(self, side: int) -> Type:
        return self.segments[self.at_port[side]].type

    def _show(self, column: int, row: int, side: int) -> None:
        """The house, tower or court of an edge; beside a path what lies there."""
        number = self.at_port[side]
        if self._type(side) == PATH or side in self.split:
            first = (column <= self.middle[0]) == (side == NORTH)
            if side in (EAST, WEST):
                first = side == EAST
            number = self.at_port[half_port(side, 0 if first else 1)]
        self._put(column, row, FILL[self.segments[number].type], number)

    # -- painting ---------------------------------------------------------------------------

    def fill(self) -> None:
        x, y = self.middle
        for columns, side in ((self.west, WEST), (self.east, EAST)):
            for column in columns:
                for row in range(self.height):
                    if row == y and self._type(side) == PATH:
                        self._put(column, row, ALONG, self.at_port[side])
                    else:
                        self._show(column, row, side)
        inner = range(self.west.stop, self.east.start)
        if self.height > 1:
            for column in inner:
                self._show(column, 0, NORTH)
        for column in inner:
            if column != x:
                north = self.height == 1 and column < x
                self._beside_the_middle(column, NORTH if north else SOUTH)
        self._part()
        number = self.centre()
        self._put(x, y, FILL[self.segments[number].type] if number >= 0 else FILL[COURT], number)

    def _beside_the_middle(self, column: int, side: int) -> None:
        """One of the characters next to the middle: an edge, or the path that runs past it."""
        x, y = self.middle
        outer = WEST if column < x else EAST
        type_ = self._type(side)
        if type_ not in (PATH, COURT):
            self._show(column, y, side)
        elif type_ == PATH and not self._told_by_the_middle():
            self._put(column, y, ACROSS, self.at_port[side])
        elif self._type(outer) == PATH:
            self._put(column, y, ALONG, self.at_port[outer])
        elif self.height > 1 and self.centre() == self.at_port[outer] and not self.has_path:
            self._show(column, y, outer)
        else:
            self._show(column, y, side)

    def _told_by_the_middle(self) -> bool:
        """Whether the sign in the middle shows where the path goes; in ASCII corners do not."""
        sign = self._sign()
        return sign in (ALONG, ACROSS) or (sign in LINES and not self.ascii)

    def _part(self) -> None:
        """Leave a gap between two houses, or two towers, that are separate."""
        y = self.middle[1]
        if self.height == 1:
            return
        for outer, side, inner in (
            (self.west[-1], WEST, self.west.stop),
            (self.east[0], EAST, self.east.start - 1),
        ):
            if self._alike(self.at_port[side], self.at_port[NORTH]):
                self._put(inner, 0, FILL[COURT], -1)
            if self._alike(self.at_port[side], self.at_port[SOUTH]):
                self._put(outer, y, FILL[COURT], -1)

    def _sign(self) -> str:
        """What stands in the middle of a tile with paths."""
        joined = 0
        for segment in self.segments:
            if segment.type == PATH:
                if segment.well:
                    return block.WELL
                if segment.inner_end:
                    return SQUARE if segment.inner_end == "square" else block.BUILDING
                joined |= sum(1 << side for side in segment.sides)
        return LINES[joined]

    def draw_paths(self) -> None:
        x, y = self.middle
        for number, segment in enumerate(self.segments):
            if segment.type == PATH:
                if self.height > 1 and NORTH in segment.sides:
                    self._put(x, 0, ACROSS, number)
                self._put(x, y, self._sign(), number)

    def draw_markets(self) -> None:
        """On the court itself, else on the court or path nearest to it, never in the middle."""
        for number, segment in enumerate(self.segments):
            if segment.market:
                own = [at for at in self._places() if self.owner[at[1]][at[0]] == number]
                column, row = (own or self._near(segment))[0]
                self.char[row][column] = block.MARKET

    def _places(self) -> list[tuple[int, int]]:
        """All positions, those near the middle first, the middle last if a path has it."""
        x, y = self.middle
        every = [(c, r) for r in range(self.height) for c in range(self.width)]
        taken = self.has_path
        return sorted(every, key=lambda at: (at == (x, y) and taken, abs(at[0] - x), -at[1], at))

    def _near(self, segment: Segment) -> list[tuple[int, int]]:
        """Positions that are no building, on the segment's side of the tile."""
        x, _ = self.middle
        side = side_of(segment.ports[0])
        wanted = -1 if side in (WEST, NORTH) else 1
        free = [
            (column, row)
            for column, row in self._places()
            if column != x and self.char[row][column] in (FILL[COURT], ALONG, ACROSS)
        ]
        return sorted(free, key=lambda at: (at[0] - x) * wanted < 0) or [self.middle]

    def spot(self, number: int) -> tuple[int, int]:
        if self.height > 1:
            return super().spot(number)
        x, _ = self.middle
        own = [
            column
            for column, _ in self._places()
            if self.owner[0][column] == number and self.char[0][column] != block.MARKET
        ]
        if own:
            return own[0], 0
        # Wide tiles repeat what their west and east show; there nothing is lost.
        away = 2 if len(self.west) > 1 else 1
        side = side_of(self.segments[number].ports[0])
        return (x - away if side in (WEST, NORTH) else x + away), 0


@lru_cache(maxsize=2048)
def picture(
    segments: tuple[Segment, ...], width: int, height: int, ascii: bool = False
) -> block.Picture:
    """A tile so wide and high; the same segments always give the same picture."""
    drawn = Block(segments, width, height) if height > 2 else Strip(segments, width, height, ascii)
    drawn.fill()
    drawn.draw_paths()
    drawn.draw_markets()
    return block.Picture(tuple(drawn.spans(row) for row in range(height)), drawn)
