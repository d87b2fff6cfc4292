"""The board: cells, and the loop of edge positions round them."""

from __future__ import annotations

from string import ascii_uppercase

from attrs import frozen

from rulekeep.core import Node
from rulekeep.games.kilt_castle.box.pieces import provenance_of

GAME_ID = "kilt_castle"
BOARD_FILE = "board.yaml"

PRINTED_GRID = 5  # columns and rows where a board file does not say
MOST_COLUMNS = 8
MOST_ROWS = 9
MOST_POSITIONS = 100
START_ROWS = (4, 3, 2, 1)
"""The numbers of cards printed beside the start positions, clockwise."""

SIDE_NAMES = ("north", "east", "south", "west")

Cell = int  # a cell of the castle: row * stride + column
Cells = int  # a set of cells: bit `1 << cell` for each
Position = int  # a place for cards at the edge of the board, counted clockwise
Positions = int  # a set of edge positions: bit `1 << position` for each


@frozen
class Spot:
    """Where an edge position lies beside the grid: the side, and the column or row."""

    side: int
    lane: int


class Board:
    """The cells, the loop of edge positions and the lines they face.

    Every row of cells is followed by a number that is no cell (the stride is one more than the
    columns), so that neighbours are found by shifting a set of cells.
    """

    def __init__(self, root: Node) -> None:
        game = root.get("game")
        if game is not None and game.str() != GAME_ID:
            raise game.fail(f"this is a board of {game.str()}, not of {GAME_ID}")
        root.only("game", "grid", "missing", "cells", "start_positions", "edge", "provenance")
        self.warnings: list[str] = []
        self.columns = self.rows = PRINTED_GRID
        if (grid := root.get("grid")) is not None:
            grid.only("columns", "rows")
            self.columns = grid["columns"].int(1, MOST_COLUMNS)
            self.rows = grid["rows"].int(1, MOST_ROWS)
        self.stride = self.columns + 1
        self.size = self.stride * self.rows
        """The length of a list indexed by cell."""
        self._read_cells(root)
        self._read_edge(root["edge"])
        self._read_start(root["start_positions"])
        self.provenance = provenance_of(root["provenance"]) if "provenance" in root else ()
        loop = range(self.positions)
        self.ahead: tuple[tuple[Positions, ...], ...] = tuple(
            tuple(self._ahead(front, origin) for origin in loop) for front in loop
        )
        """By front and origin: the positions ahead of the origin, up to the one before the front."""

    # -- reading ----------------------------------------------------------------------------

    def _read_cells(self, root: Node) -> None:
        letters = ascii_uppercase[: self.stride]
        self.cell_names = tuple(f"{x}{y}" for y in range(1, self.rows + 1) for x in letters)
        """By number, the numbers that are no cells included."""
        self.grid: dict[str, Cell] = {
            name: cell
            for cell, name in enumerate(self.cell_names)
            if cell % self.stride < self.columns
        }
        self.missing: tuple[Cell, ...] = ()
        self.missing = tuple(sorted(self._listed(root["missing"], "is listed as missing twice")))
        self.cell_of = {name: cell for name, cell in self.grid.items() if cell not in self.missing}
        if not self.cell_of:
            raise root["missing"].fail("no cell is left to build on")
        self.cells: tuple[Cell, ...] = tuple(self.cell_of.values())
        self.mask = sum(1 << cell for cell in self.cells)
        declared, count = root.get("cells"), len(self.cells)
        if declared is not None and declared.int() != count:
            self._warn(declared, f"{declared.int()} cells are announced, {count} exist")

    def _listed(self, nodes: Node, twice: str) -> list[Cell]:
        """Cells that are on the board, each once."""
        found: list[Cell] = []
        for node in nodes:
            name = node.str()
            cell = self.grid.get(name.upper())
            if cell is None:
                raise node.fail(f"{name!r} is no cell of the {self.columns}×{self.rows} grid")
            if cell in self.missing:
                raise node.fail(f"the cell {name} is missing from the board")
            if cell in found:
                raise node.fail(f"the cell {name} {twice}")
            found.append(cell)
        return found

    def _read_edge(self, edge: Node) -> None:
        self.positions = len(edge.list())
        if self.positions > MOST_POSITIONS:
            most = f"{MOST_POSITIONS} is the most"
            raise edge.fail(f"there are {self.positions} edge positions; {most}")
        self.position_names = tuple(map(str, range(self.positions)))
        lines: list[tuple[Cell, ...]] = []
        spots: list[Spot | None] = []
        for node in edge:
            side: int | None = None
            if isinstance(node.value, dict):
                side = SIDE_NAMES.index(node.only("side", "cells")["side"].one_of(SIDE_NAMES))
            cells = node if side is None else node["cells"]
            line = self._listed(cells, "is in this line twice")
            lines.append(tuple(line))
            spot = self._spot(line, side)
            spots.append(None if spot in spots else spot)
        self.lines, self.spots = tuple(lines), tuple(spots)
        self._hash = hash(self.lines)
        for name, cell in self.cell_of.items():
            crossing = [line for line in lines if cell in line]
            if not crossing:
                raise edge.fail(f"no line leads over the cell {name}")
            # So it is on the printed board, but may be otherwise on a corrected one.
            if len(crossing) != 4 or any(line[::-1] not in crossing for line in crossing):
                self._warn(edge, f"the cell {name} is not on two lines seen from both ends")

    def _spot(self, line: list[int], side: int | None) -> Spot | None:
        """Where the cards of a line are drawn; None if the line does not tell."""
        if side is None and len(line) > 1:
            side = {self.stride: 0, -1: 1, -self.stride: 2, 1: 3}.get(line[1] - line[0])
        if side is None or not line:
            return None
        y, x = divmod(line[0], self.stride)
        return Spot(side, x if side in (0, 2) else y)

    def _read_start(self, node: Node) -> None:
        node.only(*(str(count) for count in START_ROWS))
        start: dict[int, int] = {}
        for count in START_ROWS:
            place = node[str(count)]
            position = place.int()
            if not 0 <= position < self.positions:
                they = f"they run from 0 to {self.positions - 1}"
                raise place.fail(f"{position} is no edge position; {they}")
            if position in start.values():
                raise place.fail(f"two start rows lie at the position {position}")
            start[count] = position
        self.start = start
        first = start[START_ROWS[0]]
        following = [(first + step) % self.positions for step in range(len(START_ROWS))]
        if list(start.values()) != following:
            self._warn(node, "the start positions do not follow each other clockwise")

    def _warn(self, node: Node, what: str) -> None:
        self.warnings.append(f"{node.where}: {what}")

    def _ahead(self, front: Position, origin: Position) -> Positions:
        steps = min(self.behind(front, origin) + 1, self.positions - 1)
        way = (1 << steps) - 1 << origin + 1
        # Beyond the last position comes the first again.
        return (way | way >> self.positions) & (1 << self.positions) - 1

    # -- asking -----------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (self.lines, self.start) == (other.lines, other.start)

    def __hash__(self) -> int:
        return self._hash

    def name(self, cell: Cell) -> str:
        return self.cell_names[cell]

    def names(self, cells: Cells) -> list[str]:
        return [self.name(cell) for cell in self.cells if cells >> cell & 1]

    def neighbours(self, cells: Cells) -> Cells:
        """The cells sharing a side with one of these."""
        stride = self.stride
        return (cells << 1 | cells >> 1 | cells << stride | cells >> stride) & self.mask

    def next_to(self, position: Position) -> Position:
        """The next position clockwise."""
        return (position + 1) % self.positions

    def behind(self, front: Position, position: Position) -> int:
        """How many steps clockwise lie between a position and the front."""
        return (front - position) % self.positions

    def rear_row(self, occupied: Positions, front: Position) -> Position:
        """The last row of the caravan: the first one ahead of the front on the loop."""
        position = self.next_to(front)
        while not occupied >> position & 1:
            position = self.next_to(position)
        return position
