"""What a table may agree on where the sources leave a choice."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from rulekeep.core.options import Option

OPTIONS = (
    Option.choice(
        "start_match",
        ("strict", "lenient"),
        rules=("CC-027",),
        help="must paths match at start spaces as they do between tiles?",
        labels={
            "strict": "a start space is matched like a tile",
            "lenient": "only a path start space forces a path; other start spaces are wall",
        },
    ),
    Option.choice(
        "score_steps",
        ("per_feature", "per_player_sum"),
        rules=("CC-068", "CC-092"),
        help="does the marker move feature by feature, or once per player and turn?",
        labels={
            "per_feature": "each feature is a move of its own",
            "per_player_sum": "one move with the sum",
        },
    ),
    Option.choice(
        "order_choice",
        ("active", "fixed"),
        rules=("CC-070",),
        help="who orders the features completed in one turn?",
        labels={"active": "the active player", "fixed": "most points first, automatically"},
    ),
    Option.choice(
        "wall_use_turn",
        ("own_turn", "any_scoring"),
        rules=("CC-101",),
        help="may wall tiles 2 and 3 be used in the other player's turn?",
        labels={"own_turn": "only in one's own turn", "any_scoring": "whenever one scores"},
    ),
    Option.choice(
        "double_stack",
        ("once", "stack"),
        rules=("CC-126",),
        help="may a feature be doubled twice?",
        labels={"once": "a feature is doubled once", "stack": "two copies count fourfold"},
    ),
    Option.choice(
        "keep_rule",
        ("majority", "majority_and_own_tile"),
        rules=("CC-082",),
        help="does a house completed by the other player's tile bring the keep?",
        labels={
            "majority": "whoever scores the house moves the keep",
            "majority_and_own_tile": "only with a tile laid by oneself",
        },
    ),
    Option.choice(
        "keep8_alone",
        ("void", "from_zero"),
        rules=("CC-134",),
        help="what is wall tile 8 worth without a keep?",
        labels={"void": "nothing", "from_zero": "a keep of size 2"},
    ),
    Option.choice(
        "court7_size",
        ("markets", "tiles"),
        rules=("CC-137",),
        help="which court does wall tile 7 apply to?",
        labels={"markets": "the one with most markets", "tiles": "the one of most tiles"},
    ),
    Option.choice(
        "court7_second",
        ("next_court", "void"),
        rules=("CC-138",),
        help="what does a second wall tile 7 do?",
        labels={"next_court": "it applies to the next best court", "void": "nothing"},
    ),
    Option.choice(
        "path4_well",
        ("flat", "doubled"),
        rules=("CC-140",),
        help="does a well double an unfinished path scored with wall tile 4?",
        labels={"flat": "wells are ignored", "doubled": "2 points per tile with a well"},
    ),
    Option.choice(
        "extra_turn_time",
        ("turn_end", "turn_start"),
        rules=("CC-121",),
        help="when is wall tile 1 used?",
        labels={"turn_end": "at the end of the turn", "turn_start": "before drawing"},
    ),
    Option.choice(
        "second_lap_pickup",
        ("yes", "no"),
        rules=("CC-096",),
        help="are wall tiles taken beyond space 99 too?",
        labels={"yes": "the towers count again", "no": "only on the first lap"},
    ),
    Option.choice(
        "first_player",
        (0, 1, "random"),
        rules=("CC-006",),
        help="who starts?",
        labels={0: "Black", 1: "White", "random": "drawn by lot"},
    ),
)


@frozen
class Agreement:
    """The options of one match, as the rules ask for them."""

    start_match: str
    score_steps: str
    order_choice: str
    wall_use_turn: str
    double_stack: str
    keep_rule: str
    keep8_alone: str
    court7_size: str
    court7_second: str
    path4_well: str
    extra_turn_time: str
    second_lap_pickup: str
    first_player: int | str

    @classmethod
    def of(cls, settled: Mapping[str, Any]) -> Agreement:
        return cls(**settled)

    def as_dict(self) -> dict[str, Any]:
        return {option.name: getattr(self, option.name) for option in OPTIONS}

    @property
    def sums_up(self) -> bool:
        """The marker moves once per player and turn."""
        return self.score_steps == "per_player_sum"

    @property
    def order_is_chosen(self) -> bool:
        return self.order_choice == "active" and not self.sums_up

    @property
    def most_doubles(self) -> int:
        return 1 if self.double_stack == "once" else 2
