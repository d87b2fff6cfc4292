"""Refusals of building: which castle, which tile, and where it fits."""

from __future__ import annotations

from collections.abc import Iterator

from rulekeep.core import Seat, forbids
from rulekeep.games.castle_keep.box import castle as plan
from rulekeep.games.castle_keep.box import tiles
from rulekeep.games.castle_keep.moves import PLAIN, Attack, Landing, Place, Rebuild, Swap, Transfer
from rulekeep.games.castle_keep.state import State


@forbids("CK-080", Place, Attack, gate=True)
def the_castle_is_not_named_rightly(state: State, seat: Seat, move: Place | Attack) -> str | None:
    if state.terms.empire and move.castle == PLAIN:
        return "you must name castle A or castle B"
    if not state.terms.empire and move.castle != PLAIN:
        return "there are no castles A and B in this variant"
    return None


@forbids("CK-083", Place, Transfer, gate=True)
def the_castle_is_closed(state: State, seat: Seat, move: Place | Transfer) -> str | None:
    letter = move.castle if isinstance(move, Place) else move.to_castle
    if state.closed and state.is_closed(seat, letter):
        return "that castle was destroyed and cannot be built again"
    return None


@forbids("CK-073", Place, gate=True)
def there_is_no_reserve(state: State, seat: Seat, move: Place) -> str | None:
    if move.reserve and (not state.terms.takeover or state.terms.to_hand):
        return "there is no reserve in this match"
    return None


@forbids("CK-072", Place, gate=True)
def the_reserve_lacks_the_tile(state: State, seat: Seat, move: Place) -> str | None:
    if move.reserve and move.kind not in state.reserves[seat]:
        return f"you have no {tiles.tile_words(move.kind)} in your reserve"
    return None


@forbids("CK-015", Place, gate=True)
def the_hand_lacks_the_tile(state: State, seat: Seat, move: Place) -> str | None:
    if not move.reserve and move.kind not in state.hands[seat]:
        return f"you have no {tiles.tile_words(move.kind)} in your hand"
    return None


@forbids("CK-017", Place)
def enough_was_built(state: State, seat: Seat, move: Place) -> str | None:
    if state.placed >= state.terms.cap:
        return f"you may place only {state.terms.cap} tiles in a turn"
    return None


@forbids("CK-087", Transfer, gate=True)
def there_is_nothing_to_move(state: State, seat: Seat, move: Transfer) -> str | None:
    if not plan.occupied(state.castle(seat, move.castle)) >> move.cell & 1:
        return f"there is no tile {plan.at_cell(move.cell)} of that castle"
    return None


@forbids("CK-090", Swap, gate=True)
def there_are_no_two_tiles_of_one_role(state: State, seat: Seat, move: Swap) -> str | None:
    cells = (move.cell_a, move.cell_b)
    for cell, castle in zip(cells, state.castles_of(seat), strict=True):
        if not plan.occupied(castle) >> cell & 1:
            return f"there is no tile {plan.at_cell(cell)} to exchange"
    if plan.CELL_ROLE[move.cell_a] != plan.CELL_ROLE[move.cell_b]:
        return "you can exchange only two towers, two walls or two knights"
    return None


@forbids("CK-088", Transfer)
def it_is_the_last_tile(state: State, seat: Seat, move: Transfer) -> str | None:
    if plan.occupied(state.castle(seat, move.castle)).bit_count() == 1:
        return "you cannot move the last tile of a castle"
    return None


@forbids("CK-088", Transfer, Swap)
def the_tile_has_moved_already(state: State, seat: Seat, move: Rebuild) -> str | None:
    if isinstance(move, Transfer):
        moved = state.marks_on(seat, move.castle) >> move.cell & 1
    else:
        moved = state.marks_on(seat, 0) >> move.cell_a & 1
        moved |= state.marks_on(seat, 1) >> move.cell_b & 1
    return "you have already moved that tile in this turn" if moved else None


# -- where a tile fits ----------------------------------------------------------------------------

_Landed = tuple[plan.Castle, tiles.Kind, plan.Cell]
"""The castle as it is when the tile comes, the kind, the cell."""


def _landings(state: State, seat: Seat, move: Landing) -> list[_Landed]:
    if isinstance(move, Place):
        return [(state.castle(seat, move.castle), move.kind, move.cell)]
    if isinstance(move, Transfer):
        kind = plan.kind_at(state.castle(seat, move.castle), move.cell)
        return [(state.castle(seat, move.to_castle), kind, move.to_cell)]
    a, b = state.castles_of(seat)
    return [
        (a & plan.KEEP[1 << move.cell_a], plan.kind_at(b, move.cell_b), move.cell_a),
        (b & plan.KEEP[1 << move.cell_b], plan.kind_at(a, move.cell_a), move.cell_b),
    ]


@forbids("CK-019", Place, Transfer, gate=True)
def the_cell_is_for_another_role(state: State, seat: Seat, move: Place | Transfer) -> str | None:
    for _, kind, cell in _landings(state, seat, move):
        if plan.CELL_ROLE[cell] != tiles.ROLE[kind]:
            return (
                f"{plan.CELL_WORDS[cell]} is a place for a {tiles.ROLE_NAMES[plan.CELL_ROLE[cell]]}"
            )
    return None


