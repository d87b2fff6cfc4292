"""Notation by form: one declaration parses a move, writes it, helps, and words the errors.

    LANGUAGE = Language(
        {"cell": Names("cell", CELLS), "colour": Names("colour", LETTERS), "crests": Number("crests", 0, 2)},
        [
            Phrase("build <cell> [<colour>] crest<crests>", Build, "build C3 crest2"),
            Phrase("skip", Skip),
        ],
    )

In a form, `<name>` is an attribute of the move, read and written by the slot of that name (or of
another one: `<origin:position>`); what is in brackets may be left out and then has the move's
default; a bare word in brackets is a flag of that name. The first form of a class is the one that
is written; further ones are understood too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol

import attrs
from attrs import field

from rulekeep.core.errors import BadNotation
from rulekeep.core.frozen_values import frozen
from rulekeep.core.text import fit

MOST_REMEMBERED = 20_000


class WordReader:
    """The words of a move, read one by one."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = list(words)
        self.at = 0

    def __len__(self) -> int:
        """How many are left."""
        return len(self.words) - self.at

    @property
    def next(self) -> str:
        """The next word without taking it; empty at the end."""
        return self.words[self.at] if self.at < len(self.words) else ""

    def take(self, what: str = "something") -> str:
        """The next word; BadNotation if there is none."""
        if self.at == len(self.words):
            raise BadNotation(f"{what} is missing")
        self.at += 1
        return self.words[self.at - 1]

    def cut(self, length: int) -> None:
        """Take only the beginning of the next word; the rest stays."""
        rest = self.words[self.at][length:]
        self.words[self.at : self.at + 1] = [rest] if rest else []


class Slot(Protocol):
    """A part of a move: a place, a number, a name."""

    what: str
    """What it is called: `cell`. A slot may also have a `pattern`: what it writes, as a regular
    expression; and `words`: all that it can write, if that is a list."""

    def read(self, words: WordReader) -> Any:
        """Read the value from the next words. BadNotation."""
        ...

    def write(self, value: Any) -> str: ...

    def knows(self, value: Any) -> bool:
        """Whether such a thing exists."""
        ...


ANY_WORDS = r"\S+( \S+)*"
"""What a slot writes that does not say its pattern."""

LONGEST = 1000
"""The longest text that is read as a move."""


def shortened_word(word: str) -> str:
    """A typed word, short enough for a message."""
    return repr(fit(word, 40))


