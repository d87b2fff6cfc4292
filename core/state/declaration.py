"""A table declared once: the type, the default and the form in data of every field.

    @dataclass(slots=True, eq=False, init=False)
    class State(Table[Terms]):
        phase: Phase = kept(ACTION, Word(PHASES), "what is to be decided now")
        hands: list[Hand] = kept(lambda terms: [()] * terms.seats, PerSeat(HAND))
        occupied: int = derived(0)

Slots, copying, equality, the keys of a position, writing and typed reading follow from that
(`core.state` reads and writes). The decorator is the standard library's, spelled out, because a
compiler of plain Python knows it too.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, ClassVar, Generic, Self, TypeVar, get_args, get_origin, get_type_hints

import attrs

from rulekeep.core.data_files import Plain
from rulekeep.core.frozen_values import frozen
from rulekeep.core.state.fields import Form, Schema

T = TypeVar("T")


# -- declaring --------------------------------------------------------------------------------


@frozen
class Field:
    """One field of a table as it was declared."""

    name: str
    default: Any
    form: Form[Any] | None
    key: str
    help: str
    compared: bool

    def fresh(self, terms: Any) -> Any:
        """The value on a table nobody has touched."""
        return self.default(terms) if callable(self.default) else self.default


def kept(
    default: Any, form: Form[Any], help: str = "", *, key: str = "", compared: bool = True
) -> Any:
    """A field that stands in positions, under its own name unless another key is given.

    The default is a value, or for anything mutable a function of the terms. A dotted key such as
    `accounts.paid` is nested. Of several fields with one key the first writes it, all read it.
    What follows from other fields and is numbered in its own way on each table is not compared.
    """
    return _declare(default, form, key, help, compared)


def derived(default: Any = None) -> Any:
    """A field that follows from others: kept up to date for speed, and no part of positions."""
    return _declare(default, None, "", "", True)


def remembered(default: Any = None) -> Any:
    """A derived field that may or may not have been looked up, and so does not tell tables apart."""
    return _declare(default, None, "", "", False)


def _declare(default: Any, form: Form[Any] | None, key: str, help: str, compared: bool) -> Any:
    said = {"default": default, "form": form, "key": key, "help": help, "compared": compared}
    return dataclasses.field(metadata={"rulekeep": said})


@frozen
class Repeats:
    """A key that only says once more what follows from the rest; a position may leave it out."""

    key: str
    say: Callable[[Any], Plain]
    help: str = ""
    written: Schema = attrs.field(factory=dict)
    """The same as JSON Schema."""


class DeclaredState(Generic[T]):
    """The whole table of a match. Subclasses declare their fields; see above."""

    __slots__ = ("terms",)

    REPEATS: ClassVar[tuple[Repeats, ...]] = ()
    """Keys of positions that follow from the others."""
    RETIRED: ClassVar[tuple[str, ...]] = ()
    """Keys that older positions have and nobody reads any more."""

    terms: T

    def __init__(self, terms: T) -> None:
        self.terms = terms
        lay_out(self, terms)

    def copy(self) -> Self:
        """An independent table; what is shared never changes."""
        kind: Any = type(self)
        kind.copy = _copier(kind)  # from now on: search copies at every step
        return kind.copy(self)  # type: ignore[no-any-return]

    def __eq__(self, other: object) -> bool:
        return same_fields(self, other)


def lay_out(table: Any, terms: Any) -> None:
    """Give every field its value on a table nobody has touched."""
    for field in fields_of(type(table)):
        setattr(table, field.name, field.fresh(terms))


_BLANK: dict[type, tuple[Any, Any]] = {}
"""By kind of table: the terms of the last match, and after a second one a table of theirs."""


def fresh(kind: type, terms: Any) -> Any:
    """A table nobody has touched.

    Matches come in series: from the second one on it is a copy, which is cheaper than laying out. A
    single match does without, so that no table waits for its first question until it can copy.
    """
    known, blank = _BLANK.get(kind, (None, None))
    if known is not terms:
        _BLANK[kind] = terms, None
        return kind(terms)
    if blank is None:
        blank = kind(terms)
        _BLANK[kind] = terms, blank
    return blank.copy()


def same_fields(one: Any, other: Any) -> bool:
    """Whether two tables are the same, as far as their fields tell tables apart."""
    if type(other) is not type(one):
        return NotImplemented  # type: ignore[no-any-return]
    if one.terms is not other.terms and one.terms != other.terms:
        return False
    if type(one) not in _COMPARED:
        _planned(type(one), _declared(type(one)))
    compared = _COMPARED[type(one)]
    return bool(compared(one) == compared(other))


_FIELDS: dict[type, tuple[Field, ...]] = {}
_COMPARED: dict[type, Callable[[Any], Any]] = {}
"""By kind of table: from one of them all that tells it from others."""


def _planned(table: type, fields: tuple[Field, ...]) -> tuple[Field, ...]:
    """What follows from the declaration of one kind of table."""
    names = [field.name for field in fields if field.compared]
    _COMPARED[table] = attrgetter(*names) if names else lambda _: ()
    _FIELDS[table] = fields
    return fields


def _declared(table: Any) -> tuple[Field, ...]:
    if not dataclasses.is_dataclass(table):
        raise TypeError(f"{table.__name__} needs @dataclass(slots=True, eq=False, init=False)")
    return _fields({field.name: field for field in dataclasses.fields(table)})


def _fields(declared: Mapping[str, dataclasses.Field[Any]]) -> tuple[Field, ...]:
    return tuple(
        Field(name=name, **{**said, "key": said["key"] or name})
        for name, field in declared.items()
        if (said := field.metadata.get("rulekeep")) is not None
    )


def declare(table: type, fields: Mapping[str, Any]) -> None:
    """The fields of a compiled table, whose class is no dataclass and copies by itself."""
    _planned(table, _fields(fields))


def fields_of(table: type) -> tuple[Field, ...]:
    """The fields of a table in the order of their declaration."""
    return _FIELDS.get(table) or _planned(table, _declared(table))


def _copier(table: Any) -> Callable[[Any], Any]:
    """A function that copies field by field, written out: a loop would take five times as long."""
    scope: dict[str, Any] = {"table": table, "make": table.__new__}
    exec(copy_as_text(table, "make(table)"), scope)  # noqa: S102 (names of declared fields, never data)
    return scope["copy"]  # type: ignore[no-any-return]


def copy_as_text(table: type, bare: str) -> str:
    """The source of a table's `copy`. `bare` makes a table without values."""
    hints = get_type_hints(table)
    lines = [f"new = {bare}", "new.terms = self.terms"]
    for field in fields_of(table):
        lines.append(f"new.{field.name} = {_copied(f'self.{field.name}', hints[field.name])}")
    return "\n    ".join(["def copy(self):", *lines, "return new\n"])


def _copied(value: str, hint: Any) -> str:
    """How a value of this type is copied; whatever is not listed here never changes in place."""
    kind = get_origin(hint) or hint
    if kind is list:
        (inner,) = get_args(hint) or (None,)
        if _copied("x", inner) != "x":
            return f"[{_copied('x', inner)} for x in {value}]"
        return f"{value}[:]"
    if kind in (dict, set) or (isinstance(kind, type) and callable(getattr(kind, "copy", None))):
        return f"{value}.copy()"
    return value
