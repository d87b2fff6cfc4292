"""What is fixed for a match: houses, options, sections; and the tables moves are picked from."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

from rulekeep.core.game import Decision
from rulekeep.games.kings_and_castles.armoury import Armoury
from rulekeep.games.kings_and_castles.components import Board
from rulekeep.games.kings_and_castles.moves import (
    Bid,
    Castle,
    Crown,
    Discard,
    Place,
    Rouen,
    Take,
)
from rulekeep.games.kings_and_castles.pools import (
    BLACK,
    CASTLE,
    HOUSES,
    KINDS,
    MERCENARY,
    NOBODY,
    SIZES,
    TYPES,
    pack,
    three,
)
from rulekeep.games.kings_and_castles.wording import marker, one

PLACE, BID, CROWN, TAKE, ROUEN, ATTACK, CASTLES, TAX_STEP, OVERFLOW, OVER = range(10)
PHASES = (
    "set-up",
    "auction",
    "succession",
    "filling",
    "start region",
    "attacks",
    "castles",
    "tax",
    "overflow",
    "over",
)

ARRAY, BONUS = range(2)
AREAS = ("array", "bonus")

# What a filling is for, hence what follows it.
FIRST_ARRAYS, FIRST_BONUS, RESTOCK, SECTION_ARRAY, SECTION_BONUS = range(5)
FILLINGS = ("first arrays", "first bonus", "restock", "section array", "section bonus")

Task = tuple[int, int, int]
"""A house that fills, what it fills, and the free places."""

_MOST_KEPT = 1 << 16
"""Tables that grow on demand are emptied at this size; they are functions of their keys."""


class _Asked(dict[tuple[Any, ...], tuple[Decision, ...]]):
    """The interned question of a kind to one seat alone: `ask["attack", seat, box]`."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table

    def __missing__(self, key: tuple[Any, ...]) -> tuple[Decision, ...]:
        found = self[key] = (self.table.question(*key),)
        return found


