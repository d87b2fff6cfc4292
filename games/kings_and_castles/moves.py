"""The moves: one class for each thing a player can decide."""

from __future__ import annotations

from functools import lru_cache
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
class Force:
    """The markers of an attack in the forms its effects need; equal attackers share one."""

    markers: int
    """All of them as a pool."""
    lots: tuple[tuple[int, int], ...]
    """The same kind by kind: its place in a pool and how many."""
    settler: int
    """The kind of the strongest unit, which stays in the region; NOBODY without a unit."""


@lru_cache(maxsize=1 << 14)
def force_of(colour: int, counts: Six) -> Force:
    units, mercenaries = counts[:3], counts[3:]
    first = COLOUR_SHIFT[colour], MERCENARY_SHIFT
    strongest = next((unit for unit, number in enumerate(units) if number), None)
    return Force(
        pack(units) << first[0] | pack(mercenaries) << first[1],
        tuple((first[i // 3] + 8 * (i % 3), n) for i, n in enumerate(counts) if n),
        NOBODY if strongest is None else colour * 3 + strongest,
    )


@frozen
class Attack:
    """Attack a region with units of one colour, and mercenaries if one likes."""

    target: int
    colour: int
    counts: Six
    """Knights, foot, archers of the colour; mercenaries of size 3, 2, 1."""
    force: Force = field(init=False, eq=False, repr=False)

    @force.default
    def _force(self) -> Force:
        return force_of(self.colour, self.counts)

    @property
    def markers(self) -> int:
        return self.force.markers

    @property
    def settler(self) -> int:
        return self.force.settler


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
