"""Moves as text and back: `attack DUB blue 1k 1a 2m3`."""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches

from rulekeep.core.errors import BadNotation
from rulekeep.games.kings_and_castles.components import Board, fold
from rulekeep.games.kings_and_castles.moves import (
    END_ATTACKS,
    END_CASTLES,
    FILL,
    NO_TAX,
    PASS,
    TAX,
    Attack,
    Bid,
    Castle,
    Crown,
    Discard,
    EndAttacks,
    EndCastles,
    Move,
    NoTax,
    Pass,
    Place,
    Rouen,
    Take,
    Tax,
)
from rulekeep.games.kings_and_castles.pools import HOUSES, MOST, NOBODY, SIZES, TYPE_LETTERS, TYPES

FORMS = (
    "place LON",
    "pass",
    "bid 1k 2a",
    "bid blue 1k pink 2a",
    "crown 7",
    "crown 7 pink",
    "take 2k 1f",
    "take nothing",
    "rouen knight",
    "attack DUB blue 1k 1a 2m3",
    "end attacks",
    "castle 3 LON",
    "end castles",
    "tax",
    "no tax",
    "aside merc3",
)

_KEYS = (*TYPE_LETTERS, *(f"m{n}" for n in SIZES))
_ONE = re.compile(r"([1-9][0-9]{0,2})(m[123]|[kfa])")
_MANY = re.compile(r"(?:[1-9][0-9]{0,2}(?:m[123]|[kfa]))+")
_NUMBER = re.compile(r"[1-9][0-9]?")


