"""The moves and their one notation: kinds, not physical tiles; every move is built once."""

from __future__ import annotations

from typing import TypeVar

from attrs import frozen

from rulekeep.core.errors import BadNotation
from rulekeep.games.castle_keep.castle import (
    CELL_OF,
    CELL_ROLE,
    CELLS,
    KIND_MASK,
    MASKS,
    ROLE_MASK,
    cells_in,
)
from rulekeep.games.castle_keep.components import KIND_OF, KINDS

PLAIN = -1
"""Instead of a castle's letter or an opponent's seat: there is only one, none is named."""


@frozen
class Draw:
    """The first tile of the turn: the top of the discard pile, or from the piles."""

    discard: bool


@frozen
class Place:
    """Build one tile into an own castle, from the hand or from the reserve."""

    kind: int
    cell: int
    castle: int = PLAIN
    reserve: bool = False


@frozen
class Attack:
    """Play a tile (a knight: two, or one against a lone knight) against an opponent's tile."""

    kind: int
    seat: int
    cell: int
    castle: int = PLAIN
    take: bool = False


@frozen
class Transfer:
    """Lift a tile from one own castle into the other."""

    castle: int
    cell: int
    to_cell: int


@frozen
class Swap:
    """Exchange a tile of castle A with one of castle B."""

    cell_a: int
    cell_b: int


@frozen
class Discard:
    """Put a tile of the hand on the discard pile."""

    kind: int


@frozen
class Choose:
    """Which of the equal tiles an assault destroys."""

    cell: int


@frozen
class Done:
    """End the action; without any, pass."""


@frozen
class Lettered:
    """A move whose tile is named by its letter in the hand: a is the first tile."""

    letter: int
    move: Place | Attack | Discard
    """The move with a kind that does not count."""


Move = Draw | Place | Attack | Transfer | Swap | Discard | Choose | Done | Lettered

# -- every move, built once -------------------------------------------------------------------

DONE = Done()
DRAW_DISCARD = Draw(True)
DRAW_PILE = Draw(False)
DISCARDS = tuple(Discard(kind) for kind in range(len(KINDS)))
CHOICES = tuple(Choose(cell) for cell in range(9))

PLACE = tuple(
    tuple(
        tuple(
            tuple(Place(kind, cell, castle, reserve) for cell in range(9))
            for kind in range(len(KINDS))
        )
        for castle in (PLAIN, 0, 1)
    )
    for reserve in (False, True)
)
"""By reserve, castle + 1, kind, cell."""

M = TypeVar("M")


def _by_cells(row: tuple[M, ...], role: int) -> dict[int, tuple[M, ...]]:
    """From each mask of cells of one role to the moves on these cells."""
    within = [mask for mask in MASKS if mask & role == mask]
    return {mask: tuple(row[cell] for cell in cells_in(mask)) for mask in within}


Places = dict[int, tuple[Place, ...]]

PLACES: tuple[tuple[tuple[Places, ...], ...], ...] = tuple(
    tuple(
        tuple(_by_cells(row, KIND_MASK[kind]) for kind, row in enumerate(rows))
        for rows in by_castle
    )
    for by_castle in PLACE
)
"""By reserve, castle + 1, kind: the placements for each mask of cells."""

ATTACK = tuple(
    tuple(
        tuple(
            tuple(
                tuple(Attack(kind, seat, cell, castle, take) for cell in range(9))
                for castle in (PLAIN, 0, 1)
            )
            for seat in (PLAIN, 0, 1, 2, 3)
        )
        for kind in range(len(KINDS))
    )
    for take in (False, True)
)
"""By take, kind, seat + 1, castle + 1, cell."""

TRANSFER = tuple(
    tuple(tuple(Transfer(castle, cell, to) for to in range(9)) for cell in range(9))
    for castle in range(2)
)
TRANSFERS = tuple(
    tuple(_by_cells(row, ROLE_MASK[CELL_ROLE[cell]]) for cell, row in enumerate(rows))
    for rows in TRANSFER
)
"""By castle and cell: the transfers for each mask of cells in the other castle."""
SWAP = tuple(tuple(Swap(a, b) for b in range(9)) for a in range(9))

# -- notation ---------------------------------------------------------------------------------

CASTLE_LETTERS = "AB"
HAND_LETTERS = "abcdefghijklmnopqrstuvwxyz"

FORMS = """\
draw discard | draw pile
place TILE CELL [A|B] [reserve]
attack TILE [PLAYER] CELL [A|B] [take]
transfer A|B CELL A|B CELL
swap A CELL B CELL
discard TILE
choose CELL
done"""
"""What can be typed. TILE is a code (WRC, KY) or a letter of the hand, PLAYER counts from 1."""


def notation(move: Move) -> str:
    """The text of a move."""
    if isinstance(move, Lettered):
        return _say(move.move, HAND_LETTERS[move.letter])
    kind = KINDS[move.kind] if isinstance(move, Place | Attack | Discard) else ""
    return _say(move, kind)


