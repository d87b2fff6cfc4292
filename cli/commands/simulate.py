"""rulekeep simulate: play many matches between bots."""

from __future__ import annotations

import sys
import time
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulekeep.cli.arguments import screen_options
from rulekeep.cli.run_arguments import INTERRUPTED, Run, run_options
from rulekeep.cli.terminal.progress_bar import bar
from rulekeep.cli.terminal.screen import json_text, warn
from rulekeep.core.errors import RulekeepError

if TYPE_CHECKING:
    from rulekeep.cli.terminal.screen import Screen
    from rulekeep.sim.run_archive import ArchivedRun
    from rulekeep.sim.single_match import Result, RunPlan
    from rulekeep.sim.stats import Summary, Tally


@click.command()
@run_options(
    seats="greedy,random",
    games=100,
    fewest=1,
    most=10**12,
    how_many="How many matches to play.",
    out="Write every result here: .jsonl, .csv or .parquet.",
    directory=False,
)
@click.option(
    "--ledger",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Add the run to a directory of Parquet files, one for each game and run.",
)
@click.option("--json", "as_json", is_flag=True, help="The figures of the run, for tools.")
@screen_options
def simulate(run: Run, ledger: Path | None, as_json: bool, screen: Screen) -> None:
    """Play many matches between bots and sum up who won.

    Bots change seats from match to match. Results are counted as they come, so that a run of
    millions needs no more memory than one of hundreds. Ctrl-C keeps what is done; --continue
    goes on.

    \b
    Examples:
      rulekeep simulate kilt_castle --seats greedy,random --games 400
      rulekeep simulate castle_keep --seats mcts:200,greedy,greedy -n 90 -w 2 --out run.jsonl
      rulekeep simulate kilt_castle --seats random,random -n 1000000 --out run.jsonl --continue
    """
    from rulekeep.sim.html_report import simulation_page
    from rulekeep.sim.run import make_plan
    from rulekeep.sim.run_archive import ArchivedRun
    from rulekeep.sim.stats import Tally

    agreed = run.agreed()
    plan = make_plan(run.game, run.bots, run.seed, agreed.options, agreed.data)
    tally = Tally(plan.bots)
    with nullcontext() if ledger is None else ArchivedRun(ledger, plan) as entry:
        broken = _play(run, plan, tally, entry)
        found = tally.summary()
        if as_json:
            click.echo(json_text(found.to_dict()))
        else:
            _tell(found, screen)
        run.write_report(lambda: simulation_page(plan.plugin(), plan.bots, found), not as_json)
    if entry is not None and not entry.empty and not as_json:
        screen.say(f"The run is in {entry.path}.")
    if broken is not None:
        interrupted = isinstance(broken, KeyboardInterrupt)
        if not interrupted:
            warn(str(broken))
        why = "Interrupted" if interrupted else "Stopped"
        run.broken_off(f"{why} after {tally.count} of {run.games} matches.")
        sys.exit(INTERRUPTED if interrupted else 2)
    if found.crashed:
        sys.exit(1)


def _play(
    run: Run, plan: RunPlan, tally: Tally, entry: ArchivedRun | None
) -> RulekeepError | KeyboardInterrupt | None:
    """Play, count and show progress; what broke the run off, if anything did."""
    pace = "read"
    with bar(run.games, 0, run.quiet) as shown:

        def hear(result: Result) -> None:
            tally.add(result)
            if entry is not None:
                entry.take(result)
            shown(tally.count, pace)

        matches = run.matches(plan, run.out, hear)
        before, begin, pace = tally.count, time.monotonic(), ""
        try:
            with closing(matches):
                for _ in matches:
                    if elapsed := time.monotonic() - begin:
                        pace = f"{(tally.count - before) / elapsed:.1f}/s"
        except (RulekeepError, KeyboardInterrupt) as broken:
            return broken
    return None


def _tell(found: Summary, screen: Screen) -> None:
    from rulekeep.sim.text_plots import picture

    for part in picture(found, screen.ascii):
        screen.console.print(part)
