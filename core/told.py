"""Events whose sentence only has to be filled in with what they know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any, ClassVar

from attrs import frozen

from rulekeep.core.game import Event, NameOf
from rulekeep.core.prose import listed, plural
from rulekeep.core.seats import Seat


class _Sentence(Formatter):
    """Fills in the fields and properties of an event, its seat by the name of who sits there."""

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        event, name = args
        return name(event.seat) if key == "seat" else getattr(event, str(key))

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec in ("and", "or"):
            return listed(value, format_spec)
        if format_spec:
            return plural(len(value) if isinstance(value, tuple) else value, format_spec)
        return " ".join(value) if isinstance(value, tuple) else str(value)


@frozen
class Told(Event):
    """An event with a plain sentence.

    `{kind}` is a field or a property, of several things one after the other; `{tiles:and}` lists
    them, `{tiles:tile}` counts them or says a number: `3 tiles`.
    """

    says: ClassVar[str]
    to_others: ClassVar[str] = ""
    """What those get to know who do not see it."""

    def tell(self, name: NameOf) -> str:
        return _Sentence().vformat(self.says, (self, name), {})

    def rumour(self, name: NameOf) -> str:
        return _Sentence().vformat(self.to_others, (self, name), {})


@frozen
class OfSeat(Told):
    """Something that a player did or suffered: `{seat}` in its sentence."""

    seat: Seat


def because(rule: str, *further: tuple[str, bool]) -> tuple[str, ...]:
    """The rule of an event, and those further ones that made a difference."""
    return (rule, *(other for other, holds in further if holds))
