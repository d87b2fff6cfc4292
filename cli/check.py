"""`rulekeep check`: the conformance kit from the command line."""

from __future__ import annotations

import sys

import click

from rulekeep.cli.arguments import game_argument, screen_options
from rulekeep.cli.screen import Screen
from rulekeep.core import registry
from rulekeep.core.errors import SetupError
from rulekeep.core.testing import check_game


@click.command()
@game_argument()
@click.option(
    "--matches",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    metavar="N",
    help="Matches per seat count and option setting.",
)
@click.option(
    "--probes",
    type=click.IntRange(1),
    default=4,
    show_default=True,
    metavar="N",
    help="Positions of each match that are examined closely.",
)
@click.option("--seats", type=int, metavar="N", help="Only this number of seats.")
@click.option("--seed", default="0", show_default=True, metavar="TEXT", help="Other matches.")
@screen_options
def check(
    game: str, matches: int, probes: int, seats: int | None, seed: str, screen: Screen
) -> None:
    """Run the conformance kit over GAME and sum up; exit code 1 if it does not conform.

    Random matches at every seat count and option setting are checked against the contract that
    every game has with rulekeep.

    \b
    Examples:
      rulekeep check castle_keep
      rulekeep check castle_keep --seats 2 --matches 5
    """
    plugin = registry.load(game)
    if seats is not None and seats not in plugin.seats:
        raise SetupError(f"{plugin.title} has no {seats} seats")
    out = screen.console.file

    def progress(label: str) -> None:
        if screen.live:
            out.write(f"\r\x1b[K{label[: screen.width - 1]}")
            out.flush()

    report = check_game(
        plugin, matches=matches, probes=probes, seed=seed, only_seats=seats, progress=progress
    )
    if screen.live:
        out.write("\r\x1b[K")
    for line in report.lines():
        screen.say(line)
    sys.exit(0 if report.ok else 1)
