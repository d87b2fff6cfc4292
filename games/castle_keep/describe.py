"""A move in words: what it would do."""

from __future__ import annotations

from rulekeep.core.seats import Seat
from rulekeep.games.castle_keep.box.castle import (
    CENTRE,
    CENTRE_MASK,
    FULL,
    KEEP,
    Castle,
    Cells,
    cells_in,
    group_of,
    kind_at,
    matching,
    occupied,
)
from rulekeep.games.castle_keep.box.tiles import HAND, KINDS, codes, tile_words
from rulekeep.games.castle_keep.moves import (
    CASTLE_LETTERS,
    Attack,
    Choose,
    Discard,
    Draw,
    Move,
    Place,
    Swap,
    Transfer,
)
from rulekeep.games.castle_keep.state import State
from rulekeep.games.castle_keep.terms import ACTION, ATTACK


def describe(state: State, seat: Seat, move: Move) -> str:
    """What a legal move would do, in a few words."""
    match move:
        case Place():
            return _describe_place(state, seat, move)
        case Attack():
            return _describe_attack(state, move)
        case Transfer():
            return _describe_transfer(state, seat, move)
        case Swap():
            return _describe_swap(state, seat, move)
        case Draw():
            return _describe_draw(state, move)
        case Discard():
            return tile_words(move.kind)
        case Choose():
            return _describe_choose(state, move)
        case _:
            return _describe_done(state, seat)


def _describe_place(state: State, seat: Seat, move: Place) -> str:
    castle = state.castles[state.terms.castle_at(seat, move.castle)]
    cells = occupied(castle)
    if cells | 1 << move.cell == FULL:
        filled = sum(occupied(own).bit_count() for own in state.castles_of(seat))
        wins = filled + 1 == 9 * (state.terms.per_seat or 1)
        return "completes the castle" + (" and wins" if wins else "")
    if not cells:
        return f"{tile_words(move.kind)}, the first tile"
    beside = codes(kind_at(castle, other) for other in matching(castle, move.cell, move.kind))
    joined = f", matches {' '.join(beside)}" if beside else ""
    return f"{tile_words(move.kind)}{joined}; {cells.bit_count() + 1} of 9"


def _describe_attack(state: State, move: Attack) -> str:
    castle = state.castles[state.terms.castle_at(move.seat, move.castle)]
    removed = group_of(castle, move.cell)
    verb = "takes" if move.take else "destroys"
    two = move.cell == CENTRE and occupied(castle) != CENTRE_MASK
    price = f"plays two {KINDS[move.kind]}, " if two else ""
    end = ", the whole castle" if not castle & KEEP[removed] else ""
    return f"{price}{verb} {_fallen(castle, removed)}{end}"


def _describe_transfer(state: State, seat: Seat, move: Transfer) -> str:
    kind = kind_at(state.castles[2 * seat + move.castle], move.cell)
    return f"moves {KINDS[kind]} to castle {CASTLE_LETTERS[move.to_castle]}"


def _describe_swap(state: State, seat: Seat, move: Swap) -> str:
    a, b = state.castles_of(seat)
    return f"exchanges {KINDS[kind_at(a, move.cell_a)]} and {KINDS[kind_at(b, move.cell_b)]}"


def _describe_draw(state: State, move: Draw) -> str:
    if not move.discard:
        return "two unknown tiles"
    return f"take {KINDS[state.discard[-1]]}, which everybody sees, and one unknown tile"


def _describe_choose(state: State, move: Choose) -> str:
    castle = state.castles[0]
    return f"lose {_fallen(castle, group_of(castle, move.cell))}"


def _fallen(castle: Castle, removed: Cells) -> str:
    return " ".join(codes(kind_at(castle, cell) for cell in cells_in(removed)))


def _describe_done(state: State, seat: Seat) -> str:
    surplus = len(state.hands[seat]) - HAND
    if state.terms.to_hand and state.phase == ATTACK:
        surplus += len(state.reserves[seat])
    then = f", then discard {surplus}" if surplus > 0 else ""
    return ("pass" if state.phase == ACTION else "end the action") + then
