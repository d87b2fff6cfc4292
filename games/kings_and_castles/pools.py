"""Markers by kind, and pools of them packed into one number: eight bits per kind.

Adding a marker is one addition, two pools are joined by adding them, and the three counts of one
colour can be cut out as a key for the tables of attacks.
"""

from __future__ import annotations

TYPES = ("knight", "foot", "archer")
"""Units from strong to weak."""
TYPE_LETTERS = "kfa"
KNIGHT, FOOT, ARCHER = range(3)

HOUSES = 4
BLACK = 4
"""The enemies; 0 … 3 are the houses' colours."""
NOBODY = -1

SIZES = (3, 2, 1)
"""Mercenaries and castles come in three sizes, listed from large to small."""
MERCENARY = 15
"""The first mercenary kind; unit kinds are colour * 3 + type."""
CASTLE = 18
KINDS = 21

ONE = tuple(1 << 8 * kind for kind in range(KINDS))
"""A pool of one marker, by kind."""
THREE = 0xFFFFFF
"""The bits of the three counts of one colour, of the mercenaries, or of the castles."""
COLOUR_SHIFT = tuple(24 * colour for colour in range(5))
MERCENARY_SHIFT = 8 * MERCENARY
CASTLE_SHIFT = 8 * CASTLE
MOST = 255
"""No kind may have more markers than eight bits hold."""


def kind_names(colours: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the kinds: `blue-knight`, `merc3`, `castle1`."""
    units = [f"{colour}-{unit}" for colour in colours for unit in TYPES]
    return (*units, *(f"merc{n}" for n in SIZES), *(f"castle{n}" for n in SIZES))


def counts(pool: int) -> bytes:
    """How many of each kind."""
    return pool.to_bytes(KINDS, "little")


def pack(numbers: bytes | list[int] | tuple[int, ...], first: int = 0) -> int:
    """A pool with these numbers of the kinds from `first` on."""
    return int.from_bytes(bytes(numbers), "little") << 8 * first


def size(pool: int) -> int:
    """How many markers there are."""
    return sum(pool.to_bytes(KINDS, "little"))


def three(packed: int) -> tuple[int, int, int]:
    """The three counts of a packed triple, strong ones first."""
    return packed & 255, packed >> 8 & 255, packed >> 16


def count(pool: int, kind: int) -> int:
    return pool >> 8 * kind & 255


def common(pool: int, other: int) -> int:
    """The markers that both pools hold."""
    both = 0
    for kind, (a, b) in enumerate(zip(counts(pool), counts(other), strict=True)):
        if a and b:
            both |= min(a, b) << 8 * kind
    return both


def holds(pool: int, part: int) -> bool:
    """Whether the part can be taken out of the pool."""
    return all(a >= b for a, b in zip(counts(pool), counts(part), strict=True))
