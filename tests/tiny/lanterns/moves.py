"""What a player can do, and how it is written."""

from __future__ import annotations

from attrs import frozen

from lanterns.box import LANTERNS, PRIZES
from rulekeep.core import Language, NumberSlot, Phrase


@frozen
class Show:
    """Choose a lantern of the hand, by its number."""

    lantern: int


@frozen
class Take:
    """Take a prize worth this much."""

    prize: int


Move = Show | Take
SHOW = tuple(Show(n) for n in range(1, len(LANTERNS) + 1))
TAKE = tuple(Take(n) for n in range(1, len(PRIZES) + 1))

LANGUAGE = Language(
    {
        "lantern": NumberSlot("lantern", 1, len(LANTERNS)),
        "prize": NumberSlot("prize", 1, len(PRIZES)),
    },
    [
        Phrase("show <lantern>", Show, "show 4", "choose a lantern of your hand"),
        Phrase("take <prize>", Take, "take 3", "take one of the prizes shown"),
    ],
)
