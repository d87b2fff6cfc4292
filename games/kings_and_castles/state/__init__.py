"""The state: regions, pools of markers, crowns, money, and the open decision.

Flat lists of numbers and packed pools (`box.pieces`), so that a copy is cheap.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from operator import or_
from typing import Any, ClassVar

from rulekeep import core
from rulekeep.core import (
    TRUE_OR_FALSE,
    Bag,
    Bank,
    Decision,
    DeclaredState,
    Repeats,
    SealedChoices,
    Seat,
    derived,
    following,
    kept,
    remembered,
    schema_or_null,
    schema_text,
    schema_whole,
)
from rulekeep.games.kings_and_castles import moves
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.box.board import Land, Spot, Spots, mask_of
from rulekeep.games.kings_and_castles.box.pieces import NOBODY, Colour, House, Kind, Pool, Triple
from rulekeep.games.kings_and_castles.state import forms
from rulekeep.games.kings_and_castles.terms import Terms, phases
from rulekeep.games.kings_and_castles.terms.attack_sets import Troop

NOWHERE = -1

Status = int
ENEMY, CONTESTED, LIBERATED = range(3)
STATUSES = ("enemy", "contested", "liberated")

Way = tuple[Colour, Troop, Troop, Spots, Spots]
"""A colour, its units, the mercenaries, where it may attack, and the regions of these that all of
them together beat."""
Hand = list[Troop]
"""What can attack, by colour; in the end the mercenaries. It is replaced, never changed."""
Front = tuple[Spots, Spots, Spots, Spots, Spots, Spots]
"""Enemies; regions of enemy, contested, liberated countries; where any player may attack; the
neighbours of all regions without enemies."""


# -- the table ----------------------------------------------------------------------------------


def _per_house(attribute: str) -> Any:
    """What every house begins with; a colour that is not in the game has nothing."""
    return lambda terms: [
        getattr(terms, attribute) if house in terms.houses else 0 for house in range(pieces.HOUSES)
    ]


def _none(terms: Terms) -> list[int]:
    return [0] * pieces.HOUSES


@dataclass(slots=True, eq=False, init=False)
class State(DeclaredState[Terms]):
    phase: phases.Phase = kept(phases.ATTACK, core.Word(phases.PHASES), "what to decide now")
    asked: Seat = kept(
        0, core.SeatNumber(), "who acts before the first turn and in a succession", key="turn"
    )
    open: tuple[Decision, ...] = remembered(())
    # The board
    unit: list[Kind] = kept(
        lambda terms: [NOBODY] * len(terms.board.regions),
        forms.Garrisons(castles=False),
        "enemies hold the regions that you leave out, weak ones first",
        key="regions",
    )
    """By region; NOBODY in an empty one."""
    castle: list[int] = kept(
        lambda terms: [0] * len(terms.board.regions), forms.Garrisons(castles=True), key="regions"
    )
    """By region: the size of the castle there, 0 for none."""
    defence: list[int] = derived(lambda terms: [0] * len(terms.board.regions))
    weaker: list[Spots] = derived(
        lambda terms: [0, *[terms.board.everywhere] * terms.attack_sets.enough]
    )
    """By strength: the regions whose defence is less."""
    held: list[Spots] = derived(lambda terms: [0] * (pieces.HOUSES + 1))
    """By colour."""
    castled: Spots = derived(0)
    # Markers
    household: list[Triple] = kept(
        _per_house("household"), forms.PerHouse("household", forms.Units()), key="households"
    )
    array: list[Pool] = kept(_none, forms.PerHouse("array", forms.MARKERS), key="arrays")
    bonus: Pool = kept(0, forms.BonusArea(house=False))
    bonus_house: House = kept(NOBODY, forms.BonusArea(house=True), key="bonus")
    bag: Bag = kept(
        lambda terms: Bag(terms.board.kinds),
        core.Counts(lambda state: state.terms.board.kinds, pieces.MOST),
        "all markers that are nowhere else",
    )
    aside: Pool = kept(0, forms.MARKERS, "the casualties")
    # Set-up and auction
    drawn: pieces.UnitType = kept(
        NOBODY, core.OrNone(core.Word(pieces.TYPES)), "the enemy to place"
    )
    bids: list[Pool] = kept(
        lambda terms: [0] * terms.seats,
        core.Keyed(lambda state: state.terms.seat_names, forms.MARKERS, default=0, sparse=True),
        "the last bid of each seat",
        key="auction.bids",
    )
    bidder: Seat = kept(
        NOBODY, core.OrNone(core.SeatNumber()), "who has the highest bid", key="auction.bidder"
    )
    passed: int = kept(0, core.SeatMask(), key="auction.passed")
    """A bit per seat."""
    start_house: House = kept(NOBODY, forms.HOUSE_OR_NONE, "the house of box 1", key="start")
    # Crowns
    crown_at: list[Colour] = kept(
        lambda terms: [NOBODY] * (terms.last_box + 2),
        core.Keyed(lambda state: state.terms.box_names, forms.HOUSE, default=NOBODY, sparse=True),
        "by box, the colour of its crown",
        key="crowns",
    )
    """By box, with an empty one before the first and after the last."""
    unplaced: list[int] = kept(_per_house("crowns"), forms.PerHouse("unplaced", core.Whole(0)))
    spent: list[int] = kept(_none, forms.PerHouse("spent", core.Whole(0)), "crowns taken back")
    due: list[Colour] = kept(
        lambda terms: [NOBODY] * terms.seats,
        core.PerSeat(forms.HOUSE_OR_NONE),
        "with two players, the colour of the next crown",
    )
    crowns: tuple[moves.Crown, ...] | None = remembered(None)
    """In a succession: the crowns that may be laid next, if it has been looked up."""
    section: int = derived(0)
    # The turn
    box: int = kept(0, core.Whole(0, lambda state: state.terms.last_box), "the last box begun")
    house: House = kept(NOBODY, forms.HOUSE_OR_NONE, "the house of the last box", key="active")
    further: Land = kept(
        NOWHERE,
        core.OrNone(core.Word(lambda state: state.terms.country_ids)),
        "the one further country attacked this turn",
    )
    attacks: int = kept(0, core.Whole(0, 10_000), "how many attacks this turn had")
    stormed: Spots = kept(0, forms.REGION_IDS, "regions attacked this turn")
    razed: Spots = kept(0, forms.REGION_IDS, "regions whose castle was destroyed this turn")
    front: Front | None = remembered(None)
    """What follows from the enemies named first in it, while they stand there."""
    ways: list[Way] | None = remembered(None)
    """In the attack step: where which colours may attack, if it has been looked up."""
    hand: Hand | None = remembered(None)
    """In the attack step: what the action area holds, if it has been looked up."""
    castle_mark: int = kept(
        NOWHERE,
        core.Whole(NOWHERE, lambda state: 3 * len(state.terms.board.regions) - 1),
        "how far the castle step has come in listing order",
    )
    taxed: bool = kept(False, core.Flag(), "a tax was raised in this turn")
    tax: list[int] = kept(
        _per_house("tax_markers"),
        forms.PerHouse("tax", core.Whole(0, lambda state: state.terms.tax_markers)),
        "TAX markers left",
    )
    bank: Bank = kept(lambda terms: Bank([0] * terms.seats), forms.PURSES, key="money")
    # Household choices
    filling: phases.Filling = kept(
        phases.FIRST_ARRAYS, core.Word(phases.FILLINGS), "what the choices are for"
    )
    choices: SealedChoices[phases.Task, moves.Take] = kept(SealedChoices(), forms.Choices())

    REPEATS: ClassVar[tuple[Repeats, ...]] = (
        Repeats("section", lambda state: state.section + 1, "counted from 1", schema_whole(0)),
        Repeats(
            "finished",
            lambda state: state.terms.colour(state.finished) if state.finished >= 0 else None,
            "in a later succession: the house of the last box",
            schema_or_null(schema_text()),
        ),
        Repeats(
            "opened", lambda state: state.opened, "a crown of the round is placed", TRUE_OR_FALSE
        ),
    )

    # -- who ----------------------------------------------------------------------------------

    @property
    def money(self) -> list[int]:
        return self.bank.purses

    @property
    def active_seat(self) -> Seat:
        """The player whose turn it is; NOBODY before the first turn."""
        return self.terms.owner[self.house] if self.house >= 0 else NOBODY

    def is_turn(self) -> bool:
        return phases.ATTACK <= self.phase <= phases.TAX_STEP

    # -- the board ----------------------------------------------------------------------------

    @property
    def king_name(self) -> str:
        return self.terms.board.boxes[self.box - 1].king

    @property
    def king(self) -> Land:
        """The king's country; NOWHERE before the first turn."""
        return self.terms.king_countries[self.box]  # KG-083

    def holder(self, spot: Spot) -> Colour:
        """The colour that holds a region; NOBODY in an empty one."""
        kind = self.unit[spot]
        return kind // 3 if kind >= 0 else NOBODY

    @property
    def player_held(self) -> Spots:
        return self.held[0] | self.held[1] | self.held[2] | self.held[3]

    def status(self, land: Land) -> Status:
        """The status of a country: by the enemies left in it alone."""
        regions = self.terms.board.country_masks[land]
        black = self.held[pieces.BLACK] & regions  # KG-110 KG-111 KG-112 KG-113 KG-119 KG-134
        if not black:
            return LIBERATED
        return ENEMY if black == regions else CONTESTED

    def supporters(self, colour: Colour, status: Status) -> Spots:
        """The regions from which a colour may attack a neighbour in a country of this status."""
        if colour == pieces.BLACK or status == LIBERATED:
            return self.held[colour]  # KG-123 KG-130
        return self.player_held  # KG-121

    def settle(self, spot: Spot, kind: Kind) -> None:
        """Put a unit on a region instead of the one that was there."""
        held, unit = self.held, self.unit
        old = unit[spot]
        bit = 1 << spot
        # Written out, as the compiler knows what `a[i] ^ b` is and not what `a[i] ^= b` does.
        if old >= 0:
            held[old // 3] = held[old // 3] ^ bit
        unit[spot] = kind  # KG-068
        held[kind // 3] = held[kind // 3] | bit
        defence, weaker = self.defence, self.weaker
        before, strength = defence[spot], self.terms.board.defences[kind][self.castle[spot]]
        defence[spot] = strength
        while before < strength:
            before += 1
            weaker[before] = weaker[before] ^ bit
        while before > strength:
            weaker[before] = weaker[before] ^ bit
            before -= 1

    def look_at_the_map(self) -> None:
        """Compute what follows from units and castles: holders, defence."""
        board = self.terms.board
        held = [0] * (pieces.HOUSES + 1)
        for spot, kind in enumerate(self.unit):
            if kind >= 0:
                held[kind // 3] = held[kind // 3] | 1 << spot
        self.held = held
        self.castled = mask_of(self.castle)
        self.defence = [
            board.defences[kind][castle] if kind >= 0 else 0
            for kind, castle in zip(self.unit, self.castle, strict=True)
        ]
        enough = self.terms.attack_sets.enough
        falling = [0] * (enough + 1)  # by strength: what it beats, and one less does not
        for spot, defence in enumerate(self.defence):
            if defence < enough:
                falling[defence + 1] = falling[defence + 1] | 1 << spot
        self.weaker = list(accumulate(falling, or_))

    # -- markers ------------------------------------------------------------------------------

    def area(self) -> Pool:
        """The action area of the active house: array and bonus together."""
        return self.array[self.house] + self.bonus  # KG-210 KG-220

    def use(self, markers: Pool, by_kind: tuple[tuple[int, int], ...]) -> None:
        """Take markers out of the active action area, those of the bonus first.

        `by_kind` is the same pool as places in it and numbers.
        """
        bonus = self.bonus
        if bonus:
            for shift, number in by_kind:
                there = bonus >> shift & 255
                if there:
                    extra = min(there, number) << shift  # KG-220
                    bonus -= extra
                    markers -= extra
            self.bonus = bonus
        self.array[self.house] -= markers  # KG-098

    def put_into_bag(self, markers: Pool) -> None:
        for kind, number in enumerate(pieces.counts(markers)):
            if number:
                self.bag.add(kind, number)

    def bonus_owner(self) -> House:
        """The house whose bonus area is in use in this step."""
        if self.phase == phases.TAKE:
            for house, area, _ in self.choices.questions:
                if area == phases.BONUS:
                    return house
        if self.phase == phases.ROUEN:
            return self.start_house
        without = (phases.CROWN, phases.TAKE, phases.OVERFLOW)
        return self.house if self.phase not in without else NOBODY

    def household_pool(self, seat: Seat) -> Pool:
        own = self.terms.houses_of[seat]
        return sum(self.household[house] << pieces.COLOUR_SHIFT[house] for house in own)

    def start_units(self) -> list[pieces.UnitType]:
        """Own units that may go to the start region: of the area, else of the household."""
        house = self.start_house
        area = self.array[house] + self.bonus  # KG-065
        units = area >> pieces.COLOUR_SHIFT[house] & pieces.THREE  # KG-065
        if not units:  # KG-065
            units = self.household[house]  # KG-066
        return [unit for unit, n in enumerate(pieces.three(units)) if n]  # KG-065 KG-066

    def totals(self) -> list[int]:
        total = list(self.bag.counts)
        pools = [self.aside, self.bonus, *self.array]
        pools += [units << pieces.COLOUR_SHIFT[house] for house, units in enumerate(self.household)]
        for pool in pools:
            for kind, number in enumerate(pieces.counts(pool)):
                total[kind] += number
        drawn = pieces.BLACK * 3 + self.drawn if self.drawn >= 0 else NOBODY
        for kind in (*self.unit, *(pieces.CASTLE_KIND[size] for size in self.castle), drawn):
            if kind >= 0:
                total[kind] += 1
        return total

    # -- auction ------------------------------------------------------------------------------

    def empty_regions(self) -> Spots:
        """Where an enemy may be placed."""
        board = self.terms.board
        return board.everywhere & ~self.held[pieces.BLACK] & ~(1 << board.start)  # KG-010

    def standing_bid(self) -> int:
        """The value to be exceeded."""
        return self.terms.strengths.of(self.bids[self.bidder]) if self.bidder >= 0 else 0

    def next_bidder(self) -> Seat:
        """Who comes after the highest bid; without one, the first who has not passed."""
        seats = self.terms.seats
        before = self.bidder if self.bidder >= 0 else seats - 1
        out = self.passed if self.passed.bit_count() < seats else 0  # all: no such auction
        return following(before, seats, out)

    def bid_pool(self, seat: Seat, bid: moves.Bid) -> Pool:
        """The units of a bid; a part without a colour is of the bidder's first house."""
        pool = 0
        for colour, k, f, a in bid.parts:
            house = colour if colour >= 0 else self.terms.houses_of[seat][0]
            pool += pieces.pack((k, f, a)) << pieces.COLOUR_SHIFT[house]  # KG-030
        return pool

    # -- crowns -------------------------------------------------------------------------------

    @property
    def finished(self) -> House:
        """In a later succession round: the house that was active on the last box."""
        return self.house if self.phase == phases.CROWN else NOBODY

    @property
    def opened(self) -> bool:
        """Whether the first crown of a succession round lies."""
        return self.phase == phases.CROWN and any(colour >= 0 for colour in self.crown_at)

    def current_section(self) -> int:
        """The section that box, phase and filling lead to."""
        terms = self.terms
        section = sum(last < self.box for _, last in terms.sections)
        filled = self.phase == phases.TAKE and self.filling == terms.after_succession
        crowned = filled or self.phase == phases.CROWN
        return section + 1 if crowned and self.at_section_end() else section

    def at_section_end(self) -> bool:
        """Whether the box is the last of a section, and another section follows."""
        return self.box in [last for _, last in self.terms.sections[:-1]]

    def crowned_boxes(self) -> range:
        """The boxes that may carry crowns: those of the section that are still to come."""
        first, last = self.terms.sections[self.section]
        return range(max(first, self.box + 1), last + 1)

    def free_boxes(self) -> list[int]:
        first, last = self.terms.sections[self.section]
        crowns = self.crown_at
        return [box for box in range(first, last + 1) if crowns[box] < 0]

    def colours_to_place(self, seat: Seat) -> tuple[Colour, ...]:
        """The colours the seat may place: one, two at his very first crown, none if all lie."""
        houses, due, unplaced = self.terms.houses_of[seat], self.due[seat], self.unplaced
        if due < 0:
            return houses if unplaced[houses[0]] else ()
        if unplaced[due]:
            return (due,)  # KG-049
        return tuple([house for house in houses if unplaced[house]])  # KG-054

    # -- household choices --------------------------------------------------------------------

    def free_places(self, house: House) -> int:
        return max(0, self.terms.board.array_size - pieces.size(self.array[house]))

    def tasks(self) -> tuple[phases.Task, ...]:
        """What the filling at hand consists of, in the order of the draws."""
        terms, filling = self.terms, self.filling
        if filling == phases.FIRST_ARRAYS:
            start = terms.owner[self.start_house]  # KG-062
            return tuple(
                (house, phases.ARRAY, terms.board.array_size)  # KG-060
                for seat in terms.clockwise_from[start]
                for house in terms.houses_of[seat]
            )
        places = terms.board.boxes[self.box].bonus
        bonus = self.crown_at[self.box + 1], phases.BONUS, places  # KG-063 KG-163 KG-172 KG-181
        if filling == phases.FIRST_BONUS or filling == phases.SECTION_BONUS:
            return (bonus,)
        free = self.free_places(self.house)  # KG-162 KG-167 KG-182
        arrays = ((self.house, phases.ARRAY, free),) if free else ()
        return (*arrays, bonus) if filling == phases.RESTOCK else arrays

    def asked_task(self, seat: Seat) -> int:
        """The number of the task this seat must answer now; -1 for none."""
        owner = self.terms.owner
        choices = self.choices
        for number, taken in enumerate(choices.answers):
            if taken is None and owner[choices.questions[number][0]] == seat:
                return number
        return -1

    def household_left(self, number: int) -> Triple:
        """The household of a task's house without what an earlier task has chosen."""
        questions, answers = self.choices.questions, self.choices.answers
        house = questions[number][0]
        household = self.household[house]
        for earlier in range(number):
            taken = answers[earlier]
            if taken is not None and questions[earlier][0] == house:
                household -= taken.packed  # KG-170
        return household

    def is_sealed(self) -> bool:
        owner = self.terms.owner
        return len({owner[house] for house, _, _ in self.choices.questions}) > 1  # KG-225

    def may_draw_less(self, area: phases.Area) -> bool:
        return self.terms.may_fill and area == phases.BONUS  # KG-166
