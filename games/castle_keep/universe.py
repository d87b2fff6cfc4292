"""Every expressible move, and which of those that are the same up to symmetry the list names."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from rulekeep.core import Seat
from rulekeep.games.castle_keep import moves
from rulekeep.games.castle_keep.box import castle as plan
from rulekeep.games.castle_keep.box.castle import BIT, FULL, KEEP, Castle, Cells
from rulekeep.games.castle_keep.box.symmetry import canon
from rulekeep.games.castle_keep.box.tiles import FIRST_KNIGHT, FIRST_WALL
from rulekeep.games.castle_keep.legal import legal_moves, parts_of, result_of
from rulekeep.games.castle_keep.legal.building import swapped
from rulekeep.games.castle_keep.state import State
from rulekeep.games.castle_keep.terms import ACTION, ATTACK, BUILD, TAKEN


def outcome_of(state: State, seat: Seat, move: moves.Move) -> object:
    """The same for legal moves of one kind that lead to the same position up to symmetry."""

    def change(owner: Seat, letter: moves.Letter, after: Castle, moved: Cells = 0) -> object:
        """A castle before and after, with the cells of moved tiles."""
        marks = state.marks_on(owner, letter)
        return canon(state.castle(owner, letter), marks), canon(after, marks | moved)

    match move:
        case moves.Place():
            castle = state.castle(seat, move.castle)
            after = castle | BIT[move.kind][move.cell]
            return move.kind, move.reserve, change(seat, move.castle, after)
        case moves.Attack():
            castle = state.castle(move.seat, move.castle)
            removed, taken, left = result_of(castle, move)
            order = tuple(left) if state.terms.a2 else ()
            after = castle & KEEP[removed]
            fate = tuple(sorted(taken)), order
            return move.kind, move.seat, fate, change(move.seat, move.castle, after)
        case moves.Transfer():
            source, target = state.castle(seat, move.castle), state.castle(seat, move.to_castle)
            laid = target | BIT[plan.kind_at(source, move.cell)][move.to_cell]
            return (
                change(seat, move.castle, source & KEEP[1 << move.cell]),
                change(seat, move.to_castle, laid, 1 << move.to_cell),
            )
        case moves.Swap():
            castles = state.castle(seat, 0), state.castle(seat, 1)
            a, b = swapped(*castles, move.cell_a, move.cell_b)
            changes = change(seat, 0, a, 1 << move.cell_a), change(seat, 1, b, 1 << move.cell_b)
            return frozenset(changes)
        case moves.Choose():
            castle = state.castles[0]
            return canon(castle & KEEP[plan.group_of(castle, move.cell)])
    return move


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
    yield moves.DONE
    yield from moves.DRAWS
    yield from moves.DISCARDS
    yield from moves.CHOICES
    acting = state.phase in (ACTION, BUILD, ATTACK, TAKEN)
    for letter in (moves.PLAIN, 0, 1):
        named = acting and letter in terms.letters
        for taken in (False, True):
            yield from _placements_and_attacks(
                state, letter, taken, named and taken <= terms.takeover
            )
    if terms.each_taken:
        yield from _partial_takes(state, seat)
    for transfers in (*moves.TRANSFERS[0], *moves.TRANSFERS[1]):
        yield from transfers[FULL if acting and terms.empire else 1]
    for swaps in moves.SWAPS:
        yield from swaps if acting and terms.swaps else swaps[:1]


def _placements_and_attacks(
    state: State, letter: moves.Letter, taken: bool, possible: bool
) -> Iterator[moves.Move]:
    """On one castle, with all tiles; where they are not possible with a few."""
    opponents = (moves.PLAIN,) if state.terms.common else range(state.seats)
    some = 0, FIRST_WALL, FIRST_KNIGHT
    for kind in moves.EVERY_KIND if possible else some:
        yield from (moves.Place(kind, cell, letter, taken) for cell in moves.NINE)
    for victim in (moves.PLAIN, 0, 1, 2, 3):
        for kind in moves.EVERY_KIND if possible and victim in opponents else some[1:2]:
            yield from moves.ATTACKS[victim, letter, taken][kind]


def _partial_takes(state: State, seat: Seat) -> Iterator[moves.Move]:
    """Attacks that name the tiles they take: some of what falls, all of it, others besides."""
    for victim in state.terms.victims[seat]:
        for letter in state.terms.letters:
            castle = state.castle(victim, letter)
            for cell, target in plan.tiles_of(castle):
                fallen = tuple(sorted(plan.falling(castle, cell)[1]))
                too_many, strange = tuple(sorted((*fallen, target))), ((target + 1) % FIRST_WALL,)
                for kind in sorted({target, *state.hands[seat]}):
                    take = moves.ATTACKS[victim, letter, True][kind][cell]
                    for only in (*parts_of(castle, cell), fallen, too_many, strange):
                        yield evolve(take, only=only)
                    yield evolve(take, only=fallen, take=False)
