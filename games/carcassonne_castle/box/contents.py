"""The box as tables, built once per board and tile set."""

from __future__ import annotations

from functools import cache
from itertools import starmap

from attrs import frozen

from rulekeep.core import SIDES, Bag, DataFiles, LazyDict, opposite
from rulekeep.games.carcassonne_castle.box import packing, tiles
from rulekeep.games.carcassonne_castle.box.board import (
    COPIES,
    EFFECTS,
    Board,
    Cell,
    StartSpace,
    read_board,
)
from rulekeep.games.carcassonne_castle.box.tiles import COURT, PATH, Rotation, Segment, Tile

PACKAGE = "rulekeep.games.carcassonne_castle"
FILES = DataFiles(PACKAGE, ("board.yaml", "tiles.yaml"))
DIAGONALS = ((-1, -1), (1, -1), (-1, 1), (1, 1))
WALL_NUMBERS = tuple(str(number) for number in range(1, len(EFFECTS) + 1))


@frozen
class Edge:
    """One side of a tile: its type, and the segments there; -1 for none."""

    type: tiles.Type
    segment: int
    """What fills the edge, or crosses it."""
    first: int
    second: int
    """Its halves. Houses and towers that fill an edge are not named here."""


class Oriented:
    """A kind of tile in one rotation, ready to be laid."""

    __slots__ = ("segment_at", "segments")

    def __init__(self, segments: tuple[Segment, ...]) -> None:
        self.segments = segments
        found = [-1] * len(tiles.PORTS)
        for number, segment in enumerate(segments):
            for port in segment.ports:
                found[port] = number
                if segment.type == COURT and port < 4:
                    found[tiles.half_port(port, 0)] = found[tiles.half_port(port, 1)] = number
        self.segment_at = tuple(found)
        """Per port the segment's number, -1 where the port is not in use."""

    @property
    def sides(self) -> tuple[Edge, ...]:
        at, types = self.segment_at, tiles.edge_types(self.segments)
        return tuple(starmap(Edge, zip(types, at[:4], at[4::2], at[5::2], strict=True)))

    @property
    def is_plain(self) -> bool:
        """Whether every edge is filled by one segment, or a path with courts on both sides."""
        halves = [s for s in self.segments if s.type != COURT and max(s.ports) >= 4]
        return not halves and tiles.SPLIT not in tiles.edge_types(self.segments)


def _known(part: Segment | StartSpace) -> packing.Info:
    """What is printed: the type, wells and markets; open edges are counted by `_first_info`."""
    return part.type + packing.WELL * part.well + packing.SIZE + packing.MARKET * part.markets


def _first_info(segment: Segment) -> packing.Info:
    info = _known(segment)
    if segment.type == COURT:
        return info
    return info + sum(packing.OPEN if port < 4 else packing.OPEN_HALF for port in segment.ports)


