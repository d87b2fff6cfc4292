"""The arbiter on the turn and on building: every objection is tied to the rule it states."""

from __future__ import annotations

from rulekeep.games.castle_keep.book import BOOK
from rulekeep.games.castle_keep.castle import (
    CELL_ROLE,
    CELLS,
    CENTRE,
    CENTRE_MASK,
    KEEP,
    NEIGHBOURS,
    RING_MASK,
    SIDE_MASK,
    kind_at,
    occupied,
    tiles_of,
)
from rulekeep.games.castle_keep.components import (
    COLOUR,
    COLOUR_NAMES,
    HAND,
    KINDS,
    KNIGHT,
    ROLE,
    ROLE_NAMES,
    WALL,
    match,
)
from rulekeep.games.castle_keep.moves import (
    PLAIN,
    Attack,
    Choose,
    Discard,
    Draw,
    Move,
    Place,
    Swap,
    Transfer,
)
from rulekeep.games.castle_keep.state import (
    ASSAULT,
    ATTACK,
    BUILD,
    DISCARD,
    DRAW,
    OVER,
    TAKEN,
    State,
)

__all__ = ["BOOK"]

_forbids = BOOK.forbids

# -- the turn -----------------------------------------------------------------------------------


@_forbids("CK-049", gate=True)
def the_match_is_over(state: State, seat: int, move: Move) -> str | None:
    return "the match is over" if state.phase == OVER else None


@_forbids("CK-006", gate=True)
def it_is_not_this_seats_turn(state: State, seat: int, move: Move) -> str | None:
    if seat != state.active:
        return f"it is the turn of player {state.active + 1}"
    return None


@_forbids("CK-057", Draw, gate=True)
def the_discard_pile_is_not_drawn_from(state: State, seat: int, move: Draw) -> str | None:
    if not state.terms.a2:
        return "without A2 both tiles come from the piles, and nothing is to be chosen"
    return None


@_forbids("CK-059", Draw, gate=True)
def the_draw_is_not_open(state: State, seat: int, move: Draw) -> str | None:
    if state.phase == DRAW:
        return None
    return "the draw is chosen at the start of a turn, and only if there are discarded tiles"


@_forbids("CK-007", gate=True)
def the_draw_comes_first(state: State, seat: int, move: Move) -> str | None:
    if state.phase == DRAW and not isinstance(move, Draw):
        return "first say where to draw from: draw discard or draw pile"
    return None


@_forbids("CK-045", Discard, gate=True)
def nothing_is_to_be_discarded(state: State, seat: int, move: Discard) -> str | None:
    if state.phase == DISCARD:
        return None
    return f"tiles are discarded only after the action, and only while there are more than {HAND}"


@_forbids("CK-044", gate=True)
def the_hand_is_too_large(state: State, seat: int, move: Move) -> str | None:
    if state.phase == DISCARD and not isinstance(move, Discard):
        surplus = len(state.hands[seat]) - HAND
        return f"the action is over, and {surplus} of the hand must be discarded"
    return None


@_forbids("CK-105", gate=True)
def the_assault_is_not_a_choice_now(state: State, seat: int, move: Move) -> str | None:
    if state.phase == ASSAULT and not isinstance(move, Choose):
        return f"first choose which {KINDS[state.flips[0]]} the assault destroys"
    if state.phase != ASSAULT and isinstance(move, Choose):
        return "no assault waits for a choice"
    return None


# -- what may be done in this turn ----------------------------------------------------------------


@_forbids("CK-101", Attack, gate=True)
def a_siege_has_no_attacks(state: State, seat: int, move: Attack) -> str | None:
    return "in a siege there is nobody to attack" if state.terms.siege else None


@_forbids("CK-013", Place, gate=True)
def this_turn_attacks(state: State, seat: int, move: Place) -> str | None:
    if state.phase == ATTACK and not (state.terms.immediate and move.reserve):
        return "this turn attacks, so it does not build"
    return None


