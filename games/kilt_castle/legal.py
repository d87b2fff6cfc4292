"""The fast generator: who decides, where cards may go and floors be built, which roofs may move."""

from __future__ import annotations

from collections.abc import Sequence

from rulekeep.core import Decision, Seat
from rulekeep.games.kilt_castle.box.board import Cell, Position, Positions
from rulekeep.games.kilt_castle.box.pieces import CRESTS, FLOOR_MASK, Colour
from rulekeep.games.kilt_castle.moves import Build, Move, MoveRoof, Relocate
from rulekeep.games.kilt_castle.state import OVER, RELOCATE, ROOF, State


def decisions(state: State) -> tuple[Decision, ...]:
    """The question that follows from the phase."""
    phase = state.phase
    if phase == RELOCATE:
        return state.terms.ask_relocate[state.active]
    if phase == OVER:
        return ()
    if phase == ROOF:
        return state.terms.ask_roof[state.builder]
    return state.terms.ask_build[state.colour]


def legal_moves(state: State, seat: Seat) -> Sequence[Move]:
    phase = state.phase
    if phase == RELOCATE:
        return legal_relocations(state) if seat == state.active else ()  # KC-020
    if phase == OVER or seat != state.builder:  # KC-051 KC-100
        return ()
    return legal_roofs(state) if phase == ROOF else legal_builds(state)


# -- relocating -----------------------------------------------------------------------------


def legal_relocations(state: State) -> list[Relocate]:
    terms, board = state.terms, state.terms.box
    front, occupied, free = state.front, state.occupied, ~state.full
    rows_left = terms.most_rows - occupied.bit_count()
    ahead, relocations = board.ahead[front], terms.moves.relocations
    found: list[Relocate] = []
    for origin, row in enumerate(state.rows):
        if not row:
            continue
        alone = len(row) == 1
        others = occupied & ~(1 << origin) if alone else occupied
        if terms.lapping:
            targets = _round_the_board(state, origin, others) & free  # KC-035
        else:
            targets = ahead[origin] & free  # KC-030 KC-031 KC-035
        if rows_left + alone <= 0:  # KC-036
            targets &= others
        elif terms.neighbour_always:  # KC-034
            neighbours = others << 1
            targets &= others | neighbours | neighbours >> board.positions
        elif alone and origin == front and not terms.lapping:  # KC-033 KC-037
            targets &= others
        if not targets:
            continue
        known = relocations[origin]
        by_card = known.get(targets) or known[targets]  # `get` first: it is faster here
        for lying in row:  # KC-021
            found += by_card[lying >> 1]
    return found


def _round_the_board(state: State, origin: Position, occupied: Positions) -> Positions:
    """Where a card may go that may go round: all but the open space before the front."""
    board = state.terms.box
    front = state.front_without(origin)
    rear = board.rear_row(occupied, front)
    return (board.ahead[front][rear] | 1 << rear) & ~(1 << origin)  # KC-031


# -- building -------------------------------------------------------------------------------


def legal_builds(state: State) -> Sequence[Build]:
    terms = state.terms
    seat = state.builder
    stock = state.stock
    if terms.any_own_floor:  # KC-066
        one, other = terms.colours_of[seat]
        left = _kinds_left(stock, one) | _kinds_left(stock, other) << len(CRESTS)
    else:
        left = _kinds_left(stock, state.colour)  # KC-052
    builds = terms.builds[seat][left]
    purse = state.bank.purses[seat]
    towers = state.towers
    heights = state.heights
    roofed = state.roofed
    owner_of_floor = terms.owner_of_floor
    found: tuple[Build, ...] = ()
    free = True
    for cell in terms.box.lines[state.at[state.moved >> 1]]:  # KC-053 KC-054
        tower = towers[cell]
        if not tower:
            if free:  # KC-055
                free = False
                found += builds[cell]
        elif not roofed >> cell & 1 and (  # KC-074
            heights[cell] <= purse or owner_of_floor[tower & FLOOR_MASK] == seat  # KC-057 KC-061
        ):
            found += builds[cell]
    return found


def _kinds_left(stock: list[int], colour: Colour) -> int:
    """A bit for each number of crests that the colour has left."""
    base = colour * 3
    return (1 if stock[base] else 0) | (2 if stock[base + 1] else 0) | (4 if stock[base + 2] else 0)


def can_build(state: State, colour: Colour) -> bool:
    """Whether the owner of a colour has a floor and a site for it, and so must build."""
    return has_floor(state, colour) and _has_site(state, state.terms.owner[colour])


def eligible_colours(state: State, colour: Colour) -> tuple[Colour, ...]:
    """The colours whose floors may be placed when this one builds."""
    terms = state.terms
    return terms.colours_of[terms.owner[colour]] if terms.any_own_floor else (colour,)


def has_floor(state: State, colour: Colour) -> bool:
    if not state.terms.any_own_floor:
        return state.left[colour] > 0
    return state.floors_left(state.terms.owner[colour]) > 0


def _has_site(state: State, seat: Seat) -> bool:
    terms, purse = state.terms, state.bank.purses[seat]
    for cell in terms.box.lines[state.at[state.moved >> 1]]:
        if not state.roofed >> cell & 1 and (
            state.heights[cell] <= purse
            or terms.owner_of_floor[state.towers[cell] & FLOOR_MASK] == seat
        ):
            return True
    return False


def sites(state: State) -> dict[Cell, int]:
    """The cells open to the builder, each with its price: for drawings and reports."""
    seat = state.builder
    return {move.cell: state.price(seat, move.cell) for move in legal_builds(state)}


# -- roofs ----------------------------------------------------------------------------------


def legal_roofs(state: State) -> tuple[MoveRoof, ...]:
    roof = state.terms.moves.roof
    return tuple(roof[cell] for cell in state.terms.box.cells if state.is_roofed(cell))  # KC-073
