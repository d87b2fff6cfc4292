"""What a move would do, in a few words."""

from __future__ import annotations

from typing import assert_never

from rulekeep.games.kilt_castle.building import colour_of, price_of, roof_is_due
from rulekeep.games.kilt_castle.components import CARDS, COLOUR_NAMES, FACES
from rulekeep.games.kilt_castle.events import ducats
from rulekeep.games.kilt_castle.moves import Build, Move, MoveRoof, Relocate, Skip
from rulekeep.games.kilt_castle.relocation import is_alone
from rulekeep.games.kilt_castle.state import State


def describe(state: State, seat: int, move: Move) -> str:
    match move:
        case Relocate():
            return _relocation(state, move)
        case Build():
            return _build(state, seat, move)
        case MoveRoof(cell):
            owner = COLOUR_NAMES[state.top_colour(cell)]
            return f"{state.table.board.name(cell)} belongs to {owner} again"
        case Skip():
            return "never allowed"
        case _:
            assert_never(move)


def _relocation(state: State, move: Relocate) -> str:
    turned = FACES[move.card][1 - (state.turned >> move.card & 1)]
    builders = ", then ".join(COLOUR_NAMES[colour] for colour in turned)
    line = state.table.board.lines[move.to]
    cells = f"{state.table.board.name(line[0])}…{state.table.board.name(line[-1])}" if line else "-"
    verb = "build" if CARDS[move.card].is_double else "builds"
    day = "; ducat day" if is_alone(state, move.origin) else ""
    return f"{builders} {verb} on {cells}{day}"


def _build(state: State, seat: int, move: Build) -> str:
    cell = move.cell
    if not state.towers[cell]:
        what = "free"
    elif state.owner_of_tower(cell) == seat:
        what = "own tower, free"
    else:
        owner = COLOUR_NAMES[state.top_colour(cell)]
        what = f"{ducats(price_of(state, seat, cell))} to {owner}"
    if roof_is_due(state, cell):
        return f"{what}; then a roof"
    covered = "" if colour_of(state, move) == state.top_colour(cell) else _covers(state, cell)
    return f"{what}{covered}"


def _covers(state: State, cell: int) -> str:
    crests = state.top_crests(cell)
    return f", covers {crests} crest{'s' if crests > 1 else ''}" if crests else ""
