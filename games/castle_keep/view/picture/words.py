"""The table in words."""

from __future__ import annotations

from collections.abc import Iterator

from rulekeep.core import Look, Seat, plural
from rulekeep.games.castle_keep.box.castle import CELLS, tiles_of
from rulekeep.games.castle_keep.box.tiles import KINDS, codes
from rulekeep.games.castle_keep.moves import CASTLE_LETTERS
from rulekeep.games.castle_keep.state import State
from rulekeep.games.castle_keep.state.unseen import open_discards
from rulekeep.games.castle_keep.view.words import facts_about, heading


def title(viewer: Seat | None, look: Look) -> str:
    who = "a spectator" if viewer is None else look.name(viewer)
    return f"Castle Keep, as {who} sees it"


def in_words(state: State, viewer: Seat | None, look: Look) -> str:
    """The table for those who cannot see it."""
    return ". ".join(_sentences(state, viewer, look)) + "."


def _sentences(state: State, viewer: Seat | None, look: Look) -> Iterator[str]:
    yield f"Turn {state.turn}. {heading(state, look.name)}"
    if any(state.terms.victims):
        yield "Attacks are allowed" if state.attacks_open() else "Attacks are not allowed yet"
    yield f"The piles hold {state.piles[0]} and {state.piles[1]} tiles"
    if state.discard and state.terms.face_down:
        known = " ".join(codes(open_discards(state))) or "none"
        yield f"{plural(len(state.discard), 'discard')}, face down; known are {known}"
    elif state.discard:
        top = " ".join(codes(reversed(state.discard)))
        yield f"{plural(len(state.discard), 'discard')}, top first: {top}"
    if state.flips:
        yield f"The assault has turned over {' '.join(codes(state.flips))}"
    if state.terms.common:
        yield f"The castle: {_castle(state, 0)}"
    for seat in range(state.seats):
        yield from _player(state, seat, viewer, look.name(seat))


def _player(state: State, seat: Seat, viewer: Seat | None, name: str) -> Iterator[str]:
    each = state.terms.per_seat
    for n in range(each):
        letter = f" {CASTLE_LETTERS[n]}" if each > 1 else ""
        yield f"{name}'s castle{letter}: {_castle(state, each * seat + n)}"
    held = f"{name} holds {plural(len(state.hands[seat]), 'tile')}"
    if seat == viewer and state.hands[seat]:
        held += f": {' '.join(codes(state.hands[seat]))}"
    elif state.known[seat]:
        held += f", known to everybody {' '.join(codes(state.known[seat]))}"
    yield held
    yield from facts_about(state, seat, name)


def _castle(state: State, index: int) -> str:
    if state.closed >> index & 1:
        return "destroyed for good"
    tiles = [f"{CELLS[cell]} {KINDS[kind]}" for cell, kind in tiles_of(state.castles[index])]
    return ", ".join(tiles) or "empty"
