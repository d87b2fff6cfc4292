"""The table as it stands: cards round the board, towers, roofs and money."""

from __future__ import annotations

from rulekeep.core.bank import Bank
from rulekeep.core.game import Decision
from rulekeep.games.kilt_castle.components import (
    CARDS,
    COLOURS,
    CRESTS,
    FACES,
    FLOOR_BITS,
    FLOOR_COLOUR,
    FLOOR_CRESTS,
    FLOOR_MASK,
    PIECES,
    SHOWN,
    floor_code,
)
from rulekeep.games.kilt_castle.table import OVER, RELOCATE, Table

NOT_ENDED, BUILT, TURN_LIMIT = range(3)
ENDINGS = (None, "built", "turn_limit")
NOWHERE = -1


class State:
    """Flat lists of numbers, so that a copy is cheap. Masks have a bit per cell or position."""

    __slots__ = (
        "active",
        "at",
        "bank",
        "builder",
        "colour",
        "crested",
        "double_crested",
        "ducat_day",
        "empty",
        "ended",
        "first",
        "front",
        "full",
        "heights",
        "income",
        "left",
        "moved",
        "occupied",
        "open",
        "paid",
        "phase",
        "received",
        "roofed",
        "rows",
        "second",
        "start",
        "stock",
        "table",
        "tops",
        "towers",
        "turn",
        "turned",
        "unpaid",
    )

    def __init__(self, table: Table) -> None:
        board = table.board
        seats = table.seats
        self.table = table
        self.phase = RELOCATE
        self.open: tuple[Decision, ...] = ()
        """The questions that follow from the phase."""
        self.active = 0
        self.turn = 1
        self.ended = NOT_ENDED
        # The cards
        self.front = NOWHERE
        self.at = [NOWHERE] * len(CARDS)
        self.rows: list[tuple[int, ...]] = [()] * board.positions
        """By position: the cards, the innermost first."""
        self.occupied = 0
        self.full = 0
        self.turned = 0
        """A bit per card: set if it lies the other way round than its name says."""
        # The turn
        self.moved = NOWHERE
        """The card relocated in this turn."""
        self.colour = NOWHERE
        """The colour that builds now, and its owner."""
        self.builder = NOWHERE
        self.first = NOWHERE
        """The cell the first builder built on."""
        self.second = NOWHERE
        """The cell that waits for a roof."""
        self.ducat_day = False
        # The board
        self.towers = [0] * board.size
        self.heights = [0] * board.size
        self.tops = [0] * len(COLOURS)
        """By colour: the cells it is on top of, roofed ones too."""
        self.crested = 0
        self.double_crested = 0
        """The cells with at least one, with two crests on top."""
        self.empty = board.mask
        self.roofed = 0
        # Floors and money
        self.stock = [
            count if table.owner[colour] >= 0 else 0
            for colour in COLOURS
            for count in PIECES.floors
        ]
        """By colour and crests."""
        self.left = [sum(PIECES.floors) if table.owner[c] >= 0 else 0 for c in COLOURS]
        """By colour: all floors in stock."""
        purses = [PIECES.purse] * seats
        limit = table.bank_limit
        self.bank = Bank(purses, None if limit is None else limit - sum(purses))
        """Everybody's ducats, and what is left of a limited number."""
        # The accounts
        self.start = tuple(purses)
        self.income = [0] * (3 * len(COLOURS))
        """Earned on ducat days, by colour: towers, roofs, crests."""
        self.received = [0] * seats
        self.paid = [0] * seats
        self.unpaid = [0] * seats
        """What an empty bank could not pay."""

    def copy(self) -> State:
        new = State.__new__(State)
        new.table = self.table
        new.phase = self.phase
        new.open = self.open
        new.active = self.active
        new.turn = self.turn
        new.ended = self.ended
        new.front = self.front
        new.at = self.at[:]
        new.rows = self.rows[:]
        new.occupied = self.occupied
        new.full = self.full
        new.turned = self.turned
        new.moved = self.moved
        new.colour = self.colour
        new.builder = self.builder
        new.first = self.first
        new.second = self.second
        new.ducat_day = self.ducat_day
        new.towers = self.towers[:]
        new.heights = self.heights[:]
        new.tops = self.tops[:]
        new.crested = self.crested
        new.double_crested = self.double_crested
        new.empty = self.empty
        new.roofed = self.roofed
        new.stock = self.stock[:]
        new.left = self.left[:]
        new.bank = self.bank.copy()
        new.start = self.start
        new.income = self.income[:]
        new.received = self.received[:]
        new.paid = self.paid[:]
        new.unpaid = self.unpaid[:]
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.table.same_as(other.table) and all(
            getattr(self, name) == getattr(other, name)
            for name in State.__slots__
            if name != "table"
        )

    __hash__ = None  # type: ignore[assignment]

    # -- asking -----------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.phase == OVER

    def faces(self, card: int) -> tuple[int, ...]:
        """The colours of a card, the one facing the board first."""
        return FACES[card][self.turned >> card & 1]

    def shown(self, card: int) -> str:
        return SHOWN[card][self.turned >> card & 1]

    def owner_of_tower(self, cell: int) -> int:
        """Whose floor is on top, roofed or not; -1 for an empty cell."""
        return self.table.owner_of_floor[self.towers[cell] & FLOOR_MASK]

    def top_colour(self, cell: int) -> int:
        return FLOOR_COLOUR[self.towers[cell] & FLOOR_MASK]

    def top_crests(self, cell: int) -> int:
        return FLOOR_CRESTS[self.towers[cell] & FLOOR_MASK]

    def is_roofed(self, cell: int) -> bool:
        return bool(self.roofed >> cell & 1)

    @property
    def unused_roofs(self) -> int:
        return PIECES.roofs - self.roofed.bit_count()

    def floors_left(self, seat: int) -> int:
        return sum(self.left[colour] for colour in self.table.colours_of[seat])

    def floors_built(self, seat: int) -> int:
        own = self.table.colours_of[seat]
        return PIECES.floors_of_a_colour * len(own) - self.floors_left(seat)

    # -- changing ---------------------------------------------------------------------------

    def lift(self, card: int) -> bool:
        """Take a card up; whether its row is empty now."""
        position = self.at[card]
        row = self.rows[position]
        place = row.index(card)
        self.rows[position] = row = row[:place] + row[place + 1 :]
        self.at[card] = NOWHERE
        self.full &= ~(1 << position)
        if row:
            return False
        self.occupied &= ~(1 << position)
        return True

    def lay(self, card: int, position: int) -> None:
        """Lay a card down at the outer end of a row."""
        row = self.rows[position] = (*self.rows[position], card)
        self.at[card] = position
        self.occupied |= 1 << position
        if len(row) >= self.table.row_size:
            self.full |= 1 << position

    def pile(self, cell: int, colour: int, crests: int) -> None:
        """Put a floor on a cell, and account for what it covers."""
        bit = 1 << cell
        tower = self.towers[cell]
        if tower:
            self.tops[FLOOR_COLOUR[tower & FLOOR_MASK]] &= ~bit
            self.crested &= ~bit
            self.double_crested &= ~bit
        else:
            self.empty &= ~bit
        self.towers[cell] = tower << FLOOR_BITS | floor_code(colour, crests)
        self.heights[cell] += 1
        self.tops[colour] |= bit
        if crests:
            self.crested |= bit
            if crests == 2:
                self.double_crested |= bit
        self.stock[colour * len(CRESTS) + crests] -= 1
        self.left[colour] -= 1

    def pay(self, payer: int, to: int, price: int) -> None:
        """For building over a tower of another player."""
        self.bank.pay(payer, to, price)
        self.paid[payer] += price
        self.received[to] += price

    def pay_out(self, seat: int, amount: int) -> int:
        """From the bank, as far as it goes; the ducats really paid."""
        paid = self.bank.pay_out(seat, amount)
        if paid < amount:
            self.unpaid[seat] += amount - paid
        return paid
