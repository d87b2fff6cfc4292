"""The moves and their one notation: kinds, not physical tiles; every move is built once at most."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, TypeVar

from attrs import field, frozen

from rulekeep.core import (
    BadNotation,
    ChoiceSlot,
    Language,
    LazyDict,
    NameSlot,
    NumberSlot,
    Phrase,
    Seat,
    WordReader,
)
from rulekeep.games.castle_keep.box import castle as plan
from rulekeep.games.castle_keep.box.castle import Cell, Cells
from rulekeep.games.castle_keep.box.tiles import KINDS, Kind, Tiles

Letter = int  # a castle of an Empire, 0 for A and 1 for B
PLAIN = -1
"""Instead of a castle's letter or an opponent's seat: there is only one, none is named."""
CASTLE_LETTERS = "AB"


@frozen
class Draw:
    """The first tile of the turn: the top of the discard pile, or from the piles."""

    discard: bool


@frozen
class Place:
    """Build one tile into an own castle, from the hand or from the reserve."""

    kind: Kind
    cell: Cell
    castle: Letter = PLAIN
    reserve: bool = False


@frozen
class Attack:
    """Play a tile (a knight: two, or one against a lone knight) against an opponent's tile."""

    kind: Kind
    cell: Cell
    seat: Seat = PLAIN
    castle: Letter = PLAIN
    take: bool = False
    only: Tiles = ()
    """Of what falls, the tiles that are taken; none named: all of them."""


@frozen
class Transfer:
    """Lift a tile from one own castle into the other."""

    castle: Letter
    cell: Cell
    to_castle: Letter = field()
    to_cell: Cell

    @to_castle.validator
    def _is_the_other(self, _: object, to_castle: Letter) -> None:
        if to_castle == self.castle:
            raise BadNotation("a transfer goes from A to B or from B to A")


@frozen
class Swap:
    """Exchange a tile of castle A with one of castle B."""

    cell_a: Cell
    cell_b: Cell


@frozen
class Discard:
    """Put a tile of the hand on the discard pile."""

    kind: Kind


@frozen
class Choose:
    """Which of the equal tiles an assault destroys."""

    cell: Cell


@frozen
class Done:
    """End the action; without any, pass."""


Move = Draw | Place | Attack | Transfer | Swap | Discard | Choose | Done
Rebuild = Transfer | Swap
Landing = Place | Rebuild
"""What brings tiles into a castle."""

# -- every move, built at most once -----------------------------------------------------------

DONE = Done()
DRAWS: tuple[Draw, Draw] = (Draw(discard=True), Draw(discard=False))
NINE, EVERY_KIND = range(9), range(len(KINDS))
DISCARDS = tuple(Discard(kind) for kind in EVERY_KIND)
CHOICES = tuple(Choose(cell) for cell in NINE)
SWAPS = tuple(tuple(Swap(a, b) for b in NINE) for a in NINE)

M = TypeVar("M")


def _by_cells(row: Sequence[M]) -> LazyDict[Cells, tuple[M, ...]]:
    """From each mask of cells to the moves on these cells."""
    return LazyDict(lambda mask: tuple(row[cell] for cell in plan.CELLS_IN[mask]))


TRANSFERS: tuple[tuple[dict[Cells, tuple[Transfer, ...]], ...], ...] = tuple(
    tuple(_by_cells([Transfer(castle, cell, 1 - castle, to) for to in NINE]) for cell in NINE)
    for castle in range(2)
)
"""By castle and cell: the transfers for each mask of cells in the other castle."""


Places = dict[Cells, tuple[Place, ...]]


@lru_cache(maxsize=6)
def place_moves(castle: Letter, reserve: bool) -> tuple[Places, ...]:
    """By kind: the placements for each mask of cells of its role."""
    return tuple(_places(kind, castle, reserve) for kind in EVERY_KIND)


