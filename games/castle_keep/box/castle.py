"""A castle: nine cells, what supports a tile, what falls together.

The cells of the ring are numbered clockwise from NW (0) to W (7), corners even and sides odd; the
centre is 8. A mask of cells has the bit `1 << cell` for each of them.

A castle is one whole number made of six such masks, nine bits each, from the lowest bit: where
its red (bits 0 to 8), blue (9 to 17) and yellow tiles (18 to 26) lie, then where its curvy (27 to
35), zigzag (36 to 44) and straight ones (45 to 53) do. A knight has no shape and stands in one
mask only. The role of a tile follows from its cell, so the masks say everything, and most
questions are one look into a table of 512 masks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulekeep.games.castle_keep.box import tiles as box
from rulekeep.games.castle_keep.box.tiles import COLOUR, FIRST_KNIGHT, SHAPE, Kind

Cell = int
Cells = int  # a mask of cells
Castle = int  # six masks in one number, as described above

CELLS = ("NW", "N", "NE", "E", "SE", "S", "SW", "W", "C")
CELL_OF = {name: cell for cell, name in enumerate(CELLS)}
CENTRE = 8
CELL_WORDS = (
    *("the north-west corner", "the north side", "the north-east corner", "the east side"),
    *("the south-east corner", "the south side", "the south-west corner", "the west side"),
    "the centre",
)
ROWS = ((0, 1, 2), (7, 8, 3), (6, 5, 4))
"""The cells as they lie on the table."""

CORNER_MASK = 0b001010101
SIDE_MASK = 0b010101010
RING_MASK = 0b011111111
CENTRE_MASK = 0b100000000
FULL = 0b111111111

CELL_ROLE = tuple(cell & 1 if cell < CENTRE else 2 for cell in range(9))
ROLE_MASK = (CORNER_MASK, SIDE_MASK, CENTRE_MASK)
KIND_MASK: tuple[Cells, ...] = tuple(ROLE_MASK[role] for role in box.ROLE)  # CK-019
"""Per kind the cells of its role."""


def at_cell(cell: Cell) -> str:
    """Where a cell is: `on the north side`."""
    return f"{('at', 'on', 'in')[CELL_ROLE[cell]]} {CELL_WORDS[cell]}"


NEIGHBOURS: tuple[tuple[Cell, ...], ...] = (
    *(((c - 1) % 8, (c + 1) % 8, *((CENTRE,) if c & 1 else ())) for c in range(8)),
    (1, 3, 5, 7),
)
"""Per cell those sharing a side with it."""

MASKS = range(512)

CELLS_IN: tuple[tuple[Cell, ...], ...] = tuple(
    [tuple([cell for cell in range(9) if mask >> cell & 1]) for mask in MASKS]
)
"""Per mask its cells, ascending."""


def joined(of_cells: Iterable[int]) -> tuple[int, ...]:
    """Per mask what its cells have, all together. `of_cells` says what each of the nine has."""
    found = [0]
    for bits in of_cells:
        found += [before | bits for before in found]
    return tuple(found)


# -- the packed castle ------------------------------------------------------------------------

COLOUR_SHIFT: tuple[int, ...] = tuple(9 * colour for colour in COLOUR)
SHAPE_SHIFT: tuple[int, ...] = tuple(
    27 + 9 * shape if shape >= 0 else 9 * colour
    for colour, shape in zip(COLOUR, SHAPE, strict=True)
)
"""Where a kind's masks begin; a knight has no shape, so that its colour counts for both."""

BIT: tuple[tuple[Castle, ...], ...] = tuple(
    tuple((1 << colour | 1 << shape) << cell for cell in range(9))
    for colour, shape in zip(COLOUR_SHIFT, SHAPE_SHIFT, strict=True)
)
"""What a tile adds to a castle, by kind and cell."""

_EACH_MASK = sum(1 << shift for shift in range(0, 54, 9))

KEEP: tuple[Castle, ...] = tuple([(FULL & ~mask) * _EACH_MASK for mask in MASKS])
"""What stays of a castle when the cells of a mask are cleared."""


def occupied(castle: Castle) -> Cells:
    """The mask of the cells that hold a tile."""
    return (castle | castle >> 9 | castle >> 18) & 511


