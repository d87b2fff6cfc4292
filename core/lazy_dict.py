"""Tables whose rows are made when somebody first asks for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LazyDict(dict[K, V]):
    """A dict that knows how to make what it does not have; what it has it gives like any other.

    Large tables of moves are looked up often, but few matches need all of them, and none does when
    it begins. What is made stays, so that a move is always the same object; only a table that has
    grown to a limit begins anew.
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
