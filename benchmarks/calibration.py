"""python -m benchmarks.calibration GAME: are the chances of reviews borne out by results?

Plays fresh matches between bots, takes some decisions of each and compares the chances that a review
gives the seats with who won in the end. With --fit, the power for `calibration.json` is fitted to the
first half of the matches, and both errors are those of the second half.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import accumulate
from math import fsum, log
from random import Random
from typing import Any

import click

from benchmarks.measuring_options import Measuring, measuring_options
from rulekeep.core.errors import RulekeepError
from rulekeep.review.bot_matches import bot_match, some_decisions
from rulekeep.review.calibration import LEAST, Sample, calibration_error, powered, reliability
from rulekeep.review.decision_search import Shares
from rulekeep.review.judgement import open_shares

WIDTH = 40
DRAWS = 20
AIM = 0.03

Rated = tuple[Shares, Shares]
"""The chances of all seats at a decision, and their shares of the win."""


def rated_decisions(
    game: str,
    bots: Sequence[str],
    options: Mapping[str, Any],
    playouts: int,
    count: int,
    raw: bool,
    seed: str,
) -> list[Rated]:
    """Some decisions of a match: what the review's curve shows there, and the result."""
    match = bot_match(game, bots, options, seed)
    outcome, seats = match.outcome, len(bots)
    assert outcome is not None
    result = tuple(outcome.share(seat) for seat in range(seats))
    return [
        (
            open_shares(
                match.game, match.plies[number - 1].state, playouts, (seed, number), seats, raw=raw
            ),
            result,
        )
        for number in some_decisions(match, count)
    ]


def fitted_power(rated: Sequence[Rated]) -> float:
    """The power that makes the results most likely, to two digits."""

    def surprise(hundredths: int) -> float:
        return -fsum(
            won * log(max(1e-4, chance))
            for shares, result in rated
            for chance, won in zip(powered(shares, hundredths / 100), result, strict=True)
        )

    return min(range(round(100 * LEAST), 301, 5), key=surprise) / 100


def by_seat(rated: Sequence[Rated], power: float = 1.0) -> list[Sample]:
    """Every seat's chance with its result."""
    return [
        pair
        for shares, result in rated
        for pair in zip(powered(shares, power), result, strict=True)
    ]


def noise(found: Sequence[Sequence[Rated]], power: float) -> float:
    """The error that exact chances would show with so many matches, by chance alone.

    Results are drawn by the chances; all decisions of a match share one draw, as they share one
    result.
    """
    numbers = Random("noise")
    errors = []
    for _ in range(DRAWS):
        samples: list[Sample] = []
        for each in found:
            drawn = numbers.random()
            for shares, _ in each:
                given = powered(shares, power)
                ends = list(accumulate(given))
                winner = next((at for at, end in enumerate(ends) if drawn < end), len(ends) - 1)
                samples += [(chance, float(at == winner)) for at, chance in enumerate(given)]
        errors.append(calibration_error(samples))
    return fsum(errors) / DRAWS


def diagram(samples: Sequence[Sample]) -> list[str]:
    """A line for each bin: what was given, what was won."""
    lines = ["   given      won  positions"]
    for one in reliability(samples):
        row = [" "] * (WIDTH + 1)
        row[round(WIDTH * one.given)] = "|"
        row[round(WIDTH * one.won)] = "o"
        lines.append(f"{one.given:8.1%} {one.won:8.1%} {one.count:10,}  {''.join(row)}".rstrip())
    return lines


@click.command()
@measuring_options
@click.option("--positions", "count", default=4, show_default=True, help="Decisions of a match.")
@click.option("--fit", is_flag=True, help="Fit a power to the first half and test it on the rest.")
def main(given: Measuring, count: int, fit: bool) -> None:
    """Compare the chances that reviews of GAME give with the results of fresh matches."""
    playouts = given.chosen_depth.playouts
    work = partial(rated_decisions, given.game, given.bots, given.options(), playouts, count, fit)
    found, complete = given.each_match("calibration", work)
    power = 1.0
    if fit:
        half = len(found) // 2
        power = fitted_power([rated for one in found[:half] for rated in one])
        found = found[half:]
    rated = [one for each in found for one in each]
    samples = by_seat(rated, power)
    error, before = calibration_error(samples), calibration_error(by_seat(rated))
    if given.as_json:
        figures = {"matches": len(found), "positions": len(rated), "error": round(error, 4)}
        click.echo(
            json.dumps(figures | ({"power": power, "before": round(before, 4)} if fit else {}))
        )
    else:
        click.echo(
            f"{given.game}, {given.seats}, {given.depth}: {len(rated):,} positions of {len(found):,} matches"
        )
        for line in diagram(samples):
            click.echo(line)
        if fit:
            click.echo(
                f"Power {power:g}, fitted to the other {half:,} matches; error before: {before:.3f}"
            )
        click.echo(f"Expected calibration error: {error:.3f} (aim: {AIM})")
        click.echo(f"Exact chances would show about {noise(found, power):.3f} with so few matches.")
    sys.exit(0 if complete else 130)


if __name__ == "__main__":
    try:
        main(prog_name="python -m benchmarks.calibration")
    except RulekeepError as error:
        click.echo(f"benchmarks: {error}", err=True)
        sys.exit(2)
