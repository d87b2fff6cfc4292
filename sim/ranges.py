"""Sets of match numbers, stored as ranges."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator


class NumberRanges(Collection[int]):
    """Integers stored as ranges: a million consecutive numbers take as much memory as one."""

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        self._begins: list[int] = []
        self._ends: list[int] = []
        """The first number after each range; no two ranges touch."""
        self._count = 0
        for number in numbers:
            self.add(number)

    def add(self, number: int) -> bool:
        """Add a number; False if it is there already."""
        after = bisect_right(self._begins, number)
        if after and number < self._ends[after - 1]:
            return False
        self._count += 1
        at_end = after > 0 and self._ends[after - 1] == number
        at_begin = after < len(self._begins) and self._begins[after] == number + 1
        if at_end and at_begin:
            del self._begins[after], self._ends[after - 1]
        elif at_end:
            self._ends[after - 1] += 1
        elif at_begin:
            self._begins[after] = number
        else:
            self._begins.insert(after, number)
            self._ends.insert(after, number + 1)
        return True

    def __contains__(self, number: object) -> bool:
        if not isinstance(number, int):
            return False
        after = bisect_right(self._begins, number)
        return after > 0 and number < self._ends[after - 1]

    def __iter__(self) -> Iterator[int]:
        return (number for here in self.ranges() for number in here)

    def __len__(self) -> int:
        return self._count

    def ranges(self) -> Iterator[range]:
        """The ranges in order; there are gaps between them."""
        return map(range, self._begins, self._ends)


class MissingNumbers(Collection[int]):
    """The numbers of a run that are not done yet, computed when they are needed."""

    def __init__(self, games: int, done: Iterable[int] = ()) -> None:
        self._all = range(games)
        self._done = NumberRanges(number for number in done if number in self._all)

    def __contains__(self, number: object) -> bool:
        return number in self._all and number not in self._done

    def __iter__(self) -> Iterator[int]:
        begin = 0
        for done in self._done.ranges():
            yield from range(begin, done.start)
            begin = done.stop
        yield from range(begin, self._all.stop)

    def __len__(self) -> int:
        return len(self._all) - len(self._done)
