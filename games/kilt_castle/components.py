"""The pieces in the box and the board, read from YAML and validated."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from importlib import resources
from itertools import combinations

from attrs import frozen

from rulekeep.core.data import Node, read_yaml

PACKAGE = "rulekeep.games.kilt_castle"
GAME_ID = "kilt_castle"
BOARD_FILE = "board.yaml"

PRINTED_GRID = 5
"""Columns and rows where a board file does not say."""
MOST_COLUMNS = 8
MOST_ROWS = 9
MOST_POSITIONS = 100
START_ROWS = (4, 3, 2, 1)
"""The numbers of cards printed beside the start positions, clockwise."""

SIDE_NAMES = ("north", "east", "south", "west")

_CELL = re.compile(r"([A-Za-z])([1-9])\Z")


@frozen
class Pieces:
    """Everything beside the board: how many of what."""

    letters: tuple[str, ...]
    names: tuple[str, ...]
    floors: tuple[int, ...]
    """Per colour, by number of crests."""
    roofs: int
    purse: int
    """The ducats every player begins with."""
    all_ducats: int
    """All coins and bags together."""
    row_size: Mapping[int, int]
    """By seats: the most cards in a row."""
    rows: Mapping[int, int]
    """By seats: the most rows."""
    provenance: tuple[tuple[str, str], ...]

    @property
    def floors_of_a_colour(self) -> int:
        return sum(self.floors)


@frozen
class Card:
    """A building card; its name does not depend on how it lies."""

    number: int
    name: str
    colours: tuple[int, ...]

    @property
    def is_double(self) -> bool:
        return len(self.colours) == 2


def _sum_of_money(node: Node) -> int:
    return sum(int(worth) * count.int(0) for worth, count in node.mapping().items())


def _provenance(node: Node) -> tuple[tuple[str, str], ...]:
    return tuple((datum, source.str()) for datum, source in node.mapping().items())


def read_pieces(root: Node) -> Pieces:
    root.only(
        "game",
        "colours",
        "floors",
        "roofs",
        "start_ducats",
        "coins",
        "bags",
        "rows",
        "provenance",
    )
    colours = root["colours"].mapping()
    rows = root["rows"].mapping()
    return Pieces(
        letters=tuple(colours),
        names=tuple(name.str() for name in colours.values()),
        floors=tuple(count.int(0) for count in root["floors"]),
        roofs=root["roofs"].int(1),
        purse=root["start_ducats"].int(0),
        all_ducats=_sum_of_money(root["coins"]) + _sum_of_money(root["bags"]),
        row_size={int(seats): limits["cards"].int(1) for seats, limits in rows.items()},
        rows={int(seats): limits["rows"].int(1) for seats, limits in rows.items()},
        provenance=_provenance(root["provenance"]),
    )


PIECES = read_pieces(read_yaml(resources.files(PACKAGE) / "pieces.yaml"))
LETTERS = PIECES.letters
COLOUR_NAMES = PIECES.names
COLOURS = range(len(LETTERS))
CRESTS = range(len(PIECES.floors))


def _cards() -> Iterator[Card]:
    """One single card per colour and one double card per pair of colours."""
    sides = [(colour,) for colour in COLOURS] + list(combinations(COLOURS, 2))
    for number, colours in enumerate(sides):
        yield Card(number, "/".join(LETTERS[colour] for colour in colours), colours)


CARDS: tuple[Card, ...] = tuple(_cards())
FACES: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = tuple(
    (card.colours, card.colours[::-1]) for card in CARDS
)
"""Per card, as its name says and turned: the colour facing the board, then the other."""
SHOWN: tuple[tuple[str, str], ...] = tuple(
    ("/".join(LETTERS[c] for c in straight), "/".join(LETTERS[c] for c in turned))
    for straight, turned in FACES
)
"""Per card, as its name says and turned: its text with the colour facing the board first."""

TURN_BIT: tuple[int, ...] = tuple(card.is_double << card.number for card in CARDS)
"""What changes in the mask of turned cards when a card is turned; single cards do not turn."""


def _lying() -> dict[str, tuple[int, int]]:
    lying: dict[str, tuple[int, int]] = {}
    for card, texts in enumerate(SHOWN):
        for turned, text in enumerate(texts):
            lying.setdefault(text, (card, turned))
    return lying


LYING: Mapping[str, tuple[int, int]] = _lying()
"""From a card's text to its number and whether it is turned."""

NO_FLOOR = 0


def floor_code(colour: int, crests: int) -> int:
    """A floor as a small number; NO_FLOOR is none."""
    return colour * len(CRESTS) + crests + 1


FLOOR_COLOUR: tuple[int, ...] = (-1, *(colour for colour in COLOURS for _ in CRESTS))
FLOOR_CRESTS: tuple[int, ...] = (0, *(crests for _ in COLOURS for crests in CRESTS))
FLOOR_TEXT: tuple[str, ...] = ("", *(f"{LETTERS[c]}{n}" for c in COLOURS for n in CRESTS))
FLOOR_BITS = (len(FLOOR_TEXT) - 1).bit_length()
FLOOR_MASK = (1 << FLOOR_BITS) - 1
"""A tower is one number: its floors from the bottom, FLOOR_BITS each, the top one lowest."""


