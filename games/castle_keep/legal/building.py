"""Placements, transfers and exchanges."""

from __future__ import annotations

from rulekeep.core import Seat
from rulekeep.games.castle_keep.box import castle as plan
from rulekeep.games.castle_keep.box.castle import (
    CENTRE_MASK,
    KIND_MASK,
    Castle,
    Cells,
    kind_at,
    occupied,
)
from rulekeep.games.castle_keep.box.symmetry import FIRST_OF, REST, TURNS, alike, canon, stabiliser
from rulekeep.games.castle_keep.box.tiles import FIRST_KNIGHT, FIRST_WALL, Kind, Tiles
from rulekeep.games.castle_keep.moves import SWAPS, TRANSFERS, Letter, Move, Places, Swap
from rulekeep.games.castle_keep.state import State
from rulekeep.games.castle_keep.terms import Terms

# -- where tiles fit ------------------------------------------------------------------------------


def room_for(kind: Kind, castle: Castle, cells: Cells, terms: Terms) -> Cells:
    """The cells of a castle, which occupies `cells`, where a tile of this kind may be placed,
    equivalent ones too."""
    if not cells:  # CK-018
        return KIND_MASK[kind] if kind < FIRST_KNIGHT else 0
    free = KIND_MASK[kind] & ~cells  # CK-019 CK-020
    colour = castle >> plan.COLOUR_SHIFT[kind]
    if kind >= FIRST_KNIGHT:  # CK-024 CK-063
        return free if colour & terms.beside_for_knight else 0
    if cells == CENTRE_MASK:  # CK-025
        return free if kind >= FIRST_WALL and colour & CENTRE_MASK else 0
    like = (colour | castle >> plan.SHAPE_SHIFT[kind]) & 511
    if terms.a3 and _must_match_both(cells, terms):  # CK-061
        return free & plan.BETWEEN[like]
    return free & terms.beside[like]  # CK-021 CK-022 CK-023


def _must_match_both(cells: Cells, terms: Terms) -> bool:
    """Under A3: whether the next wall or tower is the one that closes the castle."""
    if terms.ring_closing:  # CK-062
        return (cells & plan.RING_MASK).bit_count() == 7
    return cells.bit_count() == 8


# -- placements -----------------------------------------------------------------------------------

_MASKS_OF = tuple(zip(plan.COLOUR_SHIFT, plan.SHAPE_SHIFT, KIND_MASK, strict=True))
"""Per kind where a castle's mask of its colour and of its shape begin, and the cells of its role."""


def add_building(
    state: State, seat: Seat, moves: list[Move], every: bool, hand: bool = True
) -> None:
    """All that builds; without the hand only what is placed from the reserve.

    Of equivalent cells the lowest, unless `every` is True.
    """
    terms = state.terms
    if terms.empire:
        _add_building_in_empire(state, seat, moves, every, hand)
    elif state.placed < terms.cap:  # CK-017 CK-074
        castle = state.castles[seat * terms.per_seat]
        cells = (castle | castle >> 9 | castle >> 18) & 511
        first = FIRST_OF[stabiliser(castle, cells) if TURNS[cells] and not every else REST]
        if hand:
            _add_placements(
                castle, cells, first, state.hands[seat], terms.from_hand[0], terms, moves
            )
        if state.reserves[seat]:  # CK-072
            _add_placements(
                castle, cells, first, state.reserves[seat], terms.from_reserve[0], terms, moves
            )


def _add_placements(
    castle: Castle,
    cells: Cells,
    first: tuple[Cells, ...],
    tiles: Tiles,
    table: tuple[Places, ...],
    terms: Terms,
    moves: list[Move],
) -> None:
    # Kinds below this one are looked up: no knights, and nothing in special castles.
    ordinary = FIRST_KNIGHT if cells and cells != CENTRE_MASK and not terms.a3 else 0
    beside = terms.beside
    free = ~cells
    last = -1
    for kind in tiles:
        if kind == last:
            continue
        last = kind
        if kind < ordinary:
            colour, shape, role = _MASKS_OF[kind]
            room = beside[(castle >> colour | castle >> shape) & 511] & role & free
        else:
            room = room_for(kind, castle, cells, terms)
        if room:
            moves += table[kind][first[room]]


# -- two castles ----------------------------------------------------------------------------------

Site = tuple[Castle, Cells, Cells, tuple[Cells, ...]]
"""A castle of the active player in an Empire, its occupied cells, those whose tiles have been
transferred in this turn, and for each mask of cells one, the lowest, of those that symmetry makes
equal."""


