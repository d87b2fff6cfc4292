"""What the legal moves name, for those who are asked."""

from __future__ import annotations

from attrs import Factory, define

from rulekeep.core import Seat
from rulekeep.games.castle_keep.box.castle import (
    CELL_ROLE,
    CELLS_IN,
    ROLE_MASK,
    Cells,
    equal_to,
    occupied,
    where,
)
from rulekeep.games.castle_keep.box.symmetry import IMAGE, SYMMETRIES, image
from rulekeep.games.castle_keep.box.tiles import Kind
from rulekeep.games.castle_keep.legal import legal_moves
from rulekeep.games.castle_keep.legal.building import swap_fits
from rulekeep.games.castle_keep.moves import (
    PLAIN,
    Attack,
    Choose,
    Discard,
    Done,
    Draw,
    Letter,
    Place,
    Swap,
    Transfer,
)
from rulekeep.games.castle_keep.state import NOBODY, State


@define
class Named:
    """What the legal moves name; of cells that are equal by symmetry all, not the listed one."""

    cells: list[Cells]
    """Per castle."""
    hand: set[Kind] = Factory(set)
    reserve: set[Kind] = Factory(set)
    sources: set[str] = Factory(set)
    """Where a draw may come from: discard, pile."""
    words: list[str] = Factory(list)
    """What is said in a word: take, only, done."""

    @classmethod
    def by(cls, state: State, seat: Seat) -> Named:
        terms, named = state.terms, cls([0] * len(state.castles))
        words: set[str] = set()

        def add(owner: Seat, letter: Letter, cells: Cells) -> None:
            named.cells[terms.castle_at(owner, letter)] |= cells

        moves = legal_moves(state, seat)
        if any(isinstance(move, Swap) for move in moves):
            _add_swaps(state, seat, named)
        for move in moves:
            match move:
                case Place():
                    add(seat, move.castle, 1 << move.cell)
                    (named.reserve if move.reserve else named.hand).add(move.kind)
                case Attack():
                    castle = state.castles[terms.castle_at(move.seat, move.castle)]
                    add(move.seat, move.castle, where(castle, move.kind) & terms.reach[move.kind])
                    named.hand.add(move.kind)
                    words |= {"take"} if move.take else set()
                    words |= {"only"} if move.only else set()
                case Transfer():
                    add(seat, move.castle, 1 << move.cell)
                    add(seat, move.to_castle, 1 << move.to_cell)
                case Choose():
                    add(seat, PLAIN, equal_to(state.castles[0], state.flips[0]))
                case Discard():
                    named.hand.update(state.hands[seat])  # in any order
                case Draw():
                    named.sources.add("discard" if move.discard else "pile")
                case Done():
                    words.add("done")
        named.words = sorted(words, reverse=True)
        named.cells = _with_equals(state, named.cells)
        return named


def _add_swaps(state: State, seat: Seat, named: Named) -> None:
    """All exchanges: those with the same outcome are listed once, whatever their cells."""
    a, b = state.castles_of(seat)
    marks = state.marks_on(seat, 0), state.marks_on(seat, 1)
    for one in CELLS_IN[occupied(a) & ~marks[0]]:
        for other in CELLS_IN[occupied(b) & ~marks[1] & ROLE_MASK[CELL_ROLE[one]]]:
            if swap_fits(a, b, one, other, state.terms):
                named.cells[2 * seat] |= 1 << one
                named.cells[2 * seat + 1] |= 1 << other


def _with_equals(state: State, cells: list[Cells]) -> list[Cells]:
    """Those too that are the same when a castle is turned, or laid on its equal twin."""
    terms, grown = state.terms, cells[:]
    for one, mask in enumerate(cells):
        if not mask:
            continue
        owner = one // terms.per_seat if terms.per_seat else NOBODY
        first = one - one % 2 if terms.empire else one
        for other in (first, first + 1) if terms.empire else (one,):
            if (state.closed >> one ^ state.closed >> other) & 1:
                continue
            marks = state.marks_on(owner, one - first), state.marks_on(owner, other - first)
            for g in range(len(SYMMETRIES)):
                if image(state.castles[one], g) == state.castles[other] and (
                    IMAGE[g][marks[0]] == marks[1]
                ):
                    grown[other] |= IMAGE[g][mask]
    return grown
