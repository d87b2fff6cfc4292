"""Map, line of kings and counters of one box, and tables for sets of regions.

A set of regions is one number with a bit per region, in the order of the map file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import add, mul, or_
from typing import Generic, TypeVar

from attrs import frozen

from rulekeep.games.kings_and_castles.box import pieces

Spot = int
"""A region by its place in the map file."""
Spots = int
"""A set of regions: a bit per region."""
Land = int
"""A country by its place in the map file."""

CHUNK = 8
"""Sets of regions are looked up eight regions at a time: larger tables would not stay at hand."""
LONGEST_NAME = 10
SHEET = 76
"""The drawn map is at most so many columns wide."""

Point = tuple[int, int]
"""Column and row on the drawn map."""
Sea = tuple[str, Point]
"""A name in the water, and where it is written."""
Section = tuple[int, int]
"""First and last box of a part of the line of kings."""
Three = tuple[int, int, int]
T = TypeVar("T")


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, rising."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(holds: Iterable[object]) -> Spots:
    """The set of the regions for which something holds, asked one after the other."""
    return sum(1 << spot for spot, held in enumerate(holds) if held)


def fold(text: str) -> str:
    """A name without case, spaces and joining marks."""
    return "".join(c for c in text.casefold() if c.isalnum())


@frozen
class Region:
    id: str
    name: str
    code: str
    country: Land
    value: int
    coastal: bool
    anchor: bool
    portcullis: bool
    flag: bool
    borders: tuple[Spot, ...]
    at: Point | None = None
    """The corner of its cell on the drawn map."""


@frozen
class Country:
    """A part of the map with its own status."""

    id: str
    name: str
    regions: Spots
    label: Point | None = None


@frozen
class KingBox:
    """One turn on the line of kings."""

    number: int
    king: str
    reign: int
    """Which of the king's own boxes."""
    country: Land
    bonus: int

    @property
    def title(self) -> str:
        return self.king if self.reign == 1 else f"{self.king} ({self.reign})"


@frozen
class Mix:
    """How many counters of each kind there are; units, crowns and TAX markers of each colour."""

    name: str
    colour_units: Three
    enemy_units: Three
    mercenaries: Three
    castles: Three
    crowns: int
    tax: int
    coins: int
    """The money in the box, all coins together."""


@frozen
class Length:
    """What the full or the short game gives each house."""

    household: Three
    tax_markers: int
    crowns: Mapping[int, int]
    """By the number of players."""
    sections: Mapping[int, tuple[Section, ...]]
    """By the number of players."""


class Board:
    """Everything that the data files say, and what follows from it. It never changes."""

    def __init__(
        self,
        *,
        regions: tuple[Region, ...],
        countries: tuple[Country, ...],
        start: Spot,
        seas: tuple[Sea, ...],
        boxes: tuple[KingBox, ...],
        wrapped: frozenset[Section],
        colours: tuple[str, ...],
        strengths: tuple[int, ...],
        mixes: Mapping[str, Mix],
        default_mix: str,
        full: Length,
        short: Length,
        array_size: int,
        provenance: tuple[tuple[str, str], ...],
    ) -> None:
        self.regions = regions
        self.countries = countries
        self.start = start
        """The region that the start player enters."""
        self.seas = seas
        self.boxes = boxes
        self.wrapped = wrapped
        """Neighbouring boxes that are printed on different edges of the board."""
        self.colours = colours
        """Four houses and the enemies."""
        self.strengths = strengths
        """By kind."""
        self.mixes = mixes
        self.default_mix = default_mix
        self.full = full
        self.short = short
        self.array_size = array_size
        self.provenance = provenance
        self.letters = _letters(self.colours)
        """A letter per colour for drawing; the enemies are `x`."""
        self.kinds = pieces.kind_names(self.colours)
        walls = (0, *reversed(self.strengths[pieces.CASTLE :]))
        self.defences = [[unit + wall for wall in walls] for unit in self.strengths]  # KG-101
        """The strength of a region by the unit in it and the size of its castle."""
        self._make_sets_of_regions()
        self.values = tuple(region.value for region in regions)
        self.worth = Sum(self.values)
        """The value of all regions of a set."""
        self.value_masks = tuple(
            (value, mask_of(value == other for other in self.values))
            for value in sorted(set(self.values) - {0})
        )
        """Each value that occurs, and the regions that have it."""
        self.by_name = {
            fold(getattr(region, attribute)): spot
            for attribute in ("name", "id", "code")
            for spot, region in enumerate(regions)
        }
        """Regions by code, id and name, folded."""

    def _make_sets_of_regions(self) -> None:
        regions = self.regions
        self.everywhere: Spots = (1 << len(regions)) - 1
        self.coast = mask_of(region.coastal for region in regions)
        self.anchors = mask_of(region.anchor for region in regions)
        self.portcullises = mask_of(region.portcullis for region in regions)
        self.flags = mask_of(region.flag for region in regions)
        self.country_of = tuple(region.country for region in regions)
        self.country_masks = tuple(country.regions for country in self.countries)
        self.borders = tuple(sum(1 << spot for spot in region.borders) for region in regions)
        """By region: its neighbours."""
        self.inner_borders = tuple(
            near & self.country_masks[land]
            for near, land in zip(self.borders, self.country_of, strict=True)
        )
        """The neighbours in the same country."""
        self.reach = Union(self.borders)
        """All regions that border one of a set of regions."""
        self.inner_reach = Union(self.inner_borders)
        """The same within countries."""
        self.lands = Union(tuple(self.country_masks[land] for land in self.country_of))
        """All regions of the countries that a set of regions lies in."""

    def strength(self, pool: pieces.Pool) -> int:
        return sum(map(mul, pieces.counts(pool), self.strengths))

    def named(self, pool: pieces.Pool) -> dict[str, int]:
        """A pool by the names of its kinds."""
        return {self.kinds[kind]: n for kind, n in enumerate(pieces.counts(pool)) if n}


