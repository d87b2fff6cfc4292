"""The pieces in the box as tables, built once per board and tile set."""

from __future__ import annotations

from collections.abc import Iterable

from rulekeep.core.bag import Bag
from rulekeep.core.data import DataFiles
from rulekeep.games.carcassonne_castle.board import COPIES, EFFECTS, Board, read_board
from rulekeep.games.carcassonne_castle.moves import (
    MOST_DOUBLES,
    PlaceFollower,
    PlaceTile,
    ScoreFeature,
)
from rulekeep.games.carcassonne_castle.tiles import (
    COURT,
    PATH,
    PORTS,
    Segment,
    Tile,
    TileSet,
    edge_types,
    half_port,
    read_tiles,
)

FILES = DataFiles("rulekeep.games.carcassonne_castle", ("board.yaml", "tiles.yaml"))

# What is known of a feature, packed into one number, so that joining two features is a sum.
TYPE_BITS = 3
OPEN = 1 << 2
"""One open edge (courts have none: they are never complete)."""
OPEN_BITS = 0xFFF << 2
MAN = (1 << 14, 1 << 20)
"""One follower of each player."""
MEN_SHIFT = (14, 20)
MEN_MASK = 0x3F
MEN_BITS = (MEN_MASK << 14) | (MEN_MASK << 20)
WELL = 1 << 26
WELL_BITS = 0xFFF << 26
MARKET_SHIFT = 38
MARKET = 1 << MARKET_SHIFT

# What a neighbour asks of an edge, two bits a side.
MUST_BE_PATH = 1
NO_PATH = 2

WALL_NUMBERS = tuple(str(number) for number in range(1, len(EFFECTS) + 1))

Sides = tuple[tuple[int, int, int, int], ...]
"""Per side: its type, its segment, and the court segments of its two halves (or -1)."""


class Oriented:
    """A kind of tile in one rotation, ready to be laid."""

    __slots__ = ("closable", "infos", "kind", "rotation", "segment_at", "segments", "sides")

    def __init__(self, kind: int, tile: Tile, rotation: int) -> None:
        self.kind = kind
        self.rotation = rotation
        self.segments: tuple[Segment, ...] = tile.turned(rotation)
        self.segment_at = _segment_at(self.segments)
        """Per port the segment's number, -1 where the port is not in use."""
        self.sides: Sides = tuple(
            (
                type_,
                self.segment_at[side],
                self.segment_at[half_port(side, 0)],
                self.segment_at[half_port(side, 1)],
            )
            for side, type_ in enumerate(edge_types(self.segments))
        )
        self.infos = tuple(_first_info(segment) for segment in self.segments)
        """Per segment what is known of it before it touches anything."""
        self.closable = tuple(n for n, s in enumerate(self.segments) if s.type != COURT)
        """The segments that can be part of a complete feature."""


def _segment_at(segments: Iterable[Segment]) -> tuple[int, ...]:
    found = [-1] * len(PORTS)
    for number, segment in enumerate(segments):
        for port in segment.ports:
            found[port] = number
            if segment.type == COURT and port < 4:
                found[half_port(port, 0)] = found[half_port(port, 1)] = number
    return tuple(found)


def _first_info(segment: Segment) -> int:
    info = segment.type + WELL * segment.well + MARKET * segment.market
    return info if segment.type == COURT else info + OPEN * len(segment.ports)


