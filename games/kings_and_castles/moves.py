"""What a player can decide, a class for each, and how it is written: `attack DUB blue 1k 1a 2m3`."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from functools import lru_cache
from typing import Any

from attrs import field, frozen

from rulekeep.core import (
    ANY_WORDS,
    BadNotation,
    Language,
    NameSlot,
    NumberSlot,
    Phrase,
    WordReader,
    shortened_word,
)
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.box.board import Board, Spot, Three, fold

Six = tuple[int, int, int, int, int, int]
"""Knights, foot, archers of one colour; mercenaries of size 3, 2, 1."""
Part = tuple[pieces.Colour, int, int, int]
"""A colour (NOBODY: the bidder's only one) and knights, foot, archers."""


def _are_counts(numbers: Any, length: int) -> bool:
    """Whether there can be so many markers of each kind at all."""
    if type(numbers) is not tuple or len(numbers) != length:
        return False
    return all(type(n) is int and 0 <= n <= pieces.MOST for n in numbers)


@frozen
class Place:
    region: Spot


@frozen
class Pass:
    """Leave the auction."""


@frozen
class Bid:
    parts: tuple[Part, ...]


@frozen
class Crown:
    box: int
    colour: pieces.Colour = pieces.NOBODY
    """Named where a player with two colours has the choice."""


FILL = -1


@frozen
class Take:
    """Choose units of the household; the rest of the free places is drawn."""

    units: Three
    draw: int = FILL
    """Markers to draw then; FILL: as many as there are places."""
    packed: pieces.Triple = field(init=False, eq=False, repr=False)

    @packed.default
    def _pack(self) -> pieces.Triple:
        try:
            return pieces.pack(self.units)
        except (TypeError, ValueError):
            return 0  # there is no such choice; it will be refused


SEALED = Take((-1, -1, -1))
"""A choice that a viewer does not know."""


@frozen
class Rouen:
    unit: pieces.UnitType


@frozen
class Force:
    """The markers of an attack in the forms its effects need; equal attackers share one."""

    markers: pieces.Pool
    units: pieces.Triple
    mercenaries: pieces.Triple
    by_kind: tuple[tuple[int, int], ...]
    """For each kind of marker: its place in a pool, and how many."""
    settler: pieces.Kind
    """The strongest unit, which stays in the region; NOBODY without a unit."""
    lost: pieces.Pool
    """The casualties: all markers but that unit."""


@lru_cache(maxsize=1 << 14)
def force_of(colour: pieces.Colour, counts: Six) -> Force:
    if colour not in range(pieces.BLACK + 1) or not _are_counts(counts, 6):
        return Force(0, 0, 0, (), pieces.NOBODY, 0)  # there is no such attack; it will be refused
    units, mercenaries = pieces.pack(counts[:3]), pieces.pack(counts[3:])
    first = pieces.COLOUR_SHIFT[colour], pieces.MERCENARY_SHIFT
    strongest = next((unit for unit, number in enumerate(counts[:3]) if number), None)  # KG-104
    markers = units << first[0] | mercenaries << first[1]
    by_kind = tuple((first[i // 3] + 8 * (i % 3), n) for i, n in enumerate(counts) if n)
    if strongest is None:
        return Force(markers, units, mercenaries, by_kind, pieces.NOBODY, markers)
    settler = colour * 3 + strongest
    lost = markers - pieces.ONE[settler]  # KG-106
    return Force(markers, units, mercenaries, by_kind, settler, lost)


@frozen
class Attack:
    target: Spot
    colour: pieces.Colour
    counts: Six
    force: Force = field(eq=False, repr=False)

    @force.default
    def _force(self) -> Force:
        return force_of(self.colour, self.counts)


@frozen
class EndAttacks:
    """Attack no more this turn."""


@frozen
class Castle:
    size: int
    region: Spot


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

    kind: pieces.Kind


# Frequent ones first: compiled functions check in this order what they are given.
_Rare = Bid | Pass | Rouen | Discard
Move = Attack | Place | EndAttacks | Castle | Take | Crown | EndCastles | Tax | NoTax | _Rare

PASS = Pass()
END_ATTACKS = EndAttacks()
END_CASTLES = EndCastles()
TAX = Tax()
NO_TAX = NoTax()
NOTHING = Take((0, 0, 0))


# -- the words of a move ----------------------------------------------------------------------

_ONE = r"([1-9][0-9]{0,2})(m[123]|[kfa])"


def _rest(words: WordReader, before: Container[str] = ()) -> list[str]:
    """All words, or those before the last one of some sort, taken."""
    ends = [at for at, word in enumerate(words.words) if word.casefold() in before]
    begin = words.at
    words.at = ends[-1] if ends else len(words.words)
    return words.words[begin : words.at]


def _count(words: Sequence[str]) -> Six:
    """Six counts out of `1k 2a 1m3`."""
    text = "".join(words).casefold()
    if not re.fullmatch(f"(?:{_ONE})+", text):
        found = f", found {shortened_word(' '.join(words))}" if words else ""
        raise BadNotation(f"markers are counted like 1k 2f 1a 2m3{found}")
    numbers = dict.fromkeys(pieces.KEYS, 0)
    for count in re.finditer(_ONE, text):
        number, key = int(count[1]), count[2]
        if numbers[key] or number > pieces.MOST:
            raise BadNotation(f"count each kind once, and at most {pieces.MOST} of it")
        numbers[key] = number
    k, f, a, m3, m2, m1 = numbers.values()
    return k, f, a, m3, m2, m1


class _Markers:
    """Units of one colour and mercenaries: `1k 1a 2m3`."""

    what = "force"

    def read(self, words: WordReader) -> Six:
        return _count(_rest(words))

    def write(self, value: Six) -> str:
        return pieces.counted(value)

    def knows(self, value: Any) -> bool:
        return _are_counts(value, 6) and any(value)


class _Household:
    """Units of a household: `2k 1f`, or `nothing`."""

    what = "choice of units"

    def read(self, words: WordReader) -> Three:
        chosen = _rest(words, before=("draw",))
        if [word.casefold() for word in chosen] == ["nothing"]:
            return 0, 0, 0
        k, f, a, *mercenaries = _count(chosen)
        if any(mercenaries):
            raise BadNotation("a household has no mercenaries")
        return k, f, a

    def write(self, value: Three) -> str:
        return pieces.counted(value) or "nothing"

    def knows(self, value: Any) -> bool:
        return _are_counts(value, 3)


_COLOURS_OF_BIDS = [(colour,) for colour in range(pieces.NOBODY, pieces.HOUSES)]


class _Offer:
    """The parts of a bid: `1k 2a`, or by household `blue 1k pink 2a`."""

    what = "bid"

    def __init__(self, board: Board) -> None:
        self.colours = board.colours

    def read(self, words: WordReader) -> tuple[Part, ...]:
        bids: dict[pieces.Colour, list[str]] = {}
        colour = pieces.NOBODY
        for word in _rest(words):
            if word.casefold() not in self.colours:
                bids.setdefault(colour, []).append(word)
                continue
            colour = self.colours.index(word.casefold())
            if colour == pieces.BLACK:
                houses = ", ".join(self.colours[: pieces.BLACK])
                raise BadNotation(f"a house is one of the colours {houses}")
            if colour in bids:
                raise BadNotation("name each colour once")
            bids[colour] = []
        parts: list[Part] = []
        for colour, units in bids.items():
            k, f, a, *mercenaries = _count(units)
            if any(mercenaries):
                raise BadNotation("mercenaries cannot be bid")
            parts.append((colour, k, f, a))
        if not parts:
            raise BadNotation("a bid names units")
        return tuple(sorted(parts))

    def write(self, value: tuple[Part, ...]) -> str:
        names = [f"{self.colours[colour]} " if colour >= 0 else "" for colour, *_ in value]
        return " ".join(
            name + pieces.counted(part[1:]) for name, part in zip(names, value, strict=True)
        )

    def knows(self, value: Any) -> bool:
        return type(value) is tuple and value != () and all(map(self._is_part, value))

    def _is_part(self, part: Any) -> bool:
        return type(part) is tuple and part[:1] in _COLOURS_OF_BIDS and _are_counts(part[1:], 3)


class _RegionName(NameSlot):
    """A region by code, id or name, in one word or several.

    The last colour, where one must follow, ends the name: a region may be called after a colour too.
    """

    pattern = ANY_WORDS

    def __init__(self, board: Board, before: Sequence[str] = ()) -> None:
        super().__init__("region", [region.code for region in board.regions])
        self.board, self.before = board, before

    def read(self, words: WordReader) -> Spot:
        name = " ".join(_rest(words, self.before))
        if self.before and not len(words):
            raise BadNotation(f"an attack names a colour ({', '.join(self.before)})")
        if not name:
            raise BadNotation("which region?")
        found = self.board.by_name.get(fold(name))
        if found is None:
            from difflib import get_close_matches

            near = get_close_matches(fold(name), self.board.by_name, 1)
            region = self.board.regions[self.board.by_name[near[0]]] if near else None
            hint = f"; did you mean {region.code} ({region.name})?" if region else ""
            raise BadNotation(f"{shortened_word(name)} is not a region{hint}")
        return found


class _Marker(NameSlot):
    """One marker by its kind, in one word or two: `blue knight`, `merc3`, `castle1`."""

    pattern = ANY_WORDS

    def read(self, words: WordReader) -> pieces.Kind:
        name = " ".join(_rest(words)).casefold().replace("-", " ")
        if name not in self.names:
            raise BadNotation("which marker? a blue knight, a merc3, a castle1")
        return self.names.index(name)


@lru_cache(maxsize=16)
def language(board: Board) -> Language:
    one, other = board.colours[0], board.colours[2]
    code = board.regions[-1].code
    verbs = {"place", "pass", "bid", "crown", "take", "attack", "end", "castle", "tax", "no"}
    start = fold(board.regions[board.start].id)
    start = "start" if start in verbs | {"aside"} else start
    offer = f"offer household units; with two houses bid {one} 1k {other} 2a"
    choose = "choose household units, or nothing; the rest is drawn"
    attack = f"attack {code} {one} 1k 1a 2m3"
    force = "attack with units of a colour, and mercenaries"
    return Language(
        {
            "region": _RegionName(board),
            "target": _RegionName(board, before=board.colours),
            "parts": _Offer(board),
            "box": NumberSlot("box", 1, len(board.boxes)),
            "colour": NameSlot("colour", board.colours),
            "house": NameSlot("colour", board.colours[: pieces.HOUSES]),
            "units": _Household(),
            "draw": NumberSlot("number to draw", 0, 99),
            "unit": NameSlot("unit", pieces.TYPES),
            "counts": _Markers(),
            "size": NumberSlot("castle", 1, 3),
            "kind": _Marker("marker", [kind.replace("-", " ") for kind in board.kinds]),
        },
        [
            Phrase("place <region>", Place, f"place {code}", "put the enemy drawn on a region"),
            Phrase("pass", Pass, "pass", "leave the auction"),
            Phrase("bid <parts>", Bid, "bid 1k 2a", offer),
            Phrase("crown <box> [<colour:house>]", Crown, "crown 7", "put a crown on a box"),
            Phrase("take <units> [draw <draw>]", Take, "take 2k 1f", choose),
            Phrase(f"{start} <unit>", Rouen, f"{start} knight", "move a unit to the start region"),
            Phrase("start <unit>", Rouen),
            Phrase("attack <target> <colour> <counts>", Attack, attack, force),
            Phrase("end attacks", EndAttacks, "end attacks", "attack no more this turn"),
            Phrase("castle <size> <region>", Castle, f"castle 3 {code}", "place a castle"),
            Phrase("end castles", EndCastles, "end castles", "place no more castles"),
            Phrase("tax", Tax, "tax", "give up a TAX marker: everybody is paid"),
            Phrase("no tax", NoTax, "no tax", "raise no tax this turn"),
            Phrase("aside <kind>", Discard, "aside merc3", "put a surplus marker aside"),
        ],
    )
