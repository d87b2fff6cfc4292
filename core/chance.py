"""Chance is an argument: seeded, recorded or scripted, never the `random` module's own.

Draws are built on `getrandbits` alone, whose sequence Python guarantees for a seed.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Protocol

from rulekeep.core.bag import Bag
from rulekeep.core.errors import ChanceError
from rulekeep.core.fingerprint import sha256


class Chance(Protocol):
    """What rules may ask of fate. `what` says what is being decided, for people."""

    def below(self, n: int, what: str) -> int:
        """A uniform number 0 … n-1."""
        ...

    def pick(self, bag: Bag, what: str) -> int:
        """The index of a kind, by its share of the bag; the bag is left as it is."""
        ...


def seed_number(*parts: object) -> int:
    """One number out of several, the same on every machine and Python version."""
    text = "\x1f".join(str(part) for part in parts)
    return int.from_bytes(sha256(text.encode()).digest()[:16], "big")


class SeededChance:
    """Outcomes from a seed; nothing is recorded, for simulation and search."""

    __slots__ = ("_bits",)

    def __init__(self, *seed: object) -> None:
        self._bits = Random(seed_number(*seed)).getrandbits

    def below(self, n: int, what: str = "") -> int:
        if n < 1:
            raise ValueError("nothing to choose from")
        bits = self._bits
        size = n.bit_length()
        value = bits(size)
        while value >= n:
            value = bits(size)
        return value

    def pick(self, bag: Bag, what: str = "") -> int:
        total = bag.total
        if total < 1:
            raise ValueError("the bag is empty")
        bits = self._bits
        size = total.bit_length()
        value = bits(size)
        while value >= total:
            value = bits(size)
        return (bag.row or bag.laid_in_a_row())[value]


class RecordingChance:
    """Passes every question on and keeps the answers as text."""

    __slots__ = ("outcomes", "source")

    def __init__(self, source: Chance) -> None:
        self.source = source
        self.outcomes: list[str] = []

    def below(self, n: int, what: str) -> int:
        value = self.source.below(n, what)
        self.outcomes.append(str(value))
        return value

    def pick(self, bag: Bag, what: str) -> int:
        kind = self.source.pick(bag, what)
        self.outcomes.append(bag.kinds[kind])
        return kind


class ScriptedChance:
    """Gives the outcomes it was told, and refuses those that could not happen.

    Where the script ends, `rest` goes on; without `rest` a further question is an error.
    """

    __slots__ = ("_next", "_rest", "_script")

    def __init__(self, script: Iterable[str], rest: Chance | None = None) -> None:
        self._script = tuple(script)
        self._next = 0
        self._rest = rest

    @property
    def left(self) -> tuple[str, ...]:
        """Outcomes nobody has asked for yet."""
        return self._script[self._next :]

    def _say(self, what: str) -> str | None:
        if self._next == len(self._script):
            if self._rest is None:
                raise ChanceError(f"no outcome is given for {what}")
            return None
        self._next += 1
        return self._script[self._next - 1]

    def below(self, n: int, what: str) -> int:
        said = self._say(what)
        if said is None:
            assert self._rest is not None
            return self._rest.below(n, what)
        number = int(said) if said.isascii() and said.isdecimal() and len(said) < 10 else n
        if number >= n:
            raise ChanceError(f"{what}: {said[:40]!r} is not a number from 0 to {n - 1}")
        return number

    def pick(self, bag: Bag, what: str) -> int:
        said = self._say(what)
        if said is None:
            assert self._rest is not None
            return self._rest.pick(bag, what)
        if said not in bag.kinds:
            raise ChanceError(f"{what}: nothing is called {said[:40]!r}")
        kind = bag.kinds.index(said)
        if not bag.counts[kind]:
            raise ChanceError(f"{what}: no {said} is left to be drawn")
        return kind

    def finish(self) -> None:
        """Complain about outcomes that were given and never asked for."""
        if self.left:
            raise ChanceError(f"outcomes that nothing asked for: {', '.join(self.left)}")


class RecordedChance(ScriptedChance):
    """The outcomes of a match record: all of them, and no others."""

    __slots__ = ()

    def __init__(self, outcomes: Iterable[str]) -> None:
        super().__init__(outcomes, rest=None)
