"""What a move would do, in a few words: who builds, the price, the gain."""

from __future__ import annotations

from typing import assert_never

from rulekeep.games.kilt_castle.building import colour_of, price_of, roof_is_due
from rulekeep.games.kilt_castle.components import CARDS, COLOUR_NAMES, FACES
from rulekeep.games.kilt_castle.events import counted, ducats, with_crests
from rulekeep.games.kilt_castle.moves import Build, Move, MoveRoof, Relocate, Skip
from rulekeep.games.kilt_castle.relocation import is_alone
from rulekeep.games.kilt_castle.scoring import best_area
from rulekeep.games.kilt_castle.state import State
from rulekeep.games.kilt_castle.turn import play


def describe(state: State, seat: int, move: Move) -> str:
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


def _relocation(state: State, seat: int, move: Relocate) -> str:
    turned = FACES[move.card][1 - (state.turned >> move.card & 1)]
    own = state.table.colours_of[seat]
    builders = ", then ".join(
        COLOUR_NAMES[colour] + (" (you)" if colour in own else "") for colour in turned
    )
    verb = "build" if CARDS[move.card].is_double else "builds"
    name = state.table.board.name
    line = state.table.board.lines[move.to]
    where = f"on {name(line[0])}…{name(line[-1])}" if line else "nowhere"
    day = ""
    if is_alone(state, move.origin):
        worth = sum(best_area(state, colour).value for colour in own)
        day = f"; ducat day, now {worth} for you"
    return f"{builders} {verb} {where}{day}"


def _build(state: State, seat: int, move: Build) -> str:
    cell = move.cell
    colour = colour_of(state, move)
    if not state.towers[cell]:
        what = "free"
    elif state.owner_of_tower(cell) == seat:
        what = "own tower, free"
    else:
        owner = COLOUR_NAMES[state.top_colour(cell)]
        what = f"{ducats(price_of(state, seat, cell))} to {owner}"
    if roof_is_due(state, cell):
        if not state.unused_roofs:
            return f"{what}, then a roof is moved here"
        what += ", then a roof"
    elif state.top_crests(cell) and state.top_colour(cell) != colour:
        what += f", covers {counted(state.top_crests(cell), 'crest')}"
    return f"{what}; best area {_gain(state, move, colour)}"


def _roof(state: State, seat: int, move: MoveRoof) -> str:
    cell = move.cell
    top = f"{COLOUR_NAMES[state.top_colour(cell)]} again{with_crests(state.top_crests(cell))}"
    gains = ", ".join(
        f"{COLOUR_NAMES[colour]} {_gain(state, move, colour)}"
        for colour in state.table.colours_of[seat]
    )
    return f"{state.table.board.name(cell)} is {top}; best area of {gains}"


def _gain(state: State, move: Move, colour: int) -> str:
    """What the move does to the ducats this colour would get on a ducat day."""
    after = state.copy()
    play(after, move, None)
    old, new = best_area(state, colour).value, best_area(after, colour).value
    return f"stays {old}" if old == new else f"{old} → {new}"
