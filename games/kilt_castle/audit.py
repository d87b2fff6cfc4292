"""A slow second look at everything a state keeps up to date."""

from __future__ import annotations

from collections.abc import Iterator

from rulekeep.games.kilt_castle.building import can_build
from rulekeep.games.kilt_castle.components import (
    CARDS,
    COLOURS,
    CRESTS,
    FLOOR_COLOUR,
    FLOOR_CRESTS,
    PIECES,
    floors_of,
)
from rulekeep.games.kilt_castle.ending import someone_built_everything
from rulekeep.games.kilt_castle.relocation import legal_relocations
from rulekeep.games.kilt_castle.state import NOWHERE, State
from rulekeep.games.kilt_castle.state_data import brought
from rulekeep.games.kilt_castle.table import BUILD_1, BUILD_2, OVER, RELOCATE


def audit(state: State) -> Iterator[str]:
    yield from _cards(state)
    yield from _towers(state)
    yield from _money(state)
    yield from _turn(state)


def _cards(state: State) -> Iterator[str]:
    table = state.table
    for card in range(len(CARDS)):
        lies_at = [position for position, row in enumerate(state.rows) if card in row]
        expected = [state.at[card]] if card in table.cards else []
        if lies_at != expected:
            yield f"{CARDS[card].name} lies at {lies_at}, kept as {state.at[card]}"
    occupied = sum(1 << p for p, row in enumerate(state.rows) if row)
    full = sum(1 << p for p, row in enumerate(state.rows) if len(row) == table.row_size)
    if (state.occupied, state.full) != (occupied, full):
        yield "the masks of occupied and full rows are out of date"
    if max(map(len, state.rows)) > table.row_size or occupied.bit_count() > table.most_rows:
        yield "a row is too long or there are too many rows"
    if not state.rows[state.front]:
        yield "the front row is empty"


def _towers(state: State) -> Iterator[str]:
    table = state.table
    tops = [0] * len(COLOURS)
    crested = double_crested = empty = 0
    stock = [n if table.owner[c] >= 0 else 0 for c in COLOURS for n in PIECES.floors]
    for cell in table.board.cells:
        floors = floors_of(state.towers[cell])
        if len(floors) != state.heights[cell]:
            yield f"the height of {table.board.name(cell)} is out of date"
        for floor in floors:
            stock[FLOOR_COLOUR[floor] * len(CRESTS) + FLOOR_CRESTS[floor]] -= 1
        if floors:
            tops[FLOOR_COLOUR[floors[-1]]] |= 1 << cell
            crested |= (FLOOR_CRESTS[floors[-1]] >= 1) << cell
            double_crested |= (FLOOR_CRESTS[floors[-1]] >= 2) << cell
        else:
            empty |= 1 << cell
        if state.is_roofed(cell) and len(floors) < 2:
            yield f"a roof lies on {table.board.name(cell)}, which is too low"
    if (state.tops, state.crested, state.double_crested) != (tops, crested, double_crested):
        yield "the masks of top floors and crests are out of date"
    if state.empty != empty or state.roofed & ~table.board.mask:
        yield "the masks of empty and roofed cells are out of date"
    if state.stock != stock or min(stock) < 0:
        yield f"the stock is {state.stock}, counted {stock}"
    if state.left != [sum(stock[3 * c : 3 * c + 3]) for c in COLOURS]:
        yield "the number of floors left is out of date"
    if state.unused_roofs < 0:
        yield "there are more roofs than in the box"


def _money(state: State) -> Iterator[str]:
    table = state.table
    if min(state.bank.purses) < 0:
        yield "somebody has less than nothing"
    if sum(state.received) != sum(state.paid):
        yield "what was paid is not what was received"
    for seat in range(table.seats):
        if brought(state, seat) != state.start[seat]:
            yield f"the accounts of seat {seat} do not add up"
    if table.bank_limit is None:
        if state.bank.reserve is not None or any(state.unpaid):
            yield "an unlimited bank keeps no count"
    elif (state.bank.reserve or 0) < 0 or state.bank.total != table.bank_limit:
        yield "money was lost or invented"


def _turn(state: State) -> Iterator[str]:
    table = state.table
    waiting = (state.moved, state.colour, state.builder, state.first, state.second)
    if state.phase in (RELOCATE, OVER):
        if waiting != (NOWHERE,) * 5 or state.ducat_day:
            yield "something is left over from the last turn"
    elif (state.colour, state.builder) != _builder(state):
        yield "another colour should build"
    if state.phase == RELOCATE:
        if state.open != table.ask_relocate[state.active] or not legal_relocations(state):
            yield "the active player cannot relocate"
    elif state.phase in (BUILD_1, BUILD_2) and (
        not can_build(state) or state.open != table.ask_build[state.colour]
    ):
        yield "the builder cannot build"
    if (state.phase == OVER) != (not state.open):
        yield "decisions and the end of the match do not fit"
    if state.phase in (RELOCATE, BUILD_1) and someone_built_everything(state):
        yield "the match should have ended"


def _builder(state: State) -> tuple[int, int]:
    colour = state.faces(state.moved)[0 if state.phase == BUILD_1 else 1]
    return colour, state.table.owner[colour]
