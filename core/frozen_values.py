"""Frozen values: `attrs.frozen` without slots, with comparing and showing written once for all.

Attrs writes and compiles four methods for every class. A game declares dozens of events, so that
this took longer than everything else in loading it. Moves, and whatever is read at every step, use
`attrs.frozen` itself: values with slots are read faster.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any

import attrs

from rulekeep.core.lazy_dict import LazyDict

__all__ = ["frozen"]


def _comparison_key(kind: type) -> attrgetter[Any]:
    names = [field.name for field in attrs.fields(kind) if field.eq]
    return attrgetter("__class__", *names)


_keys = LazyDict(_comparison_key)


def _equal(one: Any, other: object) -> Any:
    if type(other) is not type(one):
        return NotImplemented
    key = _keys[type(one)]
    return key(one) == key(other)


def _hash(value: Any) -> int:
    return hash(_keys[type(value)](value))


def _repr(value: Any) -> str:
    fields = (field.name for field in attrs.fields(type(value)) if field.repr)
    shown = ", ".join(f"{name}={getattr(value, name)!r}" for name in fields)
    return f"{type(value).__qualname__.rpartition('>.')[2]}({shown})"


if TYPE_CHECKING:
    from attrs import frozen
else:

    def frozen(cls: type) -> type:
        """Make a class of frozen values, as `attrs.frozen` does."""
        for name, method in (("__eq__", _equal), ("__hash__", _hash), ("__repr__", _repr)):
            if name not in vars(cls):
                setattr(cls, name, method)
        return attrs.frozen(cls, slots=False, repr=False, eq=False)
