"""The statistics of a run for the terminal: tables, intervals and small plots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from rulekeep.bots.seat_specs import short_spec
from rulekeep.core.text import plural, printable
from rulekeep.sim.ratings import Rating
from rulekeep.sim.speed import Measured
from rulekeep.sim.stats import Spread, Summary, WinRate

BLOCKS = " ▁▂▃▄▅▆▇█"
ASCII_BLOCKS = " ._-=+*#@"
BINS = 24
SCALE = 30
"""Columns from 0 to 100 % in the plot of an interval."""


def sparkline(counts: Sequence[int], ascii: bool = False) -> str:
    """Columns of different height; a count above 0 is always visible."""
    blocks = ASCII_BLOCKS if ascii else BLOCKS
    top = max(counts, default=0)
    steps = len(blocks) - 1
    return "".join(blocks[-(-count * steps // top)] if count else blocks[0] for count in counts)


def interval_bar(rate: WinRate, fair: float, ascii: bool = False) -> str:
    """The interval on a scale from 0 to 100 %, with the rate and the even share marked."""
    line, here, even = ("-", "#", "|") if ascii else ("─", "●", "┊")
    cells = [" "] * (SCALE + 1)
    low, high = rate.interval
    cells[round(fair * SCALE)] = even
    for at in range(round(low * SCALE), round(high * SCALE) + 1):
        cells[at] = line
    cells[round(rate.rate * SCALE)] = here
    return "".join(cells)


def _table(*columns: str, gap: int = 2) -> Table:
    table = Table(box=None, padding=(0, gap, 0, 0), show_edge=False, header_style="bold")
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if not number else "right", no_wrap=True)
    return table


def rates(title: str, found: Sequence[WinRate], ascii: bool = False) -> Table:
    """Win rates with their intervals, as numbers and as a plot."""
    table = _table(title, "wins", "rate", "95 % interval")
    table.add_column("0 %" + " " * (SCALE - 7) + "100 %", no_wrap=True)
    fair = 1 / len(found)
    for rate in found:
        low, high = rate.interval
        table.add_row(
            rate.label,
            f"{rate.wins:g}" if rate.wins == int(rate.wins) else f"{rate.wins:.1f}",
            f"{rate.rate:.1%}",
            f"{low:.1%} to {high:.1%}",
            Text(interval_bar(rate, fair, ascii)),
        )
    return table


def spreads(title: str, found: Sequence[Spread], ascii: bool = False) -> Table:
    """Distributions on one common scale."""
    table = _table(title, "lowest", "median", "mean", "highest")
    low = min((spread.lowest for spread in found), default=0)
    high = max((spread.highest for spread in found), default=0)
    bins = max(1, min(BINS, high - low + 1))
    table.add_column(f"{low} to {high}", no_wrap=True)
    for spread in found:
        table.add_row(
            spread.label,
            str(spread.lowest),
            f"{spread.median:g}",
            f"{spread.mean:.1f}",
            str(spread.highest),
            Text(sparkline(spread.histogram(bins, low, high), ascii)),
        )
    return table


def picture(summary: Summary, ascii: bool = False) -> Iterator[RenderableType]:
    """The whole report of a run."""
    if summary.matches:
        yield rates("bot", summary.by_bot, ascii)
        yield ""
        yield rates("seat", summary.by_seat, ascii)
        yield ""
        if scores := [spread for spread in summary.scores if spread.counts]:
            yield spreads("points", scores, ascii)
            yield ""
        yield spreads("length", [summary.length], ascii)
        yield ""
        yield Text(printable(f"How they ended: {summary.endings}"))
    rest = [plural(summary.matches, "match", "matches"), plural(summary.draws, "draw")]
    if summary.without_winner:
        rest.append(f"{summary.without_winner} without a winner")
    rest.append(plural(summary.crashed, "crash", "crashes"))
    rest.append(f"{summary.seconds:.1f} s of play")
    yield Text(", ".join(rest))
    for crash in summary.crashes:
        where = f", see {crash.record}" if crash.record else ""
        text = f"crash in match {crash.match} (seed {crash.seed}): {crash.error}{where}"
        yield Text(printable(text))
    if more := summary.crashed - len(summary.crashes):
        yield Text(f"… and {plural(more, 'more crash', 'more crashes')}")
    for rate in summary.by_bot:
        if rate.note:
            yield Text(printable(rate.note))
    for note, matches in summary.notes[:10]:
        yield Text(printable(f"note in {plural(matches, 'match', 'matches')}: {note}"))


def speeds(found: Sequence[Measured]) -> Table:
    """The speed of random play of each game."""
    table = _table("game", "seats", "decisions/s", "matches/s", "length", "moves", "per loop")
    for one in found:
        table.add_row(
            one.game,
            str(one.seats),
            f"{one.speed.decisions:,.0f}",
            f"{one.speed.matches:,.1f}",
            f"{one.speed.length:.0f}",
            f"{one.costs.branching:.1f}",
            f"{one.speed.ratio:.2f}",
        )
    return table


COSTS = {
    "legal_moves": "legal",
    "advance": "adv.",
    "copy": "copy",
    "check": "check",
    "apply": "apply",
    "to_dict": "dict",
    "evaluate": "eval.",
    "determinize": "deal",
}


def ladder_table(found: Sequence[Rating]) -> Table:
    """Ratings with their intervals, the strongest bot first."""
    table = _table("bot", "rating", "95 % interval", "matches", "finished before")
    for one in found:
        low, high = one.rating - one.margin, one.rating + one.margin
        known = f"{low:,.0f} to {high:,.0f}" if one.margin else "fixed"
        table.add_row(
            short_spec(one.bot), f"{one.rating:,.0f}", known, f"{one.matches:,}", f"{one.score:.1%}"
        )
    return table


def call_costs(found: Sequence[Measured]) -> Table:
    """The costs of single calls in microseconds, and the bytes of a state."""
    table = _table("µs a call", "seats", *COSTS.values(), "bytes", gap=1)
    for one in found:
        calls = [f"{getattr(one.costs, name):.1f}" for name in COSTS]
        table.add_row(one.game, str(one.seats), *calls, f"{one.costs.state_bytes:.0f}")
    return table
