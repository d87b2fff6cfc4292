"""The table drawn in characters: the castle, the cards round it, the players' means."""

from __future__ import annotations

from rulekeep.core.canvas import Canvas, Look
from rulekeep.core.grid import EAST, NORTH, SOUTH, WEST
from rulekeep.games.kilt_castle.building import line_of_build, sites
from rulekeep.games.kilt_castle.components import COLOUR_NAMES, LETTERS, Board
from rulekeep.games.kilt_castle.ending import outcome
from rulekeep.games.kilt_castle.events import ducats
from rulekeep.games.kilt_castle.scoring import best_area
from rulekeep.games.kilt_castle.state import State
from rulekeep.games.kilt_castle.state_data import stock_of
from rulekeep.games.kilt_castle.table import BUILD_1, BUILD_2, RELOCATE, ROOF

COLOUR_STYLES = ("bold red", "bold dark_orange3", "bold cyan", "bold blue")
"""Of red, orange, light gray and dark gray; the letters say the same."""
MARGIN = 11
"""Room for the cards west and east of the castle."""
CELL_HEIGHT = 2
WIDEST_CELL = 7
PANEL_WIDTH = 50
ARROWS = ("▶", "▼", "◀", "▲")
"""The way cards go on the north, east, south and west side."""
CARD_LINES = 2
"""Cards west and east lie in so many lines."""


def render(state: State, viewer: int | None, look: Look) -> Canvas:
    canvas = Canvas()
    for line, style in _header(state, look):
        canvas.line(line[: look.width], style)
    castle = _Castle(state, look.width)
    panel = _panel(state, viewer, look)
    top = canvas.height + 1
    canvas.paste(0, top, castle.canvas)
    if castle.width + 2 + PANEL_WIDTH <= look.width:
        canvas.paste(castle.width + 2, top + castle.top, panel)
    else:
        canvas.paste(0, canvas.height + 1, panel)
    _legend(canvas, state, look)
    return canvas


# -- words ----------------------------------------------------------------------------------


def _header(state: State, look: Look) -> list[tuple[str, str]]:
    bank = "no limit" if state.bank < 0 else str(state.bank)
    facts = [
        f"Turn {state.turn}",
        f"seal: {_short(look.name(state.active), 20)}",
        f"roofs left {state.unused_roofs}",
        f"bank {bank}",
    ]
    lines = [(" · ".join(facts), "bold"), (_asked(state, look), "")]
    if state.ducat_day:
        lines.append(("The seal shows its ducat side: a ducat day follows the builds.", "bold"))
    return lines


def _asked(state: State, look: Look) -> str:
    board = state.table.board
    if state.phase == RELOCATE:
        player = _short(look.name(state.active), 24)
        return f"{player} relocates a card; the front is at {state.front}."
    if state.phase in (BUILD_1, BUILD_2):
        cells = " ".join(board.name(cell) for cell in line_of_build(state))
        card = f"{state.shown(state.moved)} lies at {state.at[state.moved]}"
        builder = _short(look.name(state.builder), 20)
        return f"{builder} builds for {COLOUR_NAMES[state.colour]}: {card}, facing {cells}."
    if state.phase == ROOF:
        chooser = _short(look.name(state.builder), 20)
        return f"{chooser} chooses the roof to move to {board.name(state.second)}."
    result = outcome(state)
    winners = result.winners if result is not None else ()
    return f"The match is over: {' and '.join(_short(look.name(s), 20) for s in winners)} won."


def _short(name: str, width: int) -> str:
    return name if len(name) <= width else name[: width - 1] + "…"


def _legend(canvas: Canvas, state: State, look: Look) -> None:
    lines = [
        "R★★ 4: red on top with 2 crests, 4 floors · ⌂: roofed, belongs to all · ♜: tower",
        f"R/O: red faces the board, orange away · {_front(state)}: the front of the cards",
    ]
    if state.phase in (BUILD_1, BUILD_2):
        lines.append("▶free, ▶2: may be built on, for nothing or for 2 ducats")
    elif state.phase == ROOF:
        lines.append("▶roof: may be taken")
    canvas.line()
    for line in lines:
        canvas.line(line[: look.width], "dim")


def _front(state: State) -> str:
    """The number of the front position as it stands beside the castle."""
    spot = state.table.board.spots[state.front]
    return str(state.front) if spot is None else f"{ARROWS[spot.side]}{state.front}"


