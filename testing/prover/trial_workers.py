"""Trials in forked processes: one mutant, its scenarios, and whether one of them notices.

A process is forked from the imported program for each mutant and lives as long as its trial. Its
time is counted in seconds of the processor, so that a busy machine kills nothing.
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
"""Seconds of the processor that a mutant has at least for a scenario; otherwise it has ten times
what the scenario needs."""


@frozen
class Job:
    """A mutant and the scenarios that should notice it."""

    mutant: Mutant
    scenarios: tuple[Scenario, ...]


def run_jobs(
    program: PatchedGame,
    needs: Baseline,
    jobs: Sequence[Job],
    workers: int = 2,
    patience: float = MIN_CPU_SECONDS,
) -> Generator[tuple[int, str], None, None]:
    """As they come the number of a job and what noticed its mutant; nothing if it survived."""
    # What is there already will not be collected, so that the processes go on sharing it.
    gc.collect()
    gc.freeze()
    running: dict[int, tuple[int, ForkedChild]] = {}
    waiting = iter(enumerate(jobs))
    try:
        while True:
            while len(running) < workers and (upcoming := next(waiting, None)) is not None:
                number, job = upcoming
                scenarios = needs.reaching(job.mutant, job.scenarios)
                if not scenarios:
                    yield number, ""
                    continue
                work = partial(_run_trial, program, needs, job.mutant, scenarios, patience)
                child = ForkedChild.fork(work)
                running[child.pipe] = number, child
            if not running:
                return
            ready, _, _ = select.select(list(running), [], [])
            for pipe in ready:
                number, child = running.pop(pipe)
                yield number, _killed_by(child.told())
    finally:
        for _, child in running.values():
            child.end()
        gc.unfreeze()


def _run_trial(
    program: PatchedGame,
    needs: Baseline,
    mutant: Mutant,
    scenarios: Sequence[Scenario],
    patience: float,
) -> Message:
    """In the child: the scenarios on the changed program, until one fails."""

    def have_patience(need: BaselineRun) -> None:
        limit_cpu_time(max(patience, 10 * need.seconds))

    have_patience(needs.importing)
    game = program.load(mutant)
    for scenario in scenarios:
        have_patience(needs.scenarios[scenario.where])
        try:
            run_scenario(scenario, game)
        except BaseException:  # noqa: BLE001
            # A mutant may raise anything; all of it is noticed.
            return {"noticed": f"{os.path.basename(scenario.where)} {scenario.name}"}
    return {"noticed": ""}


def _killed_by(told: Message) -> str:
    if "error" in told:
        return f"the import: {told['error']}"
    return str(told.get("noticed", "the clock, or a breakdown of the interpreter"))
