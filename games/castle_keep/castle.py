"""A castle: nine cells, the symmetries of the square, what fits where, what falls together.

A castle is one whole number made of six nine-bit masks: where its red, blue and yellow tiles lie
and where its curvy, zigzag and straight ones do. The role of a tile follows from its cell, so the
masks say everything, and most questions are one look into a table of 512 masks.
"""

from __future__ import annotations

from rulekeep.games.castle_keep.components import (
    COLOUR,
    FIRST_KNIGHT,
    KINDS,
    ROLE,
    SHAPE,
)

CELLS = ("NW", "N", "NE", "E", "SE", "S", "SW", "W", "C")
CELL_OF = {name: cell for cell, name in enumerate(CELLS)}
CENTRE = 8
ROWS = ((0, 1, 2), (7, 8, 3), (6, 5, 4))
"""The cells as they lie on the table."""

CORNER_MASK = 0b001010101
SIDE_MASK = 0b010101010
RING_MASK = 0b011111111
CENTRE_MASK = 0b100000000
FULL = 0b111111111

CELL_ROLE = tuple(cell & 1 if cell < CENTRE else 2 for cell in range(9))
ROLE_MASK = (CORNER_MASK, SIDE_MASK, CENTRE_MASK)
KIND_MASK: tuple[int, ...] = tuple(ROLE_MASK[role] for role in ROLE)
"""Per kind the cells of its role."""

NEIGHBOURS: tuple[tuple[int, ...], ...] = (
    *(
        ((c - 1) % 8, (c + 1) % 8, CENTRE) if c & 1 else ((c - 1) % 8, (c + 1) % 8)
        for c in range(8)
    ),
    (1, 3, 5, 7),
)
"""Per cell those sharing a side with it."""

MASKS = range(512)


CELLS_IN: tuple[tuple[int, ...], ...] = tuple(
    tuple(cell for cell in range(9) if mask >> cell & 1) for mask in MASKS
)


def cells_in(mask: int) -> tuple[int, ...]:
    """The cells of a mask, ascending."""
    return CELLS_IN[mask]


# -- the packed castle ------------------------------------------------------------------------

COLOUR_SHIFT: tuple[int, ...] = tuple(9 * colour for colour in COLOUR)
SHAPE_SHIFT: tuple[int, ...] = tuple(27 + 9 * shape if shape >= 0 else 54 for shape in SHAPE)
"""Where a kind's masks begin; for a knight's shape beyond the end, where nothing is."""

BIT: tuple[tuple[int, ...], ...] = tuple(
    tuple(
        1 << (COLOUR_SHIFT[kind] + cell)
        | (1 << (SHAPE_SHIFT[kind] + cell) if SHAPE[kind] >= 0 else 0)
        for cell in range(9)
    )
    for kind in range(len(KINDS))
)
"""What a tile adds to a castle, by kind and cell."""

KEEP: tuple[int, ...] = tuple(
    sum((FULL & ~mask) << shift for shift in range(0, 54, 9)) for mask in MASKS
)
"""What stays of a castle when the cells of a mask are cleared."""


def occupied(castle: int) -> int:
    """The mask of the cells that hold a tile."""
    return (castle | castle >> 9 | castle >> 18) & 511


def kind_at(castle: int, cell: int) -> int:
    """The kind of the tile in an occupied cell."""
    tile = castle >> cell
    colour = 0 if tile & 1 else 1 if tile >> 9 & 1 else 2
    if cell == CENTRE:
        return FIRST_KNIGHT + colour
    shape = 0 if tile >> 27 & 1 else 1 if tile >> 36 & 1 else 2
    return 9 * (cell & 1) + 3 * colour + shape


def tiles_of(castle: int) -> list[tuple[int, int]]:
    """The tiles as (cell, kind), ascending by cell."""
    return [(cell, kind_at(castle, cell)) for cell in cells_in(occupied(castle))]


def castle_of(tiles: dict[int, int]) -> int:
    """The castle with these kinds in these cells."""
    castle = 0
    for cell, kind in tiles.items():
        castle |= BIT[kind][cell]
    return castle


def where(castle: int, kind: int) -> int:
    """The cells whose tiles have this kind's colour and, unless it is a knight, its shape."""
    if kind >= FIRST_KNIGHT:
        return castle >> COLOUR_SHIFT[kind] & CENTRE_MASK
    return castle >> COLOUR_SHIFT[kind] & castle >> SHAPE_SHIFT[kind] & 511


def equal_to(castle: int, kind: int) -> int:
    """The cells whose tiles are of this very kind."""
    return where(castle, kind) & KIND_MASK[kind]


# -- the symmetries of the square -----------------------------------------------------------

SYMMETRIES: tuple[tuple[int, ...], ...] = (
    *((*((cell + 2 * k) % 8 for cell in range(8)), 8) for k in range(4)),
    *((*((2 * k - cell) % 8 for cell in range(8)), 8) for k in range(4)),
)
"""Where each cell goes: four rotations (the first is rest), four reflections."""

IMAGE: tuple[tuple[int, ...], ...] = tuple(
    tuple(sum(1 << moved[cell] for cell in cells_in(mask)) for mask in MASKS)
    for moved in SYMMETRIES
)
"""Per symmetry the image of every mask."""

_TURNS: tuple[tuple[int, ...], ...] = tuple(
    tuple(g for g in range(1, 8) if IMAGE[g][mask] == mask) for mask in MASKS
)
"""Per mask the symmetries, rest apart, that leave it as it is."""


_OUTLINE: tuple[int, ...] = tuple(min(table[mask] for table in IMAGE) for mask in MASKS)
"""The same for masks that are equal up to symmetry."""


