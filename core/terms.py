"""The terms of a match. The rules ask for them all the time, so they are compiled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

B = TypeVar("B")


class Terms(Generic[B]):
    """What one match is played with: the box, the seats, and the options settled.

    Games subclass it and say once, in the form their rules ask, what the options mean.
    """

    def __init__(self, box: B, seats: int, options: Mapping[str, Any]) -> None:
        self.box = box
        self.seats = seats
        self.options = dict(options)
        # Bots cache tables by terms, so the hash is needed often.
        self._hash = hash((seats, tuple(self.options.items())))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Terms):
            return NotImplemented
        return self.seats == other.seats and self.options == other.options and self.box == other.box

    def __hash__(self) -> int:
        return self._hash
