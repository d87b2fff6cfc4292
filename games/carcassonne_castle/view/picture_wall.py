"""The wall in space: where it runs, where each number of the score track lies on it.

The wall is a list of stretches, one per outer side of a cell, clockwise. A place on it is a number:
the stretch, and how far along. Corner towers sit on its corners and the spaces between two of them
share the wall between.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from rulekeep.core import EAST, NORTH, SOUTH, STEPS, WEST, Point, frozen, svg_number
from rulekeep.games.carcassonne_castle.box.board import Board, CornerTower
from rulekeep.games.carcassonne_castle.box.contents import Box

WIDE, HIGH = 630.0, 567.0
"""The room for the interior."""
BAND = 40.0
"""How thick the wall is."""
LARGEST_CELL = 110.0
FROM_INSIDE = 27.0
"""Where the numbers stand on the wall, from its inner side."""
MARKER_OUT = 9.0
"""Markers stand half outside, so that the numbers stay in sight."""
STEADY = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
"""Where there is no room for every number, every second, fifth …"""
ROOM_FOR_A_NUMBER = 21.0

_ROUND = ((0, 0), (1, 0), (1, 1), (0, 1))
"""The corners of a cell, clockwise from the north-west."""

Corner = tuple[int, int]
"""A corner of a cell, counted in cells."""


@frozen
class Stretch:
    """A side of a cell that the wall runs along."""

    cell: int
    side: int
    start: Corner
    end: Corner


@frozen
class Stand:
    """Where a marker stands outside the wall; two stand side by side."""

    at: Point
    side: int

    def moved(self, along: float) -> Point:
        upright = self.side in (EAST, WEST)
        return self.at[0] + along * (not upright), self.at[1] + along * upright


@frozen
class TrackSpace:
    """A number of the score track."""

    number: int
    at: Point
    outside: Stand
    bounds: tuple[Point, Point] | None
    """The line to the next space."""
    named: bool


@frozen
class TowerPlate:
    tower: CornerTower
    at: Point
    outside: tuple[Stand, Stand]


class Wall:
    """A board's wall, measured on the sheet from the north-west corner of the interior's map."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.cell = float(min(WIDE // board.width, HIGH // board.height, LARGEST_CELL))
        self.loops = [*self._loops()]
        self.stretches = [stretch for loop in self.loops for stretch in loop]
        self.plates = tuple(map(self._plate, board.towers))
        self.spaces = {space.number: space for space in self._spaces()}

    def corner(self, cell: int) -> Point:
        """The north-west corner of a cell."""
        x, y = self.board.grid.cells[cell]
        return x * self.cell, y * self.cell

    def marker_at(self, space: int) -> Stand:
        for plate in self.plates:
            if space in plate.tower.spaces:
                return plate.outside[plate.tower.spaces.index(space)]
        return self.spaces[space].outside

    # -- where it runs ----------------------------------------------------------------------

    def _loops(self) -> Iterator[list[Stretch]]:
        """Walls that close, clockwise; one unless the interior has holes or parts."""
        grid = self.board.grid
        open_sides = [(c, s) for c in range(len(grid)) for s in range(4) if grid.across[c][s] < 0]
        left = {at: self._stretch(*at) for at in open_sides}
        while left:
            loop = [left.pop(min(left))]
            while True:
                here = loop[-1]
                following = [at for at, s in left.items() if s.start == here.end]
                if not following:
                    break
                # Where two corners meet, the wall stays with its cell.
                own = [at for at in following if at[0] == here.cell]
                loop.append(left.pop((own or following)[0]))
            yield loop

    def _stretch(self, cell: int, side: int) -> Stretch:
        x, y = self.board.grid.cells[cell]
        (ax, ay), (bx, by) = _ROUND[side], _ROUND[(side + 1) % 4]
        return Stretch(cell, side, (x + ax, y + ay), (x + bx, y + by))

    # -- towers -----------------------------------------------------------------------------

    def _stretch_from(self, tower: CornerTower) -> int:
        starts = (n for n, stretch in enumerate(self.stretches) if stretch.start == tower.corner)
        return next(n for n in starts if self._before(n).side != self.stretches[n].side)

    def _before(self, n: int) -> Stretch:
        """The stretch that ends where this one starts."""
        here = self.stretches[n]
        loop = next(loop for loop in self.loops if here in loop)
        return loop[loop.index(here) - 1]

    def _plate(self, tower: CornerTower) -> TowerPlate:
        n = self._stretch_from(tower)
        x, y = (self.cell * part for part in tower.corner)
        sides = self._before(n).side, self.stretches[n].side
        x += sum(STEPS[side][0] for side in sides) * BAND / 2
        y += sum(STEPS[side][1] for side in sides) * BAND / 2
        reach = BAND / 2 + MARKER_OUT
        low, high = (
            Stand((x + STEPS[side][0] * reach, y + STEPS[side][1] * reach), side) for side in sides
        )
        if self._is_nook(tower):
            # The wall runs on where one would step outside: they stand on the tower.
            beside = x + sum(STEPS[side][0] for side in sides) * 12
            low, high = Stand((beside, y - 9), NORTH), Stand((beside, y + 9), SOUTH)
        return TowerPlate(tower, (x, y), (low, high))

    def _is_nook(self, tower: CornerTower) -> bool:
        """Whether the wall bends inwards there: the tower then stands on both stretches."""
        n = self._stretch_from(tower)
        return (self._before(n).side - self.stretches[n].side) % 4 == 1

    # -- the track --------------------------------------------------------------------------

    def _spaces(self) -> Iterator[TrackSpace]:
        for numbers, start, length in self._runs():
            pitch = length / max(len(numbers), 1)
            every = next((n for n in STEADY if n * pitch * self.cell >= ROOM_FOR_A_NUMBER), 10_000)
            for n, space in enumerate(numbers):
                at = start + (n + 0.5) * pitch
                last = n == len(numbers) - 1
                bounds = None
                if not last and pitch * self.cell > 8:
                    edge = start + (n + 1) * pitch
                    bounds = self._place(edge, 0), self._place(edge, BAND)
                yield TrackSpace(
                    space,
                    self._place(at, FROM_INSIDE),
                    Stand(self._place(at, BAND + MARKER_OUT), self._side(at)),
                    bounds,
                    space % every == 0,
                )

    def _runs(self) -> Iterator[tuple[list[int], float, float]]:
        """The numbers between towers, where their stretch of wall begins, its length in cells."""
        towers, total = self.board.towers, len(self.stretches)
        if not towers:
            yield list(range(self.board.track)), 0, total
        for n, tower in enumerate(towers):
            following = towers[(n + 1) % len(towers)]
            if n + 1 < len(towers):
                numbers = list(range(tower.spaces[1] + 1, following.spaces[0]))
            else:
                after, before = tower.spaces[1] + 1, towers[0].spaces[0]
                numbers = [*range(after, self.board.track), *range(before)]
            start, end = self._stretch_from(tower), self._stretch_from(following)
            room = BAND / self.cell
            begins = start + room * self._is_nook(tower)
            length = ((end - start - 1) % total) + 1 - room * self._is_nook(following)
            yield numbers, begins, max(length - (begins - start), 0.1)

    def _side(self, along: float) -> int:
        return self.stretches[int(along) % len(self.stretches)].side

    def _place(self, along: float, outwards: float) -> Point:
        """A place on the wall, so far out from its inner side."""
        n = int(along)
        stretch = self.stretches[n % len(self.stretches)]
        (x, y), (to_x, to_y) = stretch.start, stretch.end
        dx, dy = STEPS[stretch.side]
        return (
            self.cell * (x + (to_x - x) * (along - n)) + dx * outwards,
            self.cell * (y + (to_y - y) * (along - n)) + dy * outwards,
        )

    def outline(self) -> str:
        """The inner side of the wall, as a way to be drawn."""
        ways = []
        for loop in self.loops:
            corners = [" ".join(svg_number(self.cell * part) for part in s.start) for s in loop]
            ways.append("M" + "L".join(corners) + "Z")
        return "".join(ways)


@lru_cache(maxsize=32)
def wall_of(box: Box) -> Wall:
    return Wall(box.board)
