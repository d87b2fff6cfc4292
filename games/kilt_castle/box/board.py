"""The board: cells, and the loop of edge positions round them."""

from __future__ import annotations

from attrs import frozen

from rulekeep.core.data import Node
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

CHUNK = 8
CHUNK_MASK = (1 << CHUNK) - 1
"""Sets of edge positions are unfolded so many bits at a time."""


@frozen
class Spot:
    """Where an edge position lies beside the grid: the side, and the column or row."""

    side: int
    lane: int


def _sets(positions: range) -> tuple[tuple[Position, ...], ...]:
    """All sets of some positions: with each further one there are twice as many."""
    found: list[tuple[Position, ...]] = [()]
    for position in positions:
        found += [(*smaller, position) for smaller in found]
    return tuple(found)


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
        grid = root.get("grid")
        if grid is not None:
            grid.only("columns", "rows")
        self.columns = grid["columns"].int(1, MOST_COLUMNS) if grid else PRINTED_GRID
        self.rows = grid["rows"].int(1, MOST_ROWS) if grid else PRINTED_GRID
        self.stride = self.columns + 1
        self.size = self.stride * self.rows
        """The length of a list indexed by cell."""
        self._read_cells(root)
        self._read_edge(root["edge"])
        self._read_start(root["start_positions"])
        self._measure_the_loop()
        self.provenance = provenance_of(root["provenance"]) if "provenance" in root else ()

    # -- reading ----------------------------------------------------------------------------

    def _read_cells(self, root: Node) -> None:
        missing: list[int] = []
        for node in root["missing"]:
            cell = self._in_grid(node)
            if cell in missing:
                raise node.fail(f"the cell {node.str()} is listed as missing twice")
            missing.append(cell)
        grid = [y * self.stride + x for y in range(self.rows) for x in range(self.columns)]
        every = [cell for cell in grid if cell not in missing]
        if not every:
            raise root["missing"].fail("no cell is left to build on")
        self.missing = tuple(sorted(missing))
        self.cells: tuple[Cell, ...] = tuple(every)
        self.mask = sum(1 << cell for cell in every)
        self.cell_of: dict[str, Cell] = {self.name(cell): cell for cell in every}
        self.cell_names = tuple(self.name(cell) for cell in range(self.size))
        """By number, the numbers that are no cells included."""
        declared = root.get("cells")
        if declared is not None and declared.int() != len(every):
            self._warn(declared, f"{declared.int()} cells are announced, {len(every)} exist")

    def _in_grid(self, node: Node) -> int:
        letter, digit = node.str()[:1], node.str()[1:]
        if letter.isascii() and letter.isalpha() and digit in tuple("123456789"):
            x, y = ord(letter.upper()) - ord("A"), int(digit) - 1
            if x < self.columns and y < self.rows:
                return y * self.stride + x
        raise node.fail(f"{node.str()!r} is no cell of the {self.columns}×{self.rows} grid")

    def _read_edge(self, edge: Node) -> None:
        if len(edge.list()) > MOST_POSITIONS:
            count = len(edge.list())
            raise edge.fail(f"there are {count} edge positions; {MOST_POSITIONS} is the most")
        lines: list[tuple[int, ...]] = []
        spots: list[Spot | None] = []
        for node in edge:
            line: list[int] = []
            side: int | None = None
            if isinstance(node.value, dict):
                node.only("side", "cells")
                side = SIDE_NAMES.index(node["side"].one_of(SIDE_NAMES))
            for cell_node in node["cells"] if side is not None else node:
                cell = self._in_grid(cell_node)
                if cell in self.missing:
                    raise cell_node.fail(f"the cell {cell_node.str()} is missing from the board")
                if cell in line:
                    raise cell_node.fail(f"the cell {cell_node.str()} stands in this line twice")
                line.append(cell)
            lines.append(tuple(line))
            spot = self._spot(line, side)
            spots.append(None if spot in spots else spot)
        self.lines = tuple(lines)
        self.spots = tuple(spots)
        self.positions = len(lines)
        self.position_names = tuple(str(position) for position in range(len(lines)))
        self.line_masks = tuple(sum(1 << cell for cell in line) for line in lines)
        for cell in self.cells:
            if not any(cell in line for line in lines):
                raise edge.fail(f"no line leads over the cell {self.name(cell)}")
        self._look_at_crossings(edge)

    def _spot(self, line: list[int], side: int | None) -> Spot | None:
        """Where the cards of a line are drawn; None if the line does not tell."""
        if side is None and len(line) > 1:
            side = {self.stride: 0, -1: 1, -self.stride: 2, 1: 3}.get(line[1] - line[0])
        if side is None or not line:
            return None
        y, x = divmod(line[0], self.stride)
        return Spot(side, x if side in (0, 2) else y)

    def _look_at_crossings(self, edge: Node) -> None:
        """What holds on the printed board, but may be otherwise on a corrected one."""
        for cell in self.cells:
            crossing = [line for line in self.lines if cell in line]
            if len(crossing) != 4 or any(line[::-1] not in crossing for line in crossing):
                lines = "is not on two lines seen from both ends"
                self._warn(edge, f"the cell {self.name(cell)} {lines}")

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

    def _measure_the_loop(self) -> None:
        n = self.positions
        self.ahead: tuple[tuple[Positions, ...], ...] = self._all_ahead()
        """By front and origin: the positions ahead of the origin, up to the one before the front."""
        self.chunks: tuple[tuple[tuple[Position, ...], ...], ...] = tuple(
            _sets(range(start, min(start + CHUNK, n))) for start in range(0, n, CHUNK)
        )
        """Per stretch of the loop: from a set of its positions to their numbers."""

    def _all_ahead(self) -> tuple[tuple[Positions, ...], ...]:
        n = self.positions
        found = [[0] * n for _ in range(n)]
        for origin in range(n):
            passed = 0
            for step in range(n):
                front = (origin + step) % n
                passed |= 1 << front
                found[front][origin] = (passed | 1 << self.next_to(front)) & ~(1 << origin)
        return tuple(map(tuple, found))

    # -- asking -----------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (self.lines, self.start) == (other.lines, other.start)

    def __hash__(self) -> int:
        return hash(self.lines)

    def name(self, cell: Cell) -> str:
        y, x = divmod(cell, self.stride)
        return f"{chr(ord('A') + x)}{y + 1}"

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
