"""Crowns: which boxes a player may take."""

from __future__ import annotations

from rulekeep.core.seats import Seat
from rulekeep.games.kings_and_castles.box.pieces import NOBODY, Colour
from rulekeep.games.kings_and_castles.moves import Crown
from rulekeep.games.kings_and_castles.state import State

Rank = int
"""1: no own crown next to the box; 2: only one of the other own colour; 3: one of the same."""


def is_first_crown(state: State) -> bool:
    """The very first crown, which goes to box 1."""
    return state.section == 0 and not state.opened


def last_box_counts(state: State, seat: Seat) -> bool:
    """Whether the just-finished box counts as carrying this player's crown."""
    finished = state.finished
    if finished < 0 or state.terms.owner[finished] != seat:  # KG-046 KG-048
        return False
    return state.terms.ban_round or not state.opened


def ranks(state: State, seat: Seat, colour: Colour, boxes: list[int]) -> list[Rank]:
    """How near own crowns are to each box.

    For the player of the just-finished box that box counts as a neighbour too.
    """
    crowns = state.crown_at
    houses = state.terms.houses_of[seat]
    first = state.terms.sections[state.section][0]
    before = NOBODY
    if state.house >= 0 and last_box_counts(state, seat):
        before = state.finished  # KG-053
    found: list[Rank] = []
    for box in boxes:
        left = before if box == first else crowns[box - 1]  # KG-043
        right = crowns[box + 1]
        if colour in (left, right):
            found.append(3)  # KG-044 KG-052
        else:
            found.append(2 if left in houses or right in houses else 1)  # KG-050 KG-051
    return found


def open_boxes(state: State, seat: Seat, colour: Colour) -> list[int]:
    free = state.free_boxes()  # KG-040
    if is_first_crown(state):
        return free[:1]  # KG-041
    found = ranks(state, seat, colour, free)
    best = min(found, default=1)  # KG-047
    return [box for rank, box in zip(found, free, strict=True) if rank == best]


def listed_crowns(state: State, seat: Seat) -> list[Crown]:
    """The crowns this seat may place; the colour is named where there is a choice."""
    moves = state.terms.crown_moves
    colours = state.colours_to_place(seat)
    if len(colours) == 1:
        return [moves[box, NOBODY] for box in open_boxes(state, seat, colours[0])]
    return [moves[box, c] for c in colours for box in open_boxes(state, seat, c)]


def crown_colour(state: State, seat: Seat, move: Crown) -> Colour:
    return move.colour if move.colour >= 0 else state.colours_to_place(seat)[0]
