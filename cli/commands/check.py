"""`rulekeep check`: the conformance kit from the command line."""

from __future__ import annotations

import sys
import time

import click

from rulekeep.cli import arguments
from rulekeep.cli.terminal.interrupts import Interrupts
from rulekeep.cli.terminal.progress_bar import bar
from rulekeep.cli.terminal.screen import Screen, warn
from rulekeep.core import registry
from rulekeep.core.errors import SetupError
from rulekeep.core.text import printable
from rulekeep.match.match import seed_text
from rulekeep.testing import check_game
from rulekeep.testing.conformance import settings_of


@click.command()
@arguments.game_argument
@arguments.count_option("--matches", default=1, help="Matches per seat count and option setting.")
@arguments.count_option(
    "--probes", default=4, help="Positions of each match that are examined closely."
)
@arguments.only_seats_option
@arguments.seed_option("Another seed gives other matches.", metavar="TEXT")
@click.option(
    "--seconds",
    type=arguments.Seconds(0.01),
    metavar="SECONDS",
    help="Stop after this time and sum up what was found until then.",
)
@arguments.screen_options
def check(
    game: str,
    matches: int,
    probes: int,
    seats: int | None,
    seed: str,
    seconds: float | None,
    screen: Screen,
) -> None:
    """Run the conformance kit over GAME and sum up; exit code 1 if it does not conform.

    Random matches at every seat count and option setting are checked against the contract that
    every game has with rulekeep. Ctrl-C stops and sums up.

    \b
    Examples:
      rulekeep check castle_keep
      rulekeep check castle_keep --seats 2 --matches 5
      rulekeep check kings_and_castles --seconds 60
    """
    plugin = registry.load(game)
    if seats is not None and seats not in plugin.seats:
        raise SetupError(f"{plugin.title} has no {seats} seats")
    counts = len(plugin.seats) if seats is None else 1
    total = counts * len(list(settings_of(plugin))) * matches
    started = 0
    start = time.monotonic()
    interrupted = False
    with Interrupts() as interrupts, bar(total) as shown:

        def progress(label: str) -> None:
            nonlocal started
            shown(started, printable(label))
            started += 1

        def stop() -> bool:
            nonlocal interrupted
            interrupted = interrupted or interrupts.take()
            late = seconds is not None and time.monotonic() - start > seconds
            return interrupted or late

        report = check_game(
            plugin,
            matches=matches,
            probes=probes,
            seed=seed_text(seed),
            only_seats=seats,
            progress=progress,
            stop=stop,
        )
    for line in report.lines():
        screen.say(line)
    if report.stopped:
        why = "Interrupted" if interrupted else "Time is up"
        warn(f"{why} after {started} of {total} matches.")
    if interrupted:
        sys.exit(arguments.INTERRUPTED)
    sys.exit(0 if report.ok else 1)