class Box:
    """Board and tiles, and everything that follows from them alone."""

    def __init__(
        self, board: Board, castle: tuple[Tile, ...], notes: tiles.Notes, digest: str
    ) -> None:
        self.board = board
        self.tiles = castle
        self.notes = board.notes + notes
        self.digest = digest
        self._spaces()
        self._kinds()
        self._edges()
        self._start_spaces()
        self._track()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Box) and self.digest == other.digest

    def __hash__(self) -> int:
        return hash(self.digest)

    def cell_named(self, text: str) -> Cell | None:
        """The space that people call `2,7`."""
        x, comma, y = text.partition(",")
        if comma and all(n.isascii() and n.isdecimal() and len(n) < 4 for n in (x, y)):
            return self.board.grid.index.get((int(x), int(y)))
        return None

    def _spaces(self) -> None:
        grid = self.board.grid
        self.cells = grid.cells
        self.across: tuple[tuple[Cell, ...], ...] = grid.across
        self.diagonal = tuple(
            tuple(grid.index[at] for dx, dy in DIAGONALS if (at := (x + dx, y + dy)) in grid.index)
            for x, y in self.cells
        )
        """Per cell those that touch it at a corner."""
        self.cell_names = tuple(f"{x},{y}" for x, y in self.cells)
        most = max(len(tile.segments) for tile in self.tiles)
        self.masks = tuple(
            tuple((1 << cell,) * count for count in range(most + 1))
            for cell in range(len(self.cells))
        )
        """Per cell the set of tiles that holds it alone, once for each of so many segments."""
        parts = tuple(range(len(self.board.starts) + most * len(self.cells) + 1))
        self.parts = tuple(
            tuple(parts[first : first + count] for count in range(most + 1)) for first in parts
        )
        """The parts that a tile becomes: by the first of them, for each number of segments."""

    # -- tiles and pieces -------------------------------------------------------------------

    def _kinds(self) -> None:
        self.kinds = tuple(tile.id for tile in self.tiles)
        self.counts = tuple(tile.count for tile in self.tiles)
        self.total = sum(self.counts)
        self.full_stock = Bag(self.kinds, self.counts)
        self.all_wall_tiles = Bag(WALL_NUMBERS, [COPIES] * len(WALL_NUMBERS))
        for bag in (self.full_stock, self.all_wall_tiles):
            bag.laid_in_a_row()  # once; every match begins with copies
        self.shown = LazyDict[tiles.Kind, str](lambda kind: self.tiles[kind].in_words)
        """Per kind what it shows, in words."""
        self.supply = self.board.followers - 1  # CC-002: one of them is the marker
        """Followers that a player has to place."""
        self.kind_of = {kind.upper(): n for n, kind in enumerate(self.kinds)}
        self.oriented = tuple(Oriented(tile.rotated(r)) for tile in self.tiles for r in range(4))
        """By 4 × kind + rotation."""
        self.by_halves = not all(oriented.is_plain for oriented in self.oriented[::4])
        """Whether the halves of edges must be looked at one by one; the shipped tiles need not."""
        self.score_ports = len(tiles.PORTS) if self.by_halves else len(SIDES)
        """The places by which a feature to be scored is named: sides, if these will do."""
        infos = [tuple(map(_first_info, tile.segments)) for tile in self.tiles]
        self.infos = tuple(infos[laid // 4] for laid in range(len(self.oriented)))
        """By tile laid and segment: what is known of it before it touches anything."""
        # CC-048 CC-055
        closable = [tuple(n for n, i in enumerate(row) if i & packing.OPEN_BITS) for row in infos]
        self.closable = tuple(closable[laid // 4] for laid in range(len(self.oriented)))
        """By tile laid: the segments that can be part of a complete feature."""

    def _edges(self) -> None:
        """What the edges of a tile show, and what they ask of a neighbour."""
        # Equal edges are one object: the fewer there are, the more of them stay at hand.
        edges: dict[Edge, Edge] = {}
        self.sides = tuple(
            tuple(edges.setdefault(edge, edge) for edge in oriented.sides)
            for oriented in self.oriented
        )
        self.facing = tuple(
            tuple(edges[opposite(side)] for side in range(len(SIDES))) for edges in self.sides
        )
        """By tile and side: the edge on its other side, which faces what lies on this one."""
        shown = [
            [packing.MUST_BE_PATH if edge.type == PATH else packing.NO_PATH for edge in edges]
            for edges in self.sides
        ]
        self.asking = tuple(
            tuple(ask << 2 * opposite(side) for side, ask in enumerate(asks)) for asks in shown
        )
        """By tile and side: what it asks of the edge that it faces."""
        packed = [sum(ask << 2 * side for side, ask in enumerate(asks)) for asks in shown]
        pictures = [frozenset(oriented.segments) for oriented in self.oriented]
        self.listed_rotation = tuple(
            tuple(map(turns.index, turns))
            for turns in (pictures[first : first + 4] for first in range(0, len(pictures), 4))
        )
        """Per kind and rotation the first rotation that gives the same picture."""
        self.fits = tuple(
            _fit_row(tuple((r, packed[4 * kind + r]) for r in sorted(set(listed))))
            for kind, listed in enumerate(self.listed_rotation)
        )
        """Per kind and what the neighbours ask: the listed rotations that fit, as bits."""

    # -- the wall ---------------------------------------------------------------------------

    def _start_spaces(self) -> None:
        self.starts = self.board.starts
        at = [[-1] * 4 for _ in self.cells]
        asks = {reading: [0] * len(self.cells) for reading in ("strict", "lenient", "wall")}
        for number, start in enumerate(self.starts):
            at[start.cell][start.side] = number
            ask = packing.MUST_BE_PATH if start.type == PATH else packing.NO_PATH
            asks["strict"][start.cell] |= ask << 2 * start.side  # CC-027
            if start.type == PATH:
                asks["lenient"][start.cell] |= ask << 2 * start.side  # CC-027
        self.start_at = tuple(map(tuple, at))
        # CC-035: nothing but the four sides touches a cell.
        self.borders = tuple(
            tuple(zip(range(4), across, map(opposite, range(4)), starts, strict=True))
            for across, starts in zip(self.across, at, strict=True)
        )
        """Per cell the sides, each with the cell beyond, its side facing us, the start space."""
        self.first_asks = {reading: tuple(asked) for reading, asked in asks.items()}
        """What start spaces ask of the edges of each cell, by the option start_match."""
        self.start_cells = frozenset(start.cell for start in self.starts)  # CC-007
        self.start_infos = tuple(map(_known, self.starts))
        self.start_masks = tuple(1 << len(self.cells) + n for n in range(len(self.starts)))

    def _track(self) -> None:
        self.track = self.board.track
        self.wall_towers = tuple(tower for tower in self.board.towers if tower.wall_tile)
        """The corner towers that carry a wall tile at the start."""
        self.all_towers = (1 << len(self.wall_towers)) - 1
        self.left_over = COPIES * len(EFFECTS) - len(self.wall_towers)  # CC-005
        """Wall tiles removed unseen before the match."""
        tower_at = [-1] * self.track
        for number, tower in enumerate(self.wall_towers):
            for space in tower.spaces:
                tower_at[space] = number  # CC-090
        self.tower_at = tuple(tower_at)
        self.stops: dict[int, int] = {}
        """What the learned estimate found out about stops on towers."""


@cache
def _fit_row(shown: tuple[tuple[Rotation, packing.Asks], ...]) -> tuple[int, ...]:
    """Per what neighbours ask of a cell: the rotations whose edges are what they ask, as bits."""
    fitting = [0] * 256
    for turned, edges in shown:
        for asks in range(edges + 1):
            if not asks & ~edges:  # CC-024 CC-025 CC-026
                fitting[asks] |= 1 << turned
    return tuple(fitting)


HEAD_ENDS = "# ---- the fingerprint of the file is taken from here on ----\n"


def load(files: DataFiles) -> Box:
    board = read_board(files.read("board.yaml"))
    castle, notes = tiles.read_tiles(files.read("tiles.yaml"))
    return Box(board, castle, notes, files.digest(HEAD_ENDS))
