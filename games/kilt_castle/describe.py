"""What a move would do, in a few words: who builds, the price, the gain."""

from __future__ import annotations

from typing import assert_never

from rulekeep.core import NoChance, Seat, plural
from rulekeep.games.kilt_castle.box.pieces import COLOUR_NAMES, FACES, TURNED, Colour
from rulekeep.games.kilt_castle.events import ducats, with_crests
from rulekeep.games.kilt_castle.moves import Build, Move, MoveRoof, Relocate, Skip
from rulekeep.games.kilt_castle.scoring import best_area
from rulekeep.games.kilt_castle.state import State
from rulekeep.games.kilt_castle.turn import advance, roof_is_due


def describe(state: State, seat: Seat, move: Move) -> str:
    match move:
        case Relocate():
            return _relocation(state, seat, move)
        case Build():
            return _build(state, seat, move)
        case MoveRoof():
            return _roof(state, seat, move)
        case Skip():
            return "never allowed"
        case _:
            assert_never(move)


def _relocation(state: State, seat: Seat, move: Relocate) -> str:
    faces = FACES[TURNED[state.lying(move.card)]]
    own = state.terms.colours_of[seat]
    builders = ", then ".join(
        COLOUR_NAMES[colour] + (" (you)" if colour in own else "") for colour in faces
    )
    verb = "build" if len(faces) == 2 else "builds"
    name = state.terms.box.name
    line = state.terms.box.lines[move.to]
    where = f"on {name(line[0])}…{name(line[-1])}" if line else "nowhere"
    day = ""
    if state.is_alone(move.origin):
        worth = sum(best_area(state, colour).value for colour in own)
        day = f"; ducat day, now {worth} for you"
    return f"{builders} {verb} {where}{day}"


def _build(state: State, seat: Seat, move: Build) -> str:
    cell = move.cell
    colour = state.colour_of(move)
    if not state.towers[cell]:
        what = "free"
    elif state.owner_of_tower(cell) == seat:
        what = "own tower, free"
    else:
        owner = COLOUR_NAMES[state.top_colour(cell)]
        what = f"{ducats(state.price(seat, cell))} to {owner}"
    if roof_is_due(state, cell):
        if not state.unused_roofs:
            return f"{what}, then a roof is moved here"
        what += ", then a roof"
    elif state.top_crests(cell) and state.top_colour(cell) != colour:
        what += f", covers {plural(state.top_crests(cell), 'crest')}"
    return f"{what}; best area {_gain(state, move, colour)}"


def _roof(state: State, seat: Seat, move: MoveRoof) -> str:
    cell = move.cell
    top = f"{COLOUR_NAMES[state.top_colour(cell)]} again{with_crests(state.top_crests(cell))}"
    own = state.terms.colours_of[seat]
    gains = [f"{COLOUR_NAMES[colour]} {_gain(state, move, colour)}" for colour in own]
    return f"{state.terms.box.name(cell)} is {top}; best area of {', '.join(gains)}"


def _gain(state: State, move: Move, colour: Colour) -> str:
    """What the move does to the ducats this colour would get on a ducat day."""
    after = state.copy()
    advance(after, after.builder, move, NoChance())
    old, new = best_area(state, colour).value, best_area(after, colour).value
    return f"stays {old}" if old == new else f"{old} → {new}"
