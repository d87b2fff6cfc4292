"""The moves and their notation."""

from __future__ import annotations

import re
from typing import assert_never

from attrs import frozen

from rulekeep.core.errors import BadNotation
from rulekeep.games.kilt_castle.components import (
    CARDS,
    COLOURS,
    CRESTS,
    LETTERS,
    LYING,
    Board,
)

ANY_COLOUR = -1
"""The colour of a build that leaves it to the card."""


@frozen(cache_hash=True)
class Relocate:
    """Take a card from its edge position and lay it down at another one."""

    card: int
    origin: int
    to: int


@frozen(cache_hash=True)
class Build:
    """Place a floor with so many crests on a cell."""

    cell: int
    crests: int
    colour: int = ANY_COLOUR


@frozen(cache_hash=True)
class MoveRoof:
    """Take the roof of this cell for the tower just built."""

    cell: int


@frozen(cache_hash=True)
class Skip:
    """Build nothing: a thing to be asked for, and never allowed."""


Move = Relocate | Build | MoveRoof | Skip

SKIP = Skip()

FORMS = (
    "move R/O 6 9 (card, from, to), build C3 crest2, build C3 R crest2 (where the colour is free), "
    "roof C3, skip"
)

_ANY_CASE = re.IGNORECASE | re.ASCII
_RELOCATE = re.compile(r"move ([A-Z](?:\s?/\s?[A-Z])?) ([0-9]{1,3}) ([0-9]{1,3})", _ANY_CASE)
_BUILD = re.compile(r"build ([A-Z][0-9])(?: ([A-Z]))? crest ?([0-9])", _ANY_CASE)
_ROOF = re.compile(r"roof ([A-Z][0-9])", _ANY_CASE)


class MoveTable:
    """Every move that can be said on a board, each made once."""

    def __init__(self, board: Board) -> None:
        self.board = board
        positions = range(board.positions)
        self.relocate: tuple[tuple[tuple[Relocate, ...], ...], ...] = tuple(
            tuple(tuple(Relocate(card.number, o, p) for p in positions) for o in positions)
            for card in CARDS
        )
        """By card, origin and destination."""
        self.build: dict[tuple[int, int, int], Build] = {
            (cell, colour, crests): Build(cell, crests, colour)
            for cell in board.cells
            for colour in (ANY_COLOUR, *COLOURS)
            for crests in CRESTS
        }
        self.roof: dict[int, MoveRoof] = {cell: MoveRoof(cell) for cell in board.cells}

    def notation(self, move: Move) -> str:
        match move:
            case Relocate(card, origin, to):
                return f"move {CARDS[card].name} {origin} {to}"
            case Build(cell, crests, colour):
                named = "" if colour == ANY_COLOUR else f"{LETTERS[colour]} "
                return f"build {self.board.name(cell)} {named}crest{crests}"
            case MoveRoof(cell):
                return f"roof {self.board.name(cell)}"
            case Skip():
                return "skip"
            case _:
                assert_never(move)

    def parse(self, text: str) -> Move:
        said = " ".join(text.split())
        if said.lower() == "skip":
            return SKIP
        if found := _RELOCATE.fullmatch(said):
            card = self._card(found[1], text)
            return self.relocate[card][self._position(found[2])][self._position(found[3])]
        if found := _BUILD.fullmatch(said):
            colour = ANY_COLOUR if found[2] is None else self._colour(found[2])
            crests = int(found[3])
            if crests not in CRESTS:
                raise BadNotation(
                    f"no floor has {crests} crests; write crest0 to crest{CRESTS[-1]}"
                )
            return self.build[self._cell(found[1]), colour, crests]
        if found := _ROOF.fullmatch(said):
            return self.roof[self._cell(found[1])]
        raise BadNotation(f"{text.strip()[:60]!r} is not a move; the moves are: {FORMS}")

    def _card(self, said: str, text: str) -> int:
        name = "".join(said.upper().split())
        if name not in LYING:
            known = ", ".join(card.name for card in CARDS)
            raise BadNotation(f"there is no card {said!r}; the cards are {known}")
        return LYING[name][0]

    def _position(self, said: str) -> int:
        position = int(said)
        if position >= self.board.positions:
            raise BadNotation(
                f"there is no edge position {position}; they run from 0 to "
                f"{self.board.positions - 1}"
            )
        return position

    def _cell(self, said: str) -> int:
        cell = self.board.cell_of.get(said.upper())
        if cell is None:
            raise BadNotation(f"there is no cell {said!r} on the board")
        return cell

    def _colour(self, said: str) -> int:
        if said.upper() not in LETTERS:
            raise BadNotation(f"there is no colour {said!r}; the colours are {', '.join(LETTERS)}")
        return LETTERS.index(said.upper())
