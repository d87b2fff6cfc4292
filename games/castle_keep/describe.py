"""A move in words: what it would do."""

from __future__ import annotations

from rulekeep.core import Seat
from rulekeep.games.castle_keep import moves
from rulekeep.games.castle_keep.box import castle as plan
from rulekeep.games.castle_keep.box.tiles import HAND, KINDS, codes, tile_words
from rulekeep.games.castle_keep.state import State
from rulekeep.games.castle_keep.terms import ACTION, ATTACK


def describe(state: State, seat: Seat, move: moves.Move) -> str:
    """What a legal move would do, in a few words."""
    match move:
        case moves.Place():
            return _describe_place(state, seat, move)
        case moves.Attack():
            return _describe_attack(state, move)
        case moves.Transfer():
            tile = KINDS[plan.kind_at(state.castle(seat, move.castle), move.cell)]
            return f"moves {tile} to castle {moves.CASTLE_LETTERS[move.to_castle]}"
        case moves.Swap():
            a, b = state.castles_of(seat)
            tiles = codes((plan.kind_at(a, move.cell_a), plan.kind_at(b, move.cell_b)))
            return f"exchanges {' and '.join(tiles)}"
        case moves.Draw(discard=True):
            return f"take {KINDS[state.discard[-1]]}, which everybody sees, and one unknown tile"
        case moves.Draw():
            return "two unknown tiles"
        case moves.Discard():
            return tile_words(move.kind)
        case moves.Choose():
            castle = state.castles[0]
            return f"lose {_fallen(castle, plan.group_of(castle, move.cell))}"
        case _:
            return _describe_done(state, seat)


def _describe_place(state: State, seat: Seat, move: moves.Place) -> str:
    castle = state.castle(seat, move.castle)
    cells = plan.occupied(castle)
    if cells | 1 << move.cell == plan.FULL:
        filled = sum(plan.occupied(own).bit_count() for own in state.castles_of(seat))
        wins = filled + 1 == 9 * (state.terms.per_seat or 1)
        return "completes the castle" + (" and wins" if wins else "")
    if not cells:
        return f"{tile_words(move.kind)}, the first tile"
    beside = codes(
        plan.kind_at(castle, other) for other in plan.matching(castle, move.cell, move.kind)
    )
    joined = f", matches {' '.join(beside)}" if beside else ""
    return f"{tile_words(move.kind)}{joined}; {cells.bit_count() + 1} of 9"


def _describe_attack(state: State, move: moves.Attack) -> str:
    castle = state.castle(move.seat, move.castle)
    removed = plan.group_of(castle, move.cell)
    verb = "takes" if move.take else "destroys"
    two = move.cell == plan.CENTRE and plan.knights_needed(castle) == 2
    price = f"plays two {KINDS[move.kind]}, " if two else ""
    end = ", the whole castle" if not castle & plan.KEEP[removed] else ""
    fallen = " ".join(codes(move.only)) or _fallen(castle, removed)
    return f"{price}{verb} {fallen}{', leaves the rest' if move.only else ''}{end}"


def _fallen(castle: plan.Castle, removed: plan.Cells) -> str:
    return " ".join(codes(plan.kind_at(castle, cell) for cell in plan.CELLS_IN[removed]))


def _describe_done(state: State, seat: Seat) -> str:
    surplus = len(state.hands[seat]) - HAND
    if state.terms.to_hand and state.phase == ATTACK:
        surplus += len(state.reserves[seat])
    then = f", then discard {surplus}" if surplus > 0 else ""
    return ("pass" if state.phase == ACTION else "end the action") + then
