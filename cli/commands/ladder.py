"""rulekeep ladder: rate bots by their matches."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import click
from attrs import evolve

from rulekeep.bots.levels import LEVELS
from rulekeep.cli import arguments
from rulekeep.cli.run_arguments import Run, run_options
from rulekeep.cli.terminal.progress_bar import bar
from rulekeep.cli.terminal.screen import json_text
from rulekeep.core.errors import RulekeepError
from rulekeep.core.text import listed, plural

if TYPE_CHECKING:
    from rulekeep.cli.terminal.screen import Screen
    from rulekeep.sim.bot_ladder import Ladder
    from rulekeep.sim.single_match import Result, RunPlan

MAX_BOTS = 12
"""The schedule looks at all tables of these."""
FAR = 300.0
"""Points between two bots whose matches tell little: the weaker wins 15 %."""


@click.command()
@run_options(
    seats=",".join(level.word for level in LEVELS),
    games=400,
    fewest=1,
    most=10**9,
    how_many="How many matches to play at most.",
    out="Keep every result here, a .jsonl file for each table of bots.",
    directory=True,
    bots_option=("--bots", "-b", "The bots to rate: levels, mcts:500, run:./mybot, your own."),
    pages=False,
)
@arguments.count_option("--players", default=2, most=32, help="How many bots play a match.")
@click.option(
    "--rate", metavar="BOT", help="Find out about this bot only; it need not be in --bots."
)
@click.option(
    "--within",
    type=click.FloatRange(1, 1000),
    default=25.0,
    show_default=True,
    metavar="POINTS",
    help="Stop when the ratings are known within so many points.",
)
@arguments.json_option("The ratings, for tools.")
@arguments.screen_options
def ladder(
    run: Run, players: int, rate: str | None, within: float, as_json: bool, screen: Screen
) -> None:
    """Rate bots in GAME: play matches between them and fit Bradley-Terry ratings.

    Easy has 1,000 points; 400 points more are odds of 10 to 1. Each time the bots play whose match
    tells most, until all ratings are known within 25 points (95 % interval) or --games are played.
    With --rate only that bot's rating has to be known. Ctrl-C keeps the results so far;
    --continue resumes, also with further bots.

    \b
    Examples:
      rulekeep ladder castle_keep --bots random,easy,medium
      rulekeep ladder kilt_castle --rate run:./mybot --bots easy,medium --games 5000 -w 2
      rulekeep ladder kilt_castle --rate random --bots greedy:75%,greedy:50%,greedy:25%,easy
      rulekeep ladder kings_and_castles --players 3 --out ladder --continue
    """
    from rulekeep.sim.bot_ladder import Ladder

    bots = run.bots
    if rate is not None and rate.strip() not in bots:
        bots.append(rate.strip())
    if len(bots) > MAX_BOTS:
        raise RulekeepError(f"a ladder rates at most {MAX_BOTS} bots at once, not {len(bots)}")
    agreed = run.agreed()
    rated = None if rate is None else bots.index(rate.strip())
    found = Ladder(run.game, bots, players, run.seed, agreed.options, agreed.data, rated)
    with TemporaryDirectory() as passing:
        out = run.out or Path(passing)
        stopped_by = _play(evolve(run, out=out), found, within)
    if as_json:
        click.echo(json_text(_data(run, players, found, within)))
    else:
        _print(screen, found, within)
    if stopped_by is not None:
        run.say_incomplete(f"Interrupted after {plural(found.total, 'match', 'matches')}.")
        sys.exit(arguments.INTERRUPTED)
    if found.crashes:
        click.echo(
            f"{plural(found.crashes, 'match', 'matches')} crashed and do not count.", err=True
        )
        sys.exit(1)


def _play(run: Run, found: Ladder, within: float) -> KeyboardInterrupt | None:
    """Read what was played before, and go on; what stopped it early, if anything did."""
    out = run.out
    assert out is not None
    _read_back(run, out, found)

    def play_more(plan: RunPlan, numbers: Sequence[int]) -> Iterator[Result]:
        played: list[Result] = []
        more = evolve(run, games=numbers[-1] + 1, go_on=True)
        with closing(more.matches(plan, out / _file_name(plan.bots), played.append)) as matches:
            for _ in matches:
                yield played[-1]

    with bar(run.games, found.total, run.quiet) as shown:
        try:
            for result in found.play(run.games, within, play_more):
                shown(found.total, " ".join(result.seats))
        except KeyboardInterrupt as stopped_by:
            found.standings.fit()
            return stopped_by
    return None


def _read_back(run: Run, out: Path, found: Ladder) -> None:
    """Count the matches of earlier runs. RulekeepError if there are some and none are wanted."""
    from rulekeep.sim.result_files import ResultFile

    known = run.results_so_far(out)
    for table, plan in found.tables() if known else ():
        name = _file_name(plan.bots)
        if name in known:
            before: list[Result] = []
            ResultFile(out / name, plan, True, before.append).close()
            for result in before:
                found.add(table, result)


def _file_name(bots: Sequence[str]) -> str:
    """The file of a table: `easy-medium.jsonl`; a digest tells apart what letters cannot."""
    plain = "-".join(re.sub(r"[^A-Za-z0-9.@]+", "_", bot)[-40:] for bot in bots)
    if all(re.fullmatch(r"[A-Za-z0-9.@]+", bot) for bot in bots):
        return f"{plain}.jsonl"
    return f"{plain}-{sha256(repr(tuple(bots)).encode()).hexdigest()[:8]}.jsonl"


def _unknown(found: Ladder, within: float) -> list[str]:
    """The bots whose rating is not known well enough."""
    standings = found.standings
    wanted = range(len(standings.bots)) if found.rated is None else [found.rated]
    return [standings.bots[bot] for bot in wanted if standings.margin(bot) > within]


def _print(screen: Screen, found: Ladder, within: float) -> None:
    from rulekeep.bots.seat_specs import short_spec
    from rulekeep.sim.text_plots import ladder_table

    screen.console.print(ladder_table(found.standings.ratings()))
    screen.say(f"{plural(found.total, 'match', 'matches')} in all.", "dim")
    unknown = _unknown(found, within)
    if unknown:
        names = listed([short_spec(bot) for bot in unknown])
        screen.say(
            f"Not yet known within {within:g} points: {names}. More --games narrow the intervals.",
            "dim",
        )
    far_apart = [bot for bot in found.standings.far_from_all(FAR) if bot in unknown]
    if far_apart:
        names = listed([short_spec(bot) for bot in far_apart])
        screen.say(
            f"No other bot is about as strong as {names}, and matches of bots far apart tell "
            "little. Add bots in between: greedy:50% plays half of its moves at random, mcts:20 "
            "searches less than Medium.",
            "dim",
        )


def _data(run: Run, players: int, found: Ladder, within: float) -> dict[str, object]:
    return {
        "game": run.game,
        "players": players,
        "matches": found.total,
        "crashed": found.crashes,
        "within": within,
        "unknown": _unknown(found, within),
        "ratings": [one.to_dict() for one in found.standings.ratings()],
    }
