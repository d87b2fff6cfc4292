"""Boxes on which a crown may not be put."""

from __future__ import annotations

from rulekeep.core import Seat, forbids, listed, with_article
from rulekeep.games.kings_and_castles.box.pieces import NOBODY
from rulekeep.games.kings_and_castles.legal.succession import (
    crown_colour,
    is_first_crown,
    last_box_counts,
    open_boxes,
    ranks,
)
from rulekeep.games.kings_and_castles.moves import Crown
from rulekeep.games.kings_and_castles.state import State


@forbids("KG-040", Crown, gate=True)
def the_box_is_in_another_section(state: State, seat: Seat, move: Crown) -> str | None:
    first, last = state.terms.sections[state.section]
    if not first <= move.box <= last:
        return f"crowns go on boxes {first} to {last} now"
    return None


@forbids("KG-041", Crown)
def the_first_crown_goes_to_the_first_box(state: State, seat: Seat, move: Crown) -> str | None:
    if is_first_crown(state) and move.box != 1:
        return "the start player's first crown goes to box 1"
    return None


@forbids("KG-042", Crown, gate=True)
def the_box_is_taken(state: State, seat: Seat, move: Crown) -> str | None:
    if state.crown_at[move.box] >= 0:
        colour = state.terms.colour(state.crown_at[move.box])
        return f"{with_article(colour)} crown is on box {move.box} already"
    return None


@forbids("KG-049", Crown, gate=True)
def the_colour_is_not_due(state: State, seat: Seat, move: Crown) -> str | None:
    colours = state.colours_to_place(seat)
    names = " or ".join(state.terms.colour(colour) for colour in colours)
    if move.colour == NOBODY:
        if len(colours) > 1:
            return f"it does not say which colour: {names}"
    elif move.colour not in colours:
        return f"your next crown is {names}, not {state.terms.colour(move.colour)}"
    return None


def _open(state: State, seat: Seat, move: Crown) -> list[int]:
    return open_boxes(state, seat, crown_colour(state, seat, move), state.free_boxes())


def _barred(state: State, seat: Seat, move: Crown, *, two: bool) -> bool:
    """Whether the box is closed to the player, of whom there are two or more."""
    return (state.terms.seats == 2) == two and move.box not in _open(state, seat, move)


def _other_boxes(state: State, seat: Seat, move: Crown) -> str:
    boxes = [str(box) for box in _open(state, seat, move)]
    return f"box {boxes[0]} is free" if len(boxes) == 1 else f"boxes {listed(boxes)} are free"


@forbids("KG-043", Crown)
def the_wrapped_box_is_a_neighbour(state: State, seat: Seat, move: Crown) -> str | None:
    if move.box in _open(state, seat, move):
        return None
    houses = state.terms.houses_of[seat]
    for low, high in state.terms.board.wrapped:
        for near, box in ((low, high), (high, low)):
            if move.box == box and near <= state.terms.last_box and state.crown_at[near] in houses:
                free = _other_boxes(state, seat, move)
                return f"boxes {low} and {high} are neighbours, and your crown is on {near}; {free}"
    return None


@forbids("KG-046", Crown)
def the_active_player_takes_no_first_box(state: State, seat: Seat, move: Crown) -> str | None:
    first = state.terms.sections[state.section][0]
    if move.box == first and last_box_counts(state, seat) and _barred(state, seat, move, two=False):
        free = _other_boxes(state, seat, move)
        return f"you were king on box {first - 1} and would have two turns in a row; {free}"
    return None


@forbids("KG-044", Crown)
def an_own_crown_lies_next_to_it(state: State, seat: Seat, move: Crown) -> str | None:
    if not _barred(state, seat, move, two=False):
        return None
    houses = state.terms.houses_of[seat]
    for near in (move.box - 1, move.box + 1):
        if state.crown_at[near] in houses:
            return f"your crown is on box {near} next to it; {_other_boxes(state, seat, move)}"
    return None


@forbids("KG-053", Crown)
def the_finished_box_counts_too(state: State, seat: Seat, move: Crown) -> str | None:
    first = state.terms.sections[state.section][0]
    if move.box == first and last_box_counts(state, seat) and _barred(state, seat, move, two=True):
        colour = state.terms.colour(state.finished)
        free = _other_boxes(state, seat, move)
        return f"box {first - 1} counts as having your {colour} crown; {free}"
    return None


@forbids("KG-050", Crown)
def a_box_without_own_neighbours_is_free(state: State, seat: Seat, move: Crown) -> str | None:
    if not _barred(state, seat, move, two=True):
        return None
    boxes = _open(state, seat, move)
    if ranks(state, seat, crown_colour(state, seat, move), boxes)[0] == 1:
        return f"one of your crowns is next to it; {_other_boxes(state, seat, move)}"
    return None


@forbids("KG-051", Crown)
def a_box_next_to_the_other_colour_is_free(state: State, seat: Seat, move: Crown) -> str | None:
    if not _barred(state, seat, move, two=True):
        return None
    name = state.terms.colour(crown_colour(state, seat, move))
    free = _other_boxes(state, seat, move)
    return f"{with_article(name)} crown is next to it; {free} next to your other colour"
