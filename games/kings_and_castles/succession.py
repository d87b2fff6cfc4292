"""Crowns: which boxes a player may take, and whose crown comes next."""

from __future__ import annotations

from rulekeep.games.kings_and_castles.moves import Crown
from rulekeep.games.kings_and_castles.pools import NOBODY
from rulekeep.games.kings_and_castles.state import State


def free_boxes(state: State) -> list[int]:
    """The boxes of the section that carry no crown."""
    first, last = state.table.sections[state.section]
    crowns = state.crown_at
    return [box for box in range(first, last + 1) if crowns[box] < 0]


def colour_due(state: State, seat: int) -> int:
    """The colour of the seat's next crown; NOBODY if he may choose (or has none left)."""
    houses = state.table.houses_of[seat]
    if len(houses) == 1:
        return houses[0] if state.unplaced[houses[0]] else NOBODY
    due = state.due[seat]
    if due >= 0 and not state.unplaced[due]:
        other = houses[1] if due == houses[0] else houses[0]
        return other if state.unplaced[other] else NOBODY
    return due


def colours_to_place(state: State, seat: int) -> tuple[int, ...]:
    """The colours the seat may place now: one, two at his very first crown, none if all lie."""
    due = colour_due(state, seat)
    if due >= 0:
        return (due,)
    if state.due[seat] >= 0:
        return ()
    return tuple(c for c in state.table.houses_of[seat] if state.unplaced[c])


def is_first_crown(state: State) -> bool:
    """The very first crown, which goes to box 1."""
    return state.section == 0 and not state.opened


def last_box_counts(state: State, seat: int) -> bool:
    """Whether the just-finished box counts as carrying this player's crown."""
    table = state.table
    return (
        state.finished >= 0
        and table.owner[state.finished] == seat
        and (table.ban_round or not state.opened)
    )


def levels(state: State, seat: int, colour: int, boxes: list[int]) -> list[int]:
    """For each box 1: no own crown next to it; 2: only the other own colour; 3: the same.

    For the player of the just-finished box that box counts as a neighbour too.
    """
    crowns = state.crown_at
    houses = state.table.houses_of[seat]
    first = state.table.sections[state.section][0]
    before = state.finished if last_box_counts(state, seat) else NOBODY
    found: list[int] = []
    for box in boxes:
        left = before if box == first else crowns[box - 1]
        right = crowns[box + 1]
        if colour in (left, right):
            found.append(3)
        else:
            found.append(2 if left in houses or right in houses else 1)
    return found


def open_boxes(state: State, seat: int, colour: int) -> list[int]:
    """The boxes this colour may take now."""
    free = free_boxes(state)
    if is_first_crown(state):
        return free[:1]
    ranks = levels(state, seat, colour, free)
    best = min(ranks, default=1)
    return [box for rank, box in zip(ranks, free, strict=True) if rank == best]


def listed_crowns(state: State, seat: int) -> list[Crown]:
    """The crowns this seat may place; the colour is named where there is a choice."""
    moves = state.table.crown_moves
    colours = colours_to_place(state, seat)
    if len(colours) == 1 and colour_due(state, seat) >= 0:
        return [moves[box, NOBODY] for box in open_boxes(state, seat, colours[0])]
    return [moves[box, c] for c in colours for box in open_boxes(state, seat, c)]


def crown_colour(state: State, seat: int, move: Crown) -> int:
    """The colour of the crown that a legal move places."""
    return move.colour if move.colour >= 0 else colours_to_place(state, seat)[0]
