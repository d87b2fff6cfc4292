"""What is to be said of a cell of the castle or of a position round it."""

from __future__ import annotations

from rulekeep.core.prose import listed, plural
from rulekeep.core.seats import Seat
from rulekeep.games.kilt_castle.box.board import Cell, Position
from rulekeep.games.kilt_castle.box.pieces import COLOUR_NAMES, FLOOR_TEXT, SHOWN, floors_of
from rulekeep.games.kilt_castle.events import ducats, with_crests
from rulekeep.games.kilt_castle.state import State


def look_at(state: State, viewer: Seat | None, thing: str) -> list[str]:
    """Sentences on a cell (`C3`) or a position (`4`); none for anything else. All lies open."""
    box, word = state.terms.box, thing.strip().upper()
    for cell in box.cells:
        if word == box.name(cell):
            return _cell(state, cell)
    if word.isascii() and word.isdecimal() and len(word) < 4 and int(word) < box.positions:
        return _position(state, int(word))
    return []


def _cell(state: State, cell: Cell) -> list[str]:
    box = state.terms.box
    name = box.name(cell)
    floors = floors_of(state.towers[cell])
    said = [f"{name} is empty; a floor costs nothing there."]
    if state.is_roofed(cell):
        said = [f"{name} has a roof over {plural(len(floors), 'floor')}: it belongs to everybody."]
    elif floors:
        top = COLOUR_NAMES[state.top_colour(cell)] + with_crests(state.top_crests(cell))
        said = [
            f"{name} is a tower of {plural(len(floors), 'floor')}, {top} on top.",
            f"Building over it costs {ducats(len(floors))}, paid to its owner; the owner pays none.",
        ]
    if floors:
        said.append(f"From the bottom: {' '.join(FLOOR_TEXT[floor] for floor in floors)}.")
    said.append(f"Beside it: {listed(box.names(box.neighbours(1 << cell)))}.")
    facing = [str(position) for position, line in enumerate(box.lines) if cell in line]
    said.append(f"Cards at {listed(facing) or 'no position'} face it.")
    return said


def _position(state: State, position: Position) -> list[str]:
    box, row = state.terms.box, state.rows[position]
    line = box.lines[position]
    front = ", the front of the caravan," if position == state.front else ""
    cards = f"holds {listed(SHOWN[lying] for lying in row)}" if row else "holds no card"
    faces = f"from near to far {listed(map(box.name, line))}" if line else "no cell"
    return [f"Position {position}{front} {cards}.", f"A card there faces {faces}."]
