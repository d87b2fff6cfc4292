"""`rulekeep puzzles`: find positions with one clearly best move, and write them as lessons."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulekeep.cli import arguments
from rulekeep.cli.files.output_files import results_directory, write_new
from rulekeep.cli.terminal.progress_bar import gather
from rulekeep.cli.terminal.screen import Screen, json_text
from rulekeep.core import registry
from rulekeep.core.text import plural
from rulekeep.testing.process_map import map_in_processes

if TYPE_CHECKING:
    from rulekeep.review.puzzle_search import Puzzle


def _mine(
    game: str, bots: Sequence[str], options: Mapping[str, Any], data: Path | None, seed: str
) -> list[Puzzle]:
    """The puzzles of one match."""
    from rulekeep.review.bot_matches import bot_match
    from rulekeep.review.puzzle_search import puzzles

    return [*puzzles(bot_match(game, bots, options, seed, data))]


@click.command()
@arguments.game_argument
@click.option(
    "--seats",
    "-s",
    default="easy,easy",
    show_default=True,
    metavar="BOTS",
    help="The bots that play the matches.",
)
@arguments.count_option("--matches", "-n", default=10, help="How many matches to look through.")
@arguments.count_option("--most", default=25, help="Write no more than this many puzzles.")
@arguments.seed_option("Other seeds give other matches.")
@arguments.workers_option("search")
@arguments.option_option
@arguments.preset_option
@arguments.data_option
@arguments.directory_option("--out", help="Write each puzzle as a lesson into this directory.")
@arguments.json_option("The puzzles, for tools.")
@arguments.screen_options
def puzzles(
    game: str,
    seats: str,
    matches: int,
    most: int,
    seed: str,
    workers: int,
    words: tuple[str, ...],
    preset: str | None,
    data: Path | None,
    out: Path | None,
    as_json: bool,
    screen: Screen,
) -> None:
    """Find puzzles in matches of bots: positions of GAME with one clearly best move.

    The best move is at least 20 % of winning chance ahead of all others, in five searches of ten
    times the usual length. Puzzles are tagged by rule and by idea, and written as lessons. Read
    each one before you give it to others.

    \b
    Examples:
      rulekeep puzzles kilt_castle --matches 20 --workers 2 --out puzzles
      rulekeep puzzles castle_keep --seats medium,medium --seed 7 --json
    """
    from rulekeep.bots import make_bot, split_seats
    from rulekeep.core.primitives.players import need_seats
    from rulekeep.match.house_rules import agree

    plugin = registry.load(game)
    bots = split_seats(seats)
    for bot in bots:
        make_bot(bot)
    need_seats(len(bots), plugin.seats, plugin.title)
    agreed = agree(plugin, words, preset, None, data)
    if out is not None:
        results_directory(out, "name a new directory")
    work = partial(_mine, plugin.id, bots, agreed.options, agreed.data)
    seeds = [f"puzzles/{seed}/{number}" for number in range(matches)]
    made, complete = gather(
        map_in_processes(work, seeds, workers), matches, lambda found: str(len(found))
    )
    found = sorted((one for each in made for one in each), key=lambda one: -one.ahead)[:most]
    _show(screen, plugin.title, found, len(made), as_json)
    if out is not None:
        _write(out, found, as_json)
    if not complete:
        click.echo(f"Interrupted after {plural(len(made), 'match', 'matches')}.", err=True)
        sys.exit(arguments.INTERRUPTED)


def _show(screen: Screen, title: str, found: list[Puzzle], matches: int, as_json: bool) -> None:
    from attrs import asdict

    if as_json:
        click.echo(json_text([asdict(one) for one in found]))
        return
    counted = f"{plural(len(found), 'puzzle')} in {plural(matches, 'match', 'matches')}"
    screen.heading(f"{title}: {counted}")
    for one in found:
        screen.say(f"{one.sentence} ({one.best})", indent=2)
        for move, effect in ((one.best, one.effect), (one.second, one.second_effect)):
            if effect:
                screen.say(f"{move}: {effect}", indent=4)
        screen.say(f"{one.idea}; {one.ahead:.0%} ahead; {', '.join(one.rules)}", "dim", indent=4)


def _write(out: Path, found: list[Puzzle], quiet: bool) -> None:
    from rulekeep.review.puzzle_search import lesson_data
    from rulekeep.testing.scenario_writer import to_yaml

    for number, one in enumerate(found, 1):
        name = f"puzzle-{number:02}-{one.idea.replace(' ', '-')}.yaml"
        write_new(to_yaml(lesson_data(one, number)).encode(), out / name, quiet)