@_forbids("CK-072", Place, Attack, gate=True)
def only_taken_tiles_are_built_now(state: State, seat: int, move: Place | Attack) -> str | None:
    if state.phase == TAKEN and not (isinstance(move, Place) and move.reserve):
        return "only the tiles taken in this turn may be placed now"
    return None


@_forbids("CK-013", Attack, gate=True)
def this_turn_builds(state: State, seat: int, move: Attack) -> str | None:
    return "this turn builds, so it does not attack" if state.phase == BUILD else None


@_forbids("CK-020", Transfer, Swap, gate=True)
def a_placed_tile_stays(state: State, seat: int, move: Transfer | Swap) -> str | None:
    return None if state.terms.empire else "a tile once placed stays where it is"


@_forbids("CK-090", Swap, gate=True)
def tiles_are_not_exchanged(state: State, seat: int, move: Swap) -> str | None:
    return None if state.terms.swaps else "tiles may be moved, but not exchanged"


@_forbids("CK-089", Transfer, Swap, gate=True)
def transfers_precede_attacks(state: State, seat: int, move: Transfer | Swap) -> str | None:
    if state.phase in (ATTACK, TAKEN):
        return "tiles are moved before the first attack of a turn, not after it"
    return None


# -- which castle, which tile ---------------------------------------------------------------------


@_forbids("CK-080", Place, Attack, gate=True)
def the_castle_is_not_named_rightly(state: State, seat: int, move: Place | Attack) -> str | None:
    if state.terms.empire and move.castle == PLAIN:
        return "say which castle is meant, A or B"
    if not state.terms.empire and move.castle != PLAIN:
        return "there are no castles A and B in this game"
    return None


@_forbids("CK-083", Place, Transfer, gate=True)
def the_castle_is_closed(state: State, seat: int, move: Place | Transfer) -> str | None:
    letter = move.castle if isinstance(move, Place) else 1 - move.castle
    if state.closed and state.is_closed(seat, letter):
        return "that castle was destroyed and is closed for good"
    return None


@_forbids("CK-073", Place, gate=True)
def there_is_no_reserve(state: State, seat: int, move: Place) -> str | None:
    if move.reserve and (not state.terms.takeover or state.terms.to_hand):
        return "nothing is built from a reserve in this game"
    return None


@_forbids("CK-072", Place, gate=True)
def the_reserve_lacks_the_tile(state: State, seat: int, move: Place) -> str | None:
    if move.reserve and move.kind not in state.reserves[seat]:
        return f"there is no {KINDS[move.kind]} in the reserve"
    return None


@_forbids("CK-015", Place, gate=True)
def the_hand_lacks_the_tile(state: State, seat: int, move: Place) -> str | None:
    if not move.reserve and move.kind not in state.hands[seat]:
        return f"there is no {KINDS[move.kind]} in the hand"
    return None


@_forbids("CK-017", Place)
def enough_was_built(state: State, seat: int, move: Place) -> str | None:
    if state.placed >= state.terms.cap:
        return f"no more than {state.terms.cap} tiles may be placed in one turn"
    return None


@_forbids("CK-087", Transfer, gate=True)
def there_is_nothing_to_move(state: State, seat: int, move: Transfer) -> str | None:
    if not occupied(state.castles[2 * seat + move.castle]) >> move.cell & 1:
        return f"there is no tile at {CELLS[move.cell]} of that castle"
    return None


@_forbids("CK-090", Swap, gate=True)
def there_are_no_two_tiles_of_one_role(state: State, seat: int, move: Swap) -> str | None:
    cells = (move.cell_a, move.cell_b)
    for cell, castle in zip(cells, state.castles_of(seat), strict=True):
        if not occupied(castle) >> cell & 1:
            return f"there is no tile at {CELLS[cell]} to exchange"
    if CELL_ROLE[move.cell_a] != CELL_ROLE[move.cell_b]:
        return "only two towers, two walls or two knights may be exchanged"
    return None


