"""Who must decide what, now and next: groups of open decisions, interrupts, sealed answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from rulekeep.core.game import Decision


class Agenda:
    """A stack of groups. The last group is open now; everybody in it may answer in any order."""

    __slots__ = ("_groups", "_sealed")

    def __init__(self, groups: Iterable[Sequence[Decision]] = ()) -> None:
        self._groups = [_one_each(tuple(group)) for group in groups if group]
        self._sealed: tuple[tuple[int, Any], ...] = ()

    def copy(self) -> Agenda:
        new = Agenda.__new__(Agenda)
        new._groups = self._groups[:]
        new._sealed = self._sealed
        return new

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Agenda):
            return NotImplemented
        return self._groups == other._groups and self._sealed == other._sealed

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        return bool(self._groups)

    @property
    def open(self) -> tuple[Decision, ...]:
        """The decisions that can be answered now."""
        return self._groups[-1] if self._groups else ()

    @property
    def sealed(self) -> dict[int, Any]:
        """Answers given and not yet revealed, by seat."""
        return dict(self._sealed)

    @property
    def groups(self) -> tuple[tuple[Decision, ...], ...]:
        """All groups, the open one last."""
        return tuple(self._groups)

    def decision(self, seat: int) -> Decision | None:
        """What this seat is asked now."""
        for decision in self.open:
            if decision.seat == seat:
                return decision
        return None

    def first(self, *decisions: Decision) -> None:
        """Ask these before anything else (an interrupt)."""
        if decisions:
            if self._sealed:
                raise ValueError("sealed answers are waiting; nothing may interrupt them")
            self._groups.append(_one_each(decisions))

    def then(self, *decisions: Decision) -> None:
        """Ask these when everything else is answered."""
        if decisions:
            self._groups.insert(0, _one_each(decisions))

    def answer(self, seat: int) -> None:
        """This seat's open decision is answered, openly."""
        if self._sealed:
            raise ValueError("this group's answers are sealed")
        self._close(seat)

    def _close(self, seat: int) -> None:
        left = tuple(d for d in self.open if d.seat != seat)
        if len(left) == len(self.open):
            raise ValueError(f"seat {seat} is not asked anything")
        if left:
            self._groups[-1] = left
        else:
            self._groups.pop()

    def seal(self, seat: int, answer: Any) -> dict[int, Any] | None:
        """Keep this seat's answer hidden; all answers once the group is complete, else None."""
        depth = len(self._groups)
        self._close(seat)
        # Kept by seat: who answered first must not show in the state.
        sealed = tuple(sorted((*self._sealed, (seat, answer)), key=lambda pair: pair[0]))
        if len(self._groups) == depth:
            self._sealed = sealed
            return None
        self._sealed = ()
        return dict(sealed)

    def restore_sealed(self, answers: Iterable[tuple[int, Any]]) -> None:
        """Put sealed answers back, for a state read from data."""
        self._sealed = tuple(sorted(answers, key=lambda pair: pair[0]))


def _one_each(decisions: tuple[Decision, ...]) -> tuple[Decision, ...]:
    if len({d.seat for d in decisions}) != len(decisions):
        raise ValueError("a seat is asked one thing at a time")
    return decisions
