"""The moves: one class for each thing a player can decide."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen

from rulekeep.games.kings_and_castles.pools import (
    COLOUR_SHIFT,
    MERCENARY_SHIFT,
    NOBODY,
    pack,
)

Three = tuple[int, int, int]
Six = tuple[int, int, int, int, int, int]


@frozen
class Place:
    """Put the enemy just drawn on a region."""

    region: int


@frozen
class Pass:
    """Leave the auction."""


@frozen
class Bid:
    """Offer units of one's household for the first crown.

    Each part is a colour (NOBODY: the bidder's only one) and knights, foot, archers.
    """

    parts: tuple[tuple[int, int, int, int], ...]


@frozen
class Crown:
    """Put a crown on a box of the line of kings."""

    box: int
    colour: int = NOBODY
    """Named where a player with two colours has the choice."""


FILL = -1


@frozen
class Take:
    """Choose units of the household; the rest of the free places is drawn."""

    units: Three
    draw: int = FILL
    """Markers to draw then; FILL: as many as there are places."""
    packed: int = field(init=False, eq=False, repr=False)

    @packed.default
    def _pack(self) -> int:
        return pack(self.units)


@frozen
class Rouen:
    """Move an own unit to the start region."""

    unit: int


@frozen
class Attack:
    """Attack a region with units of one colour, and mercenaries if one likes."""

    target: int
    colour: int
    counts: Six
    """Knights, foot, archers of the colour; mercenaries of size 3, 2, 1."""
    markers: int = field(init=False, eq=False, repr=False)
    """All of them as a pool."""
    lots: tuple[tuple[int, int], ...] = field(init=False, eq=False, repr=False)
    """The same kind by kind: its place in a pool and how many."""
    settler: int = field(init=False, eq=False, repr=False)
    """The kind of the strongest unit, which stays in the region; NOBODY without a unit."""

    @markers.default
    def _markers(self) -> int:
        units = pack(self.counts[:3]) << COLOUR_SHIFT[self.colour]
        return units | pack(self.counts[3:]) << MERCENARY_SHIFT

    @lots.default
    def _lots(self) -> tuple[tuple[int, int], ...]:
        first = COLOUR_SHIFT[self.colour], MERCENARY_SHIFT
        return tuple(
            (first[place // 3] + 8 * (place % 3), number)
            for place, number in enumerate(self.counts)
            if number
        )

    @settler.default
    def _settler(self) -> int:
        for unit, number in enumerate(self.counts[:3]):
            if number:
                return self.colour * 3 + unit
        return NOBODY


@frozen
class EndAttacks:
    """Attack no more this turn."""


@frozen
class Castle:
    """Put a castle of this size on a region."""

    size: int
    region: int


@frozen
class EndCastles:
    """Place no more castles this turn."""


@frozen
class Tax:
    """Give up a TAX marker: everybody is paid."""


@frozen
class NoTax:
    """Raise no tax this turn."""


@frozen
class Discard:
    """Put a surplus marker aside (option `array_overflow`)."""

    kind: int


Move = (
    Place
    | Pass
    | Bid
    | Crown
    | Take
    | Rouen
    | Attack
    | EndAttacks
    | Castle
    | EndCastles
    | Tax
    | NoTax
    | Discard
)

PASS = Pass()
END_ATTACKS = EndAttacks()
END_CASTLES = EndCastles()
TAX = Tax()
NO_TAX = NoTax()
NOTHING = Take((0, 0, 0))

AnyMove = Any
