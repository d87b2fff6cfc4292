"""The pieces in the box: regions and countries, the line of kings, the counters."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from attrs import field, frozen

from rulekeep.games.kings_and_castles.pools import kind_names

CHUNK = 11
"""Neighbourhoods of sets of regions are looked up eleven regions at a time."""
LONGEST_NAME = 10
SHEET = 76
"""The drawn map is at most so many columns wide."""

Sea = tuple[str, tuple[int, int]]
"""A name in the water, and where it is written."""


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, rising."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


@frozen
class Region:
    """A town and its surroundings."""

    id: str
    name: str
    code: str
    country: int
    value: int
    coastal: bool
    anchor: bool
    portcullis: bool
    flag: bool
    borders: tuple[int, ...]
    at: tuple[int, int] | None = None
    """Column and row of its cell on the drawn map."""


@frozen
class Country:
    """A part of the map with its own status."""

    id: str
    name: str
    regions: int
    """A bit per region."""
    label: tuple[int, int] | None = None


@frozen
class Box:
    """One turn on the line of kings."""

    number: int
    king: str
    reign: int
    """Which of the king's own boxes."""
    country: int
    bonus: int

    @property
    def title(self) -> str:
        return self.king if self.reign == 1 else f"{self.king} ({self.reign})"


@frozen
class Mix:
    """How many counters of each kind there are."""

    name: str
    colour_units: tuple[int, int, int]
    enemy_units: tuple[int, int, int]
    mercenaries: tuple[int, int, int]
    castles: tuple[int, int, int]


@frozen
class Length:
    """What the full and the short game give each house."""

    household: tuple[int, int, int]
    tax_markers: int
    crowns: dict[int, int]
    """By the number of players."""
    sections: dict[int, tuple[tuple[int, int], ...]]
    """By the number of players: first and last box."""


