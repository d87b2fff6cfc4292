"""Which tiles fit where, cells that the castle's symmetry makes equal listed once."""

from __future__ import annotations

from rulekeep.games.castle_keep.box import castle as plan
from rulekeep.games.castle_keep.box.castle import CENTRE_MASK, KIND_MASK, Castle, Cells
from rulekeep.games.castle_keep.box.symmetry import FIRST_OF_ORBITS, SYMMETRIC, stabiliser
from rulekeep.games.castle_keep.box.tiles import FIRST_KNIGHT, FIRST_WALL, Kind
from rulekeep.games.castle_keep.terms import Terms


def room_for(kind: Kind, castle: Castle, terms: Terms) -> Cells:
    """The cells of a castle where a tile of this kind may be placed, equivalent ones too."""
    cells = (castle | castle >> 9 | castle >> 18) & 511
    if not cells:  # CK-018
        return KIND_MASK[kind] if kind < FIRST_KNIGHT else 0
    free = KIND_MASK[kind] & ~cells  # CK-019 CK-020
    colour = castle >> plan.COLOUR_SHIFT[kind]
    if kind >= FIRST_KNIGHT:  # CK-024 CK-063
        return free if colour & terms.beside_for_knight else 0
    if cells == CENTRE_MASK:  # CK-025
        return free if kind >= FIRST_WALL and colour & CENTRE_MASK else 0
    like = (colour | castle >> plan.SHAPE_SHIFT[kind]) & 511
    if terms.a3 and must_match_both(cells, terms):  # CK-061
        return free & plan.BETWEEN[like]
    return free & terms.beside[like]  # CK-021 CK-022 CK-023


def must_match_both(cells: Cells, terms: Terms) -> bool:
    """Under A3: whether the next wall or tower is the one that closes the castle."""
    if terms.ring_closing:  # CK-062
        return (cells & plan.RING_MASK).bit_count() == 7
    return cells.bit_count() == 8


def first_of(castle: Castle, cells: Cells, marks: Cells = 0) -> tuple[Cells, ...]:
    """Per mask of cells: one cell, the lowest, of those that the castle's symmetry makes equal."""
    return FIRST_OF_ORBITS[stabiliser(castle, cells, marks) if SYMMETRIC[cells] else 1]
