"""What a table may agree on: variants and disputed readings."""

from __future__ import annotations

from typing import Any

from rulekeep.core.options import Option
from rulekeep.games.kings_and_castles.components import Board


def make_options(board: Board) -> tuple[Option, ...]:
    """The options of the game on a board; the counter mixes are those of the board."""
    choice, flag = Option.choice, Option.flag
    return (
        choice(
            "variant",
            ("full", "short"),
            rules=("KG-200", "KG-201", "KG-202", "KG-203", "KG-205"),
            help="all boxes of the line of kings, or the short game of twelve",
        ),
        choice(
            "active_mix",
            tuple(board.mixes),
            default=board.default_mix,
            rules=("KG-013", "KG-005"),
            help="how many counters of each kind are in the box",
        ),
        choice(
            "enemy_setup",
            ("players", "random"),
            rules=("KG-010", "KG-012"),
            help="the players place the enemies, or they lie as they are drawn",
        ),
        choice(
            "first_box_ban",
            ("round", "first_crown"),
            rules=("KG-046",),
            help="whether the ban on a section's first box holds for all crowns or the first",
        ),
        choice(
            "anchor_origin",
            ("free", "any_player_coast", "same_colour"),
            rules=("KG-116",),
            help="what an invasion by sea needs: nothing, a player-held coast, a coast of one's own",
        ),
        flag(
            "cross_border_attacks",
            True,
            rules=("KG-099",),
            help="borders between two countries count as origins of attacks",
        ),
        choice(
            "enemy_in_contested",
            ("adjacent", "anywhere"),
            rules=("KG-123",),
            help="enemies in a contested country need an enemy neighbour, or attack anywhere",
        ),
        flag(
            "same_colour_attack",
            False,
            rules=("KG-100",),
            help="a colour may attack its own regions",
        ),
        choice(
            "array_overflow",
            ("keep", "aside"),
            rules=("KG-167",),
            help="more than ten markers after a turn are kept, or put aside by choice",
        ),
        choice(
            "bonus_fill",
            ("mandatory", "optional"),
            rules=("KG-166",),
            help="the king's bonus must be filled, or one may draw fewer",
        ),
        choice(
            "bag_refill",
            ("on_demand", "immediate"),
            rules=("KG-168",),
            help="casualties return when a draw is due from an empty bag, or as soon as it is empty",
        ),
        choice(
            "section_end_order",
            ("restock_first", "succession_first"),
            rules=("KG-181",),
            help="what comes first at the end of a section",
        ),
        choice(
            "two_player_own",
            ("both", "crown_colour"),
            rules=("KG-211",),
            help="two players: the own colours bound to the king's country",
        ),
        choice(
            "two_player_double",
            ("both", "crown_colour"),
            rules=("KG-155",),
            help="two players: the colours whose regions pay twice",
        ),
        choice(
            "tie",
            ("shared", "map_value"),
            rules=("KG-194",),
            help="equal money: shared victory, or the more valuable regions decide",
        ),
        flag("hidden_money", True, rules=("KG-157",), help="coins are secret, only ones are shown"),
        choice(
            "attack_enumeration",
            ("irredundant", "all"),
            rules=("KG-221",),
            help="which attacks are listed; every legal attack is always accepted",
        ),
    )


PRESETS: dict[str, dict[str, Any]] = {
    "short": {"variant": "short"},
    "club": {"enemy_setup": "random", "hidden_money": False},
    "strict": {"anchor_origin": "any_player_coast", "array_overflow": "aside"},
}
