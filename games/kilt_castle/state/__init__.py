"""The state: cards round the board, towers, roofs and money."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulekeep import core
from rulekeep.core import (
    Bank,
    DeclaredState,
    Seat,
    derived,
    kept,
    schema_array,
    schema_or_null,
    schema_whole,
)
from rulekeep.games.kilt_castle.box import pieces
from rulekeep.games.kilt_castle.box.board import Cell, Cells, Position, Positions
from rulekeep.games.kilt_castle.box.pieces import CARDS, COLOURS, CRESTS, Card, Colour, Lying
from rulekeep.games.kilt_castle.moves import ANY_COLOUR, Build
from rulekeep.games.kilt_castle.state import forms
from rulekeep.games.kilt_castle.terms import NOBODY, Terms

Phase = int
RELOCATE, BUILD_1, BUILD_2, ROOF, OVER = range(5)
PHASES = ("relocate", "build_1", "build_2", "roof", "over")
Ending = int
NOT_ENDED, BUILT, TURN_LIMIT = range(-1, 2)
ENDINGS = ("built", "turn_limit")
Side = int
SEAL, DUCATS = range(2)
SIDES = ("seal", "ducats")
"""What the master builder's seal shows: its ducat side while a ducat day is due."""

NOWHERE = -1


def _nothing(terms: Terms) -> list[int]:
    return [0] * terms.seats


