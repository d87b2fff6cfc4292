"""Statistics of many results: win rates with intervals, distributions of points and length.

Results are counted one by one and not stored. All counts are integers, so that no figure depends
on the order of the results.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import lcm, sqrt
from typing import Any

from attrs import evolve, frozen

from rulekeep.bots.seat_specs import short_spec
from rulekeep.core.text import plural
from rulekeep.sim.match_measures import CourseSummary, CourseTally
from rulekeep.sim.single_match import Result

Z95 = 1.959963984540054
MAX_CRASHES = 10
"""How many crashes a summary has; all are counted."""
MAX_SENTENCES = 1000
"""How many different reasons and notes are counted: they come from foreign code."""
OTHERS = "others"


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """Wilson's interval of 95 % for a share of `successes` in `trials`."""
    if not trials:
        return 0.0, 1.0
    z, share = Z95, successes / trials
    spread = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    centre = share + z * z / (2 * trials)
    scale = 1 + z * z / trials
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


@frozen
class WinRate:
    """How often a bot or a seat won; a shared first place counts as a share of a win."""

    label: str
    wins: float
    matches: int

    @property
    def rate(self) -> float:
        return self.wins / self.matches if self.matches else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.wins, self.matches)

    def to_dict(self) -> dict[str, Any]:
        low, high = self.interval
        return {"label": self.label, "wins": self.wins, "rate": self.rate, "low": low, "high": high}

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.label}: {self.rate:.1%} ({low:.1%} to {high:.1%}) of {self.matches}"


@frozen
class BotRate(WinRate):
    """How often a bot won. It gets no credit for a match in which it was replaced.

    A bot is replaced if it is a program that fails, so that `greedy` decides for it. Such a match
    counts as played and not won by the bot, and its points are left out.
    """

    replaced_matches: int = 0
    """Matches with at least one decision that was not its own."""
    replaced_decisions: int = 0
    """Those decisions."""
    replaced_wins: float = 0.0
    """First places in these matches; they are not in `wins`."""

    def to_dict(self) -> dict[str, Any]:
        return {
            **super().to_dict(),
            "replaced_matches": self.replaced_matches,
            "replaced_decisions": self.replaced_decisions,
            "replaced_wins": self.replaced_wins,
        }

    @property
    def note(self) -> str:
        """What was decided for the bot, in a sentence; empty if nothing was."""
        if not self.replaced_matches:
            return ""
        decisions = plural(self.replaced_decisions, "decision")
        matches = plural(self.replaced_matches, "match", "matches")
        return (
            f"{self.label} failed: greedy made {decisions} for it in {matches}. "
            f"Wins there, {self.replaced_wins:g}, are not counted as its own."
        )


