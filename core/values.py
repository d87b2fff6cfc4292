"""Frozen values whose classes attrs finishes when the first of them is made.

A game declares dozens of kinds of events, most of which no match makes before its first question,
and to write the methods of a class takes attrs longer than all else in its module. A class declared
`frozen` here has a stand-in for its `__init__`: whoever makes a value or asks for the fields has
attrs do its work, in place. Comparing and showing is written once for all of them. To type checkers
this is attrs' own decorator. Moves, and whatever else is read at every step, are declared with that
one: values with slots are read faster.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from threading import RLock
from typing import TYPE_CHECKING, Any

import attrs

__all__ = ["frozen"]

_finishing = RLock()


class _StandIn:
    """Stands in a class where attrs will write something."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, value: object, kind: type) -> Any:
        holder = next(cls for cls in kind.__mro__ if self.name in vars(cls))
        with _finishing:
            if vars(holder)[self.name] is self:
                attrs.frozen(holder, slots=False, init=True, repr=False, eq=False)
        return getattr(kind if value is None else value, self.name)


def _alike(one: Any, other: object) -> Any:
    if type(other) is not type(one):
        return NotImplemented
    told = _told_apart(type(one))
    return told(one) == told(other)


def _digest(value: Any) -> int:
    return hash((type(value), _told_apart(type(value))(value)))


_asked: dict[type, Callable[[Any], Any]] = {}


def _told_apart(kind: type) -> Callable[[Any], Any]:
    """From a value all that tells it from others of its kind."""
    if kind not in _asked:
        names = [field.name for field in attrs.fields(kind) if field.eq]
        _asked[kind] = attrgetter(*names) if names else lambda _: ()
    return _asked[kind]


def _shown(value: Any) -> str:
    fields = (field.name for field in attrs.fields(type(value)) if field.repr)
    said = ", ".join(f"{name}={getattr(value, name)!r}" for name in fields)
    return f"{type(value).__qualname__.rpartition('>.')[2]}({said})"


_METHODS = {
    "__init__": _StandIn("__init__"),
    "__attrs_attrs__": _StandIn("__attrs_attrs__"),
    "__eq__": _alike,
    "__hash__": _digest,
    "__repr__": _shown,
}


def _frozen(cls: type) -> type:
    for name in _METHODS.keys() - vars(cls).keys():
        setattr(cls, name, _METHODS[name])
    return cls


if TYPE_CHECKING:
    from attrs import frozen
else:
    frozen = _frozen
