"""Which table is set up: seats, presets and options at random."""

from __future__ import annotations

from itertools import count
from typing import Any

from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import SetupError
from rulekeep.core.game import AnyGame
from rulekeep.core.rule_options import Option


def random_table(game: AnyGame, *seed: object) -> tuple[int, dict[str, Any]]:
    """Seats and options that can be played: the defaults, a preset, or either with changes.

    Each option has a lot of its own, so that one that is added to a game moves no other.
    """
    for attempt in count():
        lot = SeededChance("table", *seed, attempt)
        seats = game.seats[lot.below(len(game.seats))]
        presets = [{}, *map(dict, game.presets.values())]
        options = presets[lot.below(len(presets))] if lot.below(2) else {}
        often = (0, 1, 4, 8)[lot.below(4)]
        for option in game.options:
            own = SeededChance("option", *seed, attempt, option.name)
            if own.below(8) < often:
                options[option.name] = _value(option, own)
        try:
            game.setup(seats, options, SeededChance(0))
        except SetupError:
            continue  # not every option goes with every number of seats
        return seats, options
    raise AssertionError("there is no end of attempts")


def _value(option: Option, lot: SeededChance) -> Any:
    if option.kind == "integer":
        # Small numbers matter most: a limit of ten thousand turns is never reached.
        span = option.high - option.low + 1
        return option.low + lot.below(min(span, 2 << lot.below(span.bit_length())))
    return option.values[lot.below(len(option.values))]
