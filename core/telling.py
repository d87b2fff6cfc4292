"""What happened, told in a sentence that only has to be filled in, and the rules that made it so."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any, ClassVar

from attrs import frozen

from rulekeep.core.game import Event, NameOf
from rulekeep.core.prose import plural


def because(rule: str, *further: tuple[str, object]) -> tuple[str, ...]:
    """The rule of an event, and those further ones that made a difference."""
    return (rule, *(other for other, holds in further if holds))


class _Sentence(Formatter):
    """Fills in what an event knows; see `Told`."""

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        event, name = args
        if isinstance(key, int):
            return name(key)
        return name(event.seat) if key == "seat" else getattr(event, key)

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec:
            return plural(len(value) if isinstance(value, tuple) else value, format_spec)
        if isinstance(value, tuple):
            words = all(isinstance(item, str) for item in value)
            return (" " if words else ", ").join(map(str, value))
        return str(value)


@frozen
class Told(Event):
    """An event whose sentence names its fields: `{seat} draws {tiles:tile}.`

    `{seat}` is the name of that player, `{0}` that of the first; with a noun a number or a tuple
    is counted; a tuple of words is written one after the other, a sum with commas.
    """

    says: ClassVar[str]
    to_others: ClassVar[str] = ""
    """What those get to know who do not see it."""

    def tell(self, name: NameOf) -> str:
        return _Sentence().vformat(self.says, (self, name), {})

    def rumour(self, name: NameOf) -> str:
        return _Sentence().vformat(self.to_others, (self, name), {})
