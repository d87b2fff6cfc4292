"""The seats and options of one match, in the form in which the rules ask for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from rulekeep import core
from rulekeep.core import Decision, Seat, SetupError, need_seats
from rulekeep.games.castle_keep.box import castle as plan
from rulekeep.games.castle_keep.box.tiles import HAND, ROLE, Box, Kind
from rulekeep.games.castle_keep.moves import PLAIN, Letter, place_moves

if TYPE_CHECKING:
    from rulekeep.games.castle_keep.variants import Standard

UNLIMITED = 1000  # more tiles or attacks than a turn can ever have

ENDLESS = 1_000_000_000  # more turns than a match can ever have

Phase = int
DRAW, ACTION, BUILD, ATTACK, TAKEN, DISCARD, ASSAULT, OVER = range(8)
# In the order of a turn: what has come to BUILD or less may still be built from the hand.
PHASES = ("draw", "action", "build", "attack", "taken", "discard", "assault", "over")
"""Choosing the draw; the action open; building; attacking; building what was just taken;
discarding down to the limit; choosing what an assault destroys; the end."""

PROMPTS = (
    "Take the top discard, or draw from the piles",
    "Build, attack or pass",
    "Build more, or end the turn",
    "Attack again, or end the turn",
    "Build the tiles you took, or end the turn",
    f"Discard down to {HAND} tiles",
    "Choose the tile that the assault destroys",
    "",
)
"""The question of each phase."""


class Terms(core.Terms[Box]):
    """The options of one match in the form the rules use them; never changed, shared by states.

    `variant` is an object of the module `variants`. It knows how many castles there are, who may
    play, and where the rules differ from the standard game.
    """

    def __init__(self, box: Box, seats: int, options: Mapping[str, Any], variant: Standard) -> None:
        super().__init__(box, seats, options)
        _refuse_impossible(seats, options, variant)
        self.variant = variant
        self.takeover: bool = variant.takeover
        self.per_seat: int = variant.castles_each
        """Castles that belong to each seat; none where all build on one and the same."""
        self.common = not self.per_seat
        self.empire = self.per_seat == 2
        self.castles: int = seats * self.per_seat or 1
        self.letters: tuple[Letter, ...] = (0, 1) if self.empire else (PLAIN,)
        """How moves name a castle: not at all, or as A and B."""
        self.from_hand = [place_moves(letter, False) for letter in self.letters]
        """By castle, then by kind: the placements of tiles of the hand."""
        self.from_reserve = [place_moves(letter, True) for letter in self.letters]
        """The same of the reserve."""
        self.victims = tuple(variant.victims(seat, seats) for seat in range(seats))
        """By seat, whom it may attack; PLAIN stands for the common castle."""
        action = PROMPTS[ACTION] if any(self.victims) else "Build or pass"
        self.prompts = (PROMPTS[DRAW], action, *PROMPTS[BUILD:])
        self.decisions: tuple[tuple[tuple[Decision, ...], ...], ...] = tuple(
            tuple((Decision(seat, phase, prompt),) if prompt else () for seat in range(seats))
            for phase, prompt in zip(PHASES, self.prompts, strict=True)
        )
        """The decisions, by phase and the seat whose turn it is."""
        self.first_player: Seat | str = options["first_player"] if seats > 1 else 0
        self._settle_building(options)
        self._settle_attacks(options)
        self._settle_variants(options)
        limited = "turn_limit" in variant.ends(self)
        self.turn_limit: int = options["turn_limit"] if limited else ENDLESS

    def _settle_building(self, options: Mapping[str, Any]) -> None:
        """Drawing and building."""
        self.most_in_hand: int = HAND + self.variant.draws
        """After the draw."""
        self.one_each = options["draw_mode"] == "one_each"
        self.reshuffle_at_once = options["reshuffle"] == "at_once"
        self.a2: bool = options["A2"]
        self.face_down = options["discards"] == "face_down" and not self.a2  # CK-005
        self.cap: int = options["build_cap"] or UNLIMITED  # CK-017
        self.knight_anywhere = options["knight_match"] == "any_in_castle"
        self.knight_supports: bool = options["knight_supports_walls"]
        self.beside: tuple[plan.Cells, ...] = plan.BESIDE[self.knight_supports]  # CK-023
        """The cells beside those of a mask, as far as they support a tower or a wall."""
        self.beside_for_knight = plan.FULL if self.knight_anywhere else plan.SIDE_MASK  # CK-024
        """The cells whose colour admits a knight."""
        self.a3: bool = options["A3"]
        self.ring_closing = options["a3_scope"] == "ring_closing"

    def _settle_attacks(self, options: Mapping[str, Any]) -> None:
        self.latch = options["attack_unlock"] == "latch" and any(self.victims)
        """Attacks, once possible, stay possible for good."""
        self.max_attacks: int = options["max_attacks"] or UNLIMITED  # CK-031
        self.a1: bool = options["A1"]
        self.crossing: bool = options["cross_type_attack"]
        self.towers_cross = self.crossing or options["a1_target"] == "colour_and_shape"  # CK-056
        self.reach = _reach(self.a1, self.crossing, self.towers_cross)
        """Per kind the cells that it may attack."""

    def _settle_variants(self, options: Mapping[str, Any]) -> None:
        """What only some variants use."""
        self.immediate = self.takeover and options["takeover_timing"] == "immediate"
        self.to_hand = self.takeover and options["takeover_store"] == "hand"
        self.each_taken = self.takeover and options["takeover_choice"] == "each_tile"
        self.all_opponents = self.empire and options["empire_goal"] == "all_opponents"
        self.opened_by: str = options["empire_unlock"] if self.empire else ""
        self.swaps = self.empire and options["empire_transfer"] == "move_and_swap"
        self.king_wins: bool = options["king_destroy_wins"]
        self.flip_alone = options["siege_trigger"] == "either"
        self.two_knights = options["siege_knights"] == "two"  # CK-103
        alike = options["siege_match"] == "colour_and_shape"  # CK-103
        self.flip_reach = _reach(True, alike, alike)
        self.knight_first: bool = options["siege_knight_first"]
        self.strict_end: bool = options["siege_strict_exhaustion"]

    def hit_by(self, flip: Kind, castle: plan.Castle) -> plan.Cells:
        """The cells whose tiles match one that an assault turned over."""
        return plan.where(castle, flip) & self.flip_reach[flip]  # CK-103

    def castle_at(self, seat: Seat, letter: Letter) -> int:
        """The index of a seat's castle; letter 0 is A, 1 is B, PLAIN the only one."""
        return seat * self.per_seat + (letter > 0)


def _reach(attacking_towers: bool, walls_cross: bool, towers_cross: bool) -> tuple[plan.Cells, ...]:
    """Per kind the cells that it may hit; to cross is to hit a tower or a wall alike."""
    towers = plan.RING_MASK if towers_cross else plan.CORNER_MASK  # CK-033 CK-055 CK-056
    towers = towers if attacking_towers else 0  # CK-033
    walls = plan.RING_MASK if walls_cross else plan.SIDE_MASK  # CK-032 CK-033
    knights = plan.CENTRE_MASK  # CK-038
    return tuple((towers, walls, knights)[role] for role in ROLE)


def _refuse_impossible(seats: int, options: Mapping[str, Any], variant: Standard) -> None:
    """Seats and combinations that the table of variants does not have."""
    others = variant.played_by(seats)
    hint = f"; for {seats} there is {' or '.join(others)}" if others else ""
    need_seats(seats, variant.seats, variant.name, "CK-001", hint)  # CK-001
    variant.refuse(options)
    first = options["first_player"]
    if seats > 1 and isinstance(first, int) and first >= seats:  # CK-006
        raise SetupError(f"player {first + 1} cannot begin, as there are {seats} players", "CK-006")
