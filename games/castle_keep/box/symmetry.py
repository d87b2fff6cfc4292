"""The symmetries of the square: castles, cells and attacks that are the same up to turning."""

from __future__ import annotations

from rulekeep.core import LazyDict
from rulekeep.games.castle_keep.box import castle as plan
from rulekeep.games.castle_keep.box.castle import CELLS_IN, KEEP, Castle, Cells

Symmetry = int  # an index into SYMMETRIES
Group = int  # some symmetries, a bit each
REST: Group = 1
"""The group that only leaves everything where it is."""

SYMMETRIES: tuple[tuple[int, ...], ...] = (
    *((*((cell + 2 * k) % 8 for cell in range(8)), 8) for k in range(4)),
    *((*((2 * k - cell) % 8 for cell in range(8)), 8) for k in range(4)),
)
"""Where each cell goes: four rotations (the first is rest), four reflections."""


IMAGE: tuple[tuple[int, ...], ...] = tuple(
    plan.joined(1 << cell for cell in moved) for moved in SYMMETRIES
)
"""Per symmetry the image of every mask."""

TURNS: tuple[tuple[int, ...], ...] = tuple(
    tuple([g for g in range(1, 8) if images[g] == mask])
    for mask, images in enumerate(zip(*IMAGE, strict=True))
)
"""Per mask the symmetries, rest apart, that leave it as it is."""


_OUTLINE: tuple[int, ...] = tuple(map(min, zip(*IMAGE, strict=True)))
"""The same for masks that are equal up to symmetry."""


def image(castle: Castle, g: Symmetry) -> int:
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


def canon(castle: Castle, marks: Cells = 0) -> tuple[int, int]:
    """The same for all castles that are equal up to symmetry, marked cells included."""
    return min((image(castle, g), IMAGE[g][marks]) for g in range(8))


def alike(a: Castle, b: Castle, marks_a: Cells = 0, marks_b: Cells = 0) -> bool:
    """Whether two castles are equal up to symmetry, marked cells included."""
    if a == b and marks_a == marks_b:
        return True
    if a.bit_count() != b.bit_count() or _OUTLINE[plan.occupied(a)] != _OUTLINE[plan.occupied(b)]:
        return False
    return any(
        table[a & 511] == b & 511
        and table[marks_a] == marks_b
        and all(table[a >> shift & 511] == b >> shift & 511 for shift in range(9, 54, 9))
        for table in IMAGE
    )


def stabiliser(castle: Castle, cells: Cells, marks: Cells = 0) -> int:
    """The symmetries that leave the castle (occupying `cells`) as it is; a bit each."""
    keeping = REST
    red, blue = castle & 511, castle >> 9 & 511
    curvy, zigzag = castle >> 27 & 511, castle >> 36 & 511
    for g in TURNS[cells]:
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


def _first_of_orbits(group: Group) -> tuple[Cells, ...]:
    """Of every mask: those of the mask without its highest cell, and this cell if it is new."""
    firsts = [0]
    for highest in range(9):
        orbit = sum({1 << SYMMETRIES[g][highest] for g in CELLS_IN[group]})
        new = 1 << highest
        firsts += [before if orbit & rest else before | new for rest, before in enumerate(firsts)]
    return tuple(firsts)


# A castle is left as it is by one of ten groups, of which few come up in a match.
FIRST_OF: dict[Group, tuple[Cells, ...]] = LazyDict(_first_of_orbits)
"""Per group of symmetries and mask: one cell of every set of equivalent cells, the lowest."""


# CK-037 CK-105
def separate_targets(castle: Castle, cells: Cells) -> list[int]:
    """One cell (the lowest) for each different outcome of hitting one of these cells."""
    found: list[int] = []
    groups: list[int] = []
    for cell in CELLS_IN[cells]:
        if not any(group >> cell & 1 for group in groups):
            found.append(cell)
            groups.append(plan.group_of(castle, cell))
    if len(found) < 2:
        return found
    outcomes: dict[tuple[int, int], int] = {}
    for cell, group in zip(found, groups, strict=True):
        outcomes.setdefault(canon(castle & KEEP[group]), cell)
    return list(outcomes.values())
