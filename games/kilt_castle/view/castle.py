"""The castle drawn in characters, with its edge positions and the cards that lie at them."""

from __future__ import annotations

from functools import cached_property

from rulekeep.core import EAST, NORTH, SOUTH, WEST, Canvas, draw_lines, frames
from rulekeep.games.kilt_castle.box.board import Cell, Position
from rulekeep.games.kilt_castle.box.pieces import DRAWN, LETTERS, Lying
from rulekeep.games.kilt_castle.legal import sites
from rulekeep.games.kilt_castle.state import ROOF, State
from rulekeep.games.kilt_castle.view.looking import lying_at, standing

COLOUR_STYLES = ("bold red", "bold dark_orange3", "bold cyan", "bold blue")
"""Of red, orange, light gray and dark gray; the letters say the same."""
ARROWS = ("▶", "▼", "◀", "▲")
"""The way cards go on the north, east, south and west side."""
NUMBER = 3
"""Columns for the number of a position west or east, with an arrow at the front."""
CARD = 4
"""Columns for a card and the gap beside it."""
WIDE_CELL, NARROW_CELL = 7, 5
"""The narrowest cell with room for everything, and the narrowest of all."""


def numbered(state: State, position: Position) -> str:
    """The number of a position as it stands beside the castle: with an arrow at the front."""
    if position != state.front:
        return str(position)
    spot = state.terms.box.spots[position]
    return f"{ARROWS[0 if spot is None else spot.side]}{position}"


def tower_top(state: State, cell: Cell) -> str:
    return LETTERS[state.top_colour(cell)] + "★" * state.top_crests(cell)


