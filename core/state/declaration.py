"""Declare the state of a game once: type, default and data form of every field.

    @dataclass(slots=True, eq=False, init=False)
    class State(DeclaredState[Terms]):
        phase: Phase = kept(ACTION, Word(PHASES), "what to decide now")
        hands: list[Hand] = kept(lambda terms: [()] * terms.seats, PerSeat(HAND))
        occupied: int = derived(0)

Slots, copying, equality, the keys of a position, writing and typed reading follow from that
(`core.state.position_data` reads and writes). The decorator is the standard library's, because the
compiler (mypyc) knows it too.
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
    """One declared field of a state."""

    name: str
    default: Any
    form: Form[Any] | None
    key: str
    help: str
    compared: bool

    def fresh(self, terms: Any) -> Any:
        """The value before the set-up."""
        return self.default(terms) if callable(self.default) else self.default


def kept(
    default: Any, form: Form[Any], help: str = "", *, key: str = "", compared: bool = True
) -> Any:
    """A field that positions contain, under its own name unless another key is given.

    The default is a value, or a function of the terms for anything mutable. A dotted key such as
    `accounts.paid` is nested. If several fields share a key, the first writes it and all read it.
    `compared=False`: the field does not count when states are compared.
    """
    return _declare(default, form, key, help, compared)


def derived(default: Any = None) -> Any:
    """A field that follows from others. It is kept up to date for speed; positions omit it."""
    return _declare(default, None, "", "", True)


def remembered(default: Any = None) -> Any:
    """A cache: a derived field that is filled when needed and never compared."""
    return _declare(default, None, "", "", False)


def _declare(default: Any, form: Form[Any] | None, key: str, help: str, compared: bool) -> Any:
    declared = {"default": default, "form": form, "key": key, "help": help, "compared": compared}
    return dataclasses.field(metadata={"rulekeep": declared})


@frozen
class Repeats:
    """A key of positions that repeats what follows from the rest. It may be left out."""

    key: str
    say: Callable[[Any], Plain]
    help: str = ""
    written: Schema = attrs.field(factory=dict)
    """Its JSON Schema."""


class DeclaredState(Generic[T]):
    """The whole state of a match. A game subclasses it and declares the fields; see above."""

    __slots__ = ("terms",)

    REPEATS: ClassVar[tuple[Repeats, ...]] = ()
    """Keys of positions that follow from the others."""
    RETIRED: ClassVar[tuple[str, ...]] = ()
    """Keys of older positions that are no longer read."""

    terms: T

    def __init__(self, terms: T) -> None:
        self.terms = terms
        lay_out(self, terms)

    def copy(self) -> Self:
        """An independent copy; only immutable values are shared."""
        kind: Any = type(self)
        kind.copy = _copier(kind)  # written out once: search copies at every step
        return kind.copy(self)  # type: ignore[no-any-return]

    def __eq__(self, other: object) -> bool:
        return same_fields(self, other)


def lay_out(table: Any, terms: Any) -> None:
    """Give every field its default."""
    for field in fields_of(type(table)):
        setattr(table, field.name, field.fresh(terms))


_BLANK: dict[type, tuple[Any, Any]] = {}
"""By class: the terms of the last match, and from the second match on a blank state to copy."""


def fresh(kind: type, terms: Any) -> Any:
    """A blank state.

    Simulation plays many matches with the same terms. From the second match on, the blank state is a
    copy, which is cheaper than filling every field. A single match pays nothing for it.
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
    """Whether two states are equal in all compared fields."""
    if type(other) is not type(one):
        return NotImplemented  # type: ignore[no-any-return]
    if one.terms is not other.terms and one.terms != other.terms:
        return False
    if type(one) not in _COMPARED:
        _remember(type(one), _declared(type(one)))
    compared = _COMPARED[type(one)]
    return bool(compared(one) == compared(other))


_FIELDS: dict[type, tuple[Field, ...]] = {}
_COMPARED: dict[type, Callable[[Any], Any]] = {}
"""By class: a function that returns the compared fields."""


def _remember(table: type, fields: tuple[Field, ...]) -> tuple[Field, ...]:
    """Remember the fields of a class, and how to compare them."""
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
        Field(name=name, **{**given, "key": given["key"] or name})
        for name, field in declared.items()
        if (given := field.metadata.get("rulekeep")) is not None
    )


def declare(table: type, fields: Mapping[str, Any]) -> None:
    """Declare the fields of a compiled state, whose class is no dataclass."""
    _remember(table, _fields(fields))


def fields_of(table: type) -> tuple[Field, ...]:
    """The fields of a state class, in order of declaration."""
    return _FIELDS.get(table) or _remember(table, _declared(table))


def _copier(table: Any) -> Callable[[Any], Any]:
    """A function that copies field by field. Generated, because a loop takes five times as long."""
    scope: dict[str, Any] = {"table": table, "make": table.__new__}
    exec(copy_as_text(table, "make(table)"), scope)  # noqa: S102 (names of declared fields, never data)
    return scope["copy"]  # type: ignore[no-any-return]


def copy_as_text(table: type, bare: str) -> str:
    """The source of `copy`. `bare` is an expression for an empty state."""
    hints = get_type_hints(table)
    lines = [f"new = {bare}", "new.terms = self.terms"]
    for field in fields_of(table):
        lines.append(f"new.{field.name} = {_copied(f'self.{field.name}', hints[field.name])}")
    return "\n    ".join(["def copy(self):", *lines, "return new\n"])


def _copied(value: str, hint: Any) -> str:
    """An expression that copies a value of this type. Types not listed here are immutable."""
    kind = get_origin(hint) or hint
    if kind is list:
        (inner,) = get_args(hint) or (None,)
        if _copied("x", inner) != "x":
            return f"[{_copied('x', inner)} for x in {value}]"
        return f"{value}[:]"
    if kind in (dict, set) or (isinstance(kind, type) and callable(getattr(kind, "copy", None))):
        return f"{value}.copy()"
    return value
