"""What is to be said of a cell of the castles, or of a kind of tile."""

from __future__ import annotations

from rulekeep.core.prose import a, listed
from rulekeep.core.seats import Seat
from rulekeep.games.castle_keep.box import castle as plan
from rulekeep.games.castle_keep.box.castle import CELLS, Castle, Cell
from rulekeep.games.castle_keep.box.tiles import KINDS, ROLE_NAMES, Kind, tile_words
from rulekeep.games.castle_keep.moves import CASTLE_LETTERS
from rulekeep.games.castle_keep.state import State


def look_at(state: State, viewer: Seat | None, thing: str) -> list[str]:
    """Sentences on a cell (`NW`) or a kind of tile (`WRC`), as far as the viewer may know."""
    word = thing.strip().upper()
    if word in CELLS:
        cell = CELLS.index(word)
        return [
            f"{word} in {_castle(state, index)}: {standing(castle, cell)}."
            for index, castle in enumerate(state.castles)
        ]
    return _kind(state, viewer, KINDS.index(word)) if word in KINDS else []


def standing(castle: Castle, cell: Cell) -> str:
    """What stands in a cell, in words."""
    if not plan.occupied(castle) >> cell & 1:
        return f"free for a {ROLE_NAMES[plan.CELL_ROLE[cell]]}"
    kind = plan.kind_at(castle, cell)
    return f"{KINDS[kind]}, {a(tile_words(kind))}"


def _castle(state: State, index: int) -> str:
    each = state.terms.per_seat
    if state.terms.common or not each:
        return "the castle"
    letter = f" {CASTLE_LETTERS[index % each]}" if each > 1 else ""
    return f"the castle{letter} of seat {index // each + 1}"


def _kind(state: State, viewer: Seat | None, kind: Kind) -> list[str]:
    stands = [
        f"{CELLS[cell]} in {_castle(state, index)}"
        for index, castle in enumerate(state.castles)
        for cell, tile in plan.tiles_of(castle)
        if tile == kind
    ]
    said = [
        f"{KINDS[kind]} is {a(tile_words(kind))}.",
        f"It stands on {listed(stands)}." if stands else "It stands in no castle.",
    ]
    if viewer is not None:
        held = list(state.hands[viewer]).count(kind)
        said.append(f"You hold {held or 'none'} of it.")
    return said
