"""`rulekeep scenario`: a position of a match becomes a scenario."""

from __future__ import annotations

from pathlib import Path

import click

from rulekeep.cli import home
from rulekeep.cli.arguments import data_option, match_argument
from rulekeep.cli.writing import write_out
from rulekeep.core.match import Match
from rulekeep.core.testing.from_match import scenario_text


@click.command()
@match_argument()
@click.option(
    "--at", type=click.IntRange(0), required=True, metavar="N", help="The position after N moves."
)
@click.option(
    "--moves",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    metavar="N",
    help="How many of the next moves to take over.",
)
@click.option("--name", default="", metavar="TEXT", help="The name of the scenario.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write to this new file instead of standard output.",
)
@data_option()
def scenario(
    match: str, at: int, moves: int, name: str, out: Path | None, data: Path | None
) -> None:
    """Write a position of MATCH and the next moves as a scenario.

    A bug report becomes a regression test: finish it by hand and put it into the game's
    scenarios directory.

    \b
    Example:
      rulekeep scenario game.rkm --at 41 --out bug.yaml
    """
    text = scenario_text(Match.load(home.find(match), data=data), at, moves, name)
    write_out(text, out)
