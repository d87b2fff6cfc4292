"""The arbiter on building: which castle, which tile, and where it fits."""

from __future__ import annotations

from rulekeep.core.rulebook import forbids
from rulekeep.core.seats import Seat
from rulekeep.games.castle_keep.box.castle import (
    CELL_ROLE,
    CELLS,
    CENTRE,
    CENTRE_MASK,
    KEEP,
    RING_MASK,
    SIDE_MASK,
    Castle,
    Cell,
    beside,
    kind_at,
    occupied,
    tiles_of,
)
from rulekeep.games.castle_keep.box.tiles import (
    COLOUR,
    COLOUR_NAMES,
    KINDS,
    KNIGHT,
    ROLE,
    ROLE_NAMES,
    WALL,
    Kind,
    codes,
    match,
)
from rulekeep.games.castle_keep.moves import PLAIN, Attack, Landing, Place, Swap, Transfer
from rulekeep.games.castle_keep.state import State


@forbids("CK-080", Place, Attack, gate=True)
def the_castle_is_not_named_rightly(state: State, seat: Seat, move: Place | Attack) -> str | None:
    if state.terms.empire and move.castle == PLAIN:
        return "say which castle is meant, A or B"
    if not state.terms.empire and move.castle != PLAIN:
        return "there are no castles A and B in this game"
    return None


@forbids("CK-083", Place, Transfer, gate=True)
def the_castle_is_closed(state: State, seat: Seat, move: Place | Transfer) -> str | None:
    letter = move.castle if isinstance(move, Place) else move.to_castle
    if state.closed and state.is_closed(seat, letter):
        return "that castle was destroyed and is closed for good"
    return None


@forbids("CK-073", Place, gate=True)
def there_is_no_reserve(state: State, seat: Seat, move: Place) -> str | None:
    if move.reserve and (not state.terms.takeover or state.terms.to_hand):
        return "nothing is built from a reserve in this game"
    return None


@forbids("CK-072", Place, gate=True)
def the_reserve_lacks_the_tile(state: State, seat: Seat, move: Place) -> str | None:
    if move.reserve and move.kind not in state.reserves[seat]:
        return f"there is no {KINDS[move.kind]} in the reserve"
    return None


@forbids("CK-015", Place, gate=True)
def the_hand_lacks_the_tile(state: State, seat: Seat, move: Place) -> str | None:
    if not move.reserve and move.kind not in state.hands[seat]:
        return f"there is no {KINDS[move.kind]} in the hand"
    return None


@forbids("CK-017", Place)
def enough_was_built(state: State, seat: Seat, move: Place) -> str | None:
    if state.placed >= state.terms.cap:
        return f"no more than {state.terms.cap} tiles may be placed in one turn"
    return None


@forbids("CK-087", Transfer, gate=True)
def there_is_nothing_to_move(state: State, seat: Seat, move: Transfer) -> str | None:
    if not occupied(state.castles[2 * seat + move.castle]) >> move.cell & 1:
        return f"there is no tile at {CELLS[move.cell]} of that castle"
    return None


@forbids("CK-090", Swap, gate=True)
def there_are_no_two_tiles_of_one_role(state: State, seat: Seat, move: Swap) -> str | None:
    cells = (move.cell_a, move.cell_b)
    for cell, castle in zip(cells, state.castles_of(seat), strict=True):
        if not occupied(castle) >> cell & 1:
            return f"there is no tile at {CELLS[cell]} to exchange"
    if CELL_ROLE[move.cell_a] != CELL_ROLE[move.cell_b]:
        return "only two towers, two walls or two knights may be exchanged"
    return None


@forbids("CK-088", Transfer)
def it_is_the_last_tile(state: State, seat: Seat, move: Transfer) -> str | None:
    if occupied(state.castles[2 * seat + move.castle]).bit_count() == 1:
        return "the last tile of a castle cannot be moved away"
    return None


@forbids("CK-088", Transfer, Swap)
def the_tile_has_moved_already(state: State, seat: Seat, move: Transfer | Swap) -> str | None:
    if isinstance(move, Transfer):
        moved = state.marks_on(seat, move.castle) >> move.cell & 1
    else:
        moved = state.marks_on(seat, 0) >> move.cell_a & 1
        moved |= state.marks_on(seat, 1) >> move.cell_b & 1
    return "that tile has been moved in this turn already" if moved else None


# -- where a tile fits ----------------------------------------------------------------------------

_Landed = tuple[Castle, Kind, Cell]
"""The castle as it is when the tile comes, the kind, the cell."""


def _landings(state: State, seat: Seat, move: Landing) -> list[_Landed]:
    if isinstance(move, Place):
        castle = state.castles[state.terms.castle_at(seat, move.castle)]
        return [(castle, move.kind, move.cell)]
    if isinstance(move, Transfer):
        source = state.castles[2 * seat + move.castle]
        target = state.castles[2 * seat + move.to_castle]
        return [(target, kind_at(source, move.cell), move.to_cell)]
    a, b = state.castles_of(seat)
    return [
        (a & KEEP[1 << move.cell_a], kind_at(b, move.cell_b), move.cell_a),
        (b & KEEP[1 << move.cell_b], kind_at(a, move.cell_a), move.cell_b),
    ]


@forbids("CK-019", Place, Transfer, gate=True)
def the_cell_is_for_another_role(state: State, seat: Seat, move: Place | Transfer) -> str | None:
    for _, kind, cell in _landings(state, seat, move):
        if CELL_ROLE[cell] != ROLE[kind]:
            return f"{CELLS[cell]} is a place for a {ROLE_NAMES[CELL_ROLE[cell]]}"
    return None