def kind_at(castle: Castle, cell: Cell) -> Kind:
    """The kind of the tile in an occupied cell."""
    tile = castle >> cell
    colour = 0 if tile & 1 else 1 if tile >> 9 & 1 else 2
    if cell == CENTRE:
        return FIRST_KNIGHT + colour
    shape = 0 if tile >> 27 & 1 else 1 if tile >> 36 & 1 else 2
    return 9 * (cell & 1) + 3 * colour + shape


def tiles_of(castle: Castle) -> list[tuple[Cell, Kind]]:
    """The tiles as (cell, kind), ascending by cell."""
    return [(cell, kind_at(castle, cell)) for cell in CELLS_IN[occupied(castle)]]


def castle_of(tiles: Mapping[Cell, Kind]) -> Castle:
    """The castle with these kinds in these cells."""
    castle = 0
    for cell, kind in tiles.items():
        castle |= BIT[kind][cell]
    return castle


def where(castle: Castle, kind: Kind) -> Cells:
    """The cells whose tiles have this kind's colour and, unless it is a knight, its shape."""
    return castle >> COLOUR_SHIFT[kind] & castle >> SHAPE_SHIFT[kind] & 511


def beside(castle: Castle, cell: Cell) -> list[Cell]:
    """The occupied cells that share a side with a cell."""
    cells = occupied(castle)
    return [other for other in NEIGHBOURS[cell] if cells >> other & 1]


def matching(castle: Castle, cell: Cell, kind: Kind) -> list[Cell]:
    """Those beside a cell whose tiles match a kind."""
    return [other for other in beside(castle, cell) if box.match(kind, kind_at(castle, other))]


# -- what supports a tile -----------------------------------------------------------------------


_NEXT_TO = tuple(sum(1 << neighbour for neighbour in near) for near in NEIGHBOURS)
"""Per cell those beside a tile in it. The centre supports walls only if it may."""

BESIDE: tuple[tuple[Cells, ...], ...] = (joined((*_NEXT_TO[:CENTRE], 0)), joined(_NEXT_TO))
"""Per mask the cells beside any of its cells; [0]: the centre supports nothing."""

ALL_OF_ROLES: tuple[Cells, ...] = joined(ROLE_MASK[role] for role in CELL_ROLE)
"""Per mask all cells that are for the same tiles as some cell of it."""


def _turned(mask: Cells, cells: int) -> Cells:
    """The ring of a mask, so many cells further clockwise."""
    ring = mask & RING_MASK
    return (ring << cells | ring >> 8 - cells) & RING_MASK


BETWEEN: tuple[Cells, ...] = tuple([_turned(mask, 1) & _turned(mask, 7) for mask in MASKS])
"""Per mask the ring cells with both their ring neighbours in it."""


# -- what falls together ------------------------------------------------------------------------


def _chain(mask: Cells, cell: Cell) -> Cells:
    """The cells of a mask that hang together with this one round the ring."""
    chain, grown = 0, mask & 1 << cell
    while grown != chain:
        chain, grown = grown, mask & (grown | _turned(grown, 1) | _turned(grown, 7))
    return chain


# CK-034 CK-035 CK-036
GROUP: tuple[tuple[Cells, ...], ...] = tuple(
    [tuple([_chain(mask, cell) for cell in range(8)]) for mask in range(256)]
)
"""Per mask of one colour on the ring and cell: the chain that the cell belongs to."""


# CK-034 CK-035 CK-038
def group_of(castle: Castle, cell: Cell) -> Cells:
    """The cells destroyed with this one: its chain of one colour; a knight goes alone."""
    if cell == CENTRE:
        return CENTRE_MASK
    colour = COLOUR[kind_at(castle, cell)]
    return GROUP[castle >> 9 * colour & 255][cell]


# CK-038 CK-039
def knights_needed(castle: Castle) -> int:
    """How many equal knights hit the one in the centre: two, unless it stands alone."""
    return 1 if occupied(castle) == CENTRE_MASK else 2


# CK-040
def falling(castle: Castle, cell: Cell) -> tuple[Cells, list[Kind]]:
    """What falls when a cell is hit: the cells, and the tiles with the target last."""
    removed = group_of(castle, cell)
    cells = (*CELLS_IN[removed & ~(1 << cell)], cell)
    return removed, [kind_at(castle, other) for other in cells]
