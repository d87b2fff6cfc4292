"""The castle drawn in characters, with its edge positions and the cards that lie at them."""

from __future__ import annotations

from abc import ABC, abstractmethod

from rulekeep.core.canvas import Canvas
from rulekeep.core.grid import EAST, NORTH, SOUTH, WEST
from rulekeep.core.lines import draw_lines, frames
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


class Castle(ABC):
    """The grid and what lies round it; the two sizes say where everything goes."""

    cards_in_line: int
    """So many cards west and east lie in one line."""
    lines_of_text: int
    """In a cell."""
    is_small: bool
    """Without lines between the rows of cells."""

    def __init__(self, state: State, width: int, with_cards: bool) -> None:
        self.state = state
        self.board = state.terms.box
        self.cell = width
        self.with_cards = with_cards
        self.canvas = Canvas()
        self.sites = sites(state) if state.is_building else {}
        """The cells that may be built on now, and the prices."""
        self.north = self.most_cards(NORTH)
        self.margin = self.side_margin(WEST)
        self.draw_grid()
        for cell in self.board.cells:
            x, y = self._corner(cell)
            self.draw_cell(cell, x, y)
            what = f"{standing(state, cell)}."
            self.canvas.place(self.board.name(cell), x, y, self.cell, self.lines_of_text, what=what)
        for cell in self.board.missing:
            x, y = self._corner(cell)
            for line in range(self.lines_of_text):
                self.canvas.put(x, y + line, "≈" * self.cell, "dim")
        for position in range(self.board.positions):
            self._draw_position(position)

    # -- where things go --------------------------------------------------------------------

    @property
    def shoulder(self) -> int:
        """The row beside which something else may begin."""
        return 0 if self.is_small else self.north + 1

    @abstractmethod
    def side_margin(self, side: int) -> int:
        """Columns west or east of the grid."""

    def text_row(self, row: int) -> int:
        """The first line of text of a row of cells."""
        between = not self.is_small
        return self.north + 1 + (self.lines_of_text + between) * row + between

    def _corner(self, cell: Cell) -> tuple[int, int]:
        """Where the text of a cell begins."""
        row, column = divmod(cell, self.board.stride)
        return self.x(column) + 1, self.text_row(row)

    def number_row(self, side: int) -> int:
        """The line with the numbers of the positions north or south."""
        return self.north if side == NORTH else self.text_row(self.board.rows)

    @abstractmethod
    def draw_grid(self) -> None:
        """The lines between the cells."""

    @abstractmethod
    def draw_cell(self, cell: Cell, x: int, y: int) -> None:
        """What stands in a cell."""

    @property
    def width(self) -> int:
        return self.x(self.board.columns) + 1 + self.side_margin(EAST)

    def x(self, column: int) -> int:
        return self.margin + column * (self.cell + 1)

    def most_cards(self, side: int) -> int:
        """The longest row of cards to be drawn on a side."""
        rows = zip(self.board.spots, self.state.rows, strict=True)
        found = [len(row) for spot, row in rows if spot is not None and spot.side == side]
        return max(found, default=0) if self.with_cards else 0

    # -- the cards --------------------------------------------------------------------------

    def _draw_position(self, position: Position) -> None:
        spot = self.board.spots[position]
        if spot is None:
            return
        row = self.state.rows[position]
        number = numbered(self.state, position)
        style = "bold reverse" if position == self.state.front else "" if row else "dim"
        if spot.side in (NORTH, SOUTH):
            x = self.x(spot.lane) + 1 + (self.cell - len(number)) // 2
            y = self.number_row(spot.side)
        else:
            y = self.text_row(spot.lane)
            x = self.x(self.board.columns) + 1 if spot.side == EAST else self.margin - len(number)
        self.canvas.put(x, y, number, style)
        what = f"{lying_at(self.state, position)}."
        self.canvas.place(str(position), x, y, len(number), what=what)
        for place, lying in enumerate(row if self.with_cards else ()):
            if spot.side in (NORTH, SOUTH):
                away = -1 - place if spot.side == NORTH else 1 + place
                self._card(self.x(spot.lane) + 1 + (self.cell - 3) // 2, y + away, lying)
            else:
                self._card_beside(spot.side, y, place, lying)

    def _card_beside(self, side: int, y: int, place: int, lying: Lying) -> None:
        """A card west or east, the innermost nearest to the castle."""
        line, across = divmod(place, self.cards_in_line)
        if side == EAST:
            x = self.x(self.board.columns) + 1 + NUMBER + 1 + CARD * across
        else:
            x = self.margin - NUMBER - CARD * (across + 1) + CARD - 1 - len(DRAWN[lying])
        self._card(x, y + line, lying)

    def _card(self, x: int, y: int, lying: Lying) -> None:
        moved = " reverse" if lying == self.state.moved else ""
        for place, sign in enumerate(DRAWN[lying]):
            style = "" if sign == "/" else COLOUR_STYLES[LETTERS.index(sign.upper())] + moved
            self.canvas.put(x + place, y, sign, style)


class LargeCastle(Castle):
    """Two lines of text to a cell and lines between the cells."""

    cards_in_line = 2
    lines_of_text = 2
    is_small = False

    def side_margin(self, side: int) -> int:
        return NUMBER + (CARD * self.cards_in_line if self.with_cards else 0)

    def draw_grid(self) -> None:
        draw_lines(self.canvas, frames(map(self._corner, self.board.cells), self.cell, 2))

    def _mark(self, cell: Cell) -> str:
        """What is written on a cell that may be chosen now."""
        wide = self.cell >= WIDE_CELL
        if self.state.phase == ROOF and self.state.is_roofed(cell):
            return "▶roof" if wide else "▶"
        if cell not in self.sites:
            return ""
        return "▶free" if wide and not self.state.towers[cell] else f"▶{self.sites[cell]}"

    def draw_cell(self, cell: Cell, x: int, y: int) -> None:
        state = self.state
        mark = self._mark(cell)
        self.canvas.put(x, y, self.board.name(cell), "bold" if mark else "dim")
        if mark:
            self.canvas.put(x + self.cell - len(mark), y, mark, "bold reverse")
        if not state.towers[cell]:
            self.canvas.put(x + 1, y + 1, "·", "dim")
            return
        roofed = state.is_roofed(cell)
        style = "dim" if roofed else COLOUR_STYLES[state.top_colour(cell)]
        top = tower_top(state, cell)
        height = str(state.heights[cell])
        if self.cell >= len(top) + len(height) + 1:
            self.canvas.put(x, y + 1, ("⌂" if roofed else " ") + top, style)
        else:
            if roofed:
                self.canvas.put(x + 2, y, "⌂", style)
            self.canvas.put(x, y + 1, top, style)
        self.canvas.put(x + self.cell - len(height), y + 1, height)


class SmallCastle(Castle):
    """One line of text to a row of cells; the frame carries the numbers of the positions."""

    cards_in_line = 4
    lines_of_text = 1
    is_small = True

    def side_margin(self, side: int) -> int:
        return NUMBER + CARD * self.most_cards(side)

    def draw_grid(self) -> None:
        columns = [(self.x(x) + 1, self.text_row(0)) for x in range(self.board.columns)]
        draw_lines(self.canvas, frames(columns, self.cell, self.board.rows))

    def draw_cell(self, cell: Cell, x: int, y: int) -> None:
        state = self.state
        marked = cell in self.sites
        roofed = state.is_roofed(cell)
        sign = "▶" if marked else "⌂" if roofed else " "
        chosen = marked or (roofed and state.phase == ROOF)
        self.canvas.put(x, y, self.board.name(cell), "bold" if chosen else "dim")
        self.canvas.put(x + 2, y, sign, "bold reverse" if chosen else "dim")
        if not state.towers[cell]:
            self.canvas.put(x + 3, y, "·", "dim")
            return
        style = "dim" if roofed else COLOUR_STYLES[state.top_colour(cell)]
        self.canvas.put(x + 3, y, tower_top(state, cell), style)
        height = str(state.heights[cell])
        self.canvas.put(x + self.cell - len(height), y, height)


def small_cell(state: State) -> int:
    """The width of a cell of the small castle: name, sign, top floor, height."""
    needed = [
        3 + len(tower_top(state, cell)) + len(str(state.heights[cell]))
        for cell in state.terms.box.cells
        if state.towers[cell]
    ]
    return max(WIDE_CELL, *needed) if needed else WIDE_CELL