class Notation:
    """The words of one board."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.start_word = fold(board.regions[board.start].id)
        self._colours = {name: index for index, name in enumerate(board.colours)}
        self._readers: dict[str, Callable[[list[str]], Move]] = {
            "place": self._place,
            "pass": lambda words: self._bare(words, PASS),
            "bid": self._bid,
            "crown": self._crown,
            "take": self._take,
            "attack": self._attack,
            "end": self._end,
            "castle": self._castle,
            "tax": lambda words: self._bare(words, TAX),
            "no": self._no,
            "aside": self._aside,
        }
        self._readers.setdefault(self.start_word, self._rouen)
        self._readers.setdefault("start", self._rouen)

    # -- writing ----------------------------------------------------------------------------

    def write(self, move: Move) -> str:
        board = self.board
        match move:
            case Place(region):
                return f"place {board.regions[region].code}"
            case Pass():
                return "pass"
            case Bid(parts):
                return " ".join(["bid", *(self._part(*part) for part in parts)])
            case Crown(box, colour):
                return f"crown {box}" + (f" {board.colours[colour]}" if colour >= 0 else "")
            case Take(units, draw):
                chosen = counted(units) or "nothing"
                return f"take {chosen}" + (f" draw {draw}" if draw != FILL else "")
            case Rouen(unit):
                return f"{self._start()} {TYPES[unit]}"
            case Attack(target, colour, counts):
                code = board.regions[target].code
                return f"attack {code} {board.colours[colour]} {counted(counts)}"
            case EndAttacks():
                return "end attacks"
            case Castle(size, region):
                return f"castle {size} {board.regions[region].code}"
            case EndCastles():
                return "end castles"
            case Tax():
                return "tax"
            case NoTax():
                return "no tax"
            case Discard(kind):
                return f"aside {board.kinds[kind].replace('-', ' ')}"

    def _start(self) -> str:
        mine = self._readers[self.start_word] == self._rouen
        return self.start_word if mine else "start"

    def _part(self, colour: int, k: int, f: int, a: int) -> str:
        units = counted((k, f, a))
        return f"{self.board.colours[colour]} {units}" if colour >= 0 else units

    # -- reading ----------------------------------------------------------------------------

    def read(self, text: str) -> Move:
        words = text.casefold().split()
        if not words:
            raise BadNotation(f"there is no move; moves look like: {', '.join(FORMS)}")
        reader = self._readers.get(words[0])
        if reader is None:
            near = get_close_matches(words[0], self._readers, 1)
            hint = f"; did you mean {near[0]!r}" if near else ""
            forms = ", ".join(FORMS)
            raise BadNotation(f"{text.strip()!r} is not a move{hint}. Moves look like: {forms}")
        return reader(words[1:])

    def _bare(self, words: list[str], move: Move) -> Move:
        if words:
            raise BadNotation(f"nothing follows {self.write(move)!r}, found {' '.join(words)!r}")
        return move

    def _region(self, words: list[str], form: str) -> int:
        if not words:
            raise BadNotation(f"which region? write {form}")
        name = fold("".join(words))
        found = self.board.by_name.get(name)
        if found is None:
            near = get_close_matches(name, self.board.by_name, 1)
            hint = ""
            if near:
                region = self.board.regions[self.board.by_name[near[0]]]
                hint = f"; did you mean {region.code} ({region.name})?"
            raise BadNotation(f"{' '.join(words)!r} is not a region{hint}")
        return found

    def _colour(self, word: str, last: int = HOUSES) -> int:
        colour = self._colours.get(word, NOBODY)
        if not 0 <= colour <= last:
            known = ", ".join(self.board.colours[: last + 1])
            raise BadNotation(f"{word!r} is not one of the colours {known}")
        return colour

    def _place(self, words: list[str]) -> Move:
        return Place(self._region(words, "'place LON'"))

    def _bid(self, words: list[str]) -> Move:
        form = "'bid 1k 2a', or with two houses 'bid blue 1k pink 2a'"
        groups: list[tuple[int, list[str]]] = []
        for word in words:
            if word in self._colours:
                groups.append((self._colour(word, HOUSES - 1), []))
            elif not groups:
                groups.append((NOBODY, [word]))
            else:
                groups[-1][1].append(word)
        parts: list[tuple[int, int, int, int]] = []
        for colour, counted_words in groups:
            if any(colour == other for other, *_ in parts):
                raise BadNotation(f"name each colour once: {form}")
            k, f, a, *mercenaries = count_words(counted_words, form)
            if any(mercenaries):
                raise BadNotation(f"mercenaries cannot be bid: {form}")
            parts.append((colour, k, f, a))
        if not parts:
            raise BadNotation(f"a bid names units: {form}")
        return Bid(tuple(sorted(parts)))

    def _crown(self, words: list[str]) -> Move:
        form = "'crown 7', or 'crown 7 pink' for a choice of colour"
        if not 1 <= len(words) <= 2 or not _NUMBER.fullmatch(words[0]):
            raise BadNotation(f"which box? write {form}")
        colour = self._colour(words[1], HOUSES - 1) if len(words) == 2 else NOBODY
        return Crown(int(words[0]), colour)

    def _take(self, words: list[str]) -> Move:
        form = "'take 2k 1f' or 'take nothing'"
        draw = FILL
        if len(words) >= 2 and words[-2] == "draw":
            if not re.fullmatch(r"0|[1-9][0-9]?", words[-1]):
                raise BadNotation("how many to draw? write 'take 1k draw 2'")
            draw = int(words[-1])
            words = words[:-2]
        if words == ["nothing"]:
            return Take((0, 0, 0), draw)
        k, f, a, *mercenaries = count_words(words, form)
        if any(mercenaries):
            raise BadNotation(f"a household has no mercenaries: {form}")
        return Take((k, f, a), draw)

    def _rouen(self, words: list[str]) -> Move:
        if len(words) != 1 or words[0] not in TYPES:
            raise BadNotation(f"which unit? write '{self._start()} knight', foot or archer")
        return Rouen(TYPES.index(words[0]))

    def _attack(self, words: list[str]) -> Move:
        form = "'attack DUB blue 1k 1a 2m3'"
        named = [index for index, word in enumerate(words) if word in self._colours]
        if not named:
            known = ", ".join(self.board.colours)
            raise BadNotation(f"an attack names a colour ({known}): {form}")
        index = named[-1]  # a region may be called after a colour too
        target = self._region(words[:index], form)
        colour = self._colours[words[index]]
        return Attack(target, colour, count_words(words[index + 1 :], form))

    def _castle(self, words: list[str]) -> Move:
        form = "'castle 3 LON'"
        if not words or words[0] not in ("1", "2", "3"):
            raise BadNotation(f"which castle, 1, 2 or 3? write {form}")
        return Castle(int(words[0]), self._region(words[1:], form))

    def _end(self, words: list[str]) -> Move:
        if words == ["attacks"]:
            return END_ATTACKS
        if words == ["castles"]:
            return END_CASTLES
        raise BadNotation("write 'end attacks' or 'end castles'")

    def _no(self, words: list[str]) -> Move:
        if words == ["tax"]:
            return NO_TAX
        raise BadNotation("write 'no tax'")

    def _aside(self, words: list[str]) -> Move:
        name = "-".join(words)
        if name not in self.board.kinds:
            raise BadNotation(
                "which marker? write 'aside blue knight', 'aside merc3', 'aside castle1'"
            )
        return Discard(self.board.kinds.index(name))


def counted(numbers: tuple[int, ...]) -> str:
    """`1k 2a 1m3`; nothing for nothing."""
    return " ".join(f"{n}{key}" for key, n in zip(_KEYS, numbers, strict=False) if n)


def count_words(words: list[str], form: str) -> tuple[int, int, int, int, int, int]:
    """Six counts out of `1k 2a 1m3`."""
    text = "".join(words)
    if not _MANY.fullmatch(text):
        said = f", found {' '.join(words)!r}" if words else ""
        raise BadNotation(f"markers are counted like 1k 2f 1a 2m3{said}; write {form}")
    numbers = dict.fromkeys(_KEYS, 0)
    for found in _ONE.finditer(text):
        number, key = int(found[1]), found[2]
        if numbers[key] or number > MOST:
            raise BadNotation(f"count each kind once, and at most {MOST} of it: {form}")
        numbers[key] = number
    k, f, a, m3, m2, m1 = numbers.values()
    return k, f, a, m3, m2, m1
