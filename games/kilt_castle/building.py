"""Who may build where, and at what price."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from rulekeep.games.kilt_castle.components import CRESTS, FLOOR_MASK
from rulekeep.games.kilt_castle.moves import ANY_COLOUR, Build
from rulekeep.games.kilt_castle.state import State


@frozen
class Site:
    """A cell that may be built on, and the price."""

    cell: int
    price: int
    free_build: bool


def line_of_build(state: State) -> tuple[int, ...]:
    """The cells the relocated card faces, nearest first."""
    return state.table.board.lines[state.at[state.moved]]


def free_cell(state: State) -> int | None:
    """The nearest empty cell of the line."""
    for cell in line_of_build(state):
        if not state.towers[cell]:
            return cell
    return None


def price_of(state: State, seat: int, cell: int) -> int:
    """What this builder would pay for a cell; nothing on an empty or an own one."""
    return 0 if state.owner_of_tower(cell) == seat else state.heights[cell]


def sites(state: State) -> list[Site]:
    """The cells open to the builder, whatever floors are in stock."""
    seat = state.builder
    found: list[Site] = []
    for cell in line_of_build(state):
        if not state.towers[cell]:
            if cell == free_cell(state):
                found.append(Site(cell, 0, True))
        elif not state.is_roofed(cell):
            price = price_of(state, seat, cell)
            if price <= state.bank.purses[seat]:
                found.append(Site(cell, price, False))
    return found


def eligible_colours(state: State) -> tuple[int, ...]:
    """The colours of which the builder may place a floor."""
    if state.table.any_own_floor:
        return state.table.colours_of[state.builder]
    return (state.colour,)


def has_eligible_floor(state: State) -> bool:
    if not state.table.any_own_floor:
        return state.left[state.colour] > 0
    return any(state.left[colour] for colour in eligible_colours(state))


def can_build(state: State) -> bool:
    """Whether the builder has a floor and a site, and so must build."""
    return has_eligible_floor(state) and has_site(state)


def has_site(state: State) -> bool:
    position = state.at[state.moved]
    board = state.table.board
    if state.empty & board.line_masks[position]:
        return True
    seat = state.builder
    purse = state.bank.purses[seat]
    heights = state.heights
    towers = state.towers
    roofed = state.roofed
    owner_of_floor = state.table.owner_of_floor
    for cell in board.lines[position]:
        if not roofed >> cell & 1 and (
            heights[cell] <= purse or owner_of_floor[towers[cell] & FLOOR_MASK] == seat
        ):
            return True
    return False


def _kinds_left(stock: list[int], colour: int) -> int:
    """A bit for each number of crests that the colour has left."""
    base = colour * 3
    return (1 if stock[base] else 0) | (2 if stock[base + 1] else 0) | (4 if stock[base + 2] else 0)


def legal_builds(state: State) -> Sequence[Build]:
    table = state.table
    seat = state.builder
    if table.any_own_floor:
        one, other = table.colours_of[seat]
        stock = state.stock
        left = _kinds_left(stock, one) | _kinds_left(stock, other) << len(CRESTS)
        builds = table.builds_any_own[seat][left]
    else:
        builds = table.builds[_kinds_left(state.stock, state.colour)]
    purse = state.bank.purses[seat]
    towers = state.towers
    heights = state.heights
    roofed = state.roofed
    owner_of_floor = table.owner_of_floor
    found: tuple[Build, ...] = ()
    free = True
    for cell in table.board.lines[state.at[state.moved]]:
        tower = towers[cell]
        if not tower:
            if free:
                free = False
                found += builds[cell]
        elif not roofed >> cell & 1 and (
            heights[cell] <= purse or owner_of_floor[tower & FLOOR_MASK] == seat
        ):
            found += builds[cell]
    return found


def colour_of(state: State, move: Build) -> int:
    """The colour of the floor: the one named, or the one on the card."""
    return state.colour if move.colour == ANY_COLOUR else move.colour


def same_builder_twice(state: State) -> bool:
    """Both colours of the card belong to one player."""
    owner = state.table.owner
    return all(owner[colour] == state.builder for colour in state.faces(state.moved))


def roof_is_due(state: State, cell: int) -> bool:
    """The second build on the cell of the first one needs a roof, if two players made them."""
    return cell == state.first and (state.table.roof_for_one or not same_builder_twice(state))