def floors_of(tower: int) -> list[int]:
    """The floors of a tower from the bottom to the top."""
    floors: list[int] = []
    while tower:
        floors.append(tower & FLOOR_MASK)
        tower >>= FLOOR_BITS
    return floors[::-1]


@frozen
class Spot:
    """Where an edge position lies beside the grid: the side, and the column or row."""

    side: int
    lane: int


class Board:
    """The cells, the loop of edge positions and the lines they face.

    A cell is a number, and its bit in masks is `1 << cell`. Every row of cells is followed by a
    number that is no cell, so that neighbours are found by shifting a mask.
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
        self.provenance = _provenance(root["provenance"]) if "provenance" in root else ()

    # -- reading ----------------------------------------------------------------------------

    def _read_cells(self, root: Node) -> None:
        missing: list[int] = []
        for node in root["missing"]:
            cell = self._in_grid(node)
            if cell in missing:
                raise node.fail(f"the cell {node.str()} is listed as missing twice")
            missing.append(cell)
        every = [
            y * self.stride + x
            for y in range(self.rows)
            for x in range(self.columns)
            if y * self.stride + x not in missing
        ]
        if not every:
            raise root["missing"].fail("no cell is left to build on")
        self.missing = tuple(sorted(missing))
        self.cells: tuple[int, ...] = tuple(every)
        self.mask = sum(1 << cell for cell in every)
        self.cell_of: dict[str, int] = {self.name(cell): cell for cell in every}
        declared = root.get("cells")
        if declared is not None and declared.int() != len(every):
            self._warn(declared, f"{declared.int()} cells are announced, {len(every)} exist")

    def _in_grid(self, node: Node) -> int:
        match = _CELL.match(node.str())
        if match is not None:
            x, y = ord(match[1].upper()) - ord("A"), int(match[2]) - 1
            if x < self.columns and y < self.rows:
                return y * self.stride + x
        raise node.fail(f"{node.str()!r} is no cell of the {self.columns}×{self.rows} grid")

    def _read_edge(self, edge: Node) -> None:
        if len(edge.list()) > MOST_POSITIONS:
            raise edge.fail(
                f"there are {len(edge.list())} edge positions; {MOST_POSITIONS} is the most"
            )
        lines: list[tuple[int, ...]] = []
        spots: list[Spot | None] = []
        for node in edge:
            cells_node, side = self._line_and_side(node)
            line: list[int] = []
            for cell_node in cells_node:
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
        self.line_masks = tuple(sum(1 << cell for cell in line) for line in lines)
        for cell in self.cells:
            if not any(cell in line for line in lines):
                raise edge.fail(f"no line leads over the cell {self.name(cell)}")
        self._look_at_crossings(edge)

    @staticmethod
    def _line_and_side(node: Node) -> tuple[Node, int | None]:
        if isinstance(node.value, dict):
            node.only("side", "cells")
            return node["cells"], SIDE_NAMES.index(node["side"].one_of(SIDE_NAMES))
        return node, None

    def _spot(self, line: list[int], side: int | None) -> Spot | None:
        """Where the cards of a line are drawn; None if the line does not tell."""
        if side is None:
            if len(line) < 2:
                return None
            step = line[1] - line[0]
            steps = {self.stride: 0, -1: 1, -self.stride: 2, 1: 3}
            if step not in steps:
                return None
            side = steps[step]
        if not line:
            return None
        y, x = divmod(line[0], self.stride)
        return Spot(side, x if side in (0, 2) else y)

    def _look_at_crossings(self, edge: Node) -> None:
        """What holds on the printed board, but may be otherwise on a corrected one."""
        for cell in self.cells:
            crossing = [line for line in self.lines if cell in line]
            if len(crossing) != 4 or any(line[::-1] not in crossing for line in crossing):
                self._warn(
                    edge, f"the cell {self.name(cell)} is not on two lines seen from both ends"
                )

    def _read_start(self, node: Node) -> None:
        node.only(*(str(count) for count in START_ROWS))
        start: dict[int, int] = {}
        for count in START_ROWS:
            place = node[str(count)]
            position = place.int()
            if not 0 <= position < self.positions:
                raise place.fail(
                    f"{position} is no edge position; they run from 0 to {self.positions - 1}"
                )
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

    # -- asking -----------------------------------------------------------------------------

    def name(self, cell: int) -> str:
        y, x = divmod(cell, self.stride)
        return f"{chr(ord('A') + x)}{y + 1}"

    def names(self, mask: int) -> list[str]:
        return [self.name(cell) for cell in self.cells if mask >> cell & 1]

    def neighbours(self, mask: int) -> int:
        """The cells sharing a side with a cell of the mask."""
        stride = self.stride
        return (mask << 1 | mask >> 1 | mask << stride | mask >> stride) & self.mask
