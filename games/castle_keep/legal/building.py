"""Placements, transfers and exchanges: every one that leads to another position, once."""

from __future__ import annotations

from rulekeep.core.seats import Seat
from rulekeep.games.castle_keep.box import castle as plan
from rulekeep.games.castle_keep.box.castle import CENTRE_MASK, KEEP, Castle, Cell, Cells, kind_at
from rulekeep.games.castle_keep.box.symmetry import alike, canon
from rulekeep.games.castle_keep.box.tiles import FIRST_KNIGHT, Tiles
from rulekeep.games.castle_keep.legal.fitting import first_of, room_for
from rulekeep.games.castle_keep.moves import PLACES, SWAP, TRANSFERS, Move, Places, Swap, Transfer
from rulekeep.games.castle_keep.state import State
from rulekeep.games.castle_keep.terms import Terms

_MASKS_OF = tuple(zip(plan.COLOUR_SHIFT, plan.SHAPE_SHIFT, plan.KIND_MASK, strict=True))
"""Per kind where a castle's mask of its colour and of its shape begin, and the cells of its role."""


def add_building(state: State, seat: Seat, moves: list[Move]) -> None:
    terms = state.terms
    if terms.empire:
        sites, both_alike = _sites(state, seat), castles_alike(state, seat)
        if state.placed < terms.cap:
            _add_placements_in_empire(state, seat, moves, sites, both_alike, hand=True)
        _add_transfers(state, seat, moves, sites, both_alike)
    elif terms.plain:
        if state.placed < terms.cap:  # CK-017
            castle = state.castles[seat]
            cells = (castle | castle >> 9 | castle >> 18) & 511
            first = first_of(castle, cells)
            _add_placements(castle, cells, first, state.hands[seat], terms, PLACES[0][0], moves)
    else:
        add_placements_of(state, seat, moves, hand=True)


def add_placements_of(state: State, seat: Seat, moves: list[Move], hand: bool) -> None:
    """Placements from the hand (if it may be used) and from the reserve."""
    terms = state.terms
    if state.placed >= terms.cap:  # CK-017 CK-074
        return
    if terms.empire:
        sites = _sites(state, seat)
        _add_placements_in_empire(state, seat, moves, sites, castles_alike(state, seat), hand)
        return
    castle = state.castles[seat * terms.per_seat]
    cells = (castle | castle >> 9 | castle >> 18) & 511
    first = first_of(castle, cells)
    if hand:
        _add_placements(castle, cells, first, state.hands[seat], terms, PLACES[0][0], moves)
    if state.reserves[seat]:  # CK-072
        _add_placements(castle, cells, first, state.reserves[seat], terms, PLACES[1][0], moves)


def _add_placements(
    castle: Castle,
    cells: Cells,
    first: tuple[Cells, ...],
    tiles: Tiles,
    terms: Terms,
    table: tuple[Places, ...],
    moves: list[Move],
) -> None:
    ordinary = cells and cells != CENTRE_MASK and not terms.a3
    beside = terms.beside
    free = ~cells
    last = -1
    for kind in tiles:
        if kind == last:
            continue
        last = kind
        if ordinary and kind < FIRST_KNIGHT:
            colour, shape, role = _MASKS_OF[kind]
            room = beside[(castle >> colour | castle >> shape) & 511] & role & free
        else:
            room = room_for(kind, castle, terms)
        if room:
            moves += table[kind][first[room]]


# -- two castles ----------------------------------------------------------------------------------

Site = tuple[Castle, Cells, Cells, tuple[Cells, ...]]
"""A castle of the active player in an Empire, its occupied cells, those whose tiles have been
transferred in this turn, and one of equivalent cells for each mask of cells."""


def _sites(state: State, seat: Seat) -> tuple[Site, Site]:
    """Castles A and B of the active player."""
    a, b = state.castles[2 * seat], state.castles[2 * seat + 1]
    cells_a = (a | a >> 9 | a >> 18) & 511
    cells_b = (b | b >> 9 | b >> 18) & 511
    marks_a, marks_b = state.marks & 511, state.marks >> 9
    return (
        (a, cells_a, marks_a, first_of(a, cells_a, marks_a)),
        (b, cells_b, marks_b, first_of(b, cells_b, marks_b)),
    )


def castles_alike(state: State, seat: Seat) -> bool:
    """Whether the active player's two castles are one and the same position."""
    if state.closed and (state.closed >> 2 * seat ^ state.closed >> (2 * seat + 1)) & 1:
        return False
    marks = state.marks
    return alike(state.castles[2 * seat], state.castles[2 * seat + 1], marks & 511, marks >> 9)


def _add_placements_in_empire(
    state: State,
    seat: Seat,
    moves: list[Move],
    sites: tuple[Site, Site],
    both_alike: bool,
    hand: bool,
) -> None:
    """Placements into both castles, or into A only if B is the same; closed ones take none."""
    terms = state.terms
    for letter in (0,) if both_alike else (0, 1):
        if state.closed >> (2 * seat + letter) & 1:  # CK-083
            continue
        castle, cells, _, first = sites[letter]
        if hand:
            table = PLACES[0][letter + 1]
            _add_placements(castle, cells, first, state.hands[seat], terms, table, moves)
        if state.reserves[seat]:
            table = PLACES[1][letter + 1]
            _add_placements(castle, cells, first, state.reserves[seat], terms, table, moves)


