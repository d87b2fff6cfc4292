"""What a match is played with: houses, options and sections settled, and tables of moves."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from typing import Any

from rulekeep.core import (
    Decision,
    LazyDict,
    SealedChoices,
    Seat,
    clockwise,
    plural,
    rule_options,
    with_article,
)
from rulekeep.games.kings_and_castles import moves
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.box.board import Board, Land, Listing, Spot, Spots
from rulekeep.games.kings_and_castles.box.loading import houses_for
from rulekeep.games.kings_and_castles.terms.attack_sets import AttackSets, Cache
from rulekeep.games.kings_and_castles.terms.phases import AREAS, RESTOCK, SECTION_BONUS, Task

MOST_LISTED = 10_000
"""With `attack_enumeration: all`, more attacks than this are not listed one by one."""
Households = tuple[tuple[pieces.Colour, pieces.Triple], ...]
"""The units that each colour has at home."""


SHORT: Mapping[str, tuple[str, ...]] = {
    "KG-005": ("KG-201",),
    "KG-006": ("KG-202",),
    "KG-007": (),
    "KG-013": ("KG-013", "KG-201"),
    "KG-040": ("KG-203",),
    "KG-190": ("KG-190", "KG-200"),
    "KG-191": ("KG-205",),
}
"""Rules of the full game, and those that stand in their place in the short one."""
STEPS = ("attack", "castle", "tax")
"""The decisions of the active player, in the order of the steps of a turn."""


@lru_cache(maxsize=16)
def place_moves(regions: int) -> Listing[moves.Place]:
    return Listing([moves.Place(spot) for spot in range(regions)])


@lru_cache(maxsize=16)
def castle_moves(regions: int) -> list[Listing[moves.Move]]:
    rows: list[Listing[moves.Move]] = [
        Listing([moves.Castle(size, spot) for spot in range(regions)]) for size in pieces.SIZES
    ]
    return rows


class Turn:
    """What follows from the box and the house of a turn alone: limits of attacks, decisions."""

    def __init__(self, terms: Terms, box: int, house: pieces.House) -> None:
        seat, own, king = terms.owner[house], terms.own[house], terms.king_masks[box]
        lands = [king | land for land in terms.board.country_masks]
        permitted = [*lands, terms.board.everywhere]  # KG-094 KG-095 KG-096
        self.limits: list[tuple[Spots, list[Spots]]] = [
            (limit, [king if own >> colour & 1 else limit for colour in range(pieces.HOUSES)])
            for limit in permitted
        ]
        """By further country, in the end for none yet: where foreign colours may attack; and where
        each colour of a house may."""
        self.decisions: list[tuple[Decision, ...]] = [
            terms.ask.of((kind, seat, box)) for kind in STEPS
        ]
        """By step, from the attacks on: the decision of the active player."""


class Terms(rule_options.Terms[Board]):
    """One board, one number of players, one set of options."""

    def __init__(
        self, board: Board, attack_sets: AttackSets, seats: int, chosen: Mapping[str, Any]
    ) -> None:
        super().__init__(board, seats, chosen)
        self.board = board
        self.attack_sets = attack_sets
        self.mix = board.mixes[chosen["active_mix"]]
        length = board.full
        self.final_rate = 2  # KG-191
        """How often regions pay at the end."""
        self.instead: Mapping[str, tuple[str, ...]] = {}
        """Rules of the full game, and those that events cite in their place."""
        if chosen["variant"] == "short":  # it changes this, and nothing else
            length = board.short
            self.final_rate = 1  # KG-205
            self.instead = SHORT
            if seats == 4:
                self.instead = {**SHORT, "KG-054": ("KG-204",)}  # KG-204
        self.household = pieces.pack(length.household)  # KG-005 KG-201
        self.crowns = length.crowns[seats]  # KG-006 KG-202 KG-204
        """Of each house."""
        self.tax_markers = length.tax_markers  # KG-007 KG-202
        self.sections = length.sections[seats]  # KG-040 KG-203
        self.last_box: int = self.sections[-1][1]  # KG-200
        chosen_colours = [board.colours.index(name) for name in chosen["colours"].split("-")]
        self.houses: tuple[pieces.House, ...] = tuple(chosen_colours[: houses_for(seats)])  # KG-003
        """In the order in which the players have chosen them."""
        self.seat_names = tuple(str(seat) for seat in range(seats))
        self.box_names = tuple(str(box) for box in range(self.last_box + 2))
        self.region_ids = tuple(region.id for region in board.regions)
        self.unit_names = tuple(kind.replace("-", " ") for kind in board.kinds[: pieces.UNIT_KINDS])
        self.country_ids = tuple(country.id for country in board.countries)
        self.owner: list[Seat] = [pieces.NOBODY] * pieces.HOUSES
        """By house: its player; NOBODY for a colour that is not in the game."""
        for place, house in enumerate(self.houses):
            self.owner[house] = place % seats  # KG-002 KG-004
        self.houses_of: tuple[tuple[pieces.House, ...], ...] = tuple(
            tuple(house for house in self.houses if self.owner[house] == seat)
            for seat in range(seats)
        )
        counts = [(self.mix.colour_units, house * 3) for house in self.houses]
        counts.append((self.mix.enemy_units, pieces.BLACK * 3))
        counts += [(self.mix.mercenaries, pieces.MERCENARY), (self.mix.castles, pieces.CASTLE)]
        self.markers: pieces.Pool = sum(pieces.pack(numbers, first) for numbers, first in counts)
        """All units, mercenaries and castles of the match."""
        self._read_options()
        self._make_move_tables()
        self._make_decision_tables()

    def _read_options(self) -> None:
        chosen, board = self.options, self.board
        self.random_setup: bool = chosen["enemy_setup"] == "random"
        self.ban_round: bool = chosen["first_box_ban"] == "round"
        self.anchor_origin: str = chosen["anchor_origin"]
        self.portcullis_origin: str = chosen["portcullis_origin"]
        self.colours_invade_alone = "same_colour" in (self.anchor_origin, self.portcullis_origin)
        self.cross_border: bool = chosen["cross_border_attacks"]
        self.black_anywhere: bool = chosen["enemy_in_contested"] == "anywhere"
        self.same_colour: bool = chosen["same_colour_attack"]
        self.own_mask: Spots = 0 if self.same_colour else board.everywhere
        """The regions that a colour may not attack because it holds them itself."""
        self.surplus_aside: bool = chosen["array_overflow"] == "aside"
        self.may_fill: bool = chosen["bonus_fill"] == "optional"
        self.refill_at_once: bool = chosen["bag_refill"] == "immediate"
        self.succession_first: bool = chosen["section_end_order"] == "succession_first"
        self.after_succession = RESTOCK if self.succession_first else SECTION_BONUS  # KG-181
        """What is filled after a later succession."""
        self.double_both: bool = chosen["two_player_double"] == "both"
        self.tie_by_map: bool = chosen["tie"] == "map_value"
        self.hidden_money: bool = chosen["hidden_money"]
        self.list_all: bool = chosen["attack_enumeration"] == "all"

        board = self.board
        self.near = board.borders if self.cross_border else board.inner_borders  # KG-099
        """The borders that count as origins in contested and liberated countries."""
        self.reach = board.reach if self.cross_border else board.inner_reach
        """All regions that a set of regions is an origin for."""
        self.own = [1 << house for house in range(pieces.HOUSES)]
        if self.options["two_player_own"] == "both":
            for houses in self.houses_of:
                for house in houses:
                    self.own[house] = sum(1 << colour for colour in houses)  # KG-211
        """By active house, a bit per colour: those that may attack in the king's country only."""
        self.king_countries = (pieces.NOBODY, *(box.country for box in board.boxes))  # KG-083
        """By box; none before the first."""
        self.king_masks = [0, *(board.country_masks[box.country] for box in board.boxes)]  # KG-083
        """By box: the regions of the king's country."""
        self.bonuses = [0, *(box.bonus for box in board.boxes)]
        """By box: the markers of its bonus."""
        self.clockwise_from = [tuple(clockwise(self.seats, start)) for start in range(self.seats)]

    def _make_move_tables(self) -> None:
        board = self.board
        self.places = place_moves(len(board.regions))
        self.crown_moves = [
            [moves.Crown(box, colour) for box in range(len(board.boxes) + 1)]
            for colour in (*range(pieces.HOUSES), pieces.NOBODY)
        ]
        """By colour, in the end for none named, and box."""
        all_owners = list(enumerate(self.owner))
        near = [
            [*(3 if other == house else 2 if own == owner else 1 for other, own in all_owners), 1]
            for house, owner in all_owners
        ]
        self.rank_of = [[[max(one, two) for two in row] for one in row] for row in near]
        """By a crown's colour and those of the crowns beside it, in the end for none: see `ranks`."""
        self.castle_moves = castle_moves(len(board.regions))
        """By size, from large to small."""
        self.strengths: Cache[pieces.Pool, int] = Cache(self.board.strength)
        """By pool: the strength of all its markers."""
        self.counted: list[dict[pieces.Pool, list[int]]] = [{} for _ in range(self.seats)]
        """By seat and pool: what `features` counts in it, as far as it has."""
        self._bids = Cache(self._all_bids)
        self.bids_above = Cache(self._bids_above)
        self._take: LazyDict[tuple[int, int, int, int], moves.Take] = LazyDict(
            lambda key: moves.Take(key[:3], key[3])
        )
        self.takes = Cache(self._takes)

    def _make_decision_tables(self) -> None:
        self.unanswered: Cache[tuple[Task, ...], SealedChoices[Task, moves.Take]] = Cache(
            SealedChoices
        )
        """By the tasks of a filling: its choices before anybody has chosen."""
        self.ask = Cache(self._ask)
        self.turns: list[list[Turn]] = [
            [Turn(self, box, house) for house in range(pieces.HOUSES)]
            for box in range(self.last_box + 1)
        ]
        """By box and house."""

    def cites(self, *rules: str) -> tuple[str, ...]:
        """These rules of the full game, or what replaces them in this one."""
        return tuple(cited for rule in rules for cited in self.instead.get(rule, (rule,)))

    # -- names ------------------------------------------------------------------------------

    def colour(self, colour: pieces.Colour) -> str:
        return self.board.colours[colour]

    def region(self, spot: Spot) -> str:
        return self.board.regions[spot].name

    def country(self, land: Land) -> str:
        return self.board.countries[land].name

    # -- moves picked from tables -----------------------------------------------------------

    def _all_bids(self, households: Households) -> list[tuple[int, moves.Bid]]:
        """All bids out of one of these households with their value; cheap ones come first."""
        bids = sorted(
            (self.board.strength(pieces.pack(units)), sum(units), colour, *units)
            for colour, household in households
            for units in product(*(range(n + 1) for n in pieces.three(household)))
        )
        return [(value, moves.Bid(((colour, k, f, a),))) for value, _, colour, k, f, a in bids]

    def _bids_above(self, key: tuple[Households, int]) -> tuple[moves.Move, ...]:
        """To pass, and all bids that are worth more than a value."""
        households, value = key
        return (moves.PASS, *(bid for worth, bid in self._bids.of(households) if worth > value))

    def _takes(self, key: tuple[pieces.Triple, int, bool]) -> tuple[moves.Take, ...]:
        household, places, may_draw_less = key
        there = pieces.three(household)
        if max(there) > places:  # those that find no place are all one
            fewer = pieces.pack(min(number, places) for number in there)
            return self.takes.of((fewer, places, may_draw_less))
        return tuple(
            self._take[k, f, a, draw]
            for k, f, a in product(*(range(number + 1) for number in there))
            if (left := places - k - f - a) >= 0
            for draw in (moves.FILL, *(range(left) if may_draw_less else ()))
        )

    # -- decisions --------------------------------------------------------------------------

    def _ask(self, key: tuple[Any, ...]) -> tuple[Decision, ...]:
        """The interned decision of a kind for one seat alone: `ask.of(("attack", seat, box))`."""
        kind, seat, *detail = key
        sealed = kind == "take" and detail[-1]
        return (Decision(seat, kind, self.prompt(kind, *detail), sealed),)

    def prompt(self, kind: str, *detail: Any) -> str:
        board = self.board
        if kind == "place":
            number = f"{detail[1] + 1} of {len(board.regions) - 1}"
            enemy = pieces.marker(pieces.TYPES[detail[0]])
            return f"Put the enemy {enemy} you drew on an empty region ({number})"
        if kind == "bid":
            mixed = " of one or both houses" if self.seats == 2 else ""
            return f"Bid household units{mixed} for the first crown, or pass"
        if kind == "crown":
            first, last = self.sections[detail[0]]
            colours = " or ".join(self.colour(colour) for colour in detail[1])
            return f"Put {with_article(colours)} crown on a free box from {first} to {last}"
        if kind == "take":
            house, area, places, _ = detail
            where = AREAS[area]
            room = plural(places, "free place")
            return f"Choose household units for {self.colour(house)}'s {where} ({room})"
        if kind == "rouen":
            return f"Move {with_article(self.colour(detail[0]))} unit to {self.region(board.start)}"
        if kind == "discard":
            return f"Put a surplus marker aside; {board.array_size} may stay"
        box = board.boxes[detail[0] - 1]
        step = {
            "attack": "Attack, or end the attacks",
            "castle": "Place a castle, or stop",
            "tax": "Raise a tax, or not",
        }[kind]
        return f"{step} ({box.title}, king in {self.country(box.country)})"