def _places(kind: Kind, castle: Letter, reserve: bool) -> Places:
    role = plan.KIND_MASK[kind]  # CK-019
    place = {cell: Place(kind, cell, castle, reserve) for cell in plan.CELLS_IN[role]}
    return {
        mask: tuple([place[cell] for cell in plan.CELLS_IN[mask]]) for mask in _PARTS_OF_ROLE[role]
    }


_PARTS_OF_ROLE = {
    role: [mask for mask in plan.MASKS if not mask & ~role] for role in plan.ROLE_MASK
}


def _attacks(on: tuple[Seat, Letter, bool]) -> LazyDict[Kind, tuple[Attack, ...]]:
    return LazyDict(lambda kind: tuple(Attack(kind, cell, *on) for cell in NINE))


ATTACKS: dict[tuple[Seat, Letter, bool], dict[Kind, tuple[Attack, ...]]] = LazyDict(_attacks)
"""By seat, castle and take, then by kind: the attack on each cell."""

# -- notation ---------------------------------------------------------------------------------


class SomeTiles:
    """One tile or more; in which order they are named means nothing."""

    what = "tiles"
    _tile = NameSlot("tile", KINDS)

    def read(self, words: WordReader) -> Tiles:
        found = [self._tile.read(words)]
        while len(words):
            found.append(self._tile.read(words))
        return tuple(sorted(found))

    def write(self, value: Tiles) -> str:
        return " ".join(KINDS[kind] for kind in value)

    def knows(self, value: Any) -> bool:
        return isinstance(value, tuple) and bool(value) and all(map(self._tile.knows, value))


LANGUAGE = Language(
    {
        "tiles": SomeTiles(),
        "tile": NameSlot("tile", KINDS),
        "cell": NameSlot("cell", plan.CELLS),
        "castle": NameSlot("castle", CASTLE_LETTERS),
        "player": NumberSlot("player", 1, 4, shift=1),
        "source": ChoiceSlot("source", {"discard": True, "pile": False}),
    },
    [
        Phrase("draw <discard:source>", Draw, "draw discard", "take the top discard, or draw"),
        Phrase("place <kind:tile> <cell> [<castle>] [reserve]", Place, "place WRC N", "build"),
        Phrase(
            "attack <kind:tile> [<seat:player>] <cell> [<castle>] [take] [only <only:tiles>]",
            Attack,
            "attack WRC 2 N",
            "destroy an opponent's tile and what falls with it",
        ),
        Phrase(
            "transfer <castle> <cell> <to_castle:castle> <to_cell:cell>",
            Transfer,
            "transfer A NW B NE",
            "move a tile to the other castle",
        ),
        Phrase("swap A <cell_a:cell> B <cell_b:cell>", Swap, "swap A N B N", "exchange two tiles"),
        Phrase("discard <kind:tile>", Discard, "discard KY", "throw a tile away"),
        Phrase("choose <cell>", Choose, "choose N", "say what the assault destroys"),
        Phrase("done", Done, "done", "end the action, or pass"),
        Phrase("pass", Done),
    ],
)

HAND_LETTERS = "abcdefghijklmnopqrstuvwxyz"
"""At the table a tile may also be named by its place in the hand."""

_LETTERED = re.compile(
    r"(\s*(?:place|attack|discard)\s+)([a-z])(?=\s|$)(.*)", re.IGNORECASE | re.DOTALL
)


def by_letter(text: str, hand: Tiles) -> tuple[Move, str] | None:
    """What a text means that names a tile by a letter; with the letter, if the hand has no such."""
    found = _LETTERED.fullmatch(text)
    if found is None:
        return None
    verb, letter, rest = found.groups()
    place = HAND_LETTERS.index(letter.lower())
    held = place < len(hand)
    move: Move = LANGUAGE.parse(f"{verb}{KINDS[hand[place] if held else 0]}{rest}")
    if isinstance(move, Place) and move.reserve:
        raise BadNotation("the letters are those of the hand: name a tile of the reserve by code")
    return move, "" if held else letter.lower()