@frozen
class Spread:
    """The distribution of a number."""

    label: str
    counts: Mapping[int, int]
    """How often each value occurred."""

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    @property
    def mean(self) -> float:
        summed = sum(value * count for value, count in self.counts.items())
        return summed / self.total if self.counts else 0.0

    @property
    def median(self) -> float:
        """The middle value, or the mean of the two middle values."""
        if not self.counts:
            return 0.0
        values = sorted(self.counts)
        up_to = list(accumulate(self.counts[value] for value in values))
        middle = (self.total - 1) // 2, self.total // 2
        low, high = (values[bisect_right(up_to, at)] for at in middle)
        return low if low == high else (low + high) / 2

    @property
    def lowest(self) -> int:
        return min(self.counts, default=0)

    @property
    def highest(self) -> int:
        return max(self.counts, default=0)

    def histogram(self, bins: int, low: int, high: int) -> list[int]:
        """Counts in equal steps from `low` to `high`, both included."""
        counts = [0] * bins
        width = high - low + 1
        for value, count in self.counts.items():
            counts[min(bins - 1, (value - low) * bins // width)] += count
        return counts

    def to_dict(self) -> dict[str, Any]:
        return {
            "label": self.label,
            "lowest": self.lowest,
            "median": self.median,
            "mean": self.mean,
            "highest": self.highest,
            "counts": {str(value): self.counts[value] for value in sorted(self.counts)},
        }


@frozen
class Summary:
    """The statistics of a run."""

    matches: int
    """Matches that ended; crashes are counted separately."""
    by_bot: tuple[BotRate, ...]
    by_seat: tuple[WinRate, ...]
    """The seats that decided there."""
    scores: tuple[Spread, ...]
    """Points by bot, without matches in which it was replaced."""
    length: Spread
    """Decisions per match."""
    draws: int
    """Matches with a shared first place."""
    without_winner: int
    """Matches without a winner."""
    reasons: tuple[tuple[str, int], ...]
    """Why matches ended, most frequent first."""
    seconds: float
    """Time spent playing, over all workers."""
    crashed: int
    crashes: tuple[Result, ...]
    """The first of them."""
    notes: tuple[tuple[str, int], ...] = ()
    """What went wrong with programs, and in how many matches, most frequent first."""
    course: CourseSummary | None = None
    """Luck, leads and decisions, if the run measured them."""

    @property
    def endings(self) -> str:
        """Why matches ended, and how often: `built 19, turn limit 1`."""
        return ", ".join(f"{why.replace('_', ' ')} {count}" for why, count in self.reasons)

    def to_dict(self) -> dict[str, Any]:
        """The statistics as JSON data."""
        return {
            "matches": self.matches,
            "draws": self.draws,
            "without_winner": self.without_winner,
            "crashed": self.crashed,
            "seconds": self.seconds,
            "bots": [rate.to_dict() for rate in self.by_bot],
            "seats": [rate.to_dict() for rate in self.by_seat],
            "points": [spread.to_dict() for spread in self.scores],
            "length": self.length.to_dict(),
            "reasons": dict(self.reasons),
            "notes": dict(self.notes),
            "crashes": [
                {"match": r.match, "seed": r.seed, "error": r.error, "record": r.record}
                for r in self.crashes
            ],
        }


class Tally:
    """Counts the results of a run match by match."""

    def __init__(self, bots: Sequence[str]) -> None:
        self._labels = unique_labels(bots)
        self._parts = lcm(*range(1, len(bots) + 1))
        """How many parts a win has, so that every share of it is an integer."""
        self._bot_wins = [0] * len(bots)
        self._seat_wins = [0] * len(bots)
        self._replaced_matches = [0] * len(bots)
        self._replaced_decisions = [0] * len(bots)
        self._replaced_wins = [0] * len(bots)
        self._points: list[Counter[int]] = [Counter() for _ in bots]
        self._lengths: Counter[int] = Counter()
        self._reasons: Counter[str] = Counter()
        self._notes: Counter[str] = Counter()
        self._crashes: list[Result] = []
        self._course = CourseTally()
        self._crashed = self._draws = self._without_winner = 0
        self._microseconds = 0
        self.count = 0
        """All matches, with crashes."""

    def add(self, result: Result) -> None:
        self.count += 1
        self._microseconds += round(result.seconds * 1e6)
        for note in dict.fromkeys(result.notes):
            _count(self._notes, note)
        if result.error:
            self._crashed += 1
            if len(self._crashes) < MAX_CRASHES:
                self._crashes.append(evolve(result, crash=None))
            return
        winners = result.winners
        replaced = dict(zip(result.bots, result.replaced, strict=False))
        for bot, decisions in replaced.items():
            self._replaced_matches[bot] += decisions > 0
            self._replaced_decisions[bot] += decisions
        self._draws += len(winners) > 1
        self._without_winner += not winners
        for seat in winners:
            share = self._parts // len(winners)
            self._seat_wins[seat] += share
            bot = result.bots[seat]
            (self._replaced_wins if replaced.get(bot) else self._bot_wins)[bot] += share
        for bot, score in zip(result.bots, result.scores, strict=False):
            if not replaced.get(bot):
                self._points[bot][score.total] += 1
        self._lengths[result.decisions] += 1
        if result.course is not None:
            self._course.add(result.course)
        _count(self._reasons, result.reason)

    def summary(self) -> Summary:
        played = self.count - self._crashed
        return Summary(
            matches=played,
            by_bot=tuple(
                BotRate(
                    label,
                    self._bot_wins[bot] / self._parts,
                    played,
                    self._replaced_matches[bot],
                    self._replaced_decisions[bot],
                    self._replaced_wins[bot] / self._parts,
                )
                for bot, label in enumerate(self._labels)
            ),
            by_seat=tuple(
                WinRate(f"seat {n}", wins / self._parts, played)
                for n, wins in enumerate(self._seat_wins, 1)
            ),
            scores=tuple(map(Spread, self._labels, self._points)),
            length=Spread("decisions", self._lengths),
            draws=self._draws,
            without_winner=self._without_winner,
            reasons=tuple(self._reasons.most_common()),
            seconds=self._microseconds / 1e6,
            crashed=self._crashed,
            crashes=tuple(self._crashes),
            notes=tuple(self._notes.most_common()),
            course=self._course.summary(),
        )


def _count(counter: Counter[str], sentence: str) -> None:
    known = sentence in counter or len(counter) < MAX_SENTENCES
    counter[sentence if known else OTHERS] += 1


def unique_labels(bots: Sequence[str]) -> list[str]:
    """`greedy, greedy` become `greedy #1, greedy #2`; programs lose their paths."""
    shown = [short_spec(bot) for bot in bots]
    count = Counter(shown)
    seen: Counter[str] = Counter()
    labels = []
    for bot in shown:
        seen[bot] += 1
        labels.append(f"{bot} #{seen[bot]}" if count[bot] > 1 else bot)
    return labels
