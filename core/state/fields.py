"""Forms: how a field is written as data, read back, and described to people and programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from rulekeep.core.data_files import Node, Plain
from rulekeep.core.primitives.bag import Bag

V = TypeVar("V")

Schema = dict[str, Any]
"""A JSON Schema, or a part of one."""


# -- parts of JSON Schema ---------------------------------------------------------------------

SCHEMA_ANYTHING: Schema = {}
TRUE_OR_FALSE: Schema = {"type": "boolean"}


def schema_text(pattern: str = "") -> Schema:
    """A text in JSON Schema."""
    return {"type": "string"} | ({"pattern": f"^{pattern}$"} if pattern else {})


def schema_whole(low: int | None = 0, high: int | None = None) -> Schema:
    """A whole number in JSON Schema."""
    ends = {"minimum": low, "maximum": high}
    return {"type": "integer"} | {end: value for end, value in ends.items() if value is not None}


def schema_array(items: Schema, length: int | None = None) -> Schema:
    """A list in JSON Schema."""
    ends = {} if length is None else {"minItems": length, "maxItems": length}
    return {"type": "array", "items": items} | ends


def schema_one_of(names: Iterable[str]) -> Schema:
    """One of some words in JSON Schema."""
    return {"enum": list(names)}


def schema_entries(names: Iterable[str], entry: Schema, *, required: bool = False) -> Schema:
    """A mapping from names in JSON Schema."""
    keys = list(names)
    return {
        "type": "object",
        "properties": dict.fromkeys(keys, entry),
        "additionalProperties": False,
    } | ({"required": keys} if required else {})


def schema_record(fields: Mapping[str, Schema]) -> Schema:
    """A mapping that has exactly these keys, in JSON Schema."""
    return {
        "type": "object",
        "properties": dict(fields),
        "required": list(fields),
        "additionalProperties": False,
    }


def schema_or_null(schema: Schema) -> Schema:
    """A value or nothing in JSON Schema."""
    return {"anyOf": [schema, {"type": "null"}]}


# -- forms ------------------------------------------------------------------------------------


class Form(Generic[V]):
    """How a value is written as data, read back with its type checked, and described.

    `state` is the state it belongs to. While a position is read, fields declared earlier are set.
    """

    says: str = ""
    """What you may write, for people: `a whole number`."""
    written: Schema = SCHEMA_ANYTHING
    """Its JSON Schema, if that does not depend on the state."""

    def write(self, value: V, state: Any) -> Plain:
        return value

    def read(self, node: Node, state: Any) -> V:
        raise NotImplementedError

    def schema(self, state: Any) -> Schema:
        """The JSON Schema for states like this one."""
        return self.written


Bound = int | None | Callable[[Any], int | None]


class Whole(Form[int]):
    """A whole number; the bounds may depend on the state."""

    def __init__(self, low: Bound = 0, high: Bound = None) -> None:
        self.low, self.high = low, high
        ends = [str(end) for end in (low, high) if isinstance(end, int)]
        self.says = "a whole number" + (f", {' to '.join(ends)}" if len(ends) == 2 else "")

    def read(self, node: Node, state: Any) -> int:
        return node.int(*self._bounds(state))

    def schema(self, state: Any) -> Schema:
        return schema_whole(*self._bounds(state))

    def _bounds(self, state: Any) -> tuple[int | None, int | None]:
        low, high = (end(state) if callable(end) else end for end in (self.low, self.high))
        return low, high


class Flag(Form[bool]):
    """True or false."""

    says = "true or false"
    written = TRUE_OR_FALSE

    def read(self, node: Node, state: Any) -> bool:
        return node.bool()


class SeatNumber(Form[int]):
    """A seat, counted from 0."""

    says = "a seat, counted from 0"

    def read(self, node: Node, state: Any) -> int:
        return node.int(0, state.terms.seats - 1)

    def schema(self, state: Any) -> Schema:
        return schema_whole(0, state.terms.seats - 1)


NameList = Sequence[str] | Callable[[Any], Sequence[str]]
"""Names by index, fixed or depending on the table."""


def _names(names: NameList, state: Any) -> Sequence[str]:
    return names(state) if callable(names) else names


def _index(node: Node, text: Any, names: Sequence[str]) -> int:
    """The index of a name, or a complaint that lists what there is."""
    if isinstance(text, str) and text in names:
        return names.index(text)
    return names.index(Node(text, node.where).one_of(names))


class Word(Form[int]):
    """A number in the state, a name in positions."""

    def __init__(self, names: NameList, says: str = "") -> None:
        self.names = names
        self.says = says or (f"one of {', '.join(names)}" if not callable(names) else "a name")

    def write(self, value: int, state: Any) -> Plain:
        return _names(self.names, state)[value]

    def read(self, node: Node, state: Any) -> int:
        return _index(node, node.value, _names(self.names, state))

    def schema(self, state: Any) -> Schema:
        return schema_one_of(_names(self.names, state))


class Text(Form[str]):
    """One of a few words."""

    def __init__(self, *words: str) -> None:
        self.words = words
        self.says = f"one of {', '.join(repr(word) for word in words)}"

    def read(self, node: Node, state: Any) -> str:
        return str(node.one_of(self.words))

    def schema(self, state: Any) -> Schema:
        return schema_one_of(self.words)


class OrNone(Form[V]):
    """A value, or null; in the state, `nothing` means null."""

    def __init__(self, form: Form[V], nothing: Any = -1) -> None:
        self.form, self.nothing = form, nothing
        self.says = f"{form.says}, or null"

    def write(self, value: V, state: Any) -> Plain:
        return None if value == self.nothing else self.form.write(value, state)

    def read(self, node: Node, state: Any) -> V:
        return self.nothing if node.value is None else self.form.read(node, state)

    def schema(self, state: Any) -> Schema:
        return schema_or_null(self.form.schema(state))


class Packed(Form[V]):
    """A value with one type in the state and another in positions; `says` describes it."""

    def __init__(
        self,
        form: Form[Any],
        pack: Callable[[Any, Any], V],
        unpack: Callable[[V], Any],
        says: str = "",
    ) -> None:
        self.form, self.pack, self.unpack = form, pack, unpack
        self.says = says or form.says

    def write(self, value: V, state: Any) -> Plain:
        return self.form.write(self.unpack(value), state)

    def read(self, node: Node, state: Any) -> V:
        return self.pack(self.form.read(node, state), state)

    def schema(self, state: Any) -> Schema:
        return self.form.schema(state)


class Listed(Form[Any]):
    """A list. `make` can turn it into a tuple or sort it; `length` is its length."""

    def __init__(
        self,
        form: Form[Any],
        make: Callable[[Iterable[Any]], Any] = list,
        length: Callable[[Any], int] | None = None,
    ) -> None:
        self.form, self.make, self.length = form, make, length
        self.says = f"a list, each entry {form.says}"

    def write(self, value: Iterable[Any], state: Any) -> Plain:
        return [self.form.write(item, state) for item in value]

    def read(self, node: Node, state: Any) -> Any:
        return self.make([self.form.read(item, state) for item in node.list(self._length(state))])

    def schema(self, state: Any) -> Schema:
        return schema_array(self.form.schema(state), self._length(state))

    def _length(self, state: Any) -> int | None:
        return self.length(state) if self.length is not None else None


class Record(Form[tuple[Any, ...]]):
    """Values under keys; in the state, a tuple in the order of the keys.

    What may be null may be left out as well.
    """

    def __init__(self, fields: Mapping[str, Form[Any]]) -> None:
        self.fields = fields
        self.says = f"keys and values: {', '.join(fields)}"

    def write(self, value: Sequence[Any], state: Any) -> Plain:
        parts = zip(self.fields.items(), value, strict=True)
        return {key: form.write(part, state) for (key, form), part in parts}

    def read(self, node: Node, state: Any) -> tuple[Any, ...]:
        node.only(*self.fields)
        return tuple(
            form.nothing
            if isinstance(form, OrNone) and key not in node
            else form.read(node[key], state)
            for key, form in self.fields.items()
        )

    def schema(self, state: Any) -> Schema:
        return schema_record({key: form.schema(state) for key, form in self.fields.items()})


REQUIRED: Any = object()
"""Instead of a default: every entry must be there."""


class PerSeat(Form[list[Any]]):
    """One entry per seat: a list or, with `keyed`, a mapping from seat numbers.

    Either is read. What a mapping leaves out has the default (computed each time if it is a function).
    """

    def __init__(self, form: Form[Any], *, keyed: bool = False, default: Any = REQUIRED) -> None:
        self.form, self.keyed, self.default = form, keyed, default
        self.says = f"per seat {form.says}"

    def write(self, value: Sequence[Any], state: Any) -> Plain:
        written = [self.form.write(item, state) for item in value]
        return {str(seat): item for seat, item in enumerate(written)} if self.keyed else written

    def read(self, node: Node, state: Any) -> list[Any]:
        numbers = [str(seat) for seat in range(state.terms.seats)]
        if isinstance(node.value, list):
            if len(node.value) != len(numbers):
                raise node.fail(f"there are {len(numbers)} seats, and {len(node.value)} entries")
            return [self.form.read(item, state) for item in node.value]
        node.only(*numbers)
        return [_entry(self, node, seat, state) for seat in numbers]

    def schema(self, state: Any) -> Schema:
        entry = self.form.schema(state)
        if self.keyed:
            return schema_entries(map(str, range(state.terms.seats)), entry, required=True)
        return schema_array(entry, state.terms.seats)


class Keyed(Form[list[Any]]):
    """A list in the state, a mapping from names in positions.

    `sparse` leaves out entries with the default.
    """

    def __init__(
        self, names: NameList, form: Form[Any], *, default: Any = REQUIRED, sparse: bool = False
    ) -> None:
        self.names, self.form, self.default, self.sparse = names, form, default, sparse
        self.says = f"names, each with {form.says}"

    def write(self, value: Sequence[Any], state: Any) -> Plain:
        return {
            name: self.form.write(item, state)
            for name, item in zip(_names(self.names, state), value, strict=False)
            if not self.sparse or item != self.default
        }

    def read(self, node: Node, state: Any) -> list[Any]:
        names = _names(self.names, state)
        for name, item in node.mapping().items():
            _index(item, name, names)
        return [_entry(self, node, name, state) for name in names]

    def schema(self, state: Any) -> Schema:
        names = _names(self.names, state)
        return schema_entries(names, self.form.schema(state), required=not self.sparse)


def _entry(form: PerSeat | Keyed, node: Node, key: str, state: Any) -> Any:
    """One entry of a mapping, or its default."""
    inner = node.get(key)
    if inner is not None and (inner.value is not None or isinstance(form.form, OrNone)):
        return form.form.read(inner, state)
    if form.default is REQUIRED:
        raise node.fail(f"{key!r} is missing")
    return form.default() if callable(form.default) else form.default


class Mask(Form[int]):
    """A set of things: one bit for each in the state, a list of names in positions."""

    def __init__(self, names: NameList, says: str = "names") -> None:
        self.names = names
        self.says = f"a list of {says}"

    def write(self, value: int, state: Any) -> Plain:
        return [name for bit, name in enumerate(_names(self.names, state)) if value >> bit & 1]

    def read(self, node: Node, state: Any) -> int:
        names = _names(self.names, state)
        mask = 0
        for item in node:
            bit = 1 << _index(item, item.value, names)
            if mask & bit:
                raise item.fail(f"{item.value!r} is here twice")
            mask |= bit
        return mask

    def schema(self, state: Any) -> Schema:
        return schema_array(schema_one_of(_names(self.names, state))) | {"uniqueItems": True}


class SeatMask(Form[int]):
    """A set of seats: one bit for each in the state, a list in positions."""

    says = "a list of seats"

    def write(self, value: int, state: Any) -> Plain:
        return [seat for seat in range(state.terms.seats) if value >> seat & 1]

    def read(self, node: Node, state: Any) -> int:
        mask = 0
        for item in node:
            mask |= 1 << item.int(0, state.terms.seats - 1)
        return mask

    def schema(self, state: Any) -> Schema:
        return schema_array(schema_whole(0, state.terms.seats - 1)) | {"uniqueItems": True}


class Counts(Form[Bag]):
    """A bag: how many there are of each kind."""

    says = "kinds, each with how many of it"

    def __init__(self, kinds: NameList, most: int = 1000) -> None:
        self.kinds, self.most = kinds, most

    def write(self, value: Bag, state: Any) -> Plain:
        return value.as_dict()

    def read(self, node: Node, state: Any) -> Bag:
        kinds = tuple(_names(self.kinds, state))
        counts = [0] * len(kinds)
        for name, number in node.mapping().items():
            counts[_index(number, name, kinds)] = number.int(0, self.most)
        return Bag(kinds, counts)

    def schema(self, state: Any) -> Schema:
        return schema_entries(_names(self.kinds, state), schema_whole(0, self.most))
