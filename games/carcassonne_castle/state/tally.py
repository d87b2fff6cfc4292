"""What is counted for a player: points by where they came from, wall tiles, the keep."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from rulekeep.games.carcassonne_castle.box import packing
from rulekeep.games.carcassonne_castle.box.board import EFFECTS

NUMBERS = len(EFFECTS) + 1
Owned = int
"""A player's wall tiles of one number: seat × NUMBERS + number."""

TALLY = (
    ("points before", 1, ""),
    ("path tiles", 1, "CC-061"),
    ("path tiles, with a well", 2, "CC-062"),
    ("tower tiles", 2, "CC-063"),
    ("tower tiles, doubled", 4, "CC-124"),
    ("tower tiles, doubled twice", 8, "CC-126"),
    ("house tiles", 1, "CC-064"),
    ("house tiles, doubled", 2, "CC-125"),
    ("house tiles, doubled twice", 4, "CC-126"),
)
"""What points in play came from: label, points per size unit, rule."""
LINES = len(TALLY)


class Keep(NamedTuple):
    """How large a player's keep is, and the spot of its house if anybody recalls it."""

    size: int
    at: packing.Spot


NOTHING = NOWHERE = -1
NO_KEEP = Keep(0, NOWHERE)


def in_order(values: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(values))
