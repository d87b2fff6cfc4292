"""Chance as an argument of the rules: seeded, recorded or scripted.

Draws are built on `getrandbits` alone, whose sequence Python guarantees for a seed.
"""

from __future__ import annotations

from hashlib import sha256
from random import Random

from rulekeep.core.errors import ChanceError
from rulekeep.core.primitives.bag import Bag


class Chance:
    """What rules may ask of chance; subclass it. `what` tells people what is being decided."""

    __slots__ = ()

    def below(self, n: int, what: str) -> int:
        """A random number from 0 to n-1."""
        raise NotImplementedError

    def pick(self, bag: Bag, what: str) -> int:
        """The index of a random kind, by its share of the bag. The bag does not change."""
        raise NotImplementedError


def seed_number(*parts: object) -> int:
    """A number made from several parts, the same on every machine and Python version."""
    text = "\x1f".join(str(part) for part in parts)
    return int.from_bytes(sha256(text.encode()).digest()[:16], "big")


class SeededChance(Chance):
    """Outcomes from a seed, without a record; for simulation and search."""

    __slots__ = ("_bits", "_random")

    def __init__(self, *seed: object) -> None:
        self._random = Random(seed_number(*seed))
        self._bits = self._random.getrandbits

    def reseed(self, *seed: object) -> None:
        """Begin again with another seed, as a new chance would; cheaper than making one."""
        self._random.seed(seed_number(*seed))

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
        if not total:
            raise ValueError("the bag is empty")
        bits = self._bits
        size = total.bit_length()
        value = bits(size)
        while value >= total:
            value = bits(size)
        return (bag.row or bag.laid_in_a_row())[value]


class NoChance(Chance):
    """For moves that draw nothing: a question is an error."""

    __slots__ = ()

    def below(self, n: int, what: str) -> int:
        raise ChanceError(f"nothing may be drawn here: {what}")

    def pick(self, bag: Bag, what: str) -> int:
        raise ChanceError(f"nothing may be drawn here: {what}")