class Castle:
    """The grid and what lies round it, large or small.

    The large castle has two lines of text to a cell and lines between the cells; the small one has
    one line of text to a row of cells, and its frame carries the numbers of the positions.
    """

    def __init__(self, state: State, with_cards: bool, cell_width: int = 0) -> None:
        """The large castle with cells of this width, else the small one."""
        self.state = state
        self.board = state.terms.box
        self.with_cards = with_cards
        self.is_small = not cell_width
        self.cell = cell_width or small_cell(state)
        self.lines_of_text = 1 if self.is_small else 2
        self.cards_in_line = 4 if self.is_small else 2
        """So many cards west and east lie in one line."""
        self.sites = sites(state) if state.is_building else {}
        """The cells that may be built on now, and the prices."""
        self.north = self._most_cards(NORTH)
        self.margin = self._margin(WEST)
        self.width = self._x(self.board.columns) + 1 + self._margin(EAST)
        self.shoulder = 0 if self.is_small else self.north + 1
        """The row beside which something else may begin."""
        self._sheet = Canvas()

    @cached_property
    def canvas(self) -> Canvas:
        """The drawing, made when it is needed: often the width tells that there is no room."""
        self._draw_grid()
        for cell in self.board.cells:
            x, y = self._corner(cell)
            self._draw_cell(cell, x, y)
            what = f"{standing(self.state, cell)}."
            self._sheet.place(self.board.name(cell), x, y, self.cell, self.lines_of_text, what=what)
        for cell in self.board.missing:
            x, y = self._corner(cell)
            for line in range(self.lines_of_text):
                self._sheet.put(x, y + line, "≈" * self.cell, "dim")
        for position in range(self.board.positions):
            self._draw_position(position)
        return self._sheet

    @classmethod
    def large(cls, state: State, with_cards: bool, width: int) -> Castle:
        """The large one, its cells as wide as there is room for."""
        for cell_width in range(WIDE_CELL, NARROW_CELL, -1):
            castle = cls(state, with_cards, cell_width)
            if castle.width <= width:
                return castle
        return cls(state, with_cards, NARROW_CELL)

    # -- where things go --------------------------------------------------------------------

    def _margin(self, side: int) -> int:
        """Columns west or east of the grid."""
        if self.is_small:
            return NUMBER + CARD * self._most_cards(side)
        return NUMBER + CARD * self.cards_in_line * self.with_cards

    def _most_cards(self, side: int) -> int:
        """The longest row of cards to be drawn on a side."""
        rows = zip(self.board.spots, self.state.rows, strict=True)
        found = [len(row) for spot, row in rows if spot is not None and spot.side == side]
        return max(found, default=0) if self.with_cards else 0

    def _x(self, column: int) -> int:
        return self.margin + column * (self.cell + 1)

    def _y(self, row: int) -> int:
        """The first line of text of a row of cells; of the line after the last one's frame."""
        between = not self.is_small
        return self.north + 1 + (self.lines_of_text + between) * row + between

    def _corner(self, cell: Cell) -> tuple[int, int]:
        """Where the text of a cell begins."""
        row, column = divmod(cell, self.board.stride)
        return self._x(column) + 1, self._y(row)

    # -- cells ------------------------------------------------------------------------------

    def _draw_grid(self) -> None:
        if self.is_small:
            columns = [(self._x(x) + 1, self._y(0)) for x in range(self.board.columns)]
            lines = frames(columns, self.cell, self.board.rows)
        else:
            lines = frames(map(self._corner, self.board.cells), self.cell, self.lines_of_text)
        draw_lines(self._sheet, lines)

    def _draw_cell(self, cell: Cell, x: int, y: int) -> None:
        state, put = self.state, self._sheet.put
        left, bottom = x + (3 if self.is_small else 1), y + self.lines_of_text - 1
        mark = self._mark(cell)
        put(x, y, self.board.name(cell), "bold" if mark else "dim")
        if state.towers[cell]:
            roofed = state.is_roofed(cell)
            style = "dim" if roofed else COLOUR_STYLES[state.top_colour(cell)]
            top, height = tower_top(state, cell), str(state.heights[cell])
            has_room = self.cell > len(top) + len(height)
            if roofed:
                put(*((left - 1, bottom) if has_room else (x + 2, y)), "⌂", style)
            put(left if has_room else x, bottom, top, style)
            put(x + self.cell - len(height), bottom, height)
        else:
            put(left, bottom, "·", "dim")
        if mark:
            put(x + (2 if self.is_small else self.cell - len(mark)), y, mark, "bold reverse")

    def _mark(self, cell: Cell) -> str:
        """What is written on a cell that may be chosen now."""
        wide = self.cell >= WIDE_CELL
        if self.state.phase == ROOF and self.state.is_roofed(cell):
            return "⌂" if self.is_small else "▶roof" if wide else "▶"
        if cell not in self.sites:
            return ""
        if self.is_small:
            return "▶"
        return "▶free" if wide and not self.state.towers[cell] else f"▶{self.sites[cell]}"

    # -- the cards --------------------------------------------------------------------------

    def _draw_position(self, position: Position) -> None:
        spot = self.board.spots[position]
        if spot is None:
            return
        row = self.state.rows[position]
        number = numbered(self.state, position)
        style = "bold reverse" if position == self.state.front else "" if row else "dim"
        if spot.side in (NORTH, SOUTH):
            x = self._x(spot.lane) + 1 + (self.cell - len(number)) // 2
            y = self.north if spot.side == NORTH else self._y(self.board.rows)
        else:
            x = self._x(self.board.columns) + 1 if spot.side == EAST else self.margin - len(number)
            y = self._y(spot.lane)
        self._sheet.put(x, y, number, style)
        what = f"{lying_at(self.state, position)}."
        self._sheet.place(str(position), x, y, len(number), what=what)
        for place, lying in enumerate(row if self.with_cards else ()):
            line, across = divmod(place, self.cards_in_line)
            if spot.side in (NORTH, SOUTH):
                away = -1 - place if spot.side == NORTH else 1 + place
                self._draw_card(self._x(spot.lane) + 1 + (self.cell - 3) // 2, y + away, lying)
            elif spot.side == EAST:
                start = self._x(self.board.columns) + 1 + NUMBER + 1
                self._draw_card(start + CARD * across, y + line, lying)
            else:
                end = self.margin - NUMBER - 1
                self._draw_card(end - CARD * across - len(DRAWN[lying]), y + line, lying)

    def _draw_card(self, x: int, y: int, lying: Lying) -> None:
        moved = " reverse" if lying == self.state.moved else ""
        for place, sign in enumerate(DRAWN[lying]):
            style = "" if sign == "/" else COLOUR_STYLES[LETTERS.index(sign.upper())] + moved
            self._sheet.put(x + place, y, sign, style)


def small_cell(state: State) -> int:
    """The width of a cell of the small castle: name, sign, top floor, height."""
    needed = [
        3 + len(tower_top(state, cell)) + len(str(state.heights[cell]))
        for cell in state.terms.box.cells
        if state.towers[cell]
    ]
    return max([WIDE_CELL, *needed])
