"""Drawing the table: the castle, the wall with its towers, the players, the tile in hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, product
from operator import itemgetter

from rulekeep.core import EAST, WEST, Canvas, Look, draw_lines, first_that_fits, frames, within
from rulekeep.games.carcassonne_castle.box.packing import SPOT
from rulekeep.games.carcassonne_castle.box.tiles import PATH, ROLES
from rulekeep.games.carcassonne_castle.state import COLOURS, State
from rulekeep.games.carcassonne_castle.view.block import (
    ACROSS,
    ALONG,
    FILL,
    MARKET,
    STYLES,
    WELL,
    Point,
    picture,
)
from rulekeep.games.carcassonne_castle.view.panel import NARROWEST, panel
from rulekeep.games.carcassonne_castle.view.words import standing, turns_at

SIZES = ((11, 5), (7, 3), (5, 3), (3, 3))
"""Blocks a tile may be drawn in, the largest that fits is taken."""
LOW_WIDTHS = (11, 7, 5)
"""Widths of blocks in windows too low for the full panel."""
LEFT, TOP = 4, 2
"""Room for numbers and wall on the west and north."""
SEAT_STYLES = ("black on cyan", "bold white on magenta")

# By the neighbours that are wall too, as bits N E S W.
_WALL = " ┃━┗┃┃┏┣━┛━┻┓┫┳╋"


def render(state: State, viewer: int | None, look: Look) -> Canvas:
    """The most generous of the layouts that spares scrolling, else the lowest."""
    cut = (within(drawing, look.width) for drawing in _layouts(state, look))
    canvas = first_that_fits(cut, look)
    if look.ascii:
        canvas.replace("━", "=")  # else paths and walls look the same
    return canvas


def _layouts(state: State, look: Look) -> Iterator[Canvas]:
    """The largest blocks above everything there is to say, then ever lower ones."""
    board = state.terms.box.board
    wide = [size for size in SIZES if LEFT + board.width * size[0] + 1 <= look.width]

    def has_room(height: int) -> bool:
        return not look.height or TOP + board.height * height + 1 <= look.height

    for height, sizes in groupby(wide or SIZES[-1:], key=itemgetter(1)):
        if has_room(height):
            canvas = Sheet(state, *next(sizes), look.ascii).draw()
            canvas.paste(0, canvas.height, panel(state, look, look.width, height))
            yield canvas
    beside = [w for w in LOW_WIDTHS if LEFT + board.width * w + 2 + NARROWEST <= look.width]
    width = beside[0] if beside else (wide or SIZES[-1:])[0][0]
    *heights, lowest = (3, 2, 1) if width in LOW_WIDTHS else (3,)
    for height in (*filter(has_room, heights), lowest):
        canvas = Sheet(state, width, height, look.ascii).draw()
        x, y = (LEFT + board.width * width + 2, 0) if beside else (0, canvas.height)
        canvas.paste(x, y, panel(state, look, look.width - x, height, max(look.height - y, 1)))
        yield canvas


class Sheet:
    """The castle drawn in blocks of one size."""

    def __init__(self, state: State, width: int, height: int, ascii: bool = False) -> None:
        self.state = state
        self.box = state.terms.box
        self.width = width
        self.height = height
        self.ascii = ascii
        corners = [self.corner(at) for at in self.box.cells]
        blocks = (product(range(x, x + width), range(y, y + height)) for x, y in corners)
        self.wall = frames(corners, width, height).difference(*blocks)
        self.canvas = Canvas()

    def corner(self, at: Point) -> Point:
        """Column and row of a cell's north-west character."""
        return LEFT + at[0] * self.width, TOP + at[1] * self.height

    def draw(self) -> Canvas:
        self._numbers()
        draw_lines(self.canvas, self.wall, _WALL, "bold")
        for cell, name in enumerate(self.box.cell_names):
            x, y = self.corner(self.box.cells[cell])
            if self.state.board[cell] >= 0:
                self._tile(cell, x, y)
            else:
                self._empty(cell, x, y)
            what = standing(self.state, cell)
            self.canvas.place(name, x, y, self.width, self.height, what=what)
        self._start_spaces()
        self._towers()
        return self.canvas

    def _numbers(self) -> None:
        board = self.box.board
        for x in range(board.width):
            self.canvas.put(self.corner((x, 0))[0] + self.width // 2, 0, str(x), "dim")
        for y in range(board.height):
            self.canvas.put(0, self.corner((0, y))[1] + self.height // 2, str(y), "dim")

    # -- the wall ---------------------------------------------------------------------------

    def _start_spaces(self) -> None:
        """The feature of each start space, let into the wall."""
        for start in self.box.starts:
            x, y = self.corner(self.box.cells[start.cell])
            across, down = x + self.width // 2, y + self.height // 2
            column = (across, x + self.width, across, x - 1)[start.side]
            row = (y - 1, down, y + self.height, down)[start.side]
            upright = start.side in (EAST, WEST)
            fill = around = FILL.get(start.type, "")
            if start.type == PATH:
                fill, around = (ALONG, "┃") if upright else (ACROSS, "━")
            signs = [around, WELL if start.well else fill, around]
            for shift in range(min(start.markets, 3)):
                signs[1 - shift] = MARKET
            for shift, char in enumerate(signs, -1):
                style = "bold" if char in "━┃" else STYLES[start.type] + " bold"
                if not upright:
                    self.canvas.put(column + shift, row, char, style)
                elif y <= row + shift < y + self.height:
                    self.canvas.put(column, row + shift, char, style)
            if self.width >= 5 and not upright:
                self.canvas.put(column - 2, row, "[")
                self.canvas.put(column + 2, row, "]")

    def _towers(self) -> None:
        """The lower number of each corner tower, and whether its wall tile is there."""
        for tower in self.box.board.towers:
            x, y = self._tower_position(tower.corner)
            label = tower.name
            if tower.wall_tile:
                number = self.box.wall_towers.index(tower)
                mark = "■" if self.state.towers >> number & 1 else "□"
                label = f"{tower.spaces[0]}{mark}" if self.width >= 5 else mark
            # Short walls need their very corners for two labels.
            inset = 1 if self.width >= 7 else 0
            start = x + inset if (x + 1, y) in self.wall else x + 1 - inset - len(label)
            if start >= 0:
                self.canvas.put(start, y, label, "bold")

    def _tower_position(self, corner: Point) -> Point:
        """Where the wall bends: on the side of a lattice point that differs from the others."""
        i, j = corner
        index = self.box.board.grid.index
        around = [(dx, dy) for dy in (-1, 0) for dx in (-1, 0)]
        inside = [(dx, dy) for dx, dy in around if (i + dx, j + dy) in index]
        (dx, dy), *others = [quarter for quarter in around if quarter not in inside]
        if others:
            dx, dy = -1 - inside[0][0], -1 - inside[0][1]
        x, y = self.corner(corner)
        return x + dx, y + dy

    # -- cells ------------------------------------------------------------------------------

    def _tile(self, cell: int, x: int, y: int) -> None:
        tile = self.state.tile_on(cell)
        shown = picture(tile.segments, self.width, self.height, self.ascii)
        shown.draw(self.canvas, x, y)
        for man in self.state.men:
            spot, seat = man >> 1, man & 1
            if spot // SPOT == cell:
                dx, dy = shown.spots[spot % SPOT]
                role = ROLES[tile.segments[spot % SPOT].type][0]
                sign = role if seat else role.upper()
                self.canvas.put(x + dx, y + dy, sign, SEAT_STYLES[seat])
        for seat in (0, 1):
            if self.state.keeps[seat].at // SPOT == cell:
                dx, dy = shown.spots[self.state.keeps[seat].at % SPOT]
                self.canvas.put(x + dx, y + dy, COLOURS[seat][0], SEAT_STYLES[seat])

    def _empty(self, cell: int, x: int, y: int) -> None:
        """An empty space with its name; in brackets, with rotations, where the tile fits."""
        name, turns = self.box.cell_names[cell], "".join(map(str, turns_at(self.state, cell)))
        row = y + (self.height - 1) // 2
        if self.width >= 5:
            shown, style = (f"[{name}]", "bold") if turns else (name, "dim")
            self._centred(x, row, shown, style)
        elif turns:
            self._centred(x, row, name, "bold")
            turns = "0-3" if len(turns) == 4 else turns
        if turns and self.height > 1:
            shown = f"r{turns}" if len(turns) < self.width else turns
            self._centred(x, row + 1, shown, "bold green")

    def _centred(self, x: int, row: int, text: str, style: str) -> None:
        if len(text) <= self.width:
            self.canvas.put(x + (self.width - len(text)) // 2, row, text, style)