@_forbids("CK-088", Transfer)
def it_is_the_last_tile(state: State, seat: int, move: Transfer) -> str | None:
    if occupied(state.castles[2 * seat + move.castle]).bit_count() == 1:
        return "the last tile of a castle cannot be moved away"
    return None


@_forbids("CK-088", Transfer, Swap)
def the_tile_has_moved_already(state: State, seat: int, move: Transfer | Swap) -> str | None:
    if isinstance(move, Transfer):
        moved = state.marks_on(seat, move.castle) >> move.cell & 1
    else:
        moved = state.marks_on(seat, 0) >> move.cell_a & 1
        moved |= state.marks_on(seat, 1) >> move.cell_b & 1
    return "that tile has been moved in this turn already" if moved else None


# -- where a tile fits ----------------------------------------------------------------------------

_Landing = tuple[int, int, int]
"""The castle as it is when the tile comes, the kind, the cell."""


def _landings(state: State, seat: int, move: Place | Transfer | Swap) -> list[_Landing]:
    if isinstance(move, Place):
        castle = state.castles[state.terms.castle_at(seat, move.castle)]
        return [(castle, move.kind, move.cell)]
    if isinstance(move, Transfer):
        source = state.castles[2 * seat + move.castle]
        target = state.castles[2 * seat + 1 - move.castle]
        return [(target, kind_at(source, move.cell), move.to_cell)]
    a, b = state.castles_of(seat)
    return [
        (a & KEEP[1 << move.cell_a], kind_at(b, move.cell_b), move.cell_a),
        (b & KEEP[1 << move.cell_b], kind_at(a, move.cell_a), move.cell_b),
    ]


@_forbids("CK-019", Place, Transfer, gate=True)
def the_cell_is_for_another_role(state: State, seat: int, move: Place | Transfer) -> str | None:
    for _, kind, cell in _landings(state, seat, move):
        if CELL_ROLE[cell] != ROLE[kind]:
            return f"{CELLS[cell]} is a place for a {ROLE_NAMES[CELL_ROLE[cell]]}"
    return None


@_forbids("CK-020", Place, Transfer, gate=True)
def the_cell_is_taken(state: State, seat: int, move: Place | Transfer) -> str | None:
    for castle, _, cell in _landings(state, seat, move):
        if occupied(castle) >> cell & 1:
            return f"{KINDS[kind_at(castle, cell)]} stands at {CELLS[cell]} and stays there"
    return None


@_forbids("CK-018", Place, Transfer, Swap, gate=True)
def a_knight_cannot_come_first(
    state: State, seat: int, move: Place | Transfer | Swap
) -> str | None:
    for castle, kind, _ in _landings(state, seat, move):
        if not castle and ROLE[kind] == KNIGHT:
            return "a castle begins with a wall or a tower"
    return None


@_forbids("CK-025", Place, Transfer, Swap, gate=True)
def a_lone_knight_needs_a_wall_of_its_colour(
    state: State, seat: int, move: Place | Transfer | Swap
) -> str | None:
    for castle, kind, _ in _landings(state, seat, move):
        if occupied(castle) == CENTRE_MASK:
            colour = COLOUR[kind_at(castle, CENTRE)]
            if ROLE[kind] != WALL or COLOUR[kind] != colour:
                return f"a knight alone needs a {COLOUR_NAMES[colour]} wall next"
    return None


def _ring_landings(state: State, seat: int, move: Place | Transfer | Swap) -> list[_Landing]:
    """Walls and towers that must be joined to something."""
    return [
        (castle, kind, cell)
        for castle, kind, cell in _landings(state, seat, move)
        if ROLE[kind] != KNIGHT and occupied(castle) not in (0, CENTRE_MASK)
    ]


def _beside(castle: int, cell: int) -> list[int]:
    """The kinds beside a cell, the knight apart."""
    cells = occupied(castle)
    return [kind_at(castle, n) for n in NEIGHBOURS[cell] if n != CENTRE and cells >> n & 1]