@frozen(eq=False)
class Board:
    """Everything that the data files say."""

    regions: tuple[Region, ...]
    countries: tuple[Country, ...]
    start: int
    """The region that the start player enters."""
    seas: tuple[Sea, ...]
    boxes: tuple[Box, ...]
    wrapped: frozenset[tuple[int, int]]
    """Neighbouring boxes that are printed on different edges of the board."""
    colours: tuple[str, ...]
    """Four houses and the enemies."""
    strengths: tuple[int, ...]
    """By kind."""
    mixes: dict[str, Mix]
    default_mix: str
    full: Length
    short: Length
    array_size: int
    provenance: tuple[tuple[str, str], ...]

    kinds: tuple[str, ...] = field(init=False)
    everywhere: int = field(init=False)
    coast: int = field(init=False)
    anchors: int = field(init=False)
    portcullises: int = field(init=False)
    flags: int = field(init=False)
    borders: tuple[int, ...] = field(init=False)
    """By region: a bit per neighbour."""
    inner_borders: tuple[int, ...] = field(init=False)
    """The neighbours in the same country."""
    country_of: tuple[int, ...] = field(init=False)
    country_masks: tuple[int, ...] = field(init=False)
    values: tuple[int, ...] = field(init=False)
    value_masks: tuple[tuple[int, int], ...] = field(init=False)
    """Each value that occurs, and the regions that have it."""
    letters: tuple[str, ...] = field(init=False)
    """A letter per colour for drawing; the enemies are `x`."""
    by_name: dict[str, int] = field(init=False)
    """Regions by code, id and name, folded."""
    reach: Callable[[int], int] = field(init=False)
    """All regions that border one of a set of regions."""
    inner_reach: Callable[[int], int] = field(init=False)
    """The same within countries."""
    numbers: Callable[[int], tuple[int, ...]] = field(init=False)
    """The regions of a set one by one, in the order of the map file."""

    @kinds.default
    def _kinds(self) -> tuple[str, ...]:
        return kind_names(self.colours)

    @everywhere.default
    def _everywhere(self) -> int:
        return (1 << len(self.regions)) - 1

    def _where(self, attribute: str) -> int:
        return sum(1 << i for i, region in enumerate(self.regions) if getattr(region, attribute))

    @coast.default
    def _coast(self) -> int:
        return self._where("coastal")

    @anchors.default
    def _anchors(self) -> int:
        return self._where("anchor")

    @portcullises.default
    def _portcullises(self) -> int:
        return self._where("portcullis")

    @flags.default
    def _flags(self) -> int:
        return self._where("flag")

    @borders.default
    def _borders(self) -> tuple[int, ...]:
        return tuple(sum(1 << other for other in region.borders) for region in self.regions)

    @inner_borders.default
    def _inner_borders(self) -> tuple[int, ...]:
        return tuple(
            mask & self.countries[region.country].regions
            for mask, region in zip(self.borders, self.regions, strict=True)
        )

    @country_of.default
    def _country_of(self) -> tuple[int, ...]:
        return tuple(region.country for region in self.regions)

    @country_masks.default
    def _country_masks(self) -> tuple[int, ...]:
        return tuple(country.regions for country in self.countries)

    @values.default
    def _values(self) -> tuple[int, ...]:
        return tuple(region.value for region in self.regions)

    @value_masks.default
    def _value_masks(self) -> tuple[tuple[int, int], ...]:
        return tuple(
            (value, sum(1 << i for i, v in enumerate(self.values) if v == value))
            for value in sorted(set(self.values) - {0})
        )

    @letters.default
    def _letters(self) -> tuple[str, ...]:
        letters: list[str] = []
        for colour in self.colours[:-1]:
            free = [c for c in colour.upper() if c not in letters and c.isalpha() and c != "X"]
            letters.append(free[0] if free else str(len(letters) + 1))
        return (*letters, "x")

    @by_name.default
    def _by_name(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for attribute in ("name", "id", "code"):
            for i, region in enumerate(self.regions):
                found[fold(getattr(region, attribute))] = i
        return found

    @reach.default
    def _reach(self) -> Callable[[int], int]:
        return reach_of(self.borders)

    @inner_reach.default
    def _inner_reach(self) -> Callable[[int], int]:
        return reach_of(self.inner_borders)

    @numbers.default
    def _numbers(self) -> Callable[[int], tuple[int, ...]]:
        return numbers_of(len(self.regions))

    def worth(self, regions: int) -> int:
        """The value of a set of regions together."""
        total = 0
        for value, mask in self.value_masks:
            total += value * (regions & mask).bit_count()
        return total

    def value_of_triple(self, numbers: tuple[int, ...], first: int = 0) -> int:
        """The strength of so many markers of three following kinds."""
        return sum(n * self.strengths[first + i] for i, n in enumerate(numbers))


def fold(text: str) -> str:
    """A name without case, spaces and joining marks."""
    return "".join(c for c in text.casefold() if c.isalnum())


def reach_of(borders: tuple[int, ...]) -> Callable[[int], int]:
    """A function from a set of regions to all their neighbours, by tables of eleven regions."""
    tables = _reach_tables(borders)
    low = (1 << CHUNK) - 1
    if len(tables) <= 3:
        first, second, third = (*tables, (0,), (0,))[:3]

        def reach_few(regions: int) -> int:
            return (
                first[regions & low] | second[regions >> CHUNK & low] | third[regions >> 2 * CHUNK]
            )

        return reach_few

    def reach_many(regions: int) -> int:
        found = 0
        for table in tables:
            found |= table[regions & low]
            regions >>= CHUNK
        return found

    return reach_many


def numbers_of(regions: int) -> Callable[[int], tuple[int, ...]]:
    """A function from a set of regions to their numbers, by tables of eleven regions."""
    low = (1 << CHUNK) - 1
    tables = [
        tuple(tuple(first + bit for bit in bits(subset)) for subset in range(1 << CHUNK))
        for first in range(0, regions, CHUNK)
    ]
    if len(tables) <= 3:
        one, two, three = (*tables, ((),), ((),))[:3]

        def numbers_few(mask: int) -> tuple[int, ...]:
            return one[mask & low] + two[mask >> CHUNK & low] + three[mask >> 2 * CHUNK]

        return numbers_few

    def numbers_many(mask: int) -> tuple[int, ...]:
        return tuple(bits(mask))

    return numbers_many


def _reach_tables(borders: tuple[int, ...]) -> list[tuple[int, ...]]:
    """For each stretch of eleven regions and each subset of it: all their neighbours."""
    tables: list[tuple[int, ...]] = []
    for first in range(0, len(borders), CHUNK):
        stretch = borders[first : first + CHUNK]
        table = [0] * (1 << len(stretch))
        for subset in range(1, len(table)):
            low = subset & -subset
            table[subset] = table[subset ^ low] | stretch[low.bit_length() - 1]
        tables.append(tuple(table))
    return tables
