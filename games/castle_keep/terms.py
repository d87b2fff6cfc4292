"""What the table has agreed on: the options, the presets, and the tables they select."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulekeep.core.errors import SetupError
from rulekeep.core.options import Option, settle
from rulekeep.games.castle_keep.castle import (
    BESIDE,
    CENTRE_MASK,
    CORNER_MASK,
    RING_MASK,
    SIDE_MASK,
)
from rulekeep.games.castle_keep.components import FIRST_KNIGHT, FIRST_WALL, KINDS, Box

SEATS = range(1, 5)

VARIANT_SEATS: dict[str, range] = {
    "standard": range(2, 5),
    "takeover": range(2, 3),
    "empire": range(2, 5),
    "king": range(2, 3),
    "siege": range(1, 2),
    "takeover_empire": range(2, 3),
}
"""The variants, takeover and empire being the only two that combine, and their seats."""

UNLIMITED = 1000
"""More tiles or attacks than a turn can ever have."""

OPTIONS: tuple[Option, ...] = (
    Option.choice(
        "variant",
        tuple(VARIANT_SEATS),
        rules=("CK-001", "CK-070", "CK-080", "CK-095", "CK-100"),
        help="the game played",
        labels={
            "standard": "two to four players, a castle each",
            "takeover": "two players, who may keep what they destroy",
            "empire": "two to four players with two castles each",
            "king": "two players on one common castle",
            "siege": "one player against the falling tiles",
            "takeover_empire": "two players, two castles each, keeping what they destroy",
        },
    ),
    Option.choice(
        "draw_mode",
        ("one_each", "either"),
        rules=("CK-008", "CK-009"),
        help="the two tiles drawn: one from each pile, or any",
    ),
    Option.choice("build_cap", (4, None), rules=("CK-017",), help="most tiles placed in one turn"),
    Option.choice(
        "knight_match",
        ("adjacent", "any_in_castle"),
        rules=("CK-024",),
        help="what a knight's colour must match: a wall beside it, or any tile of the castle",
    ),
    Option.flag(
        "knight_supports_walls",
        True,
        rules=("CK-023",),
        help="a wall may be joined to the knight alone",
    ),
    Option.choice(
        "attack_unlock",
        ("latch", "continuous"),
        rules=("CK-028", "CK-084", "CK-096"),
        help="two tiles everywhere open the attacks for good, or are needed at each attack",
    ),
    Option.choice("max_attacks", (None, 1), rules=("CK-031",), help="most attacks in one turn"),
    Option.flag(
        "cross_type_attack",
        False,
        rules=("CK-033",),
        help="an attack may hit a wall or a tower of its colour and shape",
    ),
    Option.flag("A1", False, rules=("CK-055", "CK-056"), help="towers attack equal towers"),
    Option.flag(
        "A2",
        False,
        rules=("CK-057", "CK-058", "CK-059", "CK-060"),
        help="the first tile drawn may be the top of the discard pile",
    ),
    Option.flag(
        "A3",
        False,
        rules=("CK-061", "CK-062", "CK-063"),
        help="the closing wall or tower must match both its neighbours",
    ),
    Option.choice(
        "a3_scope",
        ("ninth_tile", "ring_closing"),
        rules=("CK-062",),
        help="what A3 concerns: the ninth tile only, or whatever closes the ring",
    ),
    Option.choice(
        "takeover_timing",
        ("subsequent", "immediate"),
        rules=("CK-072",),
        help="taken tiles are built from the next turn on, or at once",
    ),
    Option.choice(
        "takeover_store",
        ("reserve", "hand"),
        rules=("CK-073",),
        help="where taken tiles go: a reserve beside the hand, or the hand",
    ),
    Option.choice(
        "empire_goal",
        ("two_any", "all_opponents"),
        rules=("CK-082", "CK-083"),
        help="winning by destruction: any two castles, or both of every opponent",
    ),
    Option.choice(
        "empire_unlock",
        ("each_castle", "player_total"),
        rules=("CK-084",),
        help="the two tiles that open the attacks: in each castle, or of each player",
    ),
    Option.choice(
        "empire_transfer",
        ("move", "move_and_swap"),
        rules=("CK-090",),
        help="tiles may be moved between own castles, or also exchanged",
    ),
    Option.flag(
        "king_destroy_wins", False, rules=("CK-098",), help="emptying the common castle wins"
    ),
    Option.choice(
        "siege_trigger",
        ("both", "either"),
        rules=("CK-104",),
        help="an assault needs both flips to match, or each acts on its own",
    ),
    Option.flag(
        "siege_strict_exhaustion",
        False,
        rules=("CK-109",),
        help="drawing the last tile loses at once",
    ),
    Option.choice(
        "first_player",
        (0, 1, 2, 3, "random"),
        rules=("CK-006",),
        help="the seat that begins, counted from 0",
        labels={
            0: "Player 1 begins",
            1: "Player 2 begins",
            2: "Player 3 begins",
            3: "Player 4 begins",
            "random": "drawn by lot",
        },
    ),
    Option.integer(
        "turn_limit", 400, 1, 10_000, rules=("CK-052",), help="player-turns before a draw"
    ),
)

PRESETS: dict[str, dict[str, Any]] = {
    "seed": {
        "draw_mode": "one_each",
        "build_cap": 4,
        "knight_match": "adjacent",
        "knight_supports_walls": True,
        "a3_scope": "ninth_tile",
        "empire_goal": "two_any",
        "empire_transfer": "move",
        "siege_trigger": "both",
    },
    "english": {
        "draw_mode": "either",
        "build_cap": None,
        "knight_match": "any_in_castle",
        "knight_supports_walls": False,
        "a3_scope": "ring_closing",
        "empire_goal": "all_opponents",
        "empire_transfer": "move_and_swap",
        "siege_trigger": "either",
    },
}
"""The two rule sheets where they differ: the Italian one (the default) and the English one."""


class Terms:
    """The options of one match in the form the rules use them; never changed, shared by states."""

    def __init__(self, seats: int, chosen: Mapping[str, Any], box: Box) -> None:
        options = settle(OPTIONS, chosen)
        _refuse_impossible(seats, options)
        self.seats = seats
        self.options = options
        self.box = box

        self.variant: str = options["variant"]
        self.takeover = "takeover" in self.variant
        self.empire = "empire" in self.variant
        self.king = self.variant == "king"
        self.siege = self.variant == "siege"
        self.common = self.king or self.siege
        """One castle only, which everybody at the table builds."""
        self.per_seat = 0 if self.common else 2 if self.empire else 1
        """Castles that belong to each seat."""
        self.castles = 1 if self.common else seats * self.per_seat

        self.one_each = options["draw_mode"] == "one_each"
        self.cap: int = options["build_cap"] or UNLIMITED
        self.knight_anywhere = options["knight_match"] == "any_in_castle"
        self.knight_supports: bool = options["knight_supports_walls"]
        self.beside = BESIDE[self.knight_supports]
        """The cells beside those of a mask, as far as they support a tower or a wall."""
        self.beside_for_knight = RING_MASK | CENTRE_MASK if self.knight_anywhere else SIDE_MASK
        """The cells whose colour admits a knight."""

        self.latch = options["attack_unlock"] == "latch"
        self.max_attacks: int = options["max_attacks"] or UNLIMITED
        self.a1: bool = options["A1"]
        self.a2: bool = options["A2"]
        self.a3: bool = options["A3"]
        self.ring_closing = options["a3_scope"] == "ring_closing"
        self.reach = _reach(self.a1, options["cross_type_attack"])
        """Per kind the cells that it may attack."""

        self.immediate = self.takeover and options["takeover_timing"] == "immediate"
        self.to_hand = self.takeover and options["takeover_store"] == "hand"
        self.all_opponents = self.empire and options["empire_goal"] == "all_opponents"
        self.two_any = self.empire and not self.all_opponents
        self.player_total = options["empire_unlock"] == "player_total"
        self.swaps = self.empire and options["empire_transfer"] == "move_and_swap"
        self.king_wins = self.king and options["king_destroy_wins"]
        self.flip_alone = options["siege_trigger"] == "either"
        self.strict_end: bool = options["siege_strict_exhaustion"]
        self.first_player: int | str = 0 if self.siege else options["first_player"]
        self.turn_limit: int = options["turn_limit"]
        self.plain = not (self.empire or self.takeover or self.common)
        """The standard game: one castle each, no reserve."""

    def castle_at(self, seat: int, letter: int) -> int:
        """The index of a seat's castle; letter 0 is A, 1 is B, -1 the only one."""
        return seat * self.per_seat + (max(0, letter))

    @property
    def letters(self) -> tuple[int, ...]:
        """How moves name a castle: not at all (-1), or as A and B."""
        return (0, 1) if self.empire else (-1,)


