"""The table as it stands: regions, pools of markers, crowns, money, and the open question."""

from __future__ import annotations

from rulekeep.core.bag import Bag
from rulekeep.core.bank import Bank
from rulekeep.core.game import Decision
from rulekeep.games.kings_and_castles.moves import Take
from rulekeep.games.kings_and_castles.pools import (
    BLACK,
    CASTLE,
    COLOUR_SHIFT,
    HOUSES,
    NOBODY,
    THREE,
    counts,
)
from rulekeep.games.kings_and_castles.table import ATTACK, PLACE, TAX_STEP, Table, Task

NOWHERE = -1

Way = tuple[int, int, int]
"""A colour, its units and the mercenaries packed, and the regions it may attack as a mask."""


class State:
    """Flat lists of numbers and packed pools, so that a copy is cheap. Masks: a bit per region."""

    __slots__ = (
        "array",
        "aside",
        "attacks",
        "bag",
        "bank",
        "bidder",
        "bids",
        "bonus",
        "bonus_house",
        "box",
        "castle",
        "castle_mark",
        "castled",
        "crown_at",
        "defence",
        "drawn",
        "due",
        "filling",
        "finished",
        "further",
        "held",
        "house",
        "household",
        "open",
        "opened",
        "passed",
        "phase",
        "razed",
        "section",
        "spent",
        "start_house",
        "stormed",
        "table",
        "taken",
        "tasks",
        "tax",
        "taxed",
        "turn",
        "unit",
        "unplaced",
        "ways",
    )

    def __init__(self, table: Table) -> None:
        regions = len(table.board.regions)
        self.table = table
        self.phase = PLACE
        self.open: tuple[Decision, ...] = ()
        """The questions that follow from the phase."""
        self.turn = 0
        """The seat to act before the first turn and in a succession round."""
        # The board
        self.unit = [NOBODY] * regions
        """By region: the kind of the unit there."""
        self.castle = [0] * regions
        """By region: the size of the castle there, 0 for none."""
        self.defence = [0] * regions
        self.held = [0] * (HOUSES + 1)
        """By colour: the regions it holds."""
        self.castled = 0
        # Markers
        self.household = [table.household if c in table.houses else 0 for c in range(HOUSES)]
        """By house: its three counts, packed."""
        self.array = [0] * HOUSES
        self.bonus = 0
        """The one bonus area in use, and whose it is."""
        self.bonus_house = NOBODY
        self.bag = Bag(table.board.kinds)
        self.aside = 0
        # Set-up and auction
        self.drawn = NOBODY
        """The type of the enemy to be placed."""
        self.bids = [0] * table.seats
        """By seat: its last bid as a pool, 0 for none."""
        self.bidder = NOBODY
        """The seat whose bid stands."""
        self.passed = 0
        self.start_house = NOBODY
        # Crowns
        self.crown_at = [NOBODY] * (table.last_box + 2)
        """By box: the colour of the crown on it."""
        self.unplaced = [table.crowns if c in table.houses else 0 for c in range(HOUSES)]
        self.spent = [0] * HOUSES
        self.due = [NOBODY] * table.seats
        """Two players: the colour of the next crown, by seat."""
        self.section = 0
        self.finished = NOBODY
        """In a later succession round: the house that was active on the last box."""
        self.opened = False
        """Whether the first crown of the round lies."""
        # The turn
        self.box = 0
        self.house = NOBODY
        self.further = NOWHERE
        """The one further country attacked this turn."""
        self.attacks = 0
        self.stormed = 0
        """Regions attacked this turn."""
        self.razed = 0
        """Regions whose castle was destroyed this turn."""
        self.ways: list[Way] | None = None
        """In the attack step: where which colours may attack, if it has been looked up."""
        self.castle_mark = NOWHERE
        """How far the castle step has come in listing order: kind * regions + region."""
        self.taxed = False
        self.tax = [table.tax_markers if c in table.houses else 0 for c in range(HOUSES)]
        self.bank = Bank([0] * table.seats)
        # Household choices
        self.filling = 0
        self.tasks: tuple[Task, ...] = ()
        self.taken: tuple[Take | None, ...] = ()

    def copy(self) -> State:
        new = State.__new__(State)
        new.table = self.table
        new.phase = self.phase
        new.open = self.open
        new.turn = self.turn
        new.unit = self.unit[:]
        new.castle = self.castle[:]
        new.defence = self.defence[:]
        new.held = self.held[:]
        new.castled = self.castled
        new.household = self.household[:]
        new.array = self.array[:]
        new.bonus = self.bonus
        new.bonus_house = self.bonus_house
        new.bag = self.bag.copy()
        new.aside = self.aside
        new.drawn = self.drawn
        new.bids = self.bids[:]
        new.bidder = self.bidder
        new.passed = self.passed
        new.start_house = self.start_house
        new.crown_at = self.crown_at[:]
        new.unplaced = self.unplaced[:]
        new.spent = self.spent[:]
        new.due = self.due[:]
        new.section = self.section
        new.finished = self.finished
        new.opened = self.opened
        new.box = self.box
        new.house = self.house
        new.further = self.further
        new.attacks = self.attacks
        new.stormed = self.stormed
        new.razed = self.razed
        new.ways = self.ways
        new.castle_mark = self.castle_mark
        new.taxed = self.taxed
        new.tax = self.tax[:]
        new.bank = self.bank.copy()
        new.filling = self.filling
        new.tasks = self.tasks
        new.taken = self.taken
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        mine, theirs = self.table, other.table
        same_table = mine is theirs or (
            mine.board is theirs.board
            and mine.seats == theirs.seats
            and mine.options == theirs.options
        )
        return same_table and all(getattr(self, name) == getattr(other, name) for name in _COMPARED)

    __hash__ = None  # type: ignore[assignment]

    # -- who ----------------------------------------------------------------------------------

    @property
    def money(self) -> list[int]:
        """By seat: what its purse holds."""
        return self.bank.purses

    @property
    def active_seat(self) -> int:
        """The player whose turn it is; NOBODY before the first turn."""
        return self.table.owner[self.house] if self.house >= 0 else NOBODY

    @property
    def king(self) -> int:
        """The king's country; NOWHERE before the first turn."""
        return self.table.board.boxes[self.box - 1].country if self.box else NOWHERE

    def holder(self, region: int) -> int:
        """The colour that holds a region; NOBODY in an empty one."""
        kind = self.unit[region]
        return kind // 3 if kind >= 0 else NOBODY

    @property
    def player_held(self) -> int:
        return self.held[0] | self.held[1] | self.held[2] | self.held[3]

    def area(self) -> int:
        """The action area of the active house: array and bonus together."""
        return self.array[self.house] + self.bonus

    def is_turn(self) -> bool:
        return ATTACK <= self.phase <= TAX_STEP

    # -- verbs --------------------------------------------------------------------------------

    def settle(self, region: int, kind: int) -> None:
        """Put a unit on a region; whoever stood there has left."""
        old = self.unit[region]
        bit = 1 << region
        if old >= 0:
            self.held[old // 3] ^= bit
        self.unit[region] = kind
        self.held[kind // 3] |= bit
        self.defence[region] = self.table.board.strengths[kind] + (
            self.table.board.strengths[CASTLE + 3 - self.castle[region]]
            if self.castle[region]
            else 0
        )

    def raise_castle(self, region: int, size: int) -> None:
        self.castle[region] = size
        self.castled |= 1 << region
        self.defence[region] += self.table.board.strengths[CASTLE + 3 - size]

    def use(self, markers: int, lots: tuple[tuple[int, int], ...]) -> None:
        """Take markers out of the active action area, those of the bonus first.

        The lots say the same as the pool of markers: shift and number of each kind.
        """
        bonus = self.bonus
        if bonus:
            for shift, number in lots:
                there = bonus >> shift & 255
                if there:
                    extra = min(there, number) << shift
                    self.bonus -= extra
                    markers -= extra
        self.array[self.house] -= markers

    def units_of(self, pool: int, colour: int) -> int:
        return pool >> COLOUR_SHIFT[colour] & THREE

    def totals(self) -> list[int]:
        """All markers in the match, by kind."""
        total = list(self.bag.counts)
        pools = [self.aside, self.bonus, *self.array]
        pools += [self.household[house] << COLOUR_SHIFT[house] for house in self.table.houses]
        for pool in pools:
            for kind, number in enumerate(counts(pool)):
                total[kind] += number
        for kind in self.unit:
            if kind >= 0:
                total[kind] += 1
        for size in self.castle:
            if size:
                total[CASTLE + 3 - size] += 1
        if self.drawn >= 0:
            total[BLACK * 3 + self.drawn] += 1
        return total


_COMPARED = tuple(name for name in State.__slots__ if name not in ("table", "open", "ways"))
