"""Crowns: which boxes a player may take."""

from __future__ import annotations

from rulekeep.core import Seat
from rulekeep.games.kings_and_castles.box.pieces import NOBODY, Colour
from rulekeep.games.kings_and_castles.moves import Crown
from rulekeep.games.kings_and_castles.state import State

Rank = int
"""1: no own crown next to the box; 2: only one of the other own colour; 3: one of the same."""
MOST_NEAR: Rank = 3


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
    terms, line = state.terms, state.crown_at[:]
    before = state.finished if last_box_counts(state, seat) else NOBODY  # KG-053
    line[terms.sections[state.section][0] - 1] = before  # KG-043
    rank_of = terms.rank_of[colour]
    # KG-044 KG-050 KG-051 KG-052
    return [rank_of[line[box - 1]][line[box + 1]] for box in boxes]


def open_boxes(state: State, seat: Seat, colour: Colour, free: list[int]) -> list[int]:
    """Those of the free boxes that this crown may be laid on."""
    if is_first_crown(state):
        return free[:1]  # KG-041
    found: list[int] = []
    best = MOST_NEAR
    for number, rank in enumerate(ranks(state, seat, colour, free)):
        if rank < best:  # KG-047
            best, found = rank, []
        if rank == best:
            found.append(free[number])
    return found


def listed_crowns(state: State, seat: Seat) -> tuple[Crown, ...]:
    if state.crowns is not None:
        return state.crowns
    return crowns(state, seat, state.colours_to_place(seat), state.free_boxes())  # KG-040


def crowns(
    state: State, seat: Seat, colours: tuple[Colour, ...], free: list[int]
) -> tuple[Crown, ...]:
    """The crowns this seat may lay; the colour is named where there is a choice."""
    moves = state.terms.crown_moves
    if len(colours) == 1:
        row = moves[NOBODY]
        return tuple([row[box] for box in open_boxes(state, seat, colours[0], free)])
    return tuple([moves[c][box] for c in colours for box in open_boxes(state, seat, c, free)])


def crown_colour(state: State, seat: Seat, move: Crown) -> Colour:
    return move.colour if move.colour >= 0 else state.colours_to_place(seat)[0]