class Components:
    """Board and tiles, and every move and fit they allow."""

    def __init__(self, board: Board, tiles: TileSet, digest: str = "") -> None:
        self.board = board
        self.tiles = tiles.tiles
        self.notes = board.notes + tiles.notes
        self.digest = digest
        grid = board.grid
        self.cells = grid.cells
        self.across = grid.across
        self.kinds = tuple(tile.id for tile in self.tiles)
        self.counts = tuple(tile.count for tile in self.tiles)
        self.total = tiles.total
        self.full_stock = Bag(self.kinds, self.counts)
        self.all_wall_tiles = Bag(WALL_NUMBERS, [COPIES] * len(WALL_NUMBERS))
        self.kind_of = {kind.upper(): n for n, kind in enumerate(self.kinds)}
        self.oriented = tuple(
            Oriented(kind, tile, rotation)
            for kind, tile in enumerate(self.tiles)
            for rotation in range(4)
        )
        """By 4 × kind + rotation."""
        # Equal rows are one object: the fewer there are, the more of them stay at hand.
        edges: dict[tuple[int, int, int, int], tuple[int, int, int, int]] = {}
        rows: dict[tuple[int, ...], tuple[int, ...]] = {}
        self.sides = tuple(
            tuple(edges.setdefault(edge, edge) for edge in oriented.sides)
            for oriented in self.oriented
        )
        self.infos = tuple(rows.setdefault(o.infos, o.infos) for o in self.oriented)
        self.closable = tuple(rows.setdefault(o.closable, o.closable) for o in self.oriented)
        self.bits = tuple(1 << cell for cell in range(len(self.cells)))
        self.listed_rotation = tuple(_listed_rotations(tile) for tile in self.tiles)
        """Per kind and rotation the first rotation that gives the same picture."""
        self._start_spaces()
        self._track()
        self.fits = self._fits()
        self._moves()

    # -- the wall ---------------------------------------------------------------------------

    def _start_spaces(self) -> None:
        self.starts = self.board.starts
        at = [[-1] * 4 for _ in self.cells]
        strict = [0] * len(self.cells)
        lenient = [0] * len(self.cells)
        for number, start in enumerate(self.starts):
            at[start.cell][start.side] = number
            ask = MUST_BE_PATH if start.type == PATH else NO_PATH
            strict[start.cell] |= ask << 2 * start.side
            if start.type == PATH:
                lenient[start.cell] |= ask << 2 * start.side
        self.start_at = tuple(map(tuple, at))
        self.borders = tuple(
            tuple(zip(range(4), across, (2, 3, 0, 1), starts, strict=True))
            for across, starts in zip(self.across, at, strict=True)
        )
        """Per cell the sides, each with the cell beyond, its side facing us, the start space."""
        self.first_asks = {"strict": tuple(strict), "lenient": tuple(lenient)}
        """What start spaces ask of the edges of each cell, by the option start_match."""
        self.start_cells = tuple(sorted({start.cell for start in self.starts}))
        self.start_infos = tuple(s.type + MARKET * s.market for s in self.starts)
        self.start_masks = tuple(1 << len(self.cells) + n for n in range(len(self.starts)))

    def _track(self) -> None:
        self.track = self.board.track
        self.wall_towers = self.board.wall_towers
        self.all_towers = (1 << len(self.wall_towers)) - 1
        self.left_over = COPIES * len(EFFECTS) - len(self.wall_towers)
        """Wall tiles removed unseen before the match."""
        tower_at = [-1] * self.track
        for number, tower in enumerate(self.wall_towers):
            for space in tower.spaces:
                tower_at[space] = number
        self.tower_at = tuple(tower_at)

    # -- placements -------------------------------------------------------------------------

    def _fits(self) -> tuple[tuple[int, ...], ...]:
        """Per kind and what the neighbours ask: the listed rotations that fit, as bits."""
        rows: dict[tuple[tuple[int, ...], tuple[int, ...]], tuple[int, ...]] = {}
        fits = []
        for kind, listed in enumerate(self.listed_rotation):
            edges = edge_types(self.tiles[kind].segments)
            paths = tuple(int(edge == PATH) for edge in edges)
            if (paths, listed) not in rows:
                rows[paths, listed] = _fit_row(paths, listed)
            fits.append(rows[paths, listed])
        return tuple(fits)

    def _moves(self) -> None:
        self.place_moves = tuple(
            tuple(PlaceTile("", at, rotation, cell) for rotation in range(4))
            for cell, at in enumerate(self.cells)
        )
        """By cell and rotation; whichever tile is drawn."""
        self.placements = tuple(
            tuple(
                tuple(move for r, move in enumerate(moves) if rotations >> r & 1)
                for rotations in range(16)
            )
            for moves in self.place_moves
        )
        """By cell and rotations as bits."""
        self.follower_moves = tuple(
            tuple(PlaceFollower(type_, port) for port in range(len(PORTS))) for type_ in range(4)
        )
        """By type and port."""
        self.claims = tuple(
            tuple(self.follower_moves[s.type][s.ports[0]] for s in oriented.segments)
            for oriented in self.oriented
        )
        """By oriented tile and segment: the follower move as it is listed."""
        self.score_moves = tuple(
            tuple(
                tuple(
                    tuple(
                        ScoreFeature(type_, at, side, doubles, cell)
                        for doubles in range(MOST_DOUBLES + 1)
                    )
                    for side in range(4)
                )
                for cell, at in enumerate(self.cells)
            )
            for type_ in range(4)
        )
        """By type, cell, side, doubles."""


def _listed_rotations(tile: Tile) -> tuple[int, ...]:
    pictures = [tile.picture(rotation) for rotation in range(4)]
    return tuple(pictures.index(picture) for picture in pictures)


def _fit_row(paths: tuple[int, ...], listed: tuple[int, ...]) -> tuple[int, ...]:
    row = []
    for asks in range(256):
        fitting = 0
        for rotation in sorted(set(listed)):
            if all(
                (asks >> 2 * side & 3) in ((0, MUST_BE_PATH) if path else (0, NO_PATH))
                for side, path in enumerate(paths[(s - rotation) % 4] for s in range(4))
            ):
                fitting |= 1 << rotation
        row.append(fitting)
    return tuple(row)


def load(files: DataFiles) -> Components:
    board = read_board(files.read("board.yaml"))
    tiles = read_tiles(files.read("tiles.yaml"))
    return Components(board, tiles, files.digest())