def _add_building_in_empire(
    state: State, seat: Seat, moves: list[Move], every: bool, hand: bool
) -> None:
    """On both castles, or on A only if B is the same; closed ones take nothing."""
    terms = state.terms
    sites = _sites(state, seat, every)
    twins = not every and castles_alike(state, seat)
    for letter in (0,) if twins else (0, 1):
        if state.placed < terms.cap and not state.closed >> (2 * seat + letter) & 1:  # CK-083
            castle, cells, _, first = sites[letter]
            if hand:
                table = terms.from_hand[letter]
                _add_placements(castle, cells, first, state.hands[seat], table, terms, moves)
            if state.reserves[seat]:
                table = terms.from_reserve[letter]
                _add_placements(castle, cells, first, state.reserves[seat], table, terms, moves)
    if hand:
        _add_transfers(state, seat, moves, sites, twins)


def _site(castle: Castle, marks: Cells, every: bool) -> Site:
    cells = (castle | castle >> 9 | castle >> 18) & 511
    turned = TURNS[cells] and not every
    keeping = stabiliser(castle, cells, marks) if turned else REST
    return castle, cells, marks, FIRST_OF[keeping]


def _sites(state: State, seat: Seat, every: bool = False) -> tuple[Site, Site]:
    """Castles A and B of the active player."""
    a, b = state.castles[2 * seat], state.castles[2 * seat + 1]
    return _site(a, state.marks & 511, every), _site(b, state.marks >> 9, every)


def castles_alike(state: State, seat: Seat) -> bool:
    """Whether the active player's two castles are one and the same position."""
    if state.closed and (state.closed >> 2 * seat ^ state.closed >> (2 * seat + 1)) & 1:
        return False
    marks = state.marks
    return alike(state.castles[2 * seat], state.castles[2 * seat + 1], marks & 511, marks >> 9)


def can_transfer(state: State, seat: Seat) -> bool:
    """Whether the active player of an Empire may move or exchange a tile."""
    moves: list[Move] = []
    _add_transfers(state, seat, moves, _sites(state, seat), castles_alike(state, seat))
    return bool(moves)


def _add_transfers(
    state: State, seat: Seat, moves: list[Move], sites: tuple[Site, Site], twins: bool
) -> None:
    """Tiles lifted from one own castle into the other, and exchanges."""
    for letter in (0,) if twins else (0, 1):
        if not state.closed >> (2 * seat + 1 - letter) & 1:  # CK-083
            _add_transfers_from(letter, sites, state.terms, moves)
    if state.terms.swaps:  # CK-090
        moves += _swaps(sites, twins, state.terms)


def _add_transfers_from(
    letter: Letter, sites: tuple[Site, Site], terms: Terms, moves: list[Move]
) -> None:
    """Every tile that has not moved yet, unless it is the last, to where it fits."""
    castle, cells, marks, first_from = sites[letter]
    other, there, _, first_to = sites[1 - letter]
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
        room = room_for(kind_at(castle, cell), other, there, terms)
        if room:
            moves += TRANSFERS[letter][cell][first_to[room]]


def _swaps(sites: tuple[Site, Site], twins: bool, terms: Terms) -> list[Swap]:
    (a, cells_a, marks_a, first_a), (b, cells_b, marks_b, first_b) = sites
    free_b = first_b[cells_b & ~marks_b]
    swaps = [
        SWAPS[cell_a][cell_b]
        for cell_a in plan.CELLS_IN[first_a[cells_a & ~marks_a]]
        for cell_b in plan.CELLS_IN[free_b & plan.ROLE_MASK[plan.CELL_ROLE[cell_a]]]
        if swap_fits(a, b, cell_a, cell_b, terms)
    ]
    if not twins:
        return swaps
    found: dict[object, Swap] = {}  # of those that lead to the same position the first
    for swap in swaps:
        new_a, new_b = swapped(a, b, swap.cell_a, swap.cell_b)
        left = canon(new_a, marks_a | 1 << swap.cell_a)
        right = canon(new_b, marks_b | 1 << swap.cell_b)
        found.setdefault((min(left, right), max(left, right)), swap)
    return list(found.values())


# CK-090
def swap_fits(a: Castle, b: Castle, cell_a: plan.Cell, cell_b: plan.Cell, terms: Terms) -> bool:
    """Whether two tiles may take each other's place once both are lifted."""
    rest_of_b = b & plan.KEEP[1 << cell_b]
    to_b = room_for(kind_at(a, cell_a), rest_of_b, occupied(rest_of_b), terms)
    if not to_b >> cell_b & 1:
        return False
    rest_of_a = a & plan.KEEP[1 << cell_a]
    to_a = room_for(kind_at(b, cell_b), rest_of_a, occupied(rest_of_a), terms)
    return bool(to_a >> cell_a & 1)


def swapped(a: Castle, b: Castle, cell_a: plan.Cell, cell_b: plan.Cell) -> tuple[Castle, Castle]:
    """Castles A and B after an exchange."""
    kind_a, kind_b = kind_at(a, cell_a), kind_at(b, cell_b)
    return (
        a & plan.KEEP[1 << cell_a] | plan.BIT[kind_b][cell_a],
        b & plan.KEEP[1 << cell_b] | plan.BIT[kind_a][cell_b],
    )
