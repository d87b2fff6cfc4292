"""What a player can do, and how it is written."""

from __future__ import annotations

from functools import partial
from typing import Any

from attrs import frozen

from rulekeep.core import (
    BadNotation,
    Language,
    LazyDict,
    NameSlot,
    NumberSlot,
    Phrase,
    WordReader,
    shortened_word,
)
from rulekeep.games.kilt_castle.box import pieces
from rulekeep.games.kilt_castle.box.board import Board, Cell, Position, Positions
from rulekeep.games.kilt_castle.box.pieces import CARDS, COLOURS, CRESTS, SHOWN

ANY_COLOUR = -1  # the colour of a build that leaves it to the card


@frozen(cache_hash=True)
class Relocate:
    """Take a card from its edge position and lay it down at another one."""

    card: pieces.Card
    origin: Position
    to: Position


@frozen(cache_hash=True)
class Build:
    """Place a floor with so many crests on a cell."""

    cell: Cell
    crests: pieces.Crests
    colour: pieces.Colour = ANY_COLOUR


@frozen(cache_hash=True)
class MoveRoof:
    """Take the roof of this cell for the tower just built."""

    cell: Cell


@frozen(cache_hash=True)
class Skip:
    """Build nothing: a thing to be asked for, and never allowed."""


Move = Relocate | Build | MoveRoof | Skip

SKIP = Skip()


RowMoves = tuple[tuple[Relocate, ...], ...]
"""By card: its relocations from one row to some positions."""
MOST_SETS = 1 << 9  # of destinations that are remembered for each origin


def _relocations(card: pieces.Card, positions: range) -> LazyDict[Position, tuple[Relocate, ...]]:
    return LazyDict(lambda origin: tuple(Relocate(card, origin, to) for to in positions))


class MoveTable:
    """Every move that can be written on a board, each made once."""

    def __init__(self, board: Board) -> None:
        positions = range(board.positions)
        self.relocate = tuple(_relocations(card, positions) for card in CARDS)
        """By card, origin and destination."""
        self.relocations: tuple[dict[Positions, RowMoves], ...] = tuple(
            LazyDict(partial(self._relocations_to, origin), MOST_SETS) for origin in positions
        )
        """By origin and set of destinations."""
        self.build: dict[tuple[Cell, pieces.Colour, pieces.Crests], Build] = {
            (cell, colour, crests): Build(cell, crests, colour)
            for cell in board.cells
            for colour in (ANY_COLOUR, *COLOURS)
            for crests in CRESTS
        }
        self.roof: dict[Cell, MoveRoof] = {cell: MoveRoof(cell) for cell in board.cells}

    def _relocations_to(self, origin: Position, destinations: Positions) -> RowMoves:
        return tuple(
            tuple([move for move in by_origin[origin] if destinations >> move.to & 1])
            for by_origin in self.relocate
        )


class _CardSlot:
    """A card by its colours in either order; there may be blanks round the stroke."""

    what = "card"

    def read(self, words: WordReader) -> pieces.Card:
        written_card = words.take("the card")
        if words.next.startswith("/"):
            written_card += words.take()
        if written_card.endswith("/"):
            written_card += words.take("the other colour of the card")
        if written_card.upper() not in SHOWN:
            known = ", ".join(pieces.card_name(card) for card in CARDS)
            raise BadNotation(
                f"there is no card {shortened_word(written_card)}; the cards are {known}"
            )
        return SHOWN.index(written_card.upper()) >> 1

    def write(self, value: pieces.Card) -> str:
        return pieces.card_name(value)

    def knows(self, value: Any) -> bool:
        return type(value) is int and value in CARDS


class _CellSlot(NameSlot):
    """A cell that there is on the board; not every number is one."""

    def __init__(self, board: Board) -> None:
        super().__init__("cell", tuple(board.cell_of))
        self.board = board

    def read(self, words: WordReader) -> Cell:
        return self.board.cells[super().read(words)]

    def write(self, value: Cell) -> str:
        return self.board.name(value)

    def knows(self, value: Any) -> bool:
        return type(value) is int and value in self.board.cells


def language(board: Board) -> Language:
    """The forms of the moves on this board."""
    return Language(
        {
            "card": _CardSlot(),
            "position": NumberSlot("edge position", 0, board.positions - 1),
            "cell": _CellSlot(board),
            "colour": NameSlot("colour", pieces.LETTERS),
            "crests": NumberSlot("number of crests", CRESTS[0], CRESTS[-1]),
        },
        [
            Phrase(
                "move <card> <origin:position> <to:position>",
                Relocate,
                "move R/O 6 9",
                "relocate a card from one edge position to another",
            ),
            Phrase(
                "build <cell> [<colour>] crest<crests>",
                Build,
                "build C3 crest2",
                "place a floor; say its colour only where that is free, as in build C3 R crest2",
            ),
            Phrase("roof <cell>", MoveRoof, "roof C3", "move the roof of this cell"),
            Phrase("skip", Skip, help="build nothing, which is never allowed"),
        ],
    )
