"""Markers by kind, pools of them packed into one number, and what markers are called.

Kinds 0 … 14 are units: colour * 3 + type. Then come mercenaries (15 … 17) and castles (18 … 20)
of size 3, 2, 1. A pool has eight bits per kind, kind 0 in the lowest: adding a marker is one
addition, two pools are joined by adding them, and the three counts of one colour, of the
mercenaries or of the castles can be cut out (24 bits) as a key for the tables of attacks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulekeep.core import listed, with_article

Colour = int
"""0 … 3 the houses, 4 the enemies."""
House = int
"""A colour that a player runs."""
UnitType = int
"""0 knight, 1 foot, 2 archer: from strong to weak."""
Kind = int
"""What a marker is, as said above."""
Pool = int
"""So many markers of each kind, packed as said above."""
Triple = int
"""Three counts, eight bits each, the strong ones lowest: units of one colour, or one sort."""

TYPES = ("knight", "foot", "archer")
TYPE_LETTERS = "kfa"
HOUSES = 4
BLACK: Colour = 4
NOBODY = -1
SIZES: tuple[int, ...] = (3, 2, 1)
"""Mercenaries and castles come in three sizes, listed from large to small."""
MERCENARY: Kind = 15
CASTLE: Kind = 18
CASTLE_KIND: tuple[Kind, ...] = (NOBODY, 20, 19, 18)
"""By size."""
KINDS = 21
UNIT_KINDS = 3 * (HOUSES + 1)

ONE: tuple[Pool, ...] = tuple(1 << 8 * kind for kind in range(KINDS))
"""A pool of one marker, by kind."""
THREE: Triple = 0xFFFFFF
"""The bits of a triple."""
COLOUR_SHIFT = tuple(24 * colour for colour in range(HOUSES + 1))
"""Where the triple of a colour lies in a pool."""
MERCENARY_SHIFT = 8 * MERCENARY
CASTLE_SHIFT = 8 * CASTLE
UNITS: Pool = (1 << MERCENARY_SHIFT) - 1
"""The bits of all units in a pool."""
MOST = 255
"""No kind may have more markers than eight bits hold."""
_EVERY_SECOND = sum(MOST << 16 * pair for pair in range(KINDS // 2 + 1))
"""The bits of kinds 0, 2, 4 … in a pool."""


def kind_names(colours: tuple[str, ...]) -> tuple[str, ...]:
    """The names of the kinds: `blue-knight`, `merc3`, `castle1`."""
    units = [f"{colour}-{unit}" for colour in colours for unit in TYPES]
    return (*units, *(f"merc{n}" for n in SIZES), *(f"castle{n}" for n in SIZES))


def counts(pool: Pool) -> bytes:
    """How many of each kind."""
    return pool.to_bytes(KINDS, "little")


def pack(numbers: Iterable[int], first: Kind = 0) -> Pool:
    """A pool with these numbers of the kinds from `first` on."""
    return int.from_bytes(bytes(numbers), "little") << 8 * first


def size(pool: Pool) -> int:
    """How many markers: each second kind is added to the one before it, then all pairs."""
    return ((pool & _EVERY_SECOND) + (pool >> 8 & _EVERY_SECOND)) % 0xFFFF


def three(packed: Triple) -> tuple[int, int, int]:
    """The three counts of a triple, strong ones first."""
    return packed & 255, packed >> 8 & 255, packed >> 16


def count(pool: Pool, kind: Kind) -> int:
    return pool >> 8 * kind & 255


def holds(pool: Pool, part: Pool) -> bool:
    """Whether the part can be taken out of the pool."""
    return all(a >= b for a, b in zip(counts(pool), counts(part), strict=True))


# -- in words ---------------------------------------------------------------------------------

_LONG = {"foot": "foot soldier"}
_SIZED = {"merc": ("mercenary", "mercenaries"), "castle": ("castle", "castles")}
KEYS = (*TYPE_LETTERS, *(f"m{n}" for n in SIZES))


def marker(kind: str, number: int = 1) -> str:
    """A kind of marker or a type of unit, as it is called: `blue-foot` is a blue foot soldier."""
    name = kind.rstrip("123")
    if name in _SIZED:
        return f"{_SIZED[name][number != 1]} of strength {kind[len(name) :]}"
    *colour, unit = kind.rsplit("-", 1)
    return " ".join((*colour, _LONG.get(unit, unit) + ("" if number == 1 else "s")))


def castle(size: int) -> str:
    return marker(f"castle{size}")


def tally(markers: Mapping[str, int]) -> str:
    """Markers in a sentence: `a blue knight and 2 mercenaries of strength 1`."""
    counted = [(n, marker(kind, n)) for kind, n in markers.items()]
    return (
        listed(with_article(name) if n == 1 else f"{n} {name}" for n, name in counted) or "nothing"
    )


def counted(numbers: Iterable[int]) -> str:
    """Knights, foot, archers, mercenaries of size 3, 2, 1: `1k 2a 1m3`; nothing for nothing."""
    return " ".join(f"{n}{key}" for key, n in zip(KEYS, numbers, strict=False) if n)


def named_units(units: Triple) -> dict[str, int]:
    return {unit: n for unit, n in zip(TYPES, three(units), strict=True) if n}