def _say(move: Move, tile: str) -> str:
    match move:
        case Draw(discard):
            return "draw discard" if discard else "draw pile"
        case Place(_, cell, castle, reserve):
            words = ["place", tile, CELLS[cell], *_letter(castle)]
            return " ".join([*words, "reserve"] if reserve else words)
        case Attack(_, seat, cell, castle, take):
            player = [str(seat + 1)] if seat != PLAIN else []
            words = ["attack", tile, *player, CELLS[cell], *_letter(castle)]
            return " ".join([*words, "take"] if take else words)
        case Transfer(castle, cell, to_cell):
            source, target = CASTLE_LETTERS[castle], CASTLE_LETTERS[1 - castle]
            return f"transfer {source} {CELLS[cell]} {target} {CELLS[to_cell]}"
        case Swap(a, b):
            return f"swap A {CELLS[a]} B {CELLS[b]}"
        case Discard():
            return f"discard {tile}"
        case Choose(cell):
            return f"choose {CELLS[cell]}"
        case _:
            return "done"


def _letter(castle: int) -> list[str]:
    return [] if castle == PLAIN else [CASTLE_LETTERS[castle]]


def parse(text: str) -> Move:
    """The move that a text says. BadNotation."""
    words = text.split()
    if not words:
        raise BadNotation(
            "say a move: place, attack, transfer, swap, draw, discard, choose or done"
        )
    verb, rest = words[0].lower(), _Words(words[1:])
    reader = _READERS.get(verb)
    if reader is None:
        raise BadNotation(
            f"{words[0]!r} is no move of this game: "
            "it has place, attack, transfer, swap, draw, discard, choose and done"
        )
    move = reader(rest)
    rest.finish()
    return move


class _Words:
    """The words after the verb, read one by one."""

    def __init__(self, words: list[str]) -> None:
        self.words = words[::-1]

    def next(self, what: str) -> str:
        if not self.words:
            raise BadNotation(f"{what} is missing")
        return self.words.pop()

    def take(self, *allowed: str) -> str:
        """The next word if it is one of these, else nothing."""
        if self.words and self.words[-1].upper() in allowed:
            return self.words.pop().upper()
        return ""

    def finish(self) -> None:
        if self.words:
            raise BadNotation(f"there is something left over: {' '.join(self.words[::-1])!r}")

    def tile(self) -> tuple[int, int]:
        """The kind and the letter; one of them is -1."""
        word = self.next("the tile, such as WRC or KY or its letter in the hand,")
        if word.upper() in KIND_OF:
            return KIND_OF[word.upper()], -1
        if len(word) == 1 and word.lower() in HAND_LETTERS:
            return -1, HAND_LETTERS.index(word.lower())
        raise BadNotation(
            f"{word!r} is no tile: write T or W with a colour R B Y and a shape C Z S (WRC), "
            "K with a colour (KY), or the tile's letter in the hand"
        )

    def cell(self) -> int:
        word = self.next("the cell, such as NW or C,")
        if word.upper() not in CELL_OF:
            raise BadNotation(f"{word!r} is no cell: the cells are {' '.join(CELLS)}")
        return CELL_OF[word.upper()]

    def castle(self) -> int:
        word = self.next("the castle, A or B,")
        if word.upper() not in tuple(CASTLE_LETTERS):
            raise BadNotation(f"{word!r} is no castle: they are A and B")
        return CASTLE_LETTERS.index(word.upper())

    def optional_castle(self) -> int:
        word = self.take(*CASTLE_LETTERS)
        return CASTLE_LETTERS.index(word) if word else PLAIN


def _read_draw(words: _Words) -> Move:
    word = words.next("what to draw from, discard or pile,")
    if word.lower() not in ("discard", "pile"):
        raise BadNotation(f"{word!r}: write draw discard or draw pile")
    return DRAW_DISCARD if word.lower() == "discard" else DRAW_PILE


def _read_place(words: _Words) -> Move:
    kind, letter = words.tile()
    cell, castle = words.cell(), words.optional_castle()
    reserve = bool(words.take("RESERVE"))
    if letter < 0:
        return PLACE[reserve][castle + 1][kind][cell]
    if reserve:
        raise BadNotation("the letters are those of the hand: name a tile of the reserve by code")
    return Lettered(letter, PLACE[False][castle + 1][0][cell])


def _read_attack(words: _Words) -> Move:
    kind, letter = words.tile()
    player = words.take("1", "2", "3", "4")
    seat = int(player) - 1 if player else PLAIN
    cell, castle = words.cell(), words.optional_castle()
    take = bool(words.take("TAKE"))
    if letter < 0:
        return ATTACK[take][kind][seat + 1][castle + 1][cell]
    return Lettered(letter, ATTACK[take][0][seat + 1][castle + 1][cell])


def _read_transfer(words: _Words) -> Move:
    castle, cell, target, to_cell = words.castle(), words.cell(), words.castle(), words.cell()
    if castle == target:
        raise BadNotation("a transfer goes from A to B or from B to A")
    return TRANSFER[castle][cell][to_cell]


def _read_swap(words: _Words) -> Move:
    first, a, second, b = words.castle(), words.cell(), words.castle(), words.cell()
    if (first, second) != (0, 1):
        raise BadNotation("a swap is written swap A CELL B CELL")
    return SWAP[a][b]


def _read_discard(words: _Words) -> Move:
    kind, letter = words.tile()
    return DISCARDS[kind] if letter < 0 else Lettered(letter, DISCARDS[0])


def _read_choose(words: _Words) -> Move:
    return CHOICES[words.cell()]


def _read_done(words: _Words) -> Move:
    return DONE


_READERS = {
    "draw": _read_draw,
    "place": _read_place,
    "attack": _read_attack,
    "transfer": _read_transfer,
    "swap": _read_swap,
    "discard": _read_discard,
    "choose": _read_choose,
    "done": _read_done,
    "pass": _read_done,
}