# -- the players ----------------------------------------------------------------------------


def _panel(state: State, viewer: int | None, look: Look) -> Canvas:
    canvas = Canvas()
    canvas.put(15, 0, "in stock", "dim")
    canvas.put(27, 0, "worth on a ducat day", "dim")
    asked = {decision.seat for decision in state.open}
    for seat, own in enumerate(state.table.colours_of):
        marker = "▶" if seat in asked else " "
        you = " (you)" if seat == viewer else ""
        name = f"{_short(look.name(seat), 24)}{you}"
        y = canvas.height
        canvas.put(0, y, f"{marker} {name:<31}", "bold" if seat in asked else "")
        canvas.put(36, y, f"{ducats(state.ducats[seat]):>14}", "bold")
        for colour in own:
            _colour_line(canvas, state, colour)
    return canvas


def _colour_line(canvas: Canvas, state: State, colour: int) -> None:
    """A colour's floors in stock and what it would get on a ducat day."""
    y = canvas.height
    style = COLOUR_STYLES[colour]
    canvas.put(2, y, f"{LETTERS[colour]} {COLOUR_NAMES[colour]}", style)
    plain, one, two = stock_of(state, colour)
    canvas.put(15, y, f"{plain:>2}  {one}★ {two}★★")
    area = best_area(state, colour)
    parts = ((area.towers, "♜"), (area.roofs, "⌂"), (area.crests, "★"))
    items = " + ".join(f"{number}{sign}" for number, sign in parts if number)
    canvas.put(27, y, f"{area.value:>2}{' = ' + items if items else ''}")


# -- the castle -----------------------------------------------------------------------------


