"""The report of the conformance kit: what was checked, and every problem found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Self

from attrs import define, field

from rulekeep.core.data_files import canonical_json
from rulekeep.core.events import Event
from rulekeep.core.game import AnyGame, Outcome
from rulekeep.core.text import plural

MAX_PROBLEMS = 20
MAX_REPEATS = 3
"""The same problem again and again must not hide the others."""
MIN_EVENTS = 40
MIN_OUTCOMES = 12
"""Fewer do not show that an id is always cited."""
Stop = Callable[[], bool]
"""Whether to stop now and report what was found so far."""


class Problem(str):
    """A breach of the contract, in words."""

    position: str
    """The position as JSON, to be saved for `rulekeep play --from FILE`; empty: none."""
    command: str
    """The command that finds the problem again."""

    def __new__(cls, text: str, position: str = "", command: str = "") -> Self:
        new = super().__new__(cls, text)
        new.position, new.command = position, command
        return new


@define
class CitationCounts:
    """What the events and outcomes of many matches cited.

    An event's first rule is the rule of that event. A further id should depend on a condition; one
    that is always there shows nothing, and neither does a scenario that earns it.
    """

    events: Counter[str] = field(factory=Counter)
    cited: Counter[tuple[str, str]] = field(factory=Counter)
    """By event and id, without the first id of each event."""
    outcomes: int = 0
    outcome_rules: Counter[str] = field(factory=Counter)

    def add_events(self, events: Iterable[Event]) -> None:
        for event in events:
            self.events[event.name] += 1
            self.cited.update((event.name, rule) for rule in set(event.rules[1:]))

    def add_outcome(self, outcome: Outcome) -> None:
        self.outcomes += 1
        self.outcome_rules.update(set(outcome.rules))

    def constant(self) -> list[str]:
        """One sentence for each id that was always cited."""
        found = [
            f"{rule} by every {name}"
            for (name, rule), count in sorted(self.cited.items())
            if count == self.events[name] >= MIN_EVENTS
        ]
        found += [
            f"{rule} by every outcome"
            for rule, count in sorted(self.outcome_rules.items())
            if count == self.outcomes >= MIN_OUTCOMES
        ]
        return found


@define
class Report:
    """What the conformance kit checked in one game, and the problems it found."""

    game: str
    matches: int = 0
    decisions: int = 0
    probes: int = 0
    moves_compared: int = 0
    settings: int = 0
    refused_settings: int = 0
    seats: set[int] = field(factory=set)
    problems: list[str] = field(factory=list)
    citations: CitationCounts = field(factory=CitationCounts)
    secrets: int = 0
    """How often one of several seats saw what a spectator did not."""
    redeals: int = 0
    """How often `determinize` changed anything."""
    stopped: bool = False
    """Whether it was stopped before the end."""
    repeats: Counter[str] = field(factory=Counter, repr=False)
    """How often each problem was met."""
    parsed: set[Any] = field(factory=set, repr=False)
    """Moves whose notation was read back already: it means the same in every position."""

    @property
    def ok(self) -> bool:
        """Whether the game conforms as far as it was checked."""
        return not self.problems

    @property
    def constant_citations(self) -> list[str]:
        """Rule ids that were always cited and so show nothing; a hint, not a problem."""
        return self.citations.constant()

    def lines(self) -> list[str]:
        """The report in words, line by line."""
        seats = ", ".join(map(str, sorted(self.seats)))
        where = "1 seat" if self.seats == {1} else f"{seats} seats"
        matches = plural(self.matches, "match", "matches")
        compared = plural(self.moves_compared, "move")
        lines = [
            f"{self.game}: {matches} at {where}, {plural(self.decisions, 'decision')}",
            f"  {plural(self.settings, 'option setting')}, {self.refused_settings} refused at set-up",
            f"  {plural(self.probes, 'position')} probed, {compared} compared with check",
        ]
        lines += [f"  always cited: {text}" for text in self.constant_citations]
        shown = ""
        for problem in self.problems:
            lines.append(f"  problem: {problem}")
            if isinstance(problem, Problem):
                if problem.position and problem.position != shown:
                    lines.append(f"    position: {problem.position}")
                if problem.command:
                    lines.append(f"    again: {problem.command}")
                shown = problem.position
        verdict = "stopped early: no problem so far" if self.stopped else "conforms"
        lines.append(f"  {verdict}" if self.ok else f"  {plural(len(self.problems), 'problem')}")
        return lines


class TooManyProblems(Exception):
    """Further problems would not help."""


class Stopped(Exception):
    """The caller asked to stop."""


@define
class KitRun:
    """One match or scenario being checked; collects its problems."""

    game: AnyGame
    report: Report
    label: str
    stop: Stop | None = None
    command: str = ""
    state: Any = None
    """The position being checked."""

    def problem(self, what: str) -> None:
        """Add a problem with its position, a few times at most. TooManyProblems."""
        self.report.repeats[what] += 1
        if self.report.repeats[what] > MAX_REPEATS:
            return
        problem = Problem(f"{self.label}: {what}", self._position(), self.command)
        self.report.problems.append(problem)
        if len(self.report.problems) >= MAX_PROBLEMS:
            raise TooManyProblems

    def _position(self) -> str:
        if self.state is None:
            return ""
        try:
            return canonical_json({"game": self.game.id, "given": self.game.to_dict(self.state)})
        except Exception:  # noqa: BLE001
            # `to_dict` may be what is broken.
            return ""
