"""rulekeep simulate: play many matches between bots."""

from __future__ import annotations

import sys
import time
from contextlib import closing, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import evolve

from rulekeep.cli import arguments
from rulekeep.cli.run_arguments import Run, run_options
from rulekeep.cli.terminal.progress_bar import bar
from rulekeep.cli.terminal.screen import json_text, warn
from rulekeep.core.errors import RulekeepError

if TYPE_CHECKING:
    from rulekeep.cli.terminal.screen import Screen
    from rulekeep.sim.run_archive import ArchivedRun
    from rulekeep.sim.single_match import Result, RunPlan
    from rulekeep.sim.stats import Tally


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
@arguments.directory_option(
    "--ledger", help="Add the run to a directory of Parquet files, one for each game and run."
)
@arguments.json_option("The figures of the run, for tools.")
@arguments.screen_options
def simulate(run: Run, ledger: Path | None, as_json: bool, screen: Screen) -> None:
    """Play many matches between bots and count who won.

    Bots change seats from match to match. Results are counted as they come, so that a run of
    millions needs no more memory than one of hundreds. Ctrl-C keeps the results so far;
    --continue resumes.

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
    from rulekeep.sim.text_plots import picture

    agreed = run.agreed()
    plan = make_plan(run.game, run.bots, run.seed, agreed.options, agreed.data)
    plan = evolve(plan, watched=run.report is not None)
    tally = Tally(plan.bots)
    with nullcontext() if ledger is None else ArchivedRun(ledger, plan) as entry:
        stopped_by = _play(run, plan, tally, entry)
        summary = tally.summary()
        if as_json:
            click.echo(json_text(summary.to_dict()))
        else:
            for part in picture(summary, screen.ascii):
                screen.console.print(part)
        run.write_page(lambda: simulation_page(plan.plugin(), plan.bots, summary), as_json)
    if entry is not None and not entry.empty and not as_json:
        screen.say(f"The run is in {entry.path}.")
    if stopped_by is not None:
        interrupted = isinstance(stopped_by, KeyboardInterrupt)
        if not interrupted:
            warn(str(stopped_by))
        why = "Interrupted" if interrupted else "Stopped"
        run.say_incomplete(f"{why} after {tally.count} of {run.games} matches.")
        sys.exit(arguments.INTERRUPTED if interrupted else 2)
    if summary.crashed:
        sys.exit(1)


def _play(
    run: Run, plan: RunPlan, tally: Tally, entry: ArchivedRun | None
) -> RulekeepError | KeyboardInterrupt | None:
    """Play, count and show progress; what stopped the run early, if anything did."""
    pace = "read"
    with bar(run.games, 0, run.quiet) as shown:

        def on_result(result: Result) -> None:
            tally.add(result)
            if entry is not None:
                entry.add_result(result)
            shown(tally.count, pace)

        matches = run.matches(plan, run.out, on_result)
        before, start, pace = tally.count, time.monotonic(), ""
        try:
            with closing(matches):
                for _ in matches:
                    if elapsed := time.monotonic() - start:
                        pace = f"{(tally.count - before) / elapsed:.1f}/s"
        except (RulekeepError, KeyboardInterrupt) as stopped_by:
            return stopped_by
    return None