@forbids("CK-020", Place, Transfer, gate=True)
def the_cell_is_taken(state: State, seat: Seat, move: Place | Transfer) -> str | None:
    for castle, _, cell in _landings(state, seat, move):
        if plan.occupied(castle) >> cell & 1:
            return f"there is already a {tiles.tile_words(plan.kind_at(castle, cell))} {plan.at_cell(cell)}"
    return None


@forbids("CK-018", Place, Transfer, Swap, gate=True)
def a_knight_cannot_come_first(state: State, seat: Seat, move: Landing) -> str | None:
    for castle, kind, _ in _landings(state, seat, move):
        if not castle and tiles.ROLE[kind] == tiles.KNIGHT:
            return "a castle must start with a wall or a tower"
    return None


@forbids("CK-025", Place, Transfer, Swap, gate=True)
def a_lone_knight_needs_a_wall_of_its_colour(state: State, seat: Seat, move: Landing) -> str | None:
    for castle, kind, _ in _landings(state, seat, move):
        if plan.occupied(castle) == plan.CENTRE_MASK:
            colour = tiles.COLOUR[plan.kind_at(castle, plan.CENTRE)]
            if tiles.ROLE[kind] != tiles.WALL or tiles.COLOUR[kind] != colour:
                return f"the knight is alone, so the next tile must be a {tiles.COLOUR_NAMES[colour]} wall"
    return None


_Joint = tuple[plan.Castle, tiles.Kind, plan.Cell, list[tiles.Kind], tiles.Kind | None]


def _joints(state: State, seat: Seat, move: Landing) -> Iterator[_Joint]:
    """Walls and towers that must be joined to something: as they land, then the kinds beside them
    on the ring, and the knight where they touch the centre."""
    for castle, kind, cell in _landings(state, seat, move):
        alone = plan.occupied(castle) in (0, plan.CENTRE_MASK)  # CK-063
        if tiles.ROLE[kind] != tiles.KNIGHT and not alone:
            beside = {other: plan.kind_at(castle, other) for other in plan.beside(castle, cell)}
            knight = beside.pop(plan.CENTRE, None)
            yield castle, kind, cell, list(beside.values()), knight


@forbids("CK-021", Place, Transfer, Swap)
def nothing_lies_beside_the_cell(state: State, seat: Seat, move: Landing) -> str | None:
    for _, _, cell, there, knight in _joints(state, seat, move):
        if not there and knight is None:
            return f"there is no tile next to {plan.CELL_WORDS[cell]}"
    return None


@forbids("CK-022", Place, Transfer, Swap)
def nothing_beside_the_cell_matches(state: State, seat: Seat, move: Landing) -> str | None:
    for _, kind, _, there, knight in _joints(state, seat, move):
        if knight is not None and (state.terms.knight_supports or tiles.match(kind, knight)):
            there.append(knight)
        if there and not any(tiles.match(kind, other) for other in there):
            return f"neither its colour nor its shape matches {tiles.tiles_words(there)} next to it"
    return None


@forbids("CK-023", Place, Transfer, Swap)
def the_knight_supports_no_wall(state: State, seat: Seat, move: Landing) -> str | None:
    if state.terms.knight_supports:
        return None
    for _, kind, _, there, knight in _joints(state, seat, move):
        if knight is None or any(tiles.match(kind, other) for other in there):
            continue
        if not there or tiles.match(kind, knight):  # what matches nothing is refused by CK-022
            return "a wall must match a tower next to it, as the knight does not support walls"
    return None


@forbids("CK-024", Place, Transfer, Swap)
def the_knight_finds_no_colour(state: State, seat: Seat, move: Landing) -> str | None:
    anywhere = state.terms.knight_anywhere
    cells = plan.RING_MASK if anywhere else plan.SIDE_MASK
    for castle, kind, _ in _landings(state, seat, move):
        alike = castle >> plan.COLOUR_SHIFT[kind] & cells
        if tiles.ROLE[kind] == tiles.KNIGHT and castle and not alike:
            what = "tile of the castle" if anywhere else "wall next to the centre"
            return f"no {what} is {tiles.COLOUR_NAMES[tiles.COLOUR[kind]]}"
    return None


@forbids("CK-061", Place, Transfer, Swap)
def the_last_tile_must_match_twice(state: State, seat: Seat, move: Landing) -> str | None:
    return None if not state.terms.a3 else _clash(state, seat, move, plan.FULL, "the ninth tile")


@forbids("CK-062", Place, Transfer, Swap)
def the_ring_must_be_closed_matching_twice(state: State, seat: Seat, move: Landing) -> str | None:
    if not (state.terms.a3 and state.terms.ring_closing):
        return None
    return _clash(state, seat, move, plan.RING_MASK, "the tile that closes the ring")


def _clash(state: State, seat: Seat, move: Landing, whole: plan.Cells, what: str) -> str | None:
    """The tile would fill the last of these cells, and one beside it on the ring does not match."""
    for castle, kind, _, there, _ in _joints(state, seat, move):
        lacking = whole & ~plan.occupied(castle)
        for other in there if lacking.bit_count() == 1 else ():
            if not tiles.match(kind, other):
                return f"{what} must match both neighbours, and the {tiles.tile_words(other)} does not match"
    return None
