"""Positions: a declared table (`core.state.declaration`) written as data, and read back typed and judged.

A position is read in four steps: what each key says by itself (its form), what follows from it
(`complete`, the game's own), keys that merely repeat what follows (`Repeats`), and whether such a
table can be (`audit`, the only judge).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Self, TypeVar

from rulekeep.core.data_files import Node, Plain
from rulekeep.core.errors import DataError, SetupError
from rulekeep.core.state.declaration import DeclaredState, fields_of
from rulekeep.core.state.fields import OrNone

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


class GivenKeys:
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


def keys_of(table: type[DeclaredState[Any]]) -> tuple[str, ...]:
    """The keys of a position, nested ones dotted, in order."""
    named = [field.key for field in fields_of(table) if field.form is not None]
    repeated = [repeats.key for repeats in table.REPEATS]
    return tuple(dict.fromkeys(["seats", "options", *named, *repeated]))


def write_position(state: DeclaredState[Any]) -> dict[str, Any]:
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
    """A table from data, typed, completed and judged. DataError names the key at fault.

    `agree` makes the terms of a number of seats and options; `usual_seats` are those of a
    position that does not say, the fewest where there is no other habit.
    """
    root = Node.of(data, "state")
    _only_known(table, root)
    said = GivenKeys(root)
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
    said: GivenKeys, agree: Callable[[int, Mapping[str, Any]], Any], allowed: range, usual: int
) -> Any:
    seats, options = said.node("seats"), said.node("options")
    number = seats.int(allowed[0], allowed[-1]) if seats is not None else usual
    chosen = {name: node.plain() for name, node in options.mapping().items()} if options else {}
    try:
        return agree(number, chosen)
    except SetupError as error:
        raise said.fail("options" if options is not None else "seats", str(error)) from None


def _only_known(table: type[DeclaredState[Any]], root: Node) -> None:
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


def described(table: type[DeclaredState[Any]]) -> Iterator[tuple[str, str, str]]:
    """Key, what one may write there, and what it means: the position format for people."""
    seen: set[str] = set()
    for field in fields_of(table):
        if field.form is not None and field.key not in seen:
            seen.add(field.key)
            yield field.key, field.form.says, field.help
    for repeats in table.REPEATS:
        yield repeats.key, "follows from the rest", repeats.help
