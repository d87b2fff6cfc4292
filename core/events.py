"""Events: what happened, the rules that caused it, and its sentence."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from string import Formatter
from typing import Any, ClassVar

from attrs import asdict, field

from rulekeep.core.frozen_values import frozen
from rulekeep.core.primitives.players import Seat
from rulekeep.core.text import listed, plural, upper_first, with_article

NameOf = Callable[[int], str]
"""The name of a player, by seat."""


@frozen
class Event:
    """Something that happened, with the rules that caused it. Games subclass it.

    A subclass adds fields and says itself in `tell`. Names are past tense: TilePlaced.
    """

    rules: tuple[str, ...]
    seen_by: tuple[int, ...] | None = field(default=None, kw_only=True)
    """The seats that see it; None means everybody."""

    @property
    def rule(self) -> str:
        """The main rule that caused it."""
        return self.rules[0]

    @property
    def name(self) -> str:
        return type(self).__name__

    def tell(self, name: NameOf) -> str:
        """The plain sentence for those who see it."""
        raise NotImplementedError

    def rumour(self, name: NameOf) -> str:
        """The sentence for everybody else; empty if they learn nothing."""
        return ""

    def tell_to(self, seat: int | None, name: NameOf) -> str:
        """The sentence for one seat (None: a spectator)."""
        seen = self.seen_by is None or (seat is not None and seat in self.seen_by)
        return self.tell(name) if seen else self.rumour(name)

    def to_dict(self) -> dict[str, Any]:
        fields = asdict(self)
        fields["event"] = self.name
        return fields


Emit = Callable[[Event], None]


@cache
def _parts(sentence: str) -> tuple[tuple[str, str | None, str], ...]:
    """Split a template into literal text, key and format."""
    return tuple((text, key, how or "") for text, key, how, _ in Formatter().parse(sentence))


def _filled_in(sentence: str, event: SentenceEvent, name: NameOf) -> str:
    said = ""
    for text, key, how in _parts(sentence):
        said += text
        if key is not None:
            value, word = _known(event, key, name), event.words.get(how)
            said += word(value) if word is not None else _said(value, how)
    return said


def _known(event: Any, key: str, name: NameOf) -> Any:
    if key.isdecimal():
        return name(int(key))
    if key == "seat":
        return name(event.seat)
    key, _, number = key.partition("[")
    return getattr(event, key)[int(number[:-1])] if number else getattr(event, key)


def _said(value: Any, how: str) -> str:
    if how:
        return plural(len(value) if isinstance(value, tuple) else value, how)
    if isinstance(value, tuple):
        words = all(isinstance(item, str) for item in value)
        return (" " if words else ", ").join(map(str, value))
    return str(value)


@frozen
class SentenceEvent(Event):
    """An event whose sentence names its fields and properties: `{seat} draws {tiles:tile}.`

    `{seat}` is the name of that player, `{0}` that of the first. `{tiles:tile}` counts things or
    says a number; alone they stand one after the other, the items of a sum with commas. A word
    says it in its own way: `{tiles:and}` lists them, `{colour:a}` is `a blue`.
    """

    words: ClassVar[dict[str, Callable[[Any], str]]] = {
        "and": listed,
        "or": partial(listed, last="or"),
        "a": with_article,
        "capital": upper_first,
    }
    """A game may add its own."""
    says: ClassVar[str]
    to_others: ClassVar[str] = ""
    """The sentence for those who do not see it."""

    def tell(self, name: NameOf) -> str:
        return _filled_in(self.says, self, name)

    def rumour(self, name: NameOf) -> str:
        return _filled_in(self.to_others, self, name)


@frozen
class SeatEvent(SentenceEvent):
    """An event of one player, named by `{seat}` in its sentence."""

    seat: Seat


def because(rule: str, *further: tuple[str, object]) -> tuple[str, ...]:
    """The rule of an event, and each further rule whose condition holds."""
    return (rule, *(other for other, holds in further if holds))
