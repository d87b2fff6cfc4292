"""`rulekeep data`: the data files of a game, to be read, corrected and checked by an owner."""

from __future__ import annotations

from pathlib import Path

import click

from rulekeep.cli import arguments
from rulekeep.cli.files.output_files import write_new
from rulekeep.cli.terminal.game_summaries import reconstructed
from rulekeep.cli.terminal.screen import Screen
from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.core.data_files import DataFiles, read_text, why_not
from rulekeep.core.drawing.canvas import Look
from rulekeep.core.errors import DataError, RulekeepError
from rulekeep.core.game import AnyGame
from rulekeep.core.text import plural

DIRECTORY = click.Path(path_type=Path)


@click.command()
@arguments.game_argument
@click.option(
    "--template",
    type=DIRECTORY,
    metavar="DIR",
    help="Copy the files there so that you can edit them.",
)
@click.option("--check", type=DIRECTORY, metavar="DIR", help="Check the files there.")
@arguments.file_option("--svg", help="Draw the table with these files into a new file.")
@arguments.screen_options
def data(
    game: str, template: Path | None, check: Path | None, svg: Path | None, screen: Screen
) -> None:
    """Show the components of GAME, which of them are our best guess, and help to correct them.

    If you own the game, copy the files with --template, correct them, check them with --check,
    and play with --data DIR.

    \b
    Examples:
      rulekeep data kilt_castle
      rulekeep data kilt_castle --template my-box
      rulekeep data kilt_castle --check my-box --svg my-box.svg
    """
    if template is not None and check is not None:
        raise click.UsageError("--template and --check are two steps: give one of them")
    plugin = registry.load(game)
    files = plugin.files
    if files is None:
        raise RulekeepError(f"{plugin.title} has no data files")
    if template is not None:
        _copy(screen, plugin, files, template)
        return
    if check is not None:
        plugin = plugin.with_data(check)
        there = ", ".join(name for name in files.names if (check / name).is_file())
        screen.say(f"{check}: {there} can be played with (fingerprint {plugin.data_digest}).")
        for name in files.names:
            if not (check / name).is_file():
                screen.say(f"{name} is not there: the one that is shipped is used.", "dim")
    _print(screen, plugin)
    if svg is not None:
        seats = plugin.usual_seats or plugin.seats[0]
        state = plugin.setup(seats, {}, SeededChance("data")).state
        write_new(plugin.picture(state, None, Look()).svg().encode(), svg)


def _copy(screen: Screen, game: AnyGame, files: DataFiles, directory: Path) -> None:
    """All of the files or none: what is there already is left alone."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for name in files.names:
            if (directory / name).exists():
                raise DataError(str(directory / name), "exists already; it is left alone")
        for name in files.names:
            (directory / name).write_text(read_text(files.source(name)), encoding="utf-8")
    except (OSError, ValueError) as error:
        raise DataError(str(directory), f"cannot be written: {why_not(error)}") from None
    screen.say(f"Written to {directory}: {', '.join(files.names)}")
    screen.say(f"Then: rulekeep data {game.id} --check {directory}")
    screen.say(f"And: rulekeep play {game.id} --data {directory}")


def _print(screen: Screen, game: AnyGame) -> None:
    unsure = reconstructed(game)
    every = sum(1 for _ in game.provenance())
    screen.heading(f"What of {game.title} is reconstructed")
    screen.pairs(unsure)
    screen.say(f"{len(unsure)} of {plural(every, 'datum', 'data')} reconstructed.", "bold")
    screen.say(f"Where all of them come from: rulekeep rules {game.id} --provenance", "dim")
