"""Events whose sentence only has to be filled in, and the rules that made them happen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any, ClassVar

from rulekeep.core.game import Event, NameOf
from rulekeep.core.prose import listed, plural
from rulekeep.core.seats import Seat
from rulekeep.core.values import frozen


class _Sentence(Formatter):
    """Fills in what an event knows; see `Told`."""

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        event, name = args
        if isinstance(key, int):
            return name(key)
        return name(event.seat) if key == "seat" else getattr(event, key)

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec in ("and", "or"):
            return listed(value, format_spec)
        if format_spec:
            return plural(len(value) if isinstance(value, tuple) else value, format_spec)
        if isinstance(value, tuple):
            words = all(isinstance(item, str) for item in value)
            return (" " if words else ", ").join(map(str, value))
        return str(value)


@frozen
class Told(Event):
    """An event whose sentence names its fields and properties: `{seat} draws {tiles:tile}.`

    `{seat}` is the name of that player, `{0}` that of the first. `{tiles:tile}` counts things or
    says a number, `{tiles:and}` lists them; alone they stand one after the other, the items of a
    sum with commas.
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


def because(rule: str, *further: tuple[str, object]) -> tuple[str, ...]:
    """The rule of an event, and those further ones that made a difference."""
    return (rule, *(other for other, holds in further if holds))
