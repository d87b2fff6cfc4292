"""The steps of a match, and what is filled when."""

from __future__ import annotations

from rulekeep.games.kings_and_castles.box.pieces import House

Phase = int
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

Area = int
ARRAY, BONUS = range(2)
AREAS = ("array", "bonus")

Task = tuple[House, Area, int]
"""A house that fills, what it fills, and the free places."""

Filling = int
"""What a filling is for, hence what follows it."""
FIRST_ARRAYS, FIRST_BONUS, RESTOCK, SECTION_ARRAY, SECTION_BONUS = range(5)
FILLINGS = ("first arrays", "first bonus", "restock", "section array", "section bonus")
