"""What is to be said of a space inside the wall."""

from __future__ import annotations

from rulekeep.core.prose import listed, plural
from rulekeep.core.seats import Seat
from rulekeep.games.carcassonne_castle.box.tiles import PORTS, TYPES
from rulekeep.games.carcassonne_castle.state import COLOURS, State


def look_at(state: State, viewer: Seat | None, thing: str) -> list[str]:
    """Sentences on a space (`2,2`); none for anything else. All that is said lies open."""
    names = state.terms.box.cell_names
    word = thing.replace(" ", "")
    return _space(state, names.index(word)) if word in names else []


def _space(state: State, cell: int) -> list[str]:
    box = state.terms.box
    name, laid = box.cell_names[cell], state.board[cell]
    if laid < 0:
        if cell not in state.frontier:
            return [f"{name} is empty, and no tile or start space lies next to it yet."]
        if state.drawn < 0:
            return [f"{name} is empty; a tile may be laid there if it fits."]
        fits = box.fits[state.drawn][state.asks[cell]]
        turns = [f"r{turn}" for turn in range(4) if fits >> turn & 1]
        there = f"fits there as {listed(turns, 'or')}" if turns else "does not fit there"
        return [f"{name} is empty; the drawn tile {box.kinds[state.drawn]} {there}."]
    said = [f"On {name} lies the tile {box.kinds[laid // 4]}, turned r{laid % 4}."]
    for number, segment in enumerate(box.oriented[laid].segments):
        root = state.find(state.base[cell] + number)
        black, white = state.followers(root)
        whose = [
            f"{plural(count, 'follower')} of {COLOURS[seat]}"
            for seat, count in enumerate((black, white))
            if count
        ]
        sides = " ".join(PORTS[port] for port in segment.ports)
        said.append(
            f"Its {TYPES[segment.type]} ({sides}) is part of one of size {state.size(root)}, "
            f"with {listed(whose) or 'no follower'}."
        )
    return said
