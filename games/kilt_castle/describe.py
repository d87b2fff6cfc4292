"""A move in words: the instruction to make it, and what comes of it; why a match ended."""

from __future__ import annotations

from typing import assert_never

from rulekeep.core import NameOf, NoChance, Seat, plural, with_article
from rulekeep.games.kilt_castle.box.pieces import COLOUR_NAMES, FACES, TURNED, Colour, card_words
from rulekeep.games.kilt_castle.events import ducats, with_crests
from rulekeep.games.kilt_castle.moves import Build, Move, MoveRoof, Relocate, Skip
from rulekeep.games.kilt_castle.scoring import best_area
from rulekeep.games.kilt_castle.state import NOWHERE, State
from rulekeep.games.kilt_castle.turn import advance, match_ended, roof_is_due


def sentence(state: State, seat: Seat, move: Move) -> str:
    """The move as an instruction, also where it is not allowed."""
    name = state.terms.box.name
    match move:
        case Relocate():
            front = state.front_without(move.origin) if state.terms.lapping else state.front
            ahead = ", the new front" if move.to == state.terms.box.next_to(front) else ""
            return (
                f"Move the {card_words(move.card)} from position {move.origin} to {move.to}{ahead}"
            )
        case Build():
            colour = state.colour_of(move)
            floor = "floor" if colour == NOWHERE else f"{COLOUR_NAMES[colour]} floor"
            what = floor + with_crests(move.crests) if move.crests else f"plain {floor}"
            return f"Build {with_article(what)} on {name(move.cell)}"
        case MoveRoof():
            to = "" if state.second == NOWHERE else f" to {name(state.second)}"
            return f"Move the roof from {name(move.cell)}{to}"
        case Skip():
            return "Build nothing"
        case _:
            assert_never(move)


def explain_end(state: State, name: NameOf) -> str:
    """Why the match is over, as a clause."""
    return match_ended(state).why(name)


# -- what comes of it -----------------------------------------------------------------------


def describe(state: State, seat: Seat, move: Move) -> str:
    """What a legal move leads to: who builds, the price, the gain."""
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
    line = [state.terms.box.name(cell) for cell in state.terms.box.lines[move.to]]
    if line:
        verb = "build" if len(faces) == 2 else "builds"
        where = f"{verb} on {line[0]}" + (f" to {line[-1]}" if len(line) > 1 else "")
    else:
        where = "cannot build there"
    day = ""
    if state.is_alone(move.origin):
        worth = sum(best_area(state, colour).value for colour in own)
        day = f"; a ducat day follows, worth {ducats(worth)} to you so far"
    return f"{builders} {where}{day}"


def _build(state: State, seat: Seat, move: Build) -> str:
    cell = move.cell
    colour = state.colour_of(move)
    if not state.towers[cell]:
        what = "free"
    elif state.owner_of_tower(cell) == seat:
        what = "free, your own tower"
    else:
        owner = COLOUR_NAMES[state.top_colour(cell)]
        what = f"costs {ducats(state.price(seat, cell))}, paid to {owner}"
    if roof_is_due(state, cell):
        if not state.unused_roofs:
            return f"{what}, then you move a roof here"
        what += ", then gets a roof"
    elif state.top_crests(cell) and state.top_colour(cell) != colour:
        what += f", covers {plural(state.top_crests(cell), 'crest')}"
    return f"{what}; {_gain(state, move, colour)}"


def _roof(state: State, seat: Seat, move: MoveRoof) -> str:
    cell = move.cell
    owner = f"{COLOUR_NAMES[state.top_colour(cell)]} again{with_crests(state.top_crests(cell))}"
    gains = [_gain(state, move, colour) for colour in state.terms.colours_of[seat]]
    return f"{state.terms.box.name(cell)} is {owner}; {', '.join(gains)}"


def _gain(state: State, move: Move, colour: Colour) -> str:
    """What the move does to the ducats this colour would get on a ducat day."""
    after = state.copy()
    advance(after, after.builder, move, NoChance())
    old, new = best_area(state, colour).value, best_area(after, colour).value
    change = (
        f"stays {old}" if old == new else f"{'grows' if new > old else 'falls'} from {old} to {new}"
    )
    return f"best {COLOUR_NAMES[colour]} area {change}"
