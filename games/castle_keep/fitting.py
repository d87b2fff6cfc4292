"""Every legal move: which tiles fit where, which targets an attack has."""

from __future__ import annotations

from collections.abc import Sequence

from rulekeep.games.castle_keep.castle import (
    ALL_OF_ROLES,
    BETWEEN,
    BIT,
    CELL_ROLE,
    CELLS_IN,
    CENTRE,
    CENTRE_MASK,
    COLOUR_SHIFT,
    FIRST_OF_ORBITS,
    KEEP,
    KIND_MASK,
    RING_MASK,
    ROLE_MASK,
    SHAPE_SHIFT,
    SYMMETRIC,
    alike,
    canon,
    equal_to,
    kind_at,
    occupied,
    separate_targets,
    stabiliser,
)
from rulekeep.games.castle_keep.components import FIRST_KNIGHT, FIRST_WALL, HAND
from rulekeep.games.castle_keep.moves import (
    ATTACK as ATTACKS,
)
from rulekeep.games.castle_keep.moves import (
    CHOICES,
    DISCARDS,
    DONE,
    DRAW_DISCARD,
    DRAW_PILE,
    PLACES,
    PLAIN,
    SWAP,
    TRANSFERS,
    Move,
    Places,
    Swap,
    Transfer,
)
from rulekeep.games.castle_keep.state import (
    ACTION,
    ASSAULT,
    ATTACK,
    BUILD,
    DISCARD,
    DRAW,
    TAKEN,
    State,
)
from rulekeep.games.castle_keep.terms import Terms

_NOTHING: tuple[Move, ...] = ()
_MASKS_OF = tuple(zip(COLOUR_SHIFT, SHAPE_SHIFT, KIND_MASK, strict=True))
"""Per kind where a castle's mask of its colour and of its shape begin, and the cells of its role."""

_DRAWS: tuple[Move, ...] = (DRAW_DISCARD, DRAW_PILE)


def legal_moves(state: State, seat: int) -> Sequence[Move]:
    """The moves of the open decision, equal kinds and equivalent cells once."""
    if seat != state.order.active:
        return _NOTHING
    phase = state.phase
    moves: list[Move] = []
    if phase == ACTION:
        _add_building(state, seat, moves)
        if state.unlocked or state.attacks_open():
            _add_attacks_on_all(state, seat, moves)
        moves.append(DONE)
    elif phase == BUILD:
        _add_building(state, seat, moves)
        moves.append(DONE)
    elif phase == DISCARD:
        _add_discards(state, seat, moves)
    elif phase == ATTACK:
        if state.attacks < state.terms.max_attacks:
            _add_attacks_on(state, seat, state.victim, moves)
        if state.terms.immediate:
            _add_placements_of(state, seat, moves, hand=False)
        moves.append(DONE)
    elif phase == TAKEN:
        _add_placements_of(state, seat, moves, hand=False)
        moves.append(DONE)
    elif phase == DRAW:
        return _DRAWS
    elif phase == ASSAULT:
        castle = state.castles[0]
        moves += [CHOICES[c] for c in separate_targets(castle, equal_to(castle, state.flips[0]))]
    return moves


# -- building -----------------------------------------------------------------------------------


def room_for(kind: int, castle: int, terms: Terms) -> int:
    """The cells of a castle where a tile of this kind may be placed, equivalent ones too."""
    cells = (castle | castle >> 9 | castle >> 18) & 511
    if not cells:
        return KIND_MASK[kind] if kind < FIRST_KNIGHT else 0
    free = KIND_MASK[kind] & ~cells
    colour = castle >> COLOUR_SHIFT[kind]
    if kind >= FIRST_KNIGHT:
        return free if colour & terms.beside_for_knight else 0
    if cells == CENTRE_MASK:
        return free if kind >= FIRST_WALL and colour & CENTRE_MASK else 0
    like = (colour | castle >> SHAPE_SHIFT[kind]) & 511
    if terms.a3 and must_match_both(cells, terms):
        return free & BETWEEN[like]
    return free & terms.beside[like]


def must_match_both(cells: int, terms: Terms) -> bool:
    """Under A3: whether the next wall or tower is the one that closes the castle."""
    if terms.ring_closing:
        return (cells & RING_MASK).bit_count() == 7
    return cells.bit_count() == 8


def _first_of(castle: int, cells: int, marks: int = 0) -> tuple[int, ...]:
    """Per mask of cells: one cell, the lowest, of those that the castle's symmetry makes equal."""
    return FIRST_OF_ORBITS[stabiliser(castle, cells, marks) if SYMMETRIC[cells] else 1]


def _add_building(state: State, seat: int, moves: list[Move]) -> None:
    terms = state.terms
    if terms.empire:
        _add_building_in_empire(state, seat, moves)
    elif terms.plain:
        if state.placed < terms.cap:
            castle = state.castles[seat]
            cells = (castle | castle >> 9 | castle >> 18) & 511
            first = _first_of(castle, cells)
            _add_placements(castle, cells, first, state.hands[seat], terms, PLACES[0][0], moves)
    else:
        _add_placements_of(state, seat, moves, hand=True)