@forbids("CK-020", Place, Transfer, gate=True)
def the_cell_is_taken(state: State, seat: Seat, move: Place | Transfer) -> str | None:
    for castle, _, cell in _landings(state, seat, move):
        if occupied(castle) >> cell & 1:
            return f"{KINDS[kind_at(castle, cell)]} stands at {CELLS[cell]} and stays there"
    return None


@forbids("CK-018", Place, Transfer, Swap, gate=True)
def a_knight_cannot_come_first(state: State, seat: Seat, move: Landing) -> str | None:
    for castle, kind, _ in _landings(state, seat, move):
        if not castle and ROLE[kind] == KNIGHT:
            return "a castle begins with a wall or a tower"
    return None


@forbids("CK-025", Place, Transfer, Swap, gate=True)
def a_lone_knight_needs_a_wall_of_its_colour(state: State, seat: Seat, move: Landing) -> str | None:
    for castle, kind, _ in _landings(state, seat, move):
        if occupied(castle) == CENTRE_MASK:
            colour = COLOUR[kind_at(castle, CENTRE)]
            if ROLE[kind] != WALL or COLOUR[kind] != colour:
                return f"a knight alone needs a {COLOUR_NAMES[colour]} wall next"
    return None


def _ring_landings(state: State, seat: Seat, move: Landing) -> list[_Landed]:
    """Walls and towers that must be joined to something."""
    return [
        (castle, kind, cell)
        for castle, kind, cell in _landings(state, seat, move)
        if ROLE[kind] != KNIGHT and occupied(castle) not in (0, CENTRE_MASK)  # CK-063
    ]


def _beside(castle: Castle, cell: Cell) -> list[Kind]:
    """The kinds beside a cell, the knight apart."""
    return [kind_at(castle, other) for other in beside(castle, cell) if other != CENTRE]


def _knight_beside(castle: Castle, cell: Cell) -> Kind | None:
    """The knight, for a cell that touches the centre."""
    return kind_at(castle, CENTRE) if CENTRE in beside(castle, cell) else None


@forbids("CK-021", Place, Transfer, Swap)
def nothing_lies_beside_the_cell(state: State, seat: Seat, move: Landing) -> str | None:
    for castle, _, cell in _ring_landings(state, seat, move):
        if not _beside(castle, cell) and _knight_beside(castle, cell) is None:
            return f"no tile shares a side with {CELLS[cell]}"
    return None


@forbids("CK-022", Place, Transfer, Swap)
def nothing_beside_the_cell_matches(state: State, seat: Seat, move: Landing) -> str | None:
    for castle, kind, cell in _ring_landings(state, seat, move):
        there = _beside(castle, cell)
        knight = _knight_beside(castle, cell)
        if knight is not None and (state.terms.knight_supports or match(kind, knight)):
            there.append(knight)
        if there and not any(match(kind, other) for other in there):
            return f"{KINDS[kind]} has neither colour nor shape of {' '.join(codes(there))}"
    return None


@forbids("CK-023", Place, Transfer, Swap)
def the_knight_supports_no_wall(state: State, seat: Seat, move: Landing) -> str | None:
    if state.terms.knight_supports:
        return None
    for castle, kind, cell in _ring_landings(state, seat, move):
        there = _beside(castle, cell)
        knight = _knight_beside(castle, cell)
        if knight is None or any(match(kind, other) for other in there):
            continue
        if not there or match(kind, knight):
            return "walls are joined to towers, the knight gives no support"
    return None


@forbids("CK-024", Place, Transfer, Swap)
def the_knight_finds_no_colour(state: State, seat: Seat, move: Landing) -> str | None:
    anywhere = state.terms.knight_anywhere
    for castle, kind, _ in _landings(state, seat, move):
        if ROLE[kind] != KNIGHT or not castle:
            continue
        cells = RING_MASK if anywhere else SIDE_MASK
        tiles = [other for cell, other in tiles_of(castle) if cells >> cell & 1]
        if not any(COLOUR[other] == COLOUR[kind] for other in tiles):
            what = "tile of the castle" if anywhere else "wall beside the centre"
            return f"no {what} is {COLOUR_NAMES[COLOUR[kind]]}"
    return None


@forbids("CK-061", Place, Transfer, Swap)
def the_last_tile_must_match_twice(state: State, seat: Seat, move: Landing) -> str | None:
    for castle, kind, cell in _ring_landings(state, seat, move):
        if state.terms.a3 and occupied(castle).bit_count() == 8:
            clash = _clash(castle, kind, cell)
            if clash is not None:
                return f"the ninth tile must match both sides, and {KINDS[clash]} does not"
    return None


@forbids("CK-062", Place, Transfer, Swap)
def the_ring_must_be_closed_matching_twice(state: State, seat: Seat, move: Landing) -> str | None:
    if not (state.terms.a3 and state.terms.ring_closing):
        return None
    for castle, kind, cell in _ring_landings(state, seat, move):
        if (occupied(castle) & RING_MASK).bit_count() == 7:
            clash = _clash(castle, kind, cell)
            if clash is not None:
                return f"what closes the ring must match both sides, and {KINDS[clash]} does not"
    return None


def _clash(castle: Castle, kind: Kind, cell: Cell) -> Kind | None:
    """A tile beside the cell, on the ring, that does not match."""
    for other in _beside(castle, cell):
        if not match(kind, other):
            return other
    return None