def can_transfer(state: State, seat: Seat) -> bool:
    """Whether the active player of an Empire may move or exchange a tile."""
    moves: list[Move] = []
    _add_transfers(state, seat, moves, _sites(state, seat), castles_alike(state, seat))
    return bool(moves)


def _add_transfers(
    state: State, seat: Seat, moves: list[Move], sites: tuple[Site, Site], both_alike: bool
) -> None:
    """Tiles lifted from one own castle into the other, and exchanges."""
    a, b = sites
    terms = state.terms
    if not state.closed >> (2 * seat + 1) & 1:  # CK-083
        _add_transfers_from(a, b, TRANSFERS[0], terms, moves)
    if not both_alike and not state.closed >> 2 * seat & 1:
        _add_transfers_from(b, a, TRANSFERS[1], terms, moves)
    if terms.swaps:  # CK-090
        _add_swaps(state, seat, moves, sites, both_alike)


def _add_transfers_from(
    source: Site,
    target: Site,
    table: tuple[dict[Cells, tuple[Transfer, ...]], ...],
    terms: Terms,
    moves: list[Move],
) -> None:
    """Every tile that has not moved yet, unless it is the last, to where it fits."""
    castle, cells, marks, first_from = source
    other, there, _, first_to = target
    if not cells & (cells - 1):  # CK-088
        return
    lifted = first_from[cells & ~marks]  # CK-088
    if there and there != CENTRE_MASK and not terms.a3:
        beside, free = terms.beside, plan.RING_MASK & ~there
        # For speed: only tiles of whose colour or shape something lies beside a free cell of their role
        lifted &= (
            CENTRE_MASK & ~there
            | castle & plan.ALL_OF_ROLES[beside[other & 511] & free]
            | castle >> 9 & plan.ALL_OF_ROLES[beside[other >> 9 & 511] & free]
            | castle >> 18 & plan.ALL_OF_ROLES[beside[other >> 18 & 511] & free]
            | castle >> 27 & plan.ALL_OF_ROLES[beside[other >> 27 & 511] & free]
            | castle >> 36 & plan.ALL_OF_ROLES[beside[other >> 36 & 511] & free]
            | castle >> 45 & plan.ALL_OF_ROLES[beside[other >> 45] & free]
        )
    for cell in plan.CELLS_IN[lifted]:
        room = room_for(kind_at(castle, cell), other, terms)
        if room:
            moves += table[cell][first_to[room]]


def _add_swaps(
    state: State, seat: Seat, moves: list[Move], sites: tuple[Site, Site], both_alike: bool
) -> None:
    (a, cells_a, marks_a, first_a), (b, cells_b, marks_b, first_b) = sites
    free_b = first_b[cells_b & ~marks_b]
    swaps = [
        SWAP[cell_a][cell_b]
        for cell_a in plan.CELLS_IN[first_a[cells_a & ~marks_a]]
        for cell_b in plan.CELLS_IN[free_b & plan.ROLE_MASK[plan.CELL_ROLE[cell_a]]]
        if swap_fits(a, b, cell_a, cell_b, state.terms)
    ]
    if both_alike:
        found: dict[object, Swap] = {}
        for swap in swaps:
            found.setdefault(swap_outcome(state, seat, swap, both_alike), swap)
        swaps = list(found.values())
    moves += swaps


# CK-090
def swap_fits(a: Castle, b: Castle, cell_a: Cell, cell_b: Cell, terms: Terms) -> bool:
    """Whether two tiles may take each other's place once both are lifted."""
    to_b = room_for(kind_at(a, cell_a), b & KEEP[1 << cell_b], terms)
    if not to_b >> cell_b & 1:
        return False
    to_a = room_for(kind_at(b, cell_b), a & KEEP[1 << cell_a], terms)
    return bool(to_a >> cell_a & 1)


def swapped(a: Castle, b: Castle, cell_a: Cell, cell_b: Cell) -> tuple[Castle, Castle]:
    """Castles A and B after an exchange."""
    kind_a, kind_b = kind_at(a, cell_a), kind_at(b, cell_b)
    return (
        a & KEEP[1 << cell_a] | plan.BIT[kind_b][cell_a],
        b & KEEP[1 << cell_b] | plan.BIT[kind_a][cell_b],
    )


def swap_outcome(state: State, seat: Seat, swap: Swap, both_alike: bool) -> object:
    """The same for exchanges that lead to the same position."""
    a, b = state.castles[2 * seat], state.castles[2 * seat + 1]
    new_a, new_b = swapped(a, b, swap.cell_a, swap.cell_b)
    left = canon(new_a, state.marks_on(seat, 0) | 1 << swap.cell_a)
    right = canon(new_b, state.marks_on(seat, 1) | 1 << swap.cell_b)
    return tuple(sorted((left, right))) if both_alike else (left, right)
