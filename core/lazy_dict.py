"""A dict that makes its values when they are first used."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LazyDict(dict[K, V]):
    """A dict that calls a function for missing keys and keeps the result.

    Large tables of moves are looked up often, but few matches need all of them, and none does when
    it begins. What is made stays, so that a move is always the same object; only a table that has
    grown to a limit is emptied.
    """

    __slots__ = ("_make", "_most")

    def __init__(self, make: Callable[[K], V], most: int = 1 << 30) -> None:
        super().__init__()
        self._make = make
        self._most = most

    def __missing__(self, key: K) -> V:
        made = self._make(key)
        if len(self) >= self._most:
            self.clear()
        self[key] = made
        return made
