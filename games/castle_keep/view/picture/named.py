"""What the legal moves name: cells, tiles and words that can be chosen now."""

from __future__ import annotations

from attrs import Factory, define

from rulekeep.core import Seat
from rulekeep.games.castle_keep import moves
from rulekeep.games.castle_keep.box.castle import Cell, Cells
from rulekeep.games.castle_keep.box.tiles import Kind
from rulekeep.games.castle_keep.legal import choices
from rulekeep.games.castle_keep.state import State


@define
class Named:
    """What the legal moves name."""

    cells: list[Cells]
    """Per castle."""
    hand: set[Kind] = Factory(set)
    reserve: set[Kind] = Factory(set)
    sources: set[str] = Factory(set)
    """Where a draw may come from: discard, pile."""
    words: set[str] = Factory(set)
    """Words that are a move or a part of one: take, only, done."""

    @classmethod
    def by(cls, state: State, seat: Seat) -> Named:
        named = cls([0] * len(state.castles))

        def add(owner: Seat, letter: moves.Letter, cell: Cell) -> None:
            named.cells[state.terms.castle_at(owner, letter)] |= 1 << cell

        for move in choices(state, seat):
            match move:
                case moves.Place():
                    add(seat, move.castle, move.cell)
                    (named.reserve if move.reserve else named.hand).add(move.kind)
                case moves.Attack():
                    add(move.seat, move.castle, move.cell)
                    named.hand.add(move.kind)
                    named.words.update(["take"] * move.take + ["only"] * bool(move.only))
                case moves.Transfer():
                    add(seat, move.castle, move.cell)
                    add(seat, move.to_castle, move.to_cell)
                case moves.Swap():
                    add(seat, 0, move.cell_a)
                    add(seat, 1, move.cell_b)
                case moves.Choose():
                    add(seat, moves.PLAIN, move.cell)
                case moves.Discard():
                    named.hand.add(move.kind)
                case moves.Draw():
                    named.sources.add("discard" if move.discard else "pile")
                case moves.Done():
                    named.words.add("done")
        return named
