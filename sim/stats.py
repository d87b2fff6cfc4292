"""What many results say: win rates with intervals, distributions of points and length."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from statistics import fmean, median

from attrs import frozen

from rulekeep.bots.wording import short
from rulekeep.sim.play import Result

Z95 = 1.959963984540054


def wilson(successes: float, trials: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval for a share of `successes` in `trials`; by default 95 %."""
    if not trials:
        return 0.0, 1.0
    share = successes / trials
    spread = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    centre = share + z * z / (2 * trials)
    scale = 1 + z * z / trials
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


@frozen
class Rate:
    """How often somebody won; a shared first place counts as a share of a win."""

    label: str
    wins: float
    matches: int

    @property
    def rate(self) -> float:
        return self.wins / self.matches if self.matches else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.wins, self.matches)

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.label}: {self.rate:.1%} ({low:.1%} to {high:.1%}) of {self.matches}"


@frozen
class Spread:
    """Numbers in short."""

    label: str
    values: tuple[int, ...]

    @property
    def mean(self) -> float:
        return fmean(self.values) if self.values else 0.0

    @property
    def median(self) -> float:
        return median(self.values) if self.values else 0.0

    @property
    def lowest(self) -> int:
        return min(self.values, default=0)

    @property
    def highest(self) -> int:
        return max(self.values, default=0)

    def histogram(self, bins: int, low: int, high: int) -> list[int]:
        """Counts in equal steps from `low` to `high`, both included."""
        counts = [0] * bins
        width = high - low + 1
        for value in self.values:
            counts[min(bins - 1, (value - low) * bins // width)] += 1
        return counts


@frozen
class Summary:
    """A run in figures."""

    matches: int
    """Those that ended; crashes are counted apart."""
    by_bot: tuple[Rate, ...]
    by_seat: tuple[Rate, ...]
    scores: tuple[Spread, ...]
    """Points by bot."""
    length: Spread
    """Decisions by match."""
    draws: int
    """Matches with a shared first place."""
    nobody: int
    """Matches without a winner."""
    reasons: tuple[tuple[str, int], ...]
    """Why matches ended, most frequent first."""
    seconds: float
    """Time spent playing, over all workers."""
    crashes: tuple[Result, ...]
    notes: tuple[tuple[str, int], ...] = ()
    """What befell bots that are programs, and in how many matches, most frequent first."""


def summarize(results: Iterable[Result], bots: Sequence[str]) -> Summary:
    """The figures of a run between these bots."""
    labels = unique_labels(bots)
    count = len(bots)
    bot_wins = [0.0] * count
    seat_wins = [0.0] * count
    points: list[list[int]] = [[] for _ in bots]
    lengths: list[int] = []
    reasons: Counter[str] = Counter()
    notes: Counter[str] = Counter()
    crashes: list[Result] = []
    draws = nobody = 0
    seconds = 0.0
    for result in results:
        seconds += result.seconds
        notes.update(list(dict.fromkeys(result.notes)))
        if result.error:
            crashes.append(result)
            continue
        winners = result.winners
        draws += len(winners) > 1
        nobody += not winners
        for seat in winners:
            seat_wins[seat] += 1 / len(winners)
            bot_wins[result.bots[seat]] += 1 / len(winners)
        for seat, score in enumerate(result.scores):
            points[result.bots[seat]].append(score.total)
        lengths.append(result.decisions)
        reasons[result.reason] += 1
    played = len(lengths)
    return Summary(
        matches=played,
        by_bot=tuple(Rate(labels[i], bot_wins[i], played) for i in range(count)),
        by_seat=tuple(Rate(f"seat {i + 1}", seat_wins[i], played) for i in range(count)),
        scores=tuple(Spread(labels[i], tuple(points[i])) for i in range(count)),
        length=Spread("decisions", tuple(lengths)),
        draws=draws,
        nobody=nobody,
        reasons=tuple(reasons.most_common()),
        seconds=seconds,
        crashes=tuple(crashes),
        notes=tuple(notes.most_common()),
    )


def unique_labels(bots: Sequence[str]) -> list[str]:
    """`greedy, greedy` become `greedy #1, greedy #2`; programs lose their paths."""
    shown = [short(bot) for bot in bots]
    often = Counter(shown)
    seen: Counter[str] = Counter()
    labels = []
    for bot in shown:
        seen[bot] += 1
        labels.append(f"{bot} #{seen[bot]}" if often[bot] > 1 else bot)
    return labels
