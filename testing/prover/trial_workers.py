"""Run trials in forked processes: one mutant each, and which scenario notices it.

A process is forked from the imported program for each mutant and lives as long as its trial. Its
limit is processor time, so that a busy machine kills no mutant.
"""

from __future__ import annotations

import gc
import os
import select
from collections.abc import Generator, Sequence
from functools import partial

from attrs import frozen

from rulekeep.testing.prover.baseline import Baseline, BaselineRun
from rulekeep.testing.prover.forked_child import ForkedChild, Message, limit_cpu_time
from rulekeep.testing.prover.mutants import Mutant
from rulekeep.testing.prover.patched_game import PatchedGame
from rulekeep.testing.scenario_format import Scenario
from rulekeep.testing.scenario_run import run_scenario

MIN_CPU_SECONDS = 1.0
"""The least processor time for a scenario on a mutant; otherwise ten times what it needs."""


@frozen
class Job:
    """A mutant and the scenarios that should notice it."""

    mutant: Mutant
    scenarios: tuple[Scenario, ...]


def run_jobs(
    program: PatchedGame,
    baseline: Baseline,
    jobs: Sequence[Job],
    workers: int = 2,
    min_cpu_seconds: float = MIN_CPU_SECONDS,
) -> Generator[tuple[int, str], None, None]:
    """As they end, the number of a job and what killed its mutant; nothing if it survived."""
    # What exists now is never collected, so that the processes go on sharing it.
    gc.collect()
    gc.freeze()
    running: dict[int, tuple[int, ForkedChild]] = {}
    waiting = iter(enumerate(jobs))
    try:
        while True:
            while len(running) < workers and (upcoming := next(waiting, None)) is not None:
                number, job = upcoming
                scenarios = baseline.reaching(job.mutant, job.scenarios)
                if not scenarios:
                    yield number, ""
                    continue
                work = partial(
                    _run_trial, program, baseline, job.mutant, scenarios, min_cpu_seconds
                )
                child = ForkedChild.fork(work)
                running[child.pipe] = number, child
            if not running:
                return
            ready, _, _ = select.select(list(running), [], [])
            for pipe in ready:
                number, child = running.pop(pipe)
                yield number, _killed_by(child.result())
    finally:
        for _, child in running.values():
            child.kill()
        gc.unfreeze()


def _run_trial(
    program: PatchedGame,
    baseline: Baseline,
    mutant: Mutant,
    scenarios: Sequence[Scenario],
    min_cpu_seconds: float,
) -> Message:
    """In the child: run the scenarios on the mutant until one fails."""

    def limit(needed: BaselineRun) -> None:
        limit_cpu_time(max(min_cpu_seconds, 10 * needed.seconds))

    limit(baseline.importing)
    game = program.load(mutant)
    for scenario in scenarios:
        limit(baseline.scenarios[scenario.where])
        try:
            run_scenario(scenario, game)
        except BaseException:  # noqa: BLE001
            # A mutant may raise anything; all of it counts as noticed.
            return {"killed_by": f"{os.path.basename(scenario.where)} {scenario.name}"}
    return {"killed_by": ""}


def _killed_by(result: Message) -> str:
    if "error" in result:
        return f"the import: {result['error']}"
    return str(result.get("killed_by", "the clock, or a breakdown of the interpreter"))