@dataclass(slots=True, eq=False, init=False)
class State(DeclaredState[Terms]):
    """Flat lists of numbers and sets of bits, so that a copy is cheap."""

    phase: Phase = kept(RELOCATE, core.Word(PHASES), "what to decide now")
    turn: int = kept(1, core.Whole(1, lambda state: state.terms.max_turns))
    active: Seat = kept(0, core.SeatNumber(), "who relocates in this turn")

    # The cards
    front: Position = kept(NOWHERE, forms.POSITION, "the edge position of the front row")
    rows: list[tuple[Lying, ...]] = kept(
        lambda terms: [()] * terms.box.positions,
        forms.ROWS,
        "the cards by edge position, the innermost first; by default the start rows",
        key="cards",
    )
    at: list[Position] = derived(lambda _: [NOWHERE] * len(CARDS))
    """By card."""
    occupied: Positions = derived(0)
    full: Positions = derived(0)

    # The turn
    moved: Lying = kept(NOWHERE, forms.MOVED, "the card relocated in this turn, as it lies now")
    colour: Colour = derived(NOWHERE)
    """The colour that builds now, and its owner."""
    builder: Seat = derived(NOBODY)
    first: Cell = kept(NOWHERE, forms.BUILT_ON, "where the first builder of this turn has built")
    second: Cell = kept(NOWHERE, forms.BUILT_ON, "the cell that waits for a roof to be moved")
    seal: Side = kept(SEAL, core.Word(SIDES), "ducats while a ducat day is due")  # KC-007

    # The board
    towers: list[pieces.Tower] = kept(
        lambda terms: [0] * terms.box.size,
        forms.TOWERS,
        "the floors by cell, from the bottom to the top",
    )
    heights: list[int] = derived(lambda terms: [0] * terms.box.size)
    tops: list[Cells] = derived(lambda _: [0] * len(COLOURS))
    """By colour: the cells it is on top of, roofed ones too."""
    crested: Cells = derived(0)
    double_crested: Cells = derived(0)
    """The cells with at least one, with two crests on top."""
    roofed: Cells = kept(0, core.Mask(forms.cell_names, "cells"), key="roofs")  # KC-007

    # Floors and money
    stock: list[int] = kept(  # KC-003
        lambda terms: list(terms.floors), forms.STOCK, "follows from the towers"
    )
    """By colour and crests."""
    left: list[int] = derived(lambda terms: [sum(terms.floors[3 * c : 3 * c + 3]) for c in COLOURS])
    """By colour: all floors in stock."""
    bank: Bank = kept(  # KC-004
        lambda terms: forms.bank_of(terms, [pieces.PURSE] * terms.seats), forms.PURSES, key="ducats"
    )
    income: list[int] = kept(
        forms.no_income, forms.INCOME, "earned on ducat days", key="accounts.income"
    )
    received: list[int] = kept(_nothing, forms.AMOUNTS, "for overbuilding", key="accounts.received")
    paid: list[int] = kept(_nothing, forms.AMOUNTS, "for overbuilding", key="accounts.paid")
    unpaid: list[int] = kept(
        _nothing, forms.AMOUNTS, "what an empty bank could not pay", key="accounts.unpaid"
    )
    start: tuple[int, ...] = derived(lambda terms: (pieces.PURSE,) * terms.seats)
    """What everybody began with."""
    ended: Ending = kept(NOT_ENDED, core.OrNone(core.Word(ENDINGS)), "how the match ended")

    REPEATS = (
        core.Repeats(
            "bank",
            lambda state: state.bank.reserve,
            "the ducats of a limited bank",
            schema_or_null(schema_whole()),
        ),
        core.Repeats(
            "accounts.start",
            lambda state: list(state.start),
            "what everybody began with",
            schema_array(schema_whole()),
        ),
    )

    # -- asking -----------------------------------------------------------------------------

    @property
    def is_building(self) -> bool:
        return self.phase in (BUILD_1, BUILD_2)

    @property
    def over(self) -> bool:
        return self.phase == OVER

    def lying(self, card: Card) -> Lying:
        """A card that lies on the table, as it lies."""
        return 2 * card + (2 * card not in self.rows[self.at[card]])

    def is_alone(self, position: Position) -> bool:
        """One card lies there, which would leave an empty row."""
        return len(self.rows[position]) == 1

    def occupied_without(self, origin: Position) -> Positions:
        """The rows there are while a card of this row is in the hand."""
        return self.occupied & ~(1 << origin) if self.is_alone(origin) else self.occupied

    def front_without(self, origin: Position) -> Position:
        """The front while a card of this row is in the hand: it may fall back to the next row."""
        front = self.front
        others = self.occupied_without(origin)
        while not others >> front & 1:
            front = (front - 1) % self.terms.box.positions
        return front

    def line(self) -> tuple[Cell, ...]:
        """The cells the relocated card faces, nearest first."""
        return self.terms.box.lines[self.at[self.moved >> 1]]

    def owner_of_tower(self, cell: Cell) -> Seat:
        """Whose floor is on top, roofed or not; NOBODY's for an empty cell."""
        return self.terms.owner_of_floor[self.towers[cell] & pieces.FLOOR_MASK]

    def top_colour(self, cell: Cell) -> Colour:
        return pieces.FLOOR_COLOUR[self.towers[cell] & pieces.FLOOR_MASK]

    def top_crests(self, cell: Cell) -> pieces.Crests:
        return pieces.FLOOR_CRESTS[self.towers[cell] & pieces.FLOOR_MASK]

    def is_roofed(self, cell: Cell) -> bool:
        return bool(self.roofed >> cell & 1)

    @property
    def unused_roofs(self) -> int:
        return pieces.ROOFS - self.roofed.bit_count()

    def price(self, seat: Seat, cell: Cell) -> int:
        """What this builder would pay for a cell; nothing on an empty or an own one."""
        foreign = self.owner_of_tower(cell) != seat  # KC-067
        return self.heights[cell] if foreign else 0  # KC-058 KC-060

    def colour_of(self, move: Build) -> Colour:
        """The colour of the floor: the one named, or the one on the card."""
        return self.colour if move.colour == ANY_COLOUR else move.colour

    def stock_of(self, colour: Colour) -> list[int]:
        """What is left of a colour, by number of crests."""
        return self.stock[colour * len(CRESTS) : (colour + 1) * len(CRESTS)]

    def floors_left(self, seat: Seat) -> int:
        return sum(self.left[colour] for colour in self.terms.colours_of[seat])  # KC-107

    # -- changing ---------------------------------------------------------------------------

    def lift(self, card: Card) -> Lying:
        """Take a card up; how it lay."""
        position = self.at[card]
        lying = self.lying(card)
        row = tuple([other for other in self.rows[position] if other != lying])
        self.rows[position] = row
        self.at[card] = NOWHERE
        self.full &= ~(1 << position)
        if not row:  # KC-038
            self.occupied &= ~(1 << position)
        return lying

    def lay(self, lying: Lying, position: Position) -> None:
        """Lay a card down at the outer end of a row."""
        row = self.rows[position] = (*self.rows[position], lying)  # KC-022
        self.at[lying >> 1] = position
        self.occupied |= 1 << position
        if len(row) >= self.terms.row_size:
            self.full |= 1 << position

    def pile(self, cell: Cell, colour: Colour, crests: pieces.Crests) -> None:
        """Put a floor on a cell, and account for what it covers."""
        bit = 1 << cell
        tower = self.towers[cell]
        if tower:
            self.tops[pieces.FLOOR_COLOUR[tower & pieces.FLOOR_MASK]] &= ~bit
            self.crested &= ~bit  # KC-084
            self.double_crested &= ~bit  # KC-084
        floor = pieces.floor_of(colour, crests)
        self.towers[cell] = tower << pieces.FLOOR_BITS | floor
        self.heights[cell] += 1
        self.tops[colour] |= bit  # KC-065
        if crests:
            self.crested |= bit
            if crests == 2:
                self.double_crested |= bit
        self.stock[floor - 1] -= 1
        self.left[colour] -= 1

    def pay(self, payer: Seat, to: Seat, price: int) -> None:
        """For building over a tower of another player."""
        self.bank.pay(payer, to, price)  # KC-111
        self.paid[payer] += price
        self.received[to] += price

    def pay_out(self, seat: Seat, amount: int) -> int:
        """From the bank, as far as it goes; the ducats really paid."""
        paid = self.bank.pay_out(seat, amount)  # KC-110
        self.unpaid[seat] += amount - paid
        return paid

    # -- counting from scratch --------------------------------------------------------------

    def counted_stock(self) -> list[int]:
        """The floors that are on no tower, by colour and crests."""
        stock = list(self.terms.floors)
        for tower in self.towers:
            for floor in pieces.floors_of(tower):
                stock[floor - 1] -= 1
        return stock

    def derivation(self) -> dict[str, Any]:
        """What follows from the kept fields, by name: for positions, and to compare with."""
        return self._derived_from_rows() | self._derived_from_towers()

    def _derived_from_rows(self) -> dict[str, Any]:
        rows = dict(enumerate(self.rows))
        at = {lying >> 1: position for position, row in rows.items() for lying in row}
        colour = NOWHERE
        stage = {BUILD_1: 0, BUILD_2: 1, ROOF: 1}.get(self.phase)
        if stage is not None and self.moved != NOWHERE and stage < len(pieces.FACES[self.moved]):
            colour = pieces.FACES[self.moved][stage]  # KC-050
        return {
            "at": [at.get(card, NOWHERE) for card in CARDS],
            "occupied": sum(1 << p for p, row in rows.items() if row),
            "full": sum(1 << p for p, row in rows.items() if len(row) >= self.terms.row_size),
            "colour": colour,
            "builder": NOBODY if colour == NOWHERE else self.terms.owner[colour],
        }

    def _derived_from_towers(self) -> dict[str, Any]:
        cells = self.terms.box.cells
        return {
            "heights": [len(pieces.floors_of(tower)) for tower in self.towers],
            "tops": [
                sum(1 << cell for cell in cells if self.top_colour(cell) == c) for c in COLOURS
            ],
            "crested": sum(1 << cell for cell in cells if self.top_crests(cell) >= 1),
            "double_crested": sum(1 << cell for cell in cells if self.top_crests(cell) >= 2),
            "left": [sum(self.stock[3 * c : 3 * c + 3]) for c in COLOURS],
        }