def _letters(colours: tuple[str, ...]) -> tuple[str, ...]:
    letters: list[str] = []
    for colour in colours[: pieces.BLACK]:
        free = [c for c in colour.upper() if c not in letters and c.isalpha() and c != "X"]
        letters.append(free[0] if free else str(len(letters) + 1))
    return (*letters, "x")


# -- sets of regions --------------------------------------------------------------------------


class Union:
    """What all regions of a set have together, by tables of eight regions."""

    __slots__ = ("four", "more", "one", "three", "two")

    def __init__(self, has: tuple[Spots, ...]) -> None:
        tables = _tables(has, 0, or_)
        self.one, self.two, self.three, self.four = (*tables, *[(0,)] * 4)[:4]
        self.more = tables[4:]

    def of(self, regions: Spots) -> Spots:
        found = (
            self.one[regions & 255]
            | self.two[regions >> 8 & 255]
            | self.three[regions >> 16 & 255]
            | self.four[regions >> 24 & 255]
        )
        if self.more:
            regions >>= 4 * CHUNK
            for table in self.more:
                found |= table[regions & 255]
                regions >>= CHUNK
        return found


class Sum:
    """The sum of the values of all regions of a set, by tables of eight regions."""

    __slots__ = ("four", "more", "one", "three", "two")

    def __init__(self, values: tuple[int, ...]) -> None:
        tables = _tables(values, 0, add)
        self.one, self.two, self.three, self.four = (*tables, *[(0,)] * 4)[:4]
        self.more = tables[4:]

    def of(self, regions: Spots) -> int:
        found = (
            self.one[regions & 255]
            + self.two[regions >> 8 & 255]
            + self.three[regions >> 16 & 255]
            + self.four[regions >> 24 & 255]
        )
        if self.more:
            regions >>= 4 * CHUNK
            for table in self.more:
                found += table[regions & 255]
                regions >>= CHUNK
        return found


def _tables(has: Sequence[T], nothing: T, join: Callable[[T, T], T]) -> list[tuple[T, ...]]:
    """By eight regions, for each subset of them: what its regions have, joined."""
    tables: list[tuple[T, ...]] = []
    for first in range(0, len(has), CHUNK):
        table = [nothing]
        for more in has[first : first + CHUNK]:  # with each region there are twice as many subsets
            table += [join(found, more) for found in table]
        tables.append(tuple(table))
    return tables


class Listing(Generic[T]):
    """What each region of a set has, one after the other, by tables of eight regions."""

    __slots__ = ("four", "more", "one", "three", "two")

    def __init__(self, has: Sequence[T]) -> None:
        nothing: tuple[T, ...] = ()
        tables = _tables([(thing,) for thing in has], nothing, add)
        self.one, self.two, self.three, self.four = (*tables, *[(nothing,)] * 4)[:4]
        self.more = tables[4:]

    def add_to(self, found: list[T], regions: Spots) -> None:
        """Append what the regions of a set have, in the order of the map file."""
        found += self.one[regions & 255]
        found += self.two[regions >> 8 & 255]
        found += self.three[regions >> 16 & 255]
        found += self.four[regions >> 24 & 255]
        if self.more:
            regions >>= 4 * CHUNK
            for table in self.more:
                found += table[regions & 255]
                regions >>= CHUNK
