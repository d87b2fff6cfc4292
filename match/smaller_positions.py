"""Make a position smaller while something about it still holds: keys left out have defaults."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

Position = Mapping[str, Any]


def smallest_position(position: Position, holds: Callable[[Position], bool]) -> Position:
    """The position without every key, and every entry under a key, that is not needed."""
    before: Position = {}
    while position != before:
        before = position
        for path in _paths(position):
            smaller = _without(position, path)
            if smaller != position and holds(smaller):
                position = smaller
    return position


def _paths(position: Position) -> Iterator[tuple[str, ...]]:
    yield from ((key,) for key in position if key != "seats")
    for key, value in position.items():
        if isinstance(value, dict):
            yield from ((key, name) for name in value)


def _without(position: Position, path: tuple[str, ...]) -> Position:
    key, *inner = path
    if not inner:
        return {name: value for name, value in position.items() if name != key}
    value = position.get(key)
    if not isinstance(value, dict):
        return position
    return {**position, key: _without(value, (inner[0],))}