@lru_cache(maxsize=1024)
def _nearest(word: str, names: tuple[str, ...]) -> str:
    """The name most like a word, or "". Slow, and moves that leave words out ask for it each time."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(word, names, 1)), "")


class NameSlot:
    """The name of a thing. The value is its index; case does not matter."""

    def __init__(
        self, what: str, names: Sequence[str], also: Mapping[str, int] | None = None
    ) -> None:
        self.what = what
        self.names = tuple(names)
        self._index = {name.casefold(): index for index, name in enumerate(self.names)}
        self._index |= {name.casefold(): index for name, index in (also or {}).items()}
        self._spellings = tuple(self._index)

    def read(self, words: WordReader) -> int:
        word = words.take(f"the {self.what}")
        found = self._index.get(word.casefold())
        if found is None:
            raise BadNotation(f"there is no {self.what} {shortened_word(word)}{self._hint(word)}")
        return found

    def _hint(self, word: str) -> str:
        if len(self.names) <= 12:
            return f"; there are {', '.join(self.names)}"
        near = _nearest(word.casefold(), self._spellings)
        return f"; did you mean {self.names[self._index[near]]}?" if near else ""

    @property
    def pattern(self) -> str:
        return "|".join(map(re.escape, self.names))

    @property
    def words(self) -> tuple[str, ...]:
        return self.names

    def write(self, value: int) -> str:
        return self.names[value]

    def knows(self, value: Any) -> bool:
        return type(value) is int and 0 <= value < len(self.names)


class ChoiceSlot:
    """One of a few words, each with a value of its own."""

    def __init__(self, what: str, values: Mapping[str, Any]) -> None:
        self.what = what
        self.values = values
        self._word = {value: word for word, value in values.items()}

    def read(self, words: WordReader) -> Any:
        word = words.take(f"{' or '.join(self.values)}")
        if word.casefold() not in self.values:
            raise BadNotation(f"{shortened_word(word)} is not {' or '.join(self.values)}")
        return self.values[word.casefold()]

    @property
    def pattern(self) -> str:
        return "|".join(map(re.escape, self.values))

    @property
    def words(self) -> tuple[str, ...]:
        return tuple(self.values)

    def write(self, value: Any) -> str:
        return self._word[value]

    def knows(self, value: Any) -> bool:
        return value in self._word


class NumberSlot:
    """A whole number. With `shift=1`, people count from 1 and the program from 0."""

    pattern = "-?[0-9]+"

    def __init__(self, what: str, low: int, high: int, *, shift: int = 0) -> None:
        self.what = what
        self.low, self.high, self.shift = low, high, shift

    def read(self, words: WordReader) -> int:
        word = words.take(f"the {self.what}")
        if not re.fullmatch("-?[0-9]{1,6}", word):
            raise BadNotation(f"{shortened_word(word)} is no number; say the {self.what}")
        if not self.low <= int(word) <= self.high:
            raise BadNotation(
                f"there is no {self.what} {word}; they run from {self.low} to {self.high}"
            )
        return int(word) - self.shift

    @property
    def words(self) -> tuple[str, ...]:
        values = range(self.low - self.shift, self.high - self.shift + 1)
        return tuple(filter(None, map(self.write, values)))

    def write(self, value: int) -> str:
        return str(value + self.shift)

    def knows(self, value: Any) -> bool:
        return type(value) is int and self.low <= value + self.shift <= self.high


@frozen
class Phrase:
    """One form of a move, and an example of it."""

    form: str
    move: type
    example: str = ""
    help: str = ""


@frozen
class _Piece:
    """A literal word, a slot (with a word glued before it), or a part that may be left out."""

    word: str = ""
    name: str = ""
    slot: Slot | None = None
    inner: tuple[_Piece, ...] = ()
    sign: str = ""
    """What stands for the slot in the form that people read."""

    @property
    def shown(self) -> str:
        if self.inner:
            return f"[{' '.join(piece.shown for piece in self.inner)}]"
        if self.slot is None:
            return self.word
        glued_number = self.word and isinstance(self.slot, NumberSlot)
        return self.word + ("N" if glued_number else self.sign.upper())


@frozen
class _Parsed:
    phrase: Phrase
    pieces: tuple[_Piece, ...]
    defaults: Mapping[str, Any] = field(eq=False)
    optional: frozenset[str]

    @property
    def shown(self) -> str:
        return " ".join(piece.shown for piece in self.pieces)

    @property
    def verb(self) -> str:
        """The words that every move of this form has."""
        fixed = (p.word for p in self.pieces if not (p.name or p.inner or p.slot))
        return " ".join(fixed)

    @property
    def wanted(self) -> str:
        """The form for people, with its example."""
        example = self.phrase.example
        return f"{self.shown}, for example {example}" if example else self.shown


class Language:
    """All moves of a game as text and back."""

    def __init__(self, slots: Mapping[str, Slot], phrases: Iterable[Phrase]) -> None:
        self._slots = slots
        self._forms = [self._understand(phrase) for phrase in phrases]
        self._written: dict[type, _Parsed] = {}
        for form in self._forms:
            self._written.setdefault(form.phrase.move, form)
        self._sound: set[Any] = set()
        self.verbs = tuple(dict.fromkeys(form.pieces[0].word for form in self._forms))

    @property
    def forms(self) -> tuple[str, ...]:
        """How each kind of move is written."""
        return tuple(form.shown for form in self._written.values())

    @property
    def examples(self) -> tuple[str, ...]:
        return tuple(form.phrase.example or form.shown for form in self._written.values())

    @property
    def patterns(self) -> tuple[str, ...]:
        """A regular expression for the text of each kind of move."""
        return tuple(f"^{_pattern(form.pieces)[1:]}$" for form in self._written.values())

    def help(self) -> list[tuple[str, str, str]]:
        """Form, example and meaning of each kind of move."""
        return [
            (form.shown, form.phrase.example, form.phrase.help) for form in self._written.values()
        ]

    # -- understanding forms ------------------------------------------------------------------

    def _understand(self, phrase: Phrase) -> _Parsed:
        tokens = re.findall(r"\[|\]|[^\s\[\]]+", phrase.form)
        pieces = self._pieces(tokens, phrase)
        names = _names(pieces)
        known = {attribute.name: attribute for attribute in attrs.fields(phrase.move)}
        for name in names:
            if name not in known:
                raise ValueError(f"{phrase.form!r}: {phrase.move.__name__} has no {name!r}")
        defaults = {name: known[name].default for name in names}
        optional = frozenset(name for piece in pieces for name in _names(piece.inner))
        return _Parsed(phrase, pieces, defaults, optional)

    def _pieces(self, tokens: list[str], phrase: Phrase) -> tuple[_Piece, ...]:
        pieces: list[_Piece] = []
        while tokens:
            token = tokens.pop(0)
            if token == "]":
                break
            if token == "[":
                inner = self._pieces(tokens, phrase)
                if len(inner) == 1 and inner[0].slot is None:
                    inner = (_Piece(word=inner[0].word, name=inner[0].word),)  # a flag
                pieces.append(_Piece(inner=inner))
            elif found := re.fullmatch(r"([^<>]*)<(\w+)(?::(\w+))?>", token):
                word, name, slot = found.groups()
                # People read the kind of thing, unless a form has two of a kind: FROM and TO.
                several = phrase.form.count(f":{slot}>") > 1
                sign = name if slot is None or several else slot
                if (slot or name) not in self._slots:
                    raise ValueError(f"{phrase.form!r}: there is no slot {slot or name!r}")
                pieces.append(_Piece(word, name, self._slots[slot or name], sign=sign))
            else:
                pieces.append(_Piece(token))
        return tuple(pieces)

    # -- writing ------------------------------------------------------------------------------

    def notation(self, move: Any) -> str:
        """The one text of a move."""
        form = self._written[type(move)]
        said = _said(form.pieces, move, form.defaults)
        return " ".join([piece.word + value for piece, value in said])

    def parts(self, move: Any) -> dict[str, str]:
        """What a move says, by name: `verb`, its fixed words, then every part that is written."""
        form = self._written[type(move)]
        parts = {"verb": form.verb}
        for piece, value in _said(form.pieces, move, form.defaults):
            if piece.name:
                parts[piece.name] = piece.word if piece.slot is None else value
        return parts

    @property
    def words(self) -> dict[str, tuple[str, ...]]:
        """By name of a part: all that can be said there; nothing if that has no end."""
        found: dict[str, dict[str, None]] = {"verb": {}}
        for form in self._written.values():
            found["verb"][form.verb] = None
            for piece in _slots(form.pieces):
                said = (piece.word,) if piece.slot is None else getattr(piece.slot, "words", ())
                found.setdefault(piece.name, {}).update(dict.fromkeys(said))
        return {name: tuple(words) for name, words in found.items()}

    def strange(self, move: Any) -> str | None:
        """What a move names that does not exist; None for a sound move.

        Sound moves are remembered: a game has few, and asks about them again and again.
        """
        if move in self._sound:
            return None
        form = self._written.get(type(move))
        if form is None:
            return f"{shortened_word(repr(move))} is not a move of this game"
        for piece in _slots(form.pieces):
            value = getattr(move, piece.name)
            left_out = piece.name in form.optional and value == form.defaults[piece.name]
            if not left_out and piece.slot is not None and not piece.slot.knows(value):
                return f"there is no {piece.slot.what} {shortened_word(repr(value))}"
        if len(self._sound) < MOST_REMEMBERED:
            self._sound.add(move)
        return None

    # -- reading ------------------------------------------------------------------------------

    def parse(self, text: str) -> Any:
        """The move that a text means. BadNotation."""
        if len(text) > LONGEST:
            raise BadNotation(f"{shortened_word(text.strip())} is too long for a move")
        words = text.split()
        if not words:
            raise BadNotation(f"say a move: {self._verbs()}")
        verb = words[0].casefold()
        fitting = [form for form in self._forms if form.pieces[0].word.casefold() == verb]
        if not fitting:
            near = _nearest(verb, self.verbs)
            hint = f", did you mean {near!r}?" if near else ";"
            raise BadNotation(
                f"{shortened_word(text.strip())} is not a move{hint} the moves are: {self._verbs()}"
            )
        best = (-1, "")
        for form in fitting:
            reading = WordReader(words)
            try:
                values: dict[str, Any] = {}
                _read(form.pieces, reading, values)
                if len(reading):
                    rest = " ".join(reading.words[reading.at :])
                    raise BadNotation(f"there is something left over: {shortened_word(rest)}")
                return form.phrase.move(**values)
            except BadNotation as error:
                if reading.at > best[0]:
                    best = (reading.at, f"{error}; write {form.wanted}")
        raise BadNotation(best[1])

    def _verbs(self) -> str:
        return ", ".join(self.forms)


def _slots(pieces: Iterable[_Piece]) -> Iterator[_Piece]:
    """The pieces that stand for an attribute of the move, inner ones too."""
    for piece in pieces:
        yield from _slots(piece.inner)
        if piece.name:
            yield piece


def _pattern(pieces: Iterable[_Piece]) -> str:
    """Every word with the space before it."""
    found = ""
    for piece in pieces:
        if piece.inner:
            found += f"({_pattern(piece.inner)})?"
        else:
            slot = "" if piece.slot is None else f"({getattr(piece.slot, 'pattern', ANY_WORDS)})"
            found += f" {re.escape(piece.word)}{slot}"
    return found


def _names(pieces: Iterable[_Piece]) -> list[str]:
    return [piece.name for piece in _slots(pieces)]


def _said(
    pieces: Iterable[_Piece], move: Any, defaults: Mapping[str, Any]
) -> Iterator[tuple[_Piece, str]]:
    """Each piece that is written, and what its slot writes."""
    for piece in pieces:
        if piece.inner:
            if any(getattr(move, name) != defaults[name] for name in _names(piece.inner)):
                yield from _said(piece.inner, move, defaults)
        else:
            yield piece, "" if piece.slot is None else piece.slot.write(getattr(move, piece.name))


def _read(pieces: Sequence[_Piece], words: WordReader, values: dict[str, Any]) -> None:
    """Read the pieces in order; what may be left out is skipped where it does not fit."""
    skipped: BadNotation | None = None
    for number, piece in enumerate(pieces):
        if piece.inner:
            at, before = words.at, words.words[:]
            try:
                _read(piece.inner, words, values)
            except BadNotation as error:
                words.at, words.words = at, before
                skipped = error
            continue
        try:
            _read_piece(piece, words, values)
        except BadNotation:
            # A word too many: it was meant for what has been skipped.
            if skipped is not None and len(words) > sum(not p.inner for p in pieces[number:]):
                raise skipped from None
            raise
        skipped = None
    if skipped is not None and len(words):
        raise skipped


def _read_piece(piece: _Piece, words: WordReader, values: dict[str, Any]) -> None:
    if piece.slot is None:
        if words.next.casefold() != piece.word.casefold():
            said = f", not {shortened_word(words.next)}" if words.next else ""
            raise BadNotation(f"here comes {piece.word!r}{said}")
        words.take()
        if piece.name:
            values[piece.name] = True
        return
    if piece.word:
        if not words.next.casefold().startswith(piece.word.casefold()):
            said = f", not {shortened_word(words.next)}" if words.next else ""
            raise BadNotation(f"here comes {piece.shown}{said}")
        words.cut(len(piece.word))
    values[piece.name] = piece.slot.read(words)
