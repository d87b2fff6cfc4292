"""How the things of this table stand in positions."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from rulekeep import core
from rulekeep.core import Bank, Node, Plain
from rulekeep.games.kilt_castle.box import pieces
from rulekeep.games.kilt_castle.box.pieces import LETTERS, SHOWN, Lying, Tower
from rulekeep.games.kilt_castle.terms import Terms

MOST_DUCATS = 1_000_000


class Floors(core.Form[Tower]):
    """The floors of a tower, in one text or as a list."""

    says = "floors from the bottom to the top, such as R0 O2"
    written = core.schema_text("[A-Z][0-9]( [A-Z][0-9])*")

    def write(self, value: Tower, state: Any) -> Plain:
        return " ".join(pieces.FLOOR_TEXT[floor] for floor in pieces.floors_of(value))

    def read(self, node: Node, state: Any) -> Tower:
        listed = isinstance(node.value, list)
        words = [floor.str() for floor in node] if listed else node.str().split()
        if not words:
            raise node.fail("a tower has at least one floor; leave out empty cells")
        for word in words:
            if not word or word not in pieces.FLOOR_TEXT:
                raise node.fail(f"{word!r} is no floor; floors are written like R0 or O2")
        return pieces.tower_of([pieces.FLOOR_TEXT.index(word) for word in words])


class CardText(core.Form[Lying]):
    says = "a card such as R or R/O, the colour facing the board first"
    written = core.schema_one_of(SHOWN)

    def write(self, value: Lying, state: Any) -> Plain:
        return SHOWN[value]

    def read(self, node: Node, state: Any) -> Lying:
        if node.str() not in SHOWN:
            raise node.fail(f"there is no card {node.str()[:20]!r}; they are written like R or R/O")
        return SHOWN.index(node.str())


class PerColour(core.Form[list[int]]):
    """Three numbers for each colour in play, all in one list; a colour may be left out."""

    def __init__(self, what: str, default: Callable[[Any], list[int]]) -> None:
        self.default = default
        self.says = f"colours, each with three numbers: {what}"

    def write(self, value: list[int], state: Any) -> Plain:
        return {LETTERS[c]: value[3 * c : 3 * c + 3] for c in state.terms.in_play}

    def schema(self, state: Any) -> core.Schema:
        letters = [LETTERS[colour] for colour in state.terms.in_play]
        return core.schema_entries(letters, core.schema_array(core.schema_whole(0, MOST_DUCATS), 3))

    def read(self, node: Node, state: Any) -> list[int]:
        numbers = self.default(state)
        for letter, inner in node.mapping().items():
            if letter not in [LETTERS[colour] for colour in state.terms.in_play]:
                raise inner.fail(f"no colour {letter[:20]!r} is played")
            colour = LETTERS.index(letter)
            numbers[3 * colour : 3 * colour + 3] = [n.int(0, MOST_DUCATS) for n in inner.list(3)]
        return numbers


def bank_of(terms: Terms, purses: list[int]) -> Bank:
    if terms.bank_limit is None:  # KC-110
        return Bank(purses, None)
    return Bank(purses, max(0, terms.bank_limit - sum(purses)))  # KC-005 KC-110


def no_income(_: object) -> list[int]:
    return [0] * (3 * len(LETTERS))


cell_names = attrgetter("terms.box.cell_names")  # of a state
AMOUNTS = core.PerSeat(core.Whole(0, MOST_DUCATS))
PURSES = core.Packed(
    AMOUNTS,
    lambda purses, state: bank_of(state.terms, purses),
    lambda bank: bank.purses,
    "the ducats of each seat",
)
"""A limited bank holds what nobody has."""
BUILT_ON = core.OrNone(core.Word(cell_names, "a cell such as C3"))
TOWERS = core.Keyed(cell_names, Floors(), default=0, sparse=True)
STOCK = PerColour("plain floors, with one crest, with two", lambda state: state.counted_stock())
INCOME = PerColour("towers, roofs, crests", no_income)
CARD = CardText()
MOVED = core.OrNone(CARD)
POSITION = core.Whole(0, lambda state: state.terms.box.positions - 1)
ROWS = core.Keyed(
    attrgetter("terms.box.position_names"), core.Listed(CARD, tuple), default=(), sparse=True
)
