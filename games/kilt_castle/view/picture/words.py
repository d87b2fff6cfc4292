"""The table in words: whose view, whose turn, and everything that lies there."""

from __future__ import annotations

from rulekeep.core import Look, Seat, listed, plural, upper_first
from rulekeep.games.kilt_castle.box.pieces import (
    COLOUR_NAMES,
    FLOOR_TEXT,
    as_it_lies,
    card_words,
    floors_of,
)
from rulekeep.games.kilt_castle.events import ducats
from rulekeep.games.kilt_castle.legal import decisions
from rulekeep.games.kilt_castle.scoring import best_area, outcome
from rulekeep.games.kilt_castle.state import DUCATS, ROOF, State


def title(viewer: Seat | None, look: Look) -> str:
    who = "a spectator" if viewer is None else look.name(viewer)
    return f"Kilt Castle, as {who} sees it"


def asked(state: State, look: Look) -> str:
    """What is to be done and by whom, or who has won."""
    ended = outcome(state)
    if ended is not None:
        return f"{listed(map(look.name, ended.winners))} won"
    (decision,) = decisions(state)
    to = f" to {state.terms.box.name(state.second)}" if state.phase == ROOF else ""
    prompt = decision.prompt[:1].lower() + decision.prompt[1:]
    return f"{look.name(decision.seat)}: {prompt}{to}"


def in_words(state: State, look: Look) -> str:
    sentences = [f"Turn {state.turn}", asked(state, look)]
    if state.is_building:
        line = " ".join(map(state.terms.box.name, state.line()))
        sentences.append(f"The {card_words(state.moved >> 1)} was moved and faces {line}")
    if not state.over:
        side = "ducat side up: a ducat day follows" if state.seal == DUCATS else "seal side up"
        sentences.append(f"{look.name(state.active)} has the seal, {side}")
    sentences += [_player(state, seat, look) for seat in range(state.terms.seats)]
    sentences += [f"{plural(state.unused_roofs, 'roof')} beside the board", *_towers(state)]
    sentences += [
        f"Position {position}{', the front' if position == state.front else ''}: "
        + ", ".join(as_it_lies(lying) for lying in row)
        for position, row in enumerate(state.rows)
        if row
    ]
    return ". ".join(sentences) + "."


def _player(state: State, seat: Seat, look: Look) -> str:
    clans = [
        f"{COLOUR_NAMES[colour]} has {plural(state.left[colour], 'floor')} left and would get "
        f"{ducats(best_area(state, colour).value)} on a ducat day"
        for colour in state.terms.colours_of[seat]
    ]
    return upper_first(f"{look.name(seat)} has {ducats(state.bank.purses[seat])}; {listed(clans)}")


def _towers(state: State) -> list[str]:
    """Cell by cell, the floors from the bottom, as positions say them."""
    return [
        f"{state.terms.box.name(cell)}: {' '.join(FLOOR_TEXT[floor] for floor in floors)}"
        + (", roofed" if state.is_roofed(cell) else "")
        for cell in state.terms.box.cells
        if (floors := floors_of(state.towers[cell]))
    ]
