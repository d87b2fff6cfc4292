"""Chance that is recorded, scripted or read back from a match file."""

from __future__ import annotations

from collections.abc import Iterable

from rulekeep.core.chance import Chance
from rulekeep.core.errors import ChanceError
from rulekeep.core.primitives.bag import Bag


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