class _Castle:
    """The grid with its margins; widths follow the number of columns."""

    def __init__(self, state: State, width: int) -> None:
        self.state = state
        self.board: Board = state.table.board
        room = (min(width, 80) - 2 * MARGIN - 1) // self.board.columns - 1
        self.cell = max(5, min(WIDEST_CELL, room))
        self.canvas = Canvas()
        self.marks = self._marks()
        self.north = self._most_cards(NORTH)
        self.top = self.north + 1
        self._draw_grid()
        for cell in self.board.cells:
            self._draw_cell(cell)
        for position in range(self.board.positions):
            self._draw_position(position)
        self._list_elsewhere()

    def _marks(self) -> dict[int, str]:
        """What is written on the cells that may be chosen now."""
        state = self.state
        if state.phase == ROOF:
            return {cell: "▶roof" for cell in self.board.cells if state.is_roofed(cell)}
        if state.phase not in (BUILD_1, BUILD_2):
            return {}
        return {
            site.cell: "▶free" if site.free_build else f"▶{site.price}" for site in sites(state)
        }

    def _most_cards(self, side: int) -> int:
        return max(
            (
                len(self.state.rows[position])
                for position, spot in enumerate(self.board.spots)
                if spot is not None and spot.side == side
            ),
            default=0,
        )

    @property
    def width(self) -> int:
        return self._x(self.board.columns) + 1 + MARGIN

    def _x(self, column: int) -> int:
        return MARGIN + column * (self.cell + 1)

    def _y(self, row: int) -> int:
        return self.top + row * (CELL_HEIGHT + 1)

    def _is_cell(self, x: int, y: int) -> bool:
        if not (0 <= x < self.board.columns and 0 <= y < self.board.rows):
            return False
        return bool(self.board.mask >> (y * self.board.stride + x) & 1)

    def _draw_grid(self) -> None:
        columns, rows = self.board.columns, self.board.rows
        for y in range(rows + 1):
            for x in range(columns + 1):
                joint = self._joint(x, y)
                self.canvas.put(self._x(x), self._y(y), joint)
                if self._is_cell(x, y) or self._is_cell(x, y - 1):
                    self.canvas.put(self._x(x) + 1, self._y(y), "─" * self.cell)
                if self._is_cell(x, y) or self._is_cell(x - 1, y):
                    for line in range(CELL_HEIGHT):
                        self.canvas.put(self._x(x), self._y(y) + 1 + line, "│")
        for cell in self.board.missing:
            y, x = divmod(cell, self.board.stride)
            for line in range(CELL_HEIGHT):
                self.canvas.put(self._x(x) + 1, self._y(y) + 1 + line, "≈" * self.cell, "dim")

    def _joint(self, x: int, y: int) -> str:
        """The corner of up to four cells."""
        nw, ne = self._is_cell(x - 1, y - 1), self._is_cell(x, y - 1)
        sw, se = self._is_cell(x - 1, y), self._is_cell(x, y)
        arms = (nw or ne, ne or se, sw or se, nw or sw)
        return _JOINTS[arms]

    def _draw_cell(self, cell: int) -> None:
        state = self.state
        row, column = divmod(cell, self.board.stride)
        x, y = self._x(column) + 1, self._y(row) + 1
        mark = self.marks.get(cell, "")
        self.canvas.put(x, y, self.board.name(cell), "bold" if mark else "dim")
        if mark:
            if len(mark) > self.cell - 2:
                mark = mark[: self.cell - 2]
            self.canvas.put(x + self.cell - len(mark), y, mark, "bold reverse")
        if not state.towers[cell]:
            self.canvas.put(x + 1, y + 1, "·", "dim")
            return
        colour = state.top_colour(cell)
        roof = "⌂" if state.is_roofed(cell) else " "
        text = f"{roof}{LETTERS[colour]}{'★' * state.top_crests(cell)}"
        height = str(state.heights[cell])
        style = "dim" if state.is_roofed(cell) else COLOUR_STYLES[colour]
        self.canvas.put(x, y + 1, text, style)
        self.canvas.put(x + self.cell - len(height), y + 1, height)

    # -- the cards --------------------------------------------------------------------------

    def _draw_position(self, position: int) -> None:
        spot = self.board.spots[position]
        if spot is None:
            return
        row = self.state.rows[position]
        is_front = position == self.state.front
        number = _front(self.state) if is_front else str(position)
        style = "bold reverse" if is_front else "" if row else "dim"
        if spot.side in (NORTH, SOUTH):
            x = self._x(spot.lane) + 1
            away = -1 if spot.side == NORTH else 1
            y = self.top - 1 if spot.side == NORTH else self._y(self.board.rows) + 1
            self.canvas.put(x + (self.cell - len(number)) // 2, y, number, style)
            for card in row:
                y += away
                self._card(x + (self.cell - 3) // 2, y, card)
            return
        y = self._y(spot.lane) + 1
        if spot.side == EAST:
            x = self._x(self.board.columns) + 1
            self.canvas.put(x, y, number, style)
        else:
            x = MARGIN - len(number)
            self.canvas.put(x, y, number, style)
        self._cards_in_lines(row, spot.side, y)

    def _cards_in_lines(self, row: tuple[int, ...], side: int, y: int) -> None:
        """Two cards a line, the innermost nearest to the castle."""
        for place, card in enumerate(row):
            line, across = divmod(place, CARD_LINES)
            if side == WEST:
                x = MARGIN - 7 - 4 * across
            else:
                x = self._x(self.board.columns) + 5 + 4 * across
            text = self.state.shown(card)
            self._card(x + (3 - len(text) if side == WEST else 0), y + line, card)

    def _card(self, x: int, y: int, card: int) -> None:
        moved = card == self.state.moved
        faces = self.state.faces(card)
        for place, colour in enumerate(faces):
            if place:
                self.canvas.put(x + 1, y, "/")
            style = COLOUR_STYLES[colour]
            self.canvas.put(
                x + 2 * place, y, LETTERS[colour], f"{style} reverse" if moved else style
            )

    def _list_elsewhere(self) -> None:
        """Cards at positions that have no place of their own beside the grid."""
        for position, spot in enumerate(self.board.spots):
            row = self.state.rows[position]
            if spot is None and row:
                cards = " ".join(self.state.shown(card) for card in row)
                front = " (front)" if position == self.state.front else ""
                self.canvas.put(MARGIN, self.canvas.height, f"{position}: {cards}{front}")


_JOINTS = {
    (False, False, False, False): " ",
    (False, True, True, False): "┌",
    (False, False, True, True): "┐",
    (True, True, False, False): "└",
    (True, False, False, True): "┘",
    (True, True, True, False): "├",
    (True, False, True, True): "┤",
    (False, True, True, True): "┬",
    (True, True, False, True): "┴",
    (True, True, True, True): "┼",
}
