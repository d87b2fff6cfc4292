"""`rulekeep prove`: break the code of the rules and see whether their scenarios notice."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from rulekeep.cli import arguments
from rulekeep.cli.terminal.progress_bar import bar
from rulekeep.cli.terminal.screen import Screen
from rulekeep.core import registry
from rulekeep.core.errors import RulekeepError
from rulekeep.core.text import fit
from rulekeep.match.safe_files import replace_file
from rulekeep.testing.prover.changed_rules import changed_rules
from rulekeep.testing.prover.proof import MutantTrial, Proof, Trials, run_trials
from rulekeep.testing.prover.proof_report import as_data, figures, rows, summary
from rulekeep.testing.prover.result_store import ResultStore, default_path
from rulekeep.testing.prover.verdicts import draft

MAX_CODE = 160
"""Characters of a mutant that are shown; it may be a whole block."""


@click.command()
@arguments.game_argument
@arguments.rule_ids_argument
@click.option(
    "--all-code", is_flag=True, help="Try all code of checks, turn and scoring, with all scenarios."
)
@arguments.count_option(
    "--workers", default=2, most=64, help="How many processes work at the same time."
)
@click.option("--sample", type=click.IntRange(1), metavar="N", help="Try only this many faults.")
@arguments.seed_option("The same seed gives the same sample.", metavar="TEXT")
@click.option("--changed", is_flag=True, help="Only rules with faults that have no saved result.")
@click.option("--since", metavar="REVISION", help="Only rules changed since this revision in git.")
@arguments.file_option("--keep", help="Keep results here instead of in the user's cache.")
@click.option("--fresh", is_flag=True, help="Ignore saved results and try everything.")
@click.option("--list", "listed", is_flag=True, help="Name every rule, not only the unproven.")
@click.option(
    "--drafts", is_flag=True, help="Print only the unnoticed faults, as entries of proof.yaml."
)
@arguments.file_option("--json", "json_file", help="Write the results to this file, for tools.")
@click.option(
    "--report-only", is_flag=True, help="Exit with code 0 even if a fault goes unnoticed."
)
@click.option(
    "--at-least",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="Exit with code 0 if at least this share is noticed and no verdict is out of date.",
)
@arguments.screen_options
def prove(
    game: str,
    ids: tuple[str, ...],
    all_code: bool,
    workers: int,
    sample: int | None,
    seed: str,
    changed: bool,
    since: str | None,
    keep: Path | None,
    fresh: bool,
    listed: bool,
    drafts: bool,
    json_file: Path | None,
    report_only: bool,
    at_least: float | None,
    screen: Screen,
) -> None:
    """Prove the rules of GAME, or those named; exit code 1 if one is not proven.

    Small faults are put into the code marked with a rule's id, one at a time, and the scenarios
    that cite the rule are run. A rule is proven when they notice every fault, weak when one
    goes unnoticed, unlinked when no code is marked with its id. Results are saved: an interrupted run
    continues where it stopped, and the next run tries only what has changed.

    \b
    Examples:
      rulekeep prove kilt_castle KC-030
      rulekeep prove kilt_castle --json proof.json
      rulekeep prove kilt_castle --all-code
      rulekeep prove kilt_castle --sample 100 --seed monday --at-least 95
      rulekeep prove kilt_castle --since main
    """
    trials = _plan(game, ids, all_code, since)
    store = ResultStore(keep or default_path(game), fresh)
    if changed:
        trials = trials.only({t.target for t in trials.all if store.get(t.key) is None})
    interrupted = not _run(
        trials, trials.sample(sample, seed) if sample else trials.all, store, workers
    )
    proof = Proof(trials, store)
    if json_file is not None:
        replace_file(json_file, json.dumps(as_data(proof), indent=1, ensure_ascii=False) + "\n")
    if drafts:
        click.echo(draft(trial.mutant for trial in proof.survivors), nl=False)
    else:
        _show(screen, proof, listed or bool(ids))
    if interrupted:
        screen.say("Interrupted; the next run continues from here.", "bold")
        sys.exit(arguments.INTERRUPTED)
    holds = proof.holds if at_least is None else _enough(proof, at_least)
    sys.exit(0 if holds or report_only else 1)


def _plan(game: str, ids: tuple[str, ...], all_code: bool, since: str | None) -> Trials:
    if all_code and (ids or since):
        raise RulekeepError("--all-code is about the whole game, not about some rules")
    trials = Trials.plan(registry.load(game), ids, all_code)
    return trials.only(changed_rules(trials.game, trials.targets, since)) if since else trials


def _enough(proof: Proof, percent: float) -> bool:
    """Whether so many are killed and no verdict is out of date."""
    sums = figures(proof)
    share = 100 * sums.killed / sums.tried if sums.tried else 100.0
    return share >= percent and not proof.stale and not proof.refuted


def _run(trials: Trials, chosen: Sequence[MutantTrial], store: ResultStore, workers: int) -> bool:
    """Run trials with a progress bar; False after Ctrl-C."""
    done = survivors = 0
    with contextlib.closing(store), bar(len(chosen), threads=False) as show:

        def progress(trial: MutantTrial, killed: bool) -> None:
            nonlocal done, survivors
            done += 1
            survivors += not killed
            show(done, f"{trial.target}, {survivors} surviving")

        try:
            run_trials(trials, chosen, store, workers, on_result=progress)
        except KeyboardInterrupt:
            return False
    return True


def _show(screen: Screen, proof: Proof, every: bool) -> None:
    screen.heading(f"Proof of {proof.trials.game.title}")
    for line in summary(proof):
        screen.say(line, indent=2)
    table = rows(proof, every)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for number, row in enumerate(table):
        cells = [
            f"{cell:<{w}}" if i < 2 or i == len(row) - 1 else f"{cell:>{w}}"
            for i, (cell, w) in enumerate(zip(row, widths, strict=True))
        ]
        screen.say("  ".join(cells).rstrip(), "bold" if not number else "", indent=2)
    if proof.survivors:
        screen.say()
        screen.heading("Survivors")
    for trial in proof.survivors:
        mutant = trial.mutant
        screen.say(
            f"{mutant.file}:{mutant.line} {mutant.function} [{trial.target}]", "yellow", indent=2
        )
        screen.say(f"- {fit(mutant.before, MAX_CODE)}", indent=4)
        screen.say(f"+ {fit(mutant.after, MAX_CODE)}", indent=4)
    outdated = [(verdict, "stale: no mutant is like this now") for verdict in proof.stale]
    outdated += [(verdict, f"refuted: {by} notices it") for verdict, by in proof.refuted]
    for verdict, why in outdated:
        case = fit(str(verdict.place), MAX_CODE)
        screen.say(f"{verdict.where}: {why}: {case}", "red", indent=2)