def _add_placements_of(state: State, seat: int, moves: list[Move], hand: bool) -> None:
    """Placements from the hand (if it may be used) and from the reserve."""
    terms = state.terms
    if state.placed >= terms.cap:
        return
    if terms.empire:
        sites = _sites(state, seat)
        _add_placements_in_empire(state, seat, moves, sites, castles_alike(state, seat), hand)
        return
    castle = state.castles[terms.castle_at(seat, PLAIN)]
    cells = (castle | castle >> 9 | castle >> 18) & 511
    first = _first_of(castle, cells)
    if hand:
        _add_placements(castle, cells, first, state.hands[seat], terms, PLACES[0][0], moves)
    if state.reserves[seat]:
        _add_placements(castle, cells, first, state.reserves[seat], terms, PLACES[1][0], moves)


def _add_placements(
    castle: int,
    cells: int,
    first: tuple[int, ...],
    tiles: tuple[int, ...],
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

Site = tuple[int, int, int, tuple[int, ...]]
"""A castle of the active player in an Empire, its occupied cells, those whose tiles have been
transferred in this turn, and one of equivalent cells for each mask of cells."""


def _sites(state: State, seat: int) -> tuple[Site, Site]:
    """Castles A and B of the active player."""
    a, b = state.castles[2 * seat], state.castles[2 * seat + 1]
    cells_a = (a | a >> 9 | a >> 18) & 511
    cells_b = (b | b >> 9 | b >> 18) & 511
    marks_a, marks_b = state.marks & 511, state.marks >> 9
    return (
        (a, cells_a, marks_a, _first_of(a, cells_a, marks_a)),
        (b, cells_b, marks_b, _first_of(b, cells_b, marks_b)),
    )


def castles_alike(state: State, seat: int) -> bool:
    """Whether the active player's two castles are one and the same position."""
    if state.closed and (state.closed >> 2 * seat ^ state.closed >> (2 * seat + 1)) & 1:
        return False
    marks = state.marks
    return alike(state.castles[2 * seat], state.castles[2 * seat + 1], marks & 511, marks >> 9)


def _add_building_in_empire(state: State, seat: int, moves: list[Move]) -> None:
    sites, both_alike = _sites(state, seat), castles_alike(state, seat)
    if state.placed < state.terms.cap:
        _add_placements_in_empire(state, seat, moves, sites, both_alike, hand=True)
    _add_transfers(state, seat, moves, sites, both_alike)


def _add_placements_in_empire(
    state: State,
    seat: int,
    moves: list[Move],
    sites: tuple[Site, Site],
    both_alike: bool,
    hand: bool,
) -> None:
    """Placements into both castles, or into A only if B is the same; closed ones take none."""
    terms = state.terms
    for letter in (0,) if both_alike else (0, 1):
        if state.closed >> (2 * seat + letter) & 1:
            continue
        castle, cells, _, first = sites[letter]
        if hand:
            table = PLACES[0][letter + 1]
            _add_placements(castle, cells, first, state.hands[seat], terms, table, moves)
        if state.reserves[seat]:
            table = PLACES[1][letter + 1]
            _add_placements(castle, cells, first, state.reserves[seat], terms, table, moves)


def can_transfer(state: State, seat: int) -> bool:
    """Whether the active player of an Empire may move or exchange a tile."""
    moves: list[Move] = []
    _add_transfers(state, seat, moves, _sites(state, seat), castles_alike(state, seat))
    return bool(moves)


def _add_transfers(
    state: State, seat: int, moves: list[Move], sites: tuple[Site, Site], both_alike: bool
) -> None:
    """Tiles lifted from one own castle into the other, and exchanges."""
    a, b = sites
    terms = state.terms
    if not state.closed >> (2 * seat + 1) & 1:
        _add_transfers_from(a, b, TRANSFERS[0], terms, moves)
    if not both_alike and not state.closed >> 2 * seat & 1:
        _add_transfers_from(b, a, TRANSFERS[1], terms, moves)
    if terms.swaps:
        _add_swaps(state, seat, moves, sites, both_alike)


def _add_transfers_from(
    source: Site,
    target: Site,
    table: tuple[dict[int, tuple[Transfer, ...]], ...],
    terms: Terms,
    moves: list[Move],
) -> None:
    """Every tile that has not moved yet, unless it is the last, to where it fits."""
    castle, cells, marks, first_from = source
    other, there, _, first_to = target
    if not cells & (cells - 1):
        return
    lifted = first_from[cells & ~marks]
    if there and there != CENTRE_MASK and not terms.a3:
        beside, free = terms.beside, RING_MASK & ~there
        # only tiles of whose colour or shape something lies beside a free cell of their role
        lifted &= (
            CENTRE_MASK & ~there
            | castle & ALL_OF_ROLES[beside[other & 511] & free]
            | castle >> 9 & ALL_OF_ROLES[beside[other >> 9 & 511] & free]
            | castle >> 18 & ALL_OF_ROLES[beside[other >> 18 & 511] & free]
            | castle >> 27 & ALL_OF_ROLES[beside[other >> 27 & 511] & free]
            | castle >> 36 & ALL_OF_ROLES[beside[other >> 36 & 511] & free]
            | castle >> 45 & ALL_OF_ROLES[beside[other >> 45] & free]
        )
    for cell in CELLS_IN[lifted]:
        room = room_for(kind_at(castle, cell), other, terms)
        if room:
            moves += table[cell][first_to[room]]


def _add_swaps(
    state: State, seat: int, moves: list[Move], sites: tuple[Site, Site], both_alike: bool
) -> None:
    (a, cells_a, marks_a, first_a), (b, cells_b, marks_b, first_b) = sites
    free_b = first_b[cells_b & ~marks_b]
    swaps = [
        SWAP[cell_a][cell_b]
        for cell_a in CELLS_IN[first_a[cells_a & ~marks_a]]
        for cell_b in CELLS_IN[free_b & ROLE_MASK[CELL_ROLE[cell_a]]]
        if swap_fits(a, b, cell_a, cell_b, state.terms)
    ]
    if both_alike:
        found: dict[object, Swap] = {}
        for swap in swaps:
            found.setdefault(swap_outcome(state, seat, swap, both_alike), swap)
        swaps = list(found.values())
    moves += swaps


def swap_fits(a: int, b: int, cell_a: int, cell_b: int, terms: Terms) -> bool:
    """Whether two tiles may take each other's place once both are lifted."""
    to_b = room_for(kind_at(a, cell_a), b & KEEP[1 << cell_b], terms)
    if not to_b >> cell_b & 1:
        return False
    to_a = room_for(kind_at(b, cell_b), a & KEEP[1 << cell_a], terms)
    return bool(to_a >> cell_a & 1)


def swapped(a: int, b: int, cell_a: int, cell_b: int) -> tuple[int, int]:
    """Castles A and B after an exchange."""
    kind_a, kind_b = kind_at(a, cell_a), kind_at(b, cell_b)
    return (
        a & KEEP[1 << cell_a] | BIT[kind_b][cell_a],
        b & KEEP[1 << cell_b] | BIT[kind_a][cell_b],
    )


def swap_outcome(state: State, seat: int, swap: Swap, both_alike: bool) -> object:
    """The same for exchanges that lead to the same position."""
    a, b = state.castles[2 * seat], state.castles[2 * seat + 1]
    new_a, new_b = swapped(a, b, swap.cell_a, swap.cell_b)
    left = canon(new_a, state.marks_on(seat, 0) | 1 << swap.cell_a)
    right = canon(new_b, state.marks_on(seat, 1) | 1 << swap.cell_b)
    return tuple(sorted((left, right))) if both_alike else (left, right)


# -- attacking ----------------------------------------------------------------------------------


def _add_attacks_on_all(state: State, seat: int, moves: list[Move]) -> None:
    if state.terms.king:
        _add_attacks_on(state, seat, PLAIN, moves)
        return
    for other in range(state.terms.seats):
        if other != seat:
            _add_attacks_on(state, seat, other, moves)


def _add_attacks_on(state: State, seat: int, victim: int, moves: list[Move]) -> None:
    terms = state.terms
    if not terms.empire:
        castle = state.castles[0 if terms.king else victim]
        _add_targets(castle, state.hands[seat], terms, victim, PLAIN, moves)
        return
    a, b = state.castles[2 * victim], state.castles[2 * victim + 1]
    _add_targets(a, state.hands[seat], terms, victim, 0, moves)
    if not alike(a, b):
        _add_targets(b, state.hands[seat], terms, victim, 1, moves)


def _add_targets(
    castle: int, hand: tuple[int, ...], terms: Terms, victim: int, letter: int, moves: list[Move]
) -> None:
    reach = terms.reach
    last = -1
    two_knights = False
    for kind in hand:
        if kind == last:
            if kind < FIRST_KNIGHT or two_knights:
                continue
            two_knights = True
        else:
            two_knights = False
        last = kind
        hit = castle >> COLOUR_SHIFT[kind] & reach[kind]
        if not hit:
            continue
        if kind < FIRST_KNIGHT:
            hit &= castle >> SHAPE_SHIFT[kind]
            if not hit:
                continue
            several = hit & (hit - 1)
            targets = separate_targets(castle, hit) if several else [hit.bit_length() - 1]
        elif two_knights == (occupied(castle) != CENTRE_MASK):
            targets = [CENTRE]
        else:
            continue
        for cell in targets:
            moves.append(ATTACKS[0][kind][victim + 1][letter + 1][cell])
            if terms.takeover:
                moves.append(ATTACKS[1][kind][victim + 1][letter + 1][cell])


# -- discarding ---------------------------------------------------------------------------------


def _add_discards(state: State, seat: int, moves: list[Move]) -> None:
    """Without A2 the order means nothing: ascending kinds only, and no dead ends."""
    hand = state.hands[seat]
    last = -1
    if state.terms.a2:
        offered, floor = hand, -1
    else:
        offered = hand[: HAND + 1]
        floor = min(state.floor, hand[HAND])
    for kind in offered:
        if kind != last and kind >= floor:
            moves.append(DISCARDS[kind])
        last = kind