def _knight_beside(castle: int, cell: int) -> int | None:
    """The knight, for a cell that touches the centre."""
    if CENTRE in NEIGHBOURS[cell] and occupied(castle) & CENTRE_MASK:
        return kind_at(castle, CENTRE)
    return None


@_forbids("CK-021", Place, Transfer, Swap)
def nothing_lies_beside_the_cell(
    state: State, seat: int, move: Place | Transfer | Swap
) -> str | None:
    for castle, _, cell in _ring_landings(state, seat, move):
        if not _beside(castle, cell) and _knight_beside(castle, cell) is None:
            return f"no tile shares a side with {CELLS[cell]}"
    return None


@_forbids("CK-022", Place, Transfer, Swap)
def nothing_beside_the_cell_matches(
    state: State, seat: int, move: Place | Transfer | Swap
) -> str | None:
    for castle, kind, cell in _ring_landings(state, seat, move):
        beside = _beside(castle, cell)
        knight = _knight_beside(castle, cell)
        if knight is not None and (state.terms.knight_supports or match(kind, knight)):
            beside.append(knight)
        if beside and not any(match(kind, other) for other in beside):
            listed = " ".join(KINDS[other] for other in beside)
            return f"{KINDS[kind]} has neither colour nor shape of {listed}"
    return None


@_forbids("CK-023", Place, Transfer, Swap)
def the_knight_supports_no_wall(
    state: State, seat: int, move: Place | Transfer | Swap
) -> str | None:
    if state.terms.knight_supports:
        return None
    for castle, kind, cell in _ring_landings(state, seat, move):
        beside = _beside(castle, cell)
        knight = _knight_beside(castle, cell)
        if knight is None or any(match(kind, other) for other in beside):
            continue
        if not beside or match(kind, knight):
            return "walls are joined to towers, the knight gives no support"
    return None


@_forbids("CK-024", Place, Transfer, Swap)
def the_knight_finds_no_colour(
    state: State, seat: int, move: Place | Transfer | Swap
) -> str | None:
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


@_forbids("CK-061", Place, Transfer, Swap)
def the_last_tile_must_match_twice(
    state: State, seat: int, move: Place | Transfer | Swap
) -> str | None:
    for castle, kind, cell in _ring_landings(state, seat, move):
        if state.terms.a3 and occupied(castle).bit_count() == 8:
            clash = _clash(castle, kind, cell)
            if clash is not None:
                return f"the ninth tile must match both sides, and {KINDS[clash]} does not"
    return None


@_forbids("CK-062", Place, Transfer, Swap)
def the_ring_must_be_closed_matching_twice(
    state: State, seat: int, move: Place | Transfer | Swap
) -> str | None:
    if not (state.terms.a3 and state.terms.ring_closing):
        return None
    for castle, kind, cell in _ring_landings(state, seat, move):
        if (occupied(castle) & RING_MASK).bit_count() == 7:
            clash = _clash(castle, kind, cell)
            if clash is not None:
                return f"what closes the ring must match both sides, and {KINDS[clash]} does not"
    return None


def _clash(castle: int, kind: int, cell: int) -> int | None:
    """A tile beside the cell, on the ring, that does not match."""
    for other in _beside(castle, cell):
        if not match(kind, other):
            return other
    return None


# -- discards and assaults ------------------------------------------------------------------------


@_forbids("CK-044", Discard)
def the_hand_lacks_the_discard(state: State, seat: int, move: Discard) -> str | None:
    if move.kind not in state.hands[seat]:
        return f"there is no {KINDS[move.kind]} in the hand"
    return None


@_forbids("CK-103", Choose)
def the_flip_does_not_match(state: State, seat: int, move: Choose) -> str | None:
    castle = state.castles[0]
    flip = state.flips[0]
    if not occupied(castle) >> move.cell & 1 or kind_at(castle, move.cell) != flip:
        return f"there is no {KINDS[flip]} at {CELLS[move.cell]}"
    return None
