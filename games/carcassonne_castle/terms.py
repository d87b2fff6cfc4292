"""The options of one match, settled into what the rules ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulekeep.core import Seat, rule_options
from rulekeep.games.carcassonne_castle.box.contents import Box
from rulekeep.games.carcassonne_castle.moves import Catalogue

AT_RANDOM = -1


class Terms(rule_options.Terms[Box]):
    def __init__(
        self, box: Box, catalogue: Catalogue, seats: int, chosen: Mapping[str, Any]
    ) -> None:
        super().__init__(box, seats, chosen)
        self.catalogue = catalogue
        self.first_asks = box.first_asks[chosen["start_match"]]  # CC-027
        self.sums_up: bool = chosen["score_steps"] == "per_player_sum"  # CC-068
        """The marker moves once per player and turn."""
        order = chosen["order_choice"]
        self.order_is_chosen: bool = order != "fixed" and not self.sums_up  # CC-070
        self.order_must_matter: bool = order == "where_it_matters"  # CC-070
        """Nobody chooses an order that changes nothing."""
        self.doubles_any_time: bool = chosen["wall_use_turn"] == "any_scoring"  # CC-101
        """Wall tiles 2 and 3 may be used in the other player's turn too."""
        self.most_doubles = 1 if chosen["double_stack"] == "once" else 2  # CC-126
        self.keep_asks_own_tile: bool = chosen["keep_rule"] == "majority_and_own_tile"  # CC-082
        self.eights_need_a_keep: bool = chosen["keep8_alone"] == "void"  # CC-134
        self.sevens_count_tiles: bool = chosen["court7_size"] == "tiles"  # CC-137
        self.one_seven_only: bool = chosen["court7_second"] == "void"  # CC-138
        self.wells_always_double: bool = chosen["path4_well"] == "doubled"  # CC-140
        """Also an unfinished path that wall tile 4 scores."""
        self.announces_early: bool = chosen["extra_turn_time"] == "turn_start"  # CC-121
        """Wall tile 1 is used before drawing, not at the end of the turn."""
        self.takes_on_every_lap: bool = chosen["second_lap_pickup"] == "yes"  # CC-096
        first = chosen["first_player"]
        self.first_player: Seat = first if isinstance(first, int) else AT_RANDOM  # CC-006
