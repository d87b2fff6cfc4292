"""What the kit did, and what it has to complain about."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field, frozen

from rulekeep.core.game import AnyGame
from rulekeep.core.testing.stamps import Citations

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
    citations: Citations = field(factory=Citations)
    secrets: int = 0
    """How often a seat saw what a spectator did not."""
    dealt_anew: int = 0
    """How often a re-deal for one seat changed anything."""
    stopped: bool = False
    """Somebody would not wait for the rest."""

    @property
    def ok(self) -> bool:
        return not self.problems

    @property
    def stamps(self) -> list[str]:
        """Ids that were cited always and so show nothing; worth mending, no breach of contract."""
        return self.citations.stamps()

    def lines(self) -> list[str]:
        seats = ", ".join(map(str, sorted(self.seats)))
        played = f"{self.matches} matches at {seats} seats, {self.decisions} decisions"
        settings = f"{self.settings} option settings, {self.refused_settings} refused at set-up"
        compared = f"{self.moves_compared} moves compared between legal_moves and check"
        lines = [
            f"{self.game}: {played}",
            f"  {settings}",
            f"  {self.probes} positions probed, {compared}",
        ]
        lines += [f"  stamp: {stamp}" for stamp in self.stamps]
        lines += [f"  problem: {problem}" for problem in self.problems]
        verdict = "stopped early: no problem so far" if self.stopped else "conforms"
        lines.append(f"  {verdict}" if self.ok else f"  {len(self.problems)} problems")
        return lines


class Enough(Exception):
    """So many complaints that further ones would not help."""


class Stopped(Exception):
    """Somebody would not wait for the rest."""


@frozen
class Examined:
    """One match being checked: how it was set up, for complaints."""

    game: AnyGame
    report: Report
    label: str
    stop: Stop | None = None

    def complain(self, what: str) -> None:
        self.report.problems.append(f"{self.label}: {what}")
        if len(self.report.problems) >= MAX_PROBLEMS:
            raise Enough
