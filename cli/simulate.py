"""rulekeep simulate: play many matches between bots."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulekeep.cli.arguments import (
    data_option,
    game_argument,
    house_option,
    option_option,
    preset_option,
    screen_options,
)
from rulekeep.cli.progress import bar
from rulekeep.cli.screen import warn
from rulekeep.cli.writing import write_new
from rulekeep.core import registry
from rulekeep.core.errors import RulekeepError

if TYPE_CHECKING:
    from rulekeep.cli.screen import Screen
    from rulekeep.core.house import House
    from rulekeep.sim.results import Store
    from rulekeep.sim.run import Plan, Result

INTERRUPTED = 130


def complete_bots(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    from rulekeep.bots import names

    done, comma, last = begun.rpartition(",")
    return [done + comma + name for name in (*names(), "run:") if name.startswith(last)]


@click.command()
@game_argument()
@click.option(
    "--seats",
    "-s",
    default="greedy,random",
    show_default=True,
    metavar="BOTS",
    shell_complete=complete_bots,
    help="The bots, one per seat: random, greedy, mcts, mcts:500 (iterations), mcts:2s (seconds), mcts:2s@2 (on two cores), "
    "run:./mybot (a program of your own).",
)
@click.option(
    "--games",
    "-n",
    default=100,
    show_default=True,
    type=click.IntRange(1, 10**12),
    help="How many matches to play.",
)
@click.option("--seed", default="0", show_default=True, help="The same seed, the same results.")
@click.option(
    "--workers",
    "-w",
    default=1,
    show_default=True,
    type=click.IntRange(1, 1024),
    help="How many processes to play with.",
)
@click.option(
    "--cluster", metavar="ADDRESS", help="Play on a dask cluster instead: tcp://host:port."
)
@option_option()
@preset_option()
@house_option()
@data_option()
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write every result here: .jsonl, .csv or .parquet.",
)
@click.option("--continue", "go_on", is_flag=True, help="Go on with the run in --out.")
@click.option(
    "--ledger",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Add the run to a directory of Parquet files, one for each game and run.",
)
@click.option(
    "--report",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write a page with plots to this new .html file.",
)
@click.option("--quiet", "-q", is_flag=True, help="No progress bar.")
@screen_options
def simulate(
    game: str,
    seats: str,
    games: int,
    seed: str,
    workers: int,
    cluster: str | None,
    words: tuple[str, ...],
    preset: str | None,
    house: House | None,
    data: Path | None,
    out: Path | None,
    go_on: bool,
    ledger: Path | None,
    report: Path | None,
    quiet: bool,
    screen: Screen,
) -> None:
    """Play many matches between bots and sum up who won.

    Bots change seats from match to match. Ctrl-C keeps what is done; --continue goes on.

    \b
    Examples:
      rulekeep simulate kilt_castle --seats greedy,random --games 400
      rulekeep simulate castle_keep --seats mcts:200,greedy,greedy -n 90 -w 2 --out run.jsonl
    """
    from rulekeep.bots import split_seats
    from rulekeep.core.house import agree
    from rulekeep.sim.results import Store
    from rulekeep.sim.run import Undone, make_plan, run_plan

    if go_on and out is None:
        raise click.UsageError("--continue needs the file of the run: --out FILE")
    if report is not None:
        from rulekeep.sim.report import need_plots

        need_plots()
        if report.exists():
            raise RulekeepError(f"{report} exists already; it is left alone")
    plugin = registry.load(game)
    bots = split_seats(seats)
    agreed = agree(plugin, words, preset, house, data)
    plan = make_plan(game, bots, seed, agreed.options, agreed.data)
    store = Store(out, plan, resume=go_on) if out is not None else None
    done: list[Result] = [] if store is None else list(store.done)
    if store is not None and store.torn:
        warn(f"{out}: the last row was not written to its end and is dropped")
    if store is not None and store.doubled:
        warn(f"{out}: {store.doubled} rows stood there twice; each match is there once now")
    numbers = Undone(games, (result.match for result in done))
    results = run_plan(plan, numbers, workers, cluster, warn)
    trouble: RulekeepError | None = None
    try:
        whole = _play(results, done, games, store, quiet)
    except RulekeepError as error:
        trouble, whole = error, False
    _report(plan, done, screen)
    if report is not None:
        from rulekeep.sim.report import simulation_page

        write_new(simulation_page(plugin, bots, done).encode(), report)
    if ledger is not None:
        from rulekeep.sim.ledger import add_run

        screen.say(f"The run is in {add_run(ledger, plan, done)}.")
    if trouble is not None:
        warn(str(trouble))
    if not whole:
        why = "Interrupted" if trouble is None else "Stopped"
        after = " --continue goes on." if out else ""
        click.echo(f"{why} after {len(done)} of {games} matches.{after}", err=True)
        sys.exit(INTERRUPTED if trouble is None else 2)
    if any(result.error for result in done):
        sys.exit(1)


def _play(
    results: Iterator[Result], done: list[Result], games: int, store: Store | None, quiet: bool
) -> bool:
    """Play, keep and show progress; False if the user interrupted."""
    before = len(done)
    begin = time.monotonic()
    with bar(games, before, quiet) as shown:
        try:
            for result in results:
                done.append(result if store is None else store.add(result))
                elapsed = time.monotonic() - begin
                shown(len(done), f"{(len(done) - before) / elapsed:.1f}/s" if elapsed else "")
        except KeyboardInterrupt:
            return False
        finally:
            close = getattr(results, "close", None)
            if close is not None:
                close()
            if store is not None:
                store.close()
    return True


def _report(plan: Plan, done: list[Result], screen: Screen) -> None:
    from rulekeep.sim.plots import picture
    from rulekeep.sim.stats import summarize

    for part in picture(summarize(done, plan.bots), screen.ascii):
        screen.console.print(part)