class Table:
    """One board, one number of players, one set of options."""

    def __init__(
        self, board: Board, armoury: Armoury, seats: int, options: Mapping[str, Any]
    ) -> None:
        self.board = board
        self.armoury = armoury
        self.seats = seats
        self.options = dict(options)
        self.short: bool = options["variant"] == "short"
        length = board.short if self.short else board.full
        self.mix = board.mixes[options["active_mix"]]
        self.household: int = pack(length.household)
        self.crowns: int = length.crowns[seats]
        self.tax_markers: int = length.tax_markers
        self.sections = length.sections[seats]
        self.last_box: int = self.sections[-1][1]
        self.final_rate = 1 if self.short else 2
        self._read_options()
        # Houses
        self.houses: tuple[int, ...] = tuple(range(3 if seats == 3 else HOUSES))
        self.owner: tuple[int, ...] = tuple(colour % seats for colour in self.houses)
        """By house: the seat of its player."""
        self.houses_of: tuple[tuple[int, ...], ...] = tuple(
            tuple(colour for colour in self.houses if self.owner[colour] == seat)
            for seat in range(seats)
        )
        self.markers: int = self._all_markers()
        """All units, mercenaries and castles of the match."""
        self._make_tables()

    def _read_options(self) -> None:
        options = self.options
        self.random_setup: bool = options["enemy_setup"] == "random"
        self.ban_round: bool = options["first_box_ban"] == "round"
        self.anchor_origin: str = options["anchor_origin"]
        self.cross_border: bool = options["cross_border_attacks"]
        self.black_anywhere: bool = options["enemy_in_contested"] == "anywhere"
        self.same_colour: bool = options["same_colour_attack"]
        self.surplus_aside: bool = options["array_overflow"] == "aside"
        self.may_fill: bool = options["bonus_fill"] == "optional"
        self.refill_at_once: bool = options["bag_refill"] == "immediate"
        self.succession_first: bool = options["section_end_order"] == "succession_first"
        self.own_both: bool = options["two_player_own"] == "both"
        self.double_both: bool = options["two_player_double"] == "both"
        self.tie_by_map: bool = options["tie"] == "map_value"
        self.hidden_money: bool = options["hidden_money"]
        self.list_all: bool = options["attack_enumeration"] == "all"

    def _all_markers(self) -> int:
        mix = self.mix
        pool = pack(mix.enemy_units, BLACK * 3)
        for colour in self.houses:
            pool += pack(mix.colour_units, colour * 3)
        return pool + pack(mix.mercenaries, MERCENARY) + pack(mix.castles, CASTLE)

    def _make_tables(self) -> None:
        board, seats = self.board, self.seats
        regions = range(len(board.regions))
        near = board.borders if self.cross_border else board.inner_borders
        self.near = near
        """The borders that count as origins in contested and liberated countries."""
        self.reach = board.reach if self.cross_border else board.inner_reach
        self.own: tuple[int, ...] = tuple(
            sum(1 << c for c in self.houses_of[self.owner[house]]) if self.own_both else 1 << house
            for house in self.houses
        )
        """By active house: the colours that may attack in the king's country only."""
        self.king_masks = [
            0,
            *(board.country_masks[box.country] for box in board.boxes),
        ]
        """By box: the regions of the king's country."""
        self.section_of = [0] * (self.last_box + 2)
        for index, (first, last) in enumerate(self.sections):
            for box in range(first, last + 1):
                self.section_of[box] = index
        self.places = [Place(region) for region in regions if region != board.start]
        self.crown_moves = {
            (box, colour): Crown(box, colour)
            for box in range(len(board.boxes) + 1)
            for colour in (NOBODY, *self.houses)
        }
        self.rouen_moves = [Rouen(unit) for unit in range(len(TYPES))]
        self.castle_moves = {size: [Castle(size, r) for r in regions] for size in SIZES}
        self.discards = [Discard(kind) for kind in range(KINDS)]
        self._bids: dict[tuple[tuple[tuple[int, int], ...], int], tuple[Bid, ...]] = {}
        self._takes: dict[tuple[int, int, bool], tuple[Take, ...]] = {}
        self._questions: dict[tuple[Any, ...], Decision] = {}
        self.ask = _Asked(self)
        self.clockwise_from = [
            tuple((start + step) % seats for step in range(seats)) for start in range(seats)
        ]

    # -- names ------------------------------------------------------------------------------

    def colour(self, colour: int) -> str:
        return self.board.colours[colour]

    def region(self, region: int) -> str:
        return self.board.regions[region].name

    def country(self, country: int) -> str:
        return self.board.countries[country].name

    # -- moves picked from tables -----------------------------------------------------------

    def bids_above(self, households: tuple[tuple[int, int], ...], value: int) -> tuple[Bid, ...]:
        """All bids out of one of these households that are worth more than a value.

        A household is a colour and its units. The cheapest bids come first: the list is long.
        """
        key = (households, value)
        found = self._bids.get(key)
        if found is None:
            worth = self.board.value_of_triple
            bids = [
                (worth((k, f, a)), k + f + a, colour, k, f, a)
                for colour, household in households
                for k, f, a in product(*(range(n + 1) for n in three(household)))
            ]
            found = tuple(Bid((bid[2:],)) for bid in sorted(bids) if bid[0] > value)
            if len(self._bids) > _MOST_KEPT:
                self._bids.clear()
            self._bids[key] = found
        return found

    def takes(self, household: int, places: int, may_draw_less: bool) -> tuple[Take, ...]:
        """All choices out of a household for so many free places."""
        key = (household, places, may_draw_less)
        found = self._takes.get(key)
        if found is None:
            found = tuple(self._all_takes(household, places, may_draw_less))
            if len(self._takes) > _MOST_KEPT:
                self._takes.clear()
            self._takes[key] = found
        return found

    def _all_takes(self, household: int, places: int, may_draw_less: bool) -> list[Take]:
        knights, foot, archers = three(household)
        found: list[Take] = []
        for k in range(min(knights, places) + 1):
            for f in range(min(foot, places - k) + 1):
                for a in range(min(archers, places - k - f) + 1):
                    found.append(Take((k, f, a)))
                    if may_draw_less:
                        left = places - k - f - a
                        found.extend(Take((k, f, a), n) for n in range(left))
        return found

    # -- questions --------------------------------------------------------------------------

    def question(self, kind: str, seat: int, *detail: Any) -> Decision:
        """The interned question of this kind to this seat."""
        key = (kind, seat, *detail)
        found = self._questions.get(key)
        if found is None:
            prompt, sealed = self._prompt(kind, detail)
            found = self._questions[key] = Decision(seat, kind, prompt, sealed)
        return found

    def _prompt(self, kind: str, detail: tuple[Any, ...]) -> tuple[str, bool]:
        board = self.board
        if kind == "place":
            enemy = marker(f"{self.colour(BLACK)}-{TYPES[detail[0]]}")
            return f"you drew {one(enemy)}: place it on an empty region", False
        if kind == "bid":
            return "bid household units for the first crown, or pass", False
        if kind == "crown":
            first, last = self.sections[detail[0]]
            colours = " or ".join(self.colour(colour) for colour in detail[1])
            return f"put {one(colours)} crown on a free box from {first} to {last}", False
        if kind == "take":
            house, area, places, sealed = detail
            where = "array" if area == ARRAY else "king's bonus"
            choice = f"choose household units for {self.colour(house)}'s {where}"
            return f"{choice} ({places} free)", sealed
        if kind == "rouen":
            where = self.region(board.start)
            return f"move {one(self.colour(detail[0]))} unit to {where}", False
        if kind == "discard":
            return f"put surplus markers aside, down to {board.array_size}", False
        box = board.boxes[detail[0] - 1]
        king = f"{box.title}, king in {self.country(box.country)}"
        step = {
            "attack": "attack, or end the attacks",
            "castle": "place castles, or end",
            "tax": "raise a tax, or not",
        }[kind]
        return f"{king}: {step}", False
