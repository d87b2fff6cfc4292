"""Sentences about a cell of the castle or a position round it."""

from __future__ import annotations

from rulekeep.core import Seat, listed, plural, upper_first, whole_number
from rulekeep.games.kilt_castle.box.board import Cell, Position
from rulekeep.games.kilt_castle.box.pieces import (
    COLOUR_NAMES,
    FLOOR_COLOUR,
    FLOOR_CRESTS,
    Floor,
    as_it_lies,
    floors_of,
)
from rulekeep.games.kilt_castle.events import ducats, with_crests
from rulekeep.games.kilt_castle.state import State


def look_at(state: State, viewer: Seat | None, thing: str) -> list[str]:
    """Sentences on a cell (`C3`) or a position (`4`); none for anything else. Nothing is hidden."""
    box, word = state.terms.box, thing.strip().upper()
    if word in box.cell_of:
        return _cell(state, box.cell_of[word])
    position = whole_number(word, 0, box.positions - 1)
    return [] if position is None else _position(state, position)


def standing(state: State, cell: Cell) -> str:
    """The content of a cell, in words."""
    if not state.towers[cell]:
        return "empty; a floor costs nothing there"
    floors = plural(state.heights[cell], "floor")
    top = COLOUR_NAMES[state.top_colour(cell)] + with_crests(state.top_crests(cell))
    roof = ", roofed: it belongs to everybody" if state.is_roofed(cell) else ""
    return f"a tower of {floors}, {top} on top{roof}"


def floor_words(floor: Floor) -> str:
    """`red with 2 crests`."""
    return COLOUR_NAMES[FLOOR_COLOUR[floor]] + with_crests(FLOOR_CRESTS[floor])


def lying_at(state: State, position: Position) -> str:
    """The cards at an edge position, in words."""
    front = ", the front of the caravan," if position == state.front else ""
    cards = listed(map(as_it_lies, state.rows[position]))
    return f"position {position}{front} has {cards or 'no card'}"


def _cell(state: State, cell: Cell) -> list[str]:
    box, height = state.terms.box, state.heights[cell]
    sentences = [f"{box.name(cell)} is {standing(state, cell)}."]
    if height and not state.is_roofed(cell):
        sentences.append(
            f"Building on it costs {ducats(height)}, paid to its owner; the owner builds for free."
        )
    if height:
        floors = listed(map(floor_words, floors_of(state.towers[cell])))
        sentences.append(f"Its floors, from the bottom: {floors}.")
    sentences.append(f"It is next to {listed(box.names(box.neighbours(1 << cell)))}.")
    facing = [str(position) for position, line in enumerate(box.lines) if cell in line]
    sentences.append(f"Cards at {listed(facing) or 'no position'} face it.")
    return sentences


def _position(state: State, position: Position) -> list[str]:
    box, line = state.terms.box, state.terms.box.lines[position]
    faces = f"{listed(map(box.name, line))}, from near to far" if line else "no cell"
    return [f"{upper_first(lying_at(state, position))}.", f"A card there faces {faces}."]
