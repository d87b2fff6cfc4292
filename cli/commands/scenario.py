"""`rulekeep scenario`: a position of a match becomes a scenario."""

from __future__ import annotations

from pathlib import Path

import click

from rulekeep.cli import arguments
from rulekeep.cli.files import paths
from rulekeep.cli.files.output_files import write_out
from rulekeep.cli.table import save_scenario
from rulekeep.cli.terminal.prompt import Prompt
from rulekeep.cli.terminal.screen import Screen
from rulekeep.match.match import Match
from rulekeep.testing.scenario_writer import minimised, scenario_of, to_yaml


@click.command()
@arguments.match_argument
@click.option(
    "--at", type=click.IntRange(0), required=True, metavar="N", help="The position after N moves."
)
@arguments.count_option("--moves", default=1, help="How many of the next moves to include.")
@click.option("--name", default="", metavar="TEXT", help="The name of the scenario.")
@click.option("--minimal", is_flag=True, help="Leave out what the position does not need.")
@click.option("--confirm", is_flag=True, help="Ask for each result whether to expect it.")
@arguments.out_option
@click.option("--append", is_flag=True, help="Add to the end of --out if it exists.")
@arguments.data_option
@arguments.screen_options
def scenario(
    match: str,
    at: int,
    moves: int,
    name: str,
    minimal: bool,
    confirm: bool,
    out: Path | None,
    append: bool,
    data: Path | None,
    screen: Screen,
) -> None:
    """Write a position of MATCH and the next moves as a scenario.

    Use it to turn a bug report into a test, or to record a ruling. Delete what does not matter, or
    let --confirm ask you. The file names its game, so `rulekeep scenarios FILE` runs it anywhere.

    \b
    Examples:
      rulekeep scenario game.rkm --at 41 --minimal --out bug.yaml
      rulekeep scenario game.rkm --at 12 --confirm --out rulings.yaml --append
    """
    if append and out is None:
        raise click.UsageError("--append needs the file to add to: --out FILE")
    loaded = Match.load(paths.library().find(match), data=data)
    document = scenario_of(loaded, at, moves, name)
    if minimal:
        document = minimised(document, loaded.game)
    if confirm:
        with Prompt(screen) as prompt:
            try:
                document = save_scenario.confirm(prompt, document)
            except EOFError:
                raise click.Abort from None
    if append and out is not None and out.exists():
        save_scenario.add_scenario(to_yaml(document), out)
        screen.say(f"Added to {out}")
        return
    write_out(to_yaml(document), out)
