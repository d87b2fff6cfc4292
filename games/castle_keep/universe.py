"""Every expressible move, and which of those that are the same up to symmetry the list names."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from rulekeep.core.seats import Seat
from rulekeep.games.castle_keep import moves
from rulekeep.games.castle_keep.box.castle import BIT, KEEP, falling, group_of, kind_at, tiles_of
from rulekeep.games.castle_keep.box.symmetry import canon
from rulekeep.games.castle_keep.box.tiles import FIRST_KNIGHT, FIRST_WALL, KINDS
from rulekeep.games.castle_keep.legal import legal_moves
from rulekeep.games.castle_keep.legal.attacking import parts_of
from rulekeep.games.castle_keep.legal.building import castles_alike, swap_outcome
from rulekeep.games.castle_keep.state import State
from rulekeep.games.castle_keep.terms import ACTION, BUILD, TAKEN
from rulekeep.games.castle_keep.terms import ATTACK as ATTACKING


def outcome_of(state: State, seat: Seat, move: moves.Move) -> object:
    """The same for legal moves of one kind that lead to the same position up to symmetry."""
    terms = state.terms
    if isinstance(move, moves.Place):
        castle = state.castles[terms.castle_at(seat, move.castle)]
        marks = state.marks_on(seat, move.castle)
        after = castle | BIT[move.kind][move.cell]
        return ("place", move.kind, move.reserve, canon(castle, marks), canon(after, marks))
    if isinstance(move, moves.Attack):
        castle = state.castles[terms.castle_at(move.seat, move.castle)]
        after = castle & KEEP[group_of(castle, move.cell)]
        taken = move.only or tuple(sorted(falling(castle, move.cell)[1]))
        return ("attack", move.kind, move.seat, move.take and taken, canon(castle), canon(after))
    if isinstance(move, moves.Transfer):
        return _transfer_outcome(state, seat, move)
    if isinstance(move, moves.Swap):
        return ("swap", swap_outcome(state, seat, move, castles_alike(state, seat)))
    if isinstance(move, moves.Choose):
        castle = state.castles[0]
        return ("choose", canon(castle & KEEP[group_of(castle, move.cell)]))
    return move


def _transfer_outcome(state: State, seat: Seat, move: moves.Transfer) -> tuple[object, ...]:
    letter, other = move.castle, move.to_castle
    source, target = state.castles[2 * seat + letter], state.castles[2 * seat + other]
    marks, to_marks = state.marks_on(seat, letter), state.marks_on(seat, other)
    kind = kind_at(source, move.cell)
    return (
        canon(source, marks),
        canon(target, to_marks),
        canon(source & KEEP[1 << move.cell], marks),
        canon(target | BIT[kind][move.to_cell], to_marks | 1 << move.to_cell),
    )


def listed_as(state: State, seat: Seat, move: moves.Move) -> moves.Move | None:
    """The listed move that a legal move is the same as; None: a discard in another order."""
    listed = legal_moves(state, seat)
    if move in listed:
        return move
    if isinstance(move, moves.Discard):
        return None
    outcome = outcome_of(state, seat, move)
    for other in listed:
        if type(other) is type(move) and outcome_of(state, seat, other) == outcome:
            return other
    return move


def universe(state: State, seat: Seat) -> Iterator[moves.Move]:
    """Every expressible move of the open decision, and some that belong to others."""
    terms = state.terms
    yield from (moves.DONE, moves.DRAW_DISCARD, moves.DRAW_PILE)
    yield from moves.DISCARDS
    yield from moves.CHOICES
    acting = state.phase in (ACTION, BUILD, ATTACKING, TAKEN)
    everything, some = range(len(KINDS)), (0, FIRST_WALL, FIRST_KNIGHT)
    opponents = (moves.PLAIN,) if terms.common else range(state.seats)
    for letter in (moves.PLAIN, 0, 1):
        named = acting and letter in terms.letters
        for reserve in (False, True):
            for kind in everything if named and reserve <= terms.takeover else some:
                yield from moves.PLACE[reserve][letter + 1][kind]
        for victim in (moves.PLAIN, 0, 1, 2, 3):
            meant = named and victim in opponents
            for take in (False, True):
                for kind in everything if meant and take <= terms.takeover else some[1:2]:
                    yield from moves.ATTACK[take][kind][victim + 1][letter + 1]
    if terms.each_taken:
        yield from _partial_takes(state, seat)
    for row in moves.TRANSFER:
        for some_moves in row:
            yield from some_moves if acting and terms.empire else some_moves[:1]
    for swaps in moves.SWAP:
        yield from swaps if acting and terms.swaps else swaps[:1]


def _partial_takes(state: State, seat: Seat) -> Iterator[moves.Move]:
    """Attacks that name the tiles they take: some of what falls, all of it, others besides."""
    for victim in state.terms.victims[seat]:
        for letter in state.terms.letters:
            castle = state.castles[state.terms.castle_at(victim, letter)]
            for cell, target in tiles_of(castle):
                fallen = tuple(sorted(falling(castle, cell)[1]))
                for kind in sorted({target, *state.hands[seat]}):
                    take = moves.ATTACK[True][kind][victim + 1][letter + 1][cell]
                    yield from parts_of(take, castle)
                    for only in (
                        fallen,
                        tuple(sorted((*fallen, target))),
                        ((target + 1) % FIRST_WALL,),
                    ):
                        yield evolve(take, only=only)
                    yield evolve(take, only=fallen, take=False)