def _reach(a1: bool, cross: bool) -> tuple[int, ...]:
    reach = []
    for kind in range(len(KINDS)):
        if kind >= FIRST_KNIGHT:
            reach.append(CENTRE_MASK)
        elif kind >= FIRST_WALL:
            reach.append(RING_MASK if cross else SIDE_MASK)
        elif a1:
            reach.append(RING_MASK if cross else CORNER_MASK)
        else:
            reach.append(0)
    return tuple(reach)


def _refuse_impossible(seats: int, options: Mapping[str, Any]) -> None:
    """Seats and combinations that the table of variants does not have."""
    variant = options["variant"]
    allowed = VARIANT_SEATS[variant]
    if seats not in allowed:
        number = f"{allowed[0]}" if len(allowed) == 1 else f"{allowed[0]} to {allowed[-1]}"
        others = [name for name, range_ in VARIANT_SEATS.items() if seats in range_]
        hint = f"; for {seats} there is {' or '.join(others)}" if others else ""
        raise SetupError(f"{variant} has seats for {number}, not for {seats}{hint}", "CK-001")
    if variant == "siege" and options["A1"]:
        raise SetupError("A1 has no place in the siege: its flips hit towers anyway", "CK-103")
    if variant == "siege" and options["A2"]:
        raise SetupError("A2 has no place in the siege: one tile is drawn in a turn", "CK-101")
    if (
        "takeover" in variant
        and options["takeover_store"] == "hand"
        and options["takeover_timing"] == "immediate"
    ):
        raise SetupError(
            "taken tiles that go to the hand cannot also be built at once: "
            "takeover_store=hand needs takeover_timing=subsequent",
            "CK-073",
        )
    first = options["first_player"]
    if variant != "siege" and isinstance(first, int) and first >= seats:
        raise SetupError(f"seat {first} cannot begin: the seats are 0 to {seats - 1}", "CK-006")
