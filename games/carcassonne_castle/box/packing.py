"""Numbers that stand for several things at once: which bit is what."""

from __future__ import annotations

from typing import NamedTuple

NOTHING = -1
NOWHERE = -1

Info = int
"""What is known of a feature, packed so that joining two features is a sum:

    bits  0–1    its type
    bits  2–13   open edges, counted by halves (courts have none: they are never complete)
    bits 14–19   Black's followers
    bits 20–25   White's followers
    bits 26–37   its size: tiles and start spaces
    bits 38–49   wells
    bits 50–     markets

What every feature has comes first: arithmetic below 2 to the power of 30 is fastest.
"""

TYPE_BITS = 3
OPEN_HALF = 1 << 2
OPEN = 2 * OPEN_HALF
"""A whole edge that is open."""
OPEN_BITS = 0xFFF << 2
MEN_SHIFT = (14, 20)
MEN_MASK = 0x3F
MAN: tuple[int, ...] = (1 << 14, 1 << 20)
"""One follower of each player."""
MEN_BITS = (MEN_MASK << 14) | (MEN_MASK << 20)
SIZE_SHIFT = 26
SIZE = 1 << SIZE_SHIFT
SIZE_MASK = 0xFFF
WELL = 1 << 38
WELL_BITS = 0xFFF << 38
MARKET_SHIFT = 50
MARKET = 1 << MARKET_SHIFT

Asks = int
"""What the neighbours ask of the edges of a cell: two bits a side, N first, 0 for nothing."""

MUST_BE_PATH = 1
NO_PATH = 2

Laid = int
"""A tile in one rotation: 4 × kind + rotation, -1 where none lies."""

SPOT = 16
Spot = int
"""A segment that lies on the board: cell × SPOT + segment."""
Man = int
"""A follower on the board: 2 × spot + seat."""


class Keep(NamedTuple):
    """How large a player's keep is, and the spot of its house if it is known."""

    size: int
    at: Spot


NO_KEEP = Keep(0, NOWHERE)
