"""Chance that is recorded, scripted or read back from a match file."""

from __future__ import annotations

from collections.abc import Iterable

from rulekeep.core.chance import Chance
from rulekeep.core.errors import ChanceError
from rulekeep.core.primitives.bag import Bag


class RecordingChance(Chance):
    """Passes every draw on and records the outcomes as text."""

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


class ScriptedChance(Chance):
    """Gives the outcomes of a script. ChanceError for outcomes that could not happen.

    After the script `rest` is used; without `rest` a further draw is an error.
    """

    __slots__ = ("_next", "_rest", "_script")

    def __init__(self, script: Iterable[str], rest: Chance | None = None) -> None:
        self._script = tuple(script)
        self._next = 0
        self._rest = rest

    @property
    def left(self) -> tuple[str, ...]:
        """Outcomes that have not been drawn yet."""
        return self._script[self._next :]

    def _outcome(self, what: str) -> str | None:
        if self._next == len(self._script):
            if self._rest is None:
                raise ChanceError(f"no outcome is given for {what}")
            return None
        self._next += 1
        return self._script[self._next - 1]

    def below(self, n: int, what: str) -> int:
        outcome = self._outcome(what)
        if outcome is None:
            assert self._rest is not None
            return self._rest.below(n, what)
        is_number = outcome.isascii() and outcome.isdecimal() and len(outcome) < 10
        number = int(outcome) if is_number else n
        if number >= n:
            raise ChanceError(f"{what}: {outcome[:40]!r} is not a number from 0 to {n - 1}")
        return number

    def pick(self, bag: Bag, what: str) -> int:
        outcome = self._outcome(what)
        if outcome is None:
            assert self._rest is not None
            return self._rest.pick(bag, what)
        if outcome not in bag.kinds:
            raise ChanceError(f"{what}: nothing is called {outcome[:40]!r}")
        kind = bag.kinds.index(outcome)
        if not bag.counts[kind]:
            raise ChanceError(f"{what}: no {outcome} is left to be drawn")
        return kind

    def finish(self) -> None:
        """ChanceError if outcomes are left over."""
        if self.left:
            raise ChanceError(f"outcomes that nothing asked for: {', '.join(self.left)}")


class RecordedChance(ScriptedChance):
    """The outcomes of a match file: all of them, and no others."""

    __slots__ = ()

    def __init__(self, outcomes: Iterable[str]) -> None:
        super().__init__(outcomes, rest=None)
