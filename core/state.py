"""A table declared once: the type, the default and the form in data of every field.

    @dataclass(slots=True, eq=False, init=False)
    class State(Table[Terms]):
        phase: Phase = kept(ACTION, Word(PHASES), "what is to be decided now")
        hands: list[Hand] = kept(lambda terms: [()] * terms.seats, PerSeat(HAND))
        occupied: int = derived(0)

Slots, copying, equality, the keys of a position, writing and typed reading follow from that. The
decorator is the standard library's, spelled out, because a compiler of plain Python knows it too.

A position is read in four steps: what each key says by itself (its form), what follows from it
(`complete`, the game's own), keys that merely repeat what follows (`Repeats`), and whether such a
table can be (`audit`, the only judge).
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Any, ClassVar, Generic, Self, TypeVar, get_args, get_origin, get_type_hints

import attrs
from attrs import frozen

from rulekeep.core.data import Node, Plain
from rulekeep.core.errors import DataError, SetupError
from rulekeep.core.forms import (
    REQUIRED,
    Counts,
    Flag,
    Form,
    Keyed,
    Listed,
    Mask,
    Names,
    OrNone,
    PerSeat,
    Schema,
    SeatMask,
    SeatNumber,
    Text,
    Whole,
    Word,
)

__all__ = [
    "REQUIRED",
    "Counts",
    "Fault",
    "Field",
    "Flag",
    "Form",
    "Keyed",
    "Listed",
    "Mask",
    "Names",
    "OrNone",
    "PerSeat",
    "Repeats",
    "Said",
    "SeatMask",
    "SeatNumber",
    "Table",
    "Text",
    "Whole",
    "Word",
    "derived",
    "described",
    "fields_of",
    "kept",
    "keys_of",
    "read_position",
    "remembered",
    "write_position",
]

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


class Table(Generic[T]):
    """The whole table of a match. Subclasses declare their fields; see above."""

    __slots__ = ("terms",)

    REPEATS: ClassVar[tuple[Repeats, ...]] = ()
    """Keys of positions that follow from the others."""
    RETIRED: ClassVar[tuple[str, ...]] = ()
    """Keys that older positions have and nobody reads any more."""

    terms: T

    def __init__(self, terms: T) -> None:
        self.terms = terms
        for field in fields_of(type(self)):
            setattr(self, field.name, field.fresh(terms))

    def copy(self) -> Self:
        """An independent table; what is shared never changes."""
        return _plan(type(self)).copy(self)  # type: ignore[no-any-return]

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self) or not isinstance(other, Table):
            return NotImplemented
        if self.terms is not other.terms and self.terms != other.terms:
            return False
        compared = _plan(type(self)).compared
        return bool(compared(self) == compared(other))

    __hash__ = None  # type: ignore[assignment]


@frozen
class _Plan:
    """What follows from the declaration of one kind of table."""

    fields: tuple[Field, ...]
    copy: Callable[[Any], Any]
    compared: Callable[[Any], Any]
    """All that tells two tables apart."""


_PLANS: dict[type, _Plan] = {}


def _plan(table: type) -> _Plan:
    plan = _PLANS.get(table)
    if plan is None:
        fields = _declared(table)
        names = [field.name for field in fields if field.compared]
        compared = attrgetter(*names) if names else lambda _: ()
        plan = _PLANS[table] = _Plan(fields, _copier(table, fields), compared)
        _shorten(table, plan)
    return plan


def _shorten(table: Any, plan: _Plan) -> None:
    """Search copies at every step: where a class can be changed, its copying is called directly."""
    if table.copy is Table.copy:
        with contextlib.suppress(TypeError):  # a compiled class cannot be changed, and need not be
            table.copy = plan.copy


def _declared(table: Any) -> tuple[Field, ...]:
    if not dataclasses.is_dataclass(table):
        raise TypeError(f"{table.__name__} needs @dataclass(slots=True, eq=False, init=False)")
    return tuple(
        Field(name=field.name, **{**said, "key": said["key"] or field.name})
        for field in dataclasses.fields(table)
        if (said := field.metadata.get("rulekeep")) is not None
    )


def fields_of(table: type) -> tuple[Field, ...]:
    """The fields of a table in the order of their declaration."""
    return _plan(table).fields


def _copier(table: Any, fields: Iterable[Field]) -> Callable[[Any], Any]:
    """A function that copies field by field, written out: a loop would take five times as long."""
    hints = get_type_hints(table)
    lines = ["def copy(old):", "  new = make(table)", "  new.terms = old.terms"]
    for field in fields:
        lines.append(f"  new.{field.name} = {_copied(f'old.{field.name}', hints[field.name])}")
    lines.append("  return new")
    scope: dict[str, Any] = {"table": table, "make": table.__new__}
    exec("\n".join(lines), scope)  # noqa: S102 (names of declared fields, never data)
    return scope["copy"]  # type: ignore[no-any-return]


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


# -- complaints -------------------------------------------------------------------------------


class Fault(str):
    """A complaint of `audit`: what is impossible, and the key of the position it is about."""

    __slots__ = ("key",)
    key: str

    def __new__(cls, key: str, what: str) -> Self:
        fault = super().__new__(cls, what)
        fault.key = key
        return fault


# -- positions --------------------------------------------------------------------------------


class Said:
    """The keys that a position really has."""

    def __init__(self, root: Node) -> None:
        self.root = root

    def __contains__(self, key: str) -> bool:
        return self.node(key) is not None

    def node(self, key: str) -> Node | None:
        """What is said under a key; None where it is left out or says nothing (null)."""
        found = self._find(key)
        return None if found is None or found.value is None else found

    def _find(self, key: str) -> Node | None:
        node: Node | None = self.root
        for part in key.split("."):
            if node is None or node.value is None:
                return None
            if isinstance(node.value, list):
                items = dict(enumerate(node.value))
                node = items.get(int(part)) if part.isdecimal() else None
            else:
                node = node.get(part)
        return node

    def says_nothing(self, key: str) -> bool:
        """Whether the key is there with null."""
        found = self._find(key)
        return found is not None and found.value is None

    def fail(self, key: str, what: str) -> DataError:
        """A complaint at the key, or at the nearest one that is there."""
        while key:
            node = self._find(key)
            if node is not None:
                return node.fail(what)
            key = key.rpartition(".")[0]
        return self.root.fail(what)


def keys_of(table: type[Table[Any]]) -> tuple[str, ...]:
    """The keys of a position, nested ones dotted, in order."""
    named = [field.key for field in fields_of(table) if field.form is not None]
    repeated = [repeats.key for repeats in table.REPEATS]
    return tuple(dict.fromkeys(["seats", "options", *named, *repeated]))


def write_position(state: Table[Any]) -> dict[str, Any]:
    """The whole table as JSON-able data."""
    terms: Any = state.terms
    data: dict[str, Any] = {"seats": terms.seats, "options": dict(terms.options)}
    written: set[str] = set()
    for field in fields_of(type(state)):
        if field.form is not None and field.key not in written:
            written.add(field.key)
            _put(data, field.key, field.form.write(getattr(state, field.name), state))
    for repeats in type(state).REPEATS:
        _put(data, repeats.key, repeats.say(state))
    return data


def _put(data: dict[str, Any], key: str, value: Plain) -> None:
    *outer, last = key.split(".")
    for part in outer:
        data = data.setdefault(part, {})
    data[last] = value


S = TypeVar("S", bound=Table[Any])


def read_position(
    table: type[S],
    data: Mapping[str, Any],
    agree: Callable[[int, Mapping[str, Any]], Any],
    seats: range,
    *,
    usual_seats: int = 0,
    complete: Callable[[S, Said], None] | None = None,
    audit: Callable[[S], Iterable[str]] | None = None,
) -> S:
    """A table from data, typed, completed and judged. DataError names the key at fault.

    `agree` makes the terms of a number of seats and options; `usual_seats` are those of a
    position that does not say, the fewest where there is no other habit.
    """
    root = Node.of(data, "state")
    _only_known(table, root)
    said = Said(root)
    terms = _agreed(said, agree, seats, usual_seats or seats[0])
    state = table(terms)
    for field in fields_of(table):
        if field.form is None:
            continue
        node = said.node(field.key)
        if node is not None:
            setattr(state, field.name, field.form.read(node, state))
        elif said.says_nothing(field.key) and isinstance(field.form, OrNone):
            setattr(state, field.name, field.form.nothing)
    if complete is not None:
        complete(state, said)
    for repeats in table.REPEATS:
        node = said.node(repeats.key)
        follows = repeats.say(state)
        if node is not None and node.plain() != follows:
            raise node.fail(f"by the rest of the position this is {_shown(follows)}")
    for fault in audit(state) if audit is not None else ():
        raise said.fail(getattr(fault, "key", ""), fault)
    return state


def _shown(value: Plain) -> str:
    text = "nothing" if value is None else repr(value)
    return text if len(text) <= 200 else text[:199] + "…"


def _agreed(
    said: Said, agree: Callable[[int, Mapping[str, Any]], Any], allowed: range, usual: int
) -> Any:
    seats, options = said.node("seats"), said.node("options")
    number = seats.int(allowed[0], allowed[-1]) if seats is not None else usual
    chosen = {name: node.plain() for name, node in options.mapping().items()} if options else {}
    try:
        return agree(number, chosen)
    except SetupError as error:
        raise said.fail("options" if options is not None else "seats", str(error)) from None


def _only_known(table: type[Table[Any]], root: Node) -> None:
    tree: dict[str, set[str]] = {}
    for key in keys_of(table):
        first, _, rest = key.partition(".")
        inner = tree.setdefault(first, set())
        if rest:
            inner.add(rest)
    root.only(*tree, *table.RETIRED)
    for key, inner in tree.items():
        if inner and (node := root.get(key)) is not None and node.value is not None:
            node.only(*sorted(inner))


# -- the format for people ----------------------------------------------------------------------


def described(table: type[Table[Any]]) -> Iterator[tuple[str, str, str]]:
    """Key, what one may write there, and what it means: the position format for people."""
    seen: set[str] = set()
    for field in fields_of(table):
        if field.form is not None and field.key not in seen:
            seen.add(field.key)
            yield field.key, field.form.says, field.help
    for repeats in table.REPEATS:
        yield repeats.key, "follows from the rest", repeats.help
