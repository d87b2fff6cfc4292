"""Options: disputed readings and variants, typed, validated, with presets."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, Literal, TypeVar

from attrs import field

from rulekeep.core.data_files import kind_of
from rulekeep.core.errors import SetupError
from rulekeep.core.frozen_values import frozen
from rulekeep.core.lazy_dict import LazyDict
from rulekeep.core.terms import Terms
from rulekeep.core.text import upper_first

__all__ = ["Option", "Preset", "Terms", "TermsCache", "find", "settle", "settle_only", "spell"]

T = TypeVar("T")


def spell(value: object) -> str:
    """An option's value as it is typed: `on`/`off` stay strings, flags are true/false."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    return kind_of(value) if isinstance(value, int) else str(value)


@frozen
class Option:
    """A disputed reading or a variant that players agree on before the match."""

    name: str
    values: tuple[Any, ...]
    default: Any
    rules: tuple[str, ...]
    help: str
    kind: Literal["choice", "flag", "integer"] = "choice"
    low: int = 0
    high: int = 0
    labels: Mapping[Any, str] = field(factory=dict, eq=False)
    """What a value is called in menus; optional."""
    formerly: Mapping[int, Any] = field(factory=dict, eq=False)
    """Former defaults, by the last edition of the rule book that had them."""
    since: int = 1
    """The edition of the rule book that first had it."""
    title: str = ""
    """What people call it; empty: its name in plain letters."""

    @property
    def label(self) -> str:
        """What people call the option: `Lapping`."""
        return self.title or upper_first(self.name.replace("_", " "))

    def label_of(self, value: Any) -> str:
        """What people call a value: `Forbidden`, `Yes`, `3`."""
        if value in self.labels:
            return upper_first(self.labels[value])
        if isinstance(value, bool):
            return "Yes" if value else "No"
        return upper_first(spell(value).replace("_", " "))

    @classmethod
    def choice(
        cls,
        name: str,
        values: Sequence[Any],
        *,
        rules: Iterable[str],
        help: str,
        default: Any = ...,
        labels: Mapping[Any, str] | None = None,
    ) -> Option:
        """One of several values; the first is the default unless said otherwise."""
        chosen = values[0] if default is ... else default
        return cls(name, tuple(values), chosen, tuple(rules), help, labels=labels or {})

    @classmethod
    def flag(cls, name: str, default: bool, *, rules: Iterable[str], help: str) -> Option:
        return cls(name, (False, True), default, tuple(rules), help, "flag")

    @classmethod
    def integer(
        cls, name: str, default: int, low: int, high: int, *, rules: Iterable[str], help: str
    ) -> Option:
        return cls(name, (), default, tuple(rules), help, "integer", low, high)

    def default_in(self, edition: int) -> Any:
        """The default in an edition of the rule book."""
        later = [former for former in self.formerly if former >= edition]
        return self.formerly[min(later)] if later else self.default

    @property
    def spelled(self) -> str:
        """All values, as people type them."""
        if self.kind == "integer":
            return f"{self.low}…{self.high}"
        return " | ".join(spell(v) for v in self.values)

    def parse(self, text: str) -> Any:
        """The value that a word on the command line means."""
        if self.kind == "integer":
            if not re.fullmatch("-?[0-9]{1,9}", text.strip()):
                raise self._bad(text)
            return self.validate(int(text))
        for value in self.values:
            if spell(value) == text:
                return value
        words = {spell(value).lower(): value for value in self.values}
        if self.kind == "flag":
            words |= {"on": True, "off": False, "yes": True, "no": False}
        try:
            return words[text.strip().lower()]
        except KeyError:
            raise self._bad(text) from None

    def validate(self, value: Any) -> Any:
        """The value, if it is valid for this option (types count). SetupError."""
        if self.kind == "integer":
            whole = isinstance(value, int) and not isinstance(value, bool)
            if whole and self.low <= value <= self.high:
                return value
            raise self._bad(value)
        for allowed in self.values:
            if type(allowed) is type(value) and allowed == value:
                return allowed
        raise self._bad(value)

    def _bad(self, value: object) -> SetupError:
        said = (value if isinstance(value, str) else spell(value))[:40]
        return SetupError(f"option {self.name!r} cannot be {said!r}; it is {self.spelled}")


class Preset(dict[str, Any]):
    """A named set of options, and what it changes."""

    def __init__(self, options: Mapping[str, Any], text: str = "", label: str = "") -> None:
        super().__init__(options)
        self.text = text
        self.label = label
        """What people call it; empty: only its name is known."""


def find(options: Sequence[Option], name: str) -> Option:
    """The option of this name. SetupError suggests the nearest name."""
    for option in options:
        if option.name == name:
            return option
    from difflib import get_close_matches

    near = get_close_matches(str(name)[:40], [option.name for option in options], 1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise SetupError(f"there is no option {str(name)[:40]!r}{hint}")


def settle(options: Sequence[Option], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """All options with a value each: the chosen ones validated, the others by default."""
    return {option.name: option.default for option in options} | settle_only(options, chosen)


def settle_only(options: Sequence[Option], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """The chosen options, validated, without filling in the others."""
    if not isinstance(chosen, Mapping):
        raise SetupError("options are given as names and values")
    return {name: find(options, name).validate(value) for name, value in chosen.items()}


class TermsCache(Generic[T]):
    """Cache of terms by seats and options, because building their tables is slow."""

    MOST = 64

    def __init__(
        self, make: Callable[[int, Mapping[str, Any]], T], options: Sequence[Option]
    ) -> None:
        self._make = make
        self._options = options
        self._made: OrderedDict[tuple[object, ...], T] = OrderedDict()
        self._as_printed: LazyDict[int, T] = LazyDict(lambda seats: self._settled(seats, {}))

    def __call__(self, seats: int, chosen: Mapping[str, Any]) -> T:
        """The terms of a match. SetupError for what cannot be played."""
        as_printed = chosen == {} and type(seats) is int
        return self._as_printed[seats] if as_printed else self._settled(seats, chosen)

    def _settled(self, seats: int, chosen: Mapping[str, Any]) -> T:
        settled = settle(self._options, chosen)
        # By type too: True and 1 are two different settings.
        key = (type(seats), seats, *((type(v), v) for v in settled.values()))
        terms = self._made.get(key)
        if terms is None:
            terms = self._made[key] = self._make(seats, settled)
            if len(self._made) > self.MOST:
                self._made.popitem(last=False)
        else:
            self._made.move_to_end(key)
        return terms
