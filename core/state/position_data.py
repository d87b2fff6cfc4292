"""Positions: write a declared state as data and read it back, checked.

Reading has four steps: each key by its form, then what follows from it (the game's `complete`), then
keys that only repeat what follows (`Repeats`), and last whether such a state is possible (`audit`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Self, TypeVar

from rulekeep.core.data_files import Node, Plain
from rulekeep.core.errors import DataError, SetupError
from rulekeep.core.state.declaration import DeclaredState, fields_of
from rulekeep.core.state.fields import Form, OrNone
from rulekeep.core.text import fit

# -- faults -----------------------------------------------------------------------------------


class Fault(str):
    """What `audit` finds: a sentence, and the key of the position at fault."""

    __slots__ = ("key",)
    key: str

    def __new__(cls, key: str, what: str) -> Self:
        fault = super().__new__(cls, what)
        fault.key = key
        return fault


# -- positions --------------------------------------------------------------------------------


class GivenKeys:
    """The keys that a position contains."""

    def __init__(self, root: Node) -> None:
        self.root = root

    def __contains__(self, key: str) -> bool:
        return self.node(key) is not None

    def node(self, key: str) -> Node | None:
        """The value of a key; None if it is left out or null."""
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

    def is_null(self, key: str) -> bool:
        """Whether the key is there and null."""
        found = self._find(key)
        return found is not None and found.value is None

    def fail(self, key: str, what: str) -> DataError:
        """An error at the key, or at the nearest outer key that is there."""
        while key:
            node = self._find(key)
            if node is not None:
                return node.fail(what)
            key = key.rpartition(".")[0]
        return self.root.fail(what)


def keys_of(table: type[DeclaredState[Any]]) -> tuple[str, ...]:
    """The keys of a position in order, nested ones with dots."""
    named = [field.key for field in fields_of(table) if field.form is not None]
    repeated = [repeats.key for repeats in table.REPEATS]
    return tuple(dict.fromkeys(["seats", "options", *named, *repeated]))


def write_position(state: DeclaredState[Any]) -> dict[str, Any]:
    """The whole state as JSON-able data."""
    terms: Any = state.terms
    table: Any = type(state)
    data: dict[str, Any] = {"seats": terms.seats, "options": dict(terms.options)}
    for path, name, form in _written(table):
        _put(data, path, form.write(getattr(state, name), state))
    for repeats in table.REPEATS:
        _put(data, repeats.key.split("."), repeats.say(state))
    return data


@cache
def _written(table: Any) -> list[tuple[list[str], str, Form[Any]]]:
    """What `write_position` takes from a table: path of the key, name and form of every field."""
    first: dict[str, tuple[list[str], str, Form[Any]]] = {}
    for field in fields_of(table):
        if field.form is not None:
            first.setdefault(field.key, (field.key.split("."), field.name, field.form))
    return list(first.values())


def _put(data: dict[str, Any], path: list[str], value: Plain) -> None:
    for part in path[:-1]:
        data = data.setdefault(part, {})
    data[path[-1]] = value


S = TypeVar("S", bound=DeclaredState[Any])


def read_position(
    table: type[S],
    data: Mapping[str, Any],
    agree: Callable[[int, Mapping[str, Any]], Any],
    seats: range,
    *,
    usual_seats: int = 0,
    complete: Callable[[S, GivenKeys], None] | None = None,
    audit: Callable[[S], Iterable[str]] | None = None,
) -> S:
    """A state from data, checked and completed. DataError names the key at fault.

    `agree` makes the terms from seats and options. `usual_seats` is the number of seats of a position
    that does not say; by default the fewest.
    """
    root = Node.of(data, "state")
    _only_known(table, root)
    given = GivenKeys(root)
    terms = _agreed(given, agree, seats, usual_seats or seats[0])
    state = table(terms)
    for field in fields_of(table):
        if field.form is None:
            continue
        node = given.node(field.key)
        if node is not None:
            setattr(state, field.name, field.form.read(node, state))
        elif given.is_null(field.key) and isinstance(field.form, OrNone):
            setattr(state, field.name, field.form.nothing)
    if complete is not None:
        complete(state, given)
    for repeats in table.REPEATS:
        node = given.node(repeats.key)
        follows = repeats.say(state)
        if node is not None and node.plain() != follows:
            raise node.fail(f"by the rest of the position this is {_shown(follows)}")
    for fault in audit(state) if audit is not None else ():
        raise given.fail(getattr(fault, "key", ""), fault)
    return state


def _shown(value: Plain) -> str:
    return fit("nothing" if value is None else repr(value), 200)


def _agreed(
    given: GivenKeys, agree: Callable[[int, Mapping[str, Any]], Any], allowed: range, usual: int
) -> Any:
    seats, options = given.node("seats"), given.node("options")
    number = seats.int(allowed[0], allowed[-1]) if seats is not None else usual
    chosen = {name: node.plain() for name, node in options.mapping().items()} if options else {}
    try:
        return agree(number, chosen)
    except SetupError as error:
        raise given.fail("options" if options is not None else "seats", str(error)) from None


def _only_known(table: Any, root: Node) -> None:
    tree = _tree(table)
    root.only(*tree, *table.RETIRED)
    for key, inner in tree.items():
        if inner and (node := root.get(key)) is not None and node.value is not None:
            node.only(*inner)


@cache
def _tree(table: Any) -> dict[str, list[str]]:
    """The keys of a position, and under each the keys inside it."""
    tree: dict[str, set[str]] = {}
    for key in keys_of(table):
        first, _, rest = key.partition(".")
        inner = tree.setdefault(first, set())
        if rest:
            inner.add(rest)
    return {key: sorted(inner) for key, inner in tree.items()}
