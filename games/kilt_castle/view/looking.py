"""Sentences about a cell of the castle or a position round it."""

from __future__ import annotations

from rulekeep.core import Seat, listed, plural, upper_first, whole_number
from rulekeep.games.kilt_castle.box.board import Cell, Position
from rulekeep.games.kilt_castle.box.pieces import COLOUR_NAMES, FLOOR_TEXT, SHOWN, floors_of
from rulekeep.games.kilt_castle.events import ducats, with_crests
from rulekeep.games.kilt_castle.state import State


def look_at(state: State, viewer: Seat | None, thing: str) -> list[str]:
    """Sentences on a cell (`C3`) or a position (`4`); none for anything else. All lies open."""
    box, word = state.terms.box, thing.strip().upper()
    if word in box.cell_of:
        return _cell(state, box.cell_of[word])
    position = whole_number(word, 0, box.positions - 1)
    return [] if position is None else _position(state, position)


def standing(state: State, cell: Cell) -> str:
    """What stands in a cell, in words."""
    if not state.towers[cell]:
        return "empty; a floor costs nothing there"
    floors = plural(state.heights[cell], "floor")
    top = COLOUR_NAMES[state.top_colour(cell)] + with_crests(state.top_crests(cell))
    roof = ", roofed: it belongs to everybody" if state.is_roofed(cell) else ""
    return f"a tower of {floors}, {top} on top{roof}"


def lying_at(state: State, position: Position) -> str:
    """Which cards lie at an edge position, in words; the colour facing the board first."""
    front = ", the front of the caravan," if position == state.front else ""
    cards = listed(SHOWN[lying] for lying in state.rows[position])
    return f"position {position}{front} holds {cards or 'no card'}"


def _cell(state: State, cell: Cell) -> list[str]:
    box, height = state.terms.box, state.heights[cell]
    sentences = [f"{box.name(cell)} is {standing(state, cell)}."]
    if height and not state.is_roofed(cell):
        sentences.append(
            f"Building over it costs {ducats(height)}, paid to its owner; the owner pays none."
        )
    if height:
        floors = " ".join(FLOOR_TEXT[floor] for floor in floors_of(state.towers[cell]))
        sentences.append(f"From the bottom: {floors}.")
    sentences.append(f"Beside it: {listed(box.names(box.neighbours(1 << cell)))}.")
    facing = [str(position) for position, line in enumerate(box.lines) if cell in line]
    sentences.append(f"Cards at {listed(facing) or 'no position'} face it.")
    return sentences


def _position(state: State, position: Position) -> list[str]:
    box, line = state.terms.box, state.terms.box.lines[position]
    faces = f"from near to far {listed(map(box.name, line))}" if line else "no cell"
    return [f"{upper_first(lying_at(state, position))}.", f"A card there faces {faces}."]