def image(castle: int, g: int) -> int:
    """The castle turned or mirrored."""
    table = IMAGE[g]
    return (
        table[castle & 511]
        | table[castle >> 9 & 511] << 9
        | table[castle >> 18 & 511] << 18
        | table[castle >> 27 & 511] << 27
        | table[castle >> 36 & 511] << 36
        | table[castle >> 45] << 45
    )


def canon(castle: int, marks: int = 0) -> tuple[int, int]:
    """The same for all castles that are equal up to symmetry, marked cells included."""
    return min((image(castle, g), IMAGE[g][marks]) for g in range(8))


def alike(a: int, b: int, marks_a: int = 0, marks_b: int = 0) -> bool:
    """Whether two castles are equal up to symmetry, marked cells included."""
    if a == b and marks_a == marks_b:
        return True
    if a.bit_count() != b.bit_count() or _OUTLINE[occupied(a)] != _OUTLINE[occupied(b)]:
        return False
    return any(
        table[a & 511] == b & 511
        and table[marks_a] == marks_b
        and all(table[a >> shift & 511] == b >> shift & 511 for shift in range(9, 54, 9))
        for table in IMAGE
    )


def stabiliser(castle: int, cells: int, marks: int = 0) -> int:
    """The symmetries that leave the castle (occupying `cells`) as it is; a bit each."""
    keeping = 1
    red, blue = castle & 511, castle >> 9 & 511
    curvy, zigzag = castle >> 27 & 511, castle >> 36 & 511
    for g in _TURNS[cells]:
        table = IMAGE[g]
        if (
            table[red] == red
            and table[blue] == blue
            and table[curvy] == curvy
            and table[zigzag] == zigzag
            and table[marks] == marks
        ):
            keeping |= 1 << g
    return keeping


def _first_of_orbits(group: int, mask: int) -> int:
    kept = 0
    for cell in cells_in(mask):
        orbit = 0
        for g in cells_in(group):
            orbit |= 1 << SYMMETRIES[g][cell]
        if not orbit & kept:
            kept |= 1 << cell
    return kept


def _subgroups() -> set[int]:
    def compose(a: int, b: int) -> int:
        return SYMMETRIES.index(tuple(SYMMETRIES[b][SYMMETRIES[a][cell]] for cell in range(9)))

    found = set()
    for group in range(1, 256, 2):
        elements = list(cells_in(group))
        if all(group >> compose(a, b) & 1 for a in elements for b in elements):
            found.add(group)
    return found


FIRST_OF_ORBITS: dict[int, tuple[int, ...]] = {
    group: tuple(_first_of_orbits(group, mask) for mask in MASKS) for group in sorted(_subgroups())
}
"""Per group of symmetries and mask: one cell of every set of equivalent cells, the lowest."""

SYMMETRIC: tuple[bool, ...] = tuple(bool(turns) for turns in _TURNS)
"""Whether the occupied cells, tiles apart, have any symmetry besides rest."""


# -- what supports a tile -----------------------------------------------------------------------


def _touching(mask: int, knight_supports: bool) -> int:
    """The cells beside a matching tile; the centre supports walls only if it may."""
    beside = 0
    for cell in cells_in(mask if knight_supports else mask & RING_MASK):
        for neighbour in NEIGHBOURS[cell]:
            beside |= 1 << neighbour
    return beside


BESIDE: tuple[tuple[int, ...], tuple[int, ...]] = (
    tuple(_touching(mask, False) for mask in MASKS),
    tuple(_touching(mask, True) for mask in MASKS),
)
"""Per mask the cells beside any of its cells; [0]: the centre supports nothing."""

ALL_OF_ROLES: tuple[int, ...] = tuple(
    sum(role for role in ROLE_MASK if mask & role) for mask in MASKS
)
"""Per mask all cells that are for the same tiles as some cell of it."""

BETWEEN: tuple[int, ...] = tuple(
    sum(
        1 << cell
        for cell in range(8)
        if mask >> ((cell - 1) % 8) & 1 and mask >> ((cell + 1) % 8) & 1
    )
    for mask in MASKS
)
"""Per mask the ring cells with both their ring neighbours in it."""


# -- what falls together ------------------------------------------------------------------------


def _component(mask: int, cell: int) -> int:
    if not mask >> cell & 1:
        return 0
    group = 1 << cell
    for step in (1, -1):
        at = (cell + step) % 8
        while mask >> at & 1 and not group >> at & 1:
            group |= 1 << at
            at = (at + step) % 8
    return group


GROUP: tuple[tuple[int, ...], ...] = tuple(
    tuple(_component(mask, cell) for cell in range(8)) for mask in range(256)
)
"""Per mask of one colour on the ring and cell: the chain that the cell belongs to."""


def group_of(castle: int, cell: int) -> int:
    """The cells destroyed with this one: its chain of one colour; a knight goes alone."""
    if cell == CENTRE:
        return CENTRE_MASK
    colour = COLOUR[kind_at(castle, cell)]
    return GROUP[castle >> 9 * colour & 255][cell]


def separate_targets(castle: int, cells: int) -> list[int]:
    """One cell (the lowest) for each different outcome of hitting one of these cells."""
    found: list[int] = []
    groups: list[int] = []
    for cell in cells_in(cells):
        if not any(group >> cell & 1 for group in groups):
            found.append(cell)
            groups.append(group_of(castle, cell))
    if len(found) < 2:
        return found
    outcomes: dict[tuple[int, int], int] = {}
    for cell, group in zip(found, groups, strict=True):
        outcomes.setdefault(canon(castle & KEEP[group]), cell)
    return list(outcomes.values())
