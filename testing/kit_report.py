"""What the kit did, and what it has to complain about."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import define, field, frozen

from rulekeep.core.game import AnyGame
from rulekeep.core.text import plural
from rulekeep.testing.citation_counts import CitationCounts

MAX_PROBLEMS = 20
Stop = Callable[[], bool]
"""Whether somebody would not wait any longer."""


@define
class Report:
    """What the kit did, and what it has to complain about."""

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
    dealt_anew: int = 0
    """How often a re-deal for one seat changed anything."""
    stopped: bool = False
    """Somebody would not wait for the rest."""
    understood: set[Any] = field(factory=set, repr=False)
    """Moves whose text was read back already: it means the same at every table."""

    @property
    def ok(self) -> bool:
        return not self.problems

    @property
    def stamps(self) -> list[str]:
        """Ids that were cited always and so show nothing; worth mending, no breach of contract."""
        return self.citations.stamps()

    def lines(self) -> list[str]:
        seats = ", ".join(map(str, sorted(self.seats)))
        matches = plural(self.matches, "match", "matches")
        where = "1 seat" if self.seats == {1} else f"{seats} seats"
        played = f"{matches} at {where}, {plural(self.decisions, 'decision')}"
        settings = plural(self.settings, "option setting")
        settings += f", {self.refused_settings} refused at set-up"
        moves = plural(self.moves_compared, "move")
        compared = f"{moves} compared between legal_moves and check"
        lines = [
            f"{self.game}: {played}",
            f"  {settings}",
            f"  {plural(self.probes, 'position')} probed, {compared}",
        ]
        lines += [f"  stamp: {stamp}" for stamp in self.stamps]
        lines += [f"  problem: {problem}" for problem in self.problems]
        verdict = "stopped early: no problem so far" if self.stopped else "conforms"
        lines.append(f"  {verdict}" if self.ok else f"  {plural(len(self.problems), 'problem')}")
        return lines


class TooManyProblems(Exception):
    """So many complaints that further ones would not help."""


class Stopped(Exception):
    """Somebody would not wait for the rest."""


@frozen
class KitRun:
    """One match being checked: how it was set up, for complaints."""

    game: AnyGame
    report: Report
    label: str
    stop: Stop | None = None

    def complain(self, what: str) -> None:
        self.report.problems.append(f"{self.label}: {what}")
        if len(self.report.problems) >= MAX_PROBLEMS:
            raise TooManyProblems
