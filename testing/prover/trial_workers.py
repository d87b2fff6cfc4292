"""Run trials in forked processes: one mutant each, and which scenario notices it.

A process is forked from the imported program for each mutant and lives as long as its trial. Its
limit is processor time, so that a busy machine kills no mutant.
"""

from __future__ import annotations

import gc
import os
import select
from collections.abc import Callable, Generator, Mapping, Sequence
from functools import partial

from attrs import frozen

from rulekeep.core.game import AnyGame
from rulekeep.testing.prover.baseline import Baseline, BehaviourRun, digest, measure_behaviour
from rulekeep.testing.prover.behaviour import behaviour
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

    def work_of(job: Job) -> Callable[[], Message] | None:
        scenarios = baseline.reaching(job.mutant, job.scenarios)
        if not scenarios:
            return None
        return partial(_run_trial, program, baseline, job.mutant, scenarios, min_cpu_seconds)

    return _run_forked([work_of(job) for job in jobs], workers)


def run_behaviour_jobs(
    program: PatchedGame,
    game: AnyGame,
    jobs: Sequence[Job],
    workers: int = 2,
    min_cpu_seconds: float = MIN_CPU_SECONDS,
) -> Generator[tuple[int, str], None, None]:
    """As they end, the number of a job and which explanation or view its mutant changes."""
    scenarios = {scenario.where: scenario for job in jobs for scenario in job.scenarios}
    runs = {where: measure_behaviour(game, scenario) for where, scenario in scenarios.items()}
    work = [partial(_compare_behaviour, program, runs, job, min_cpu_seconds) for job in jobs]
    return _run_forked(work, workers)


def _run_forked(
    work: Sequence[Callable[[], Message] | None], workers: int
) -> Generator[tuple[int, str], None, None]:
    # What exists now is never collected, so that the processes go on sharing it. If the caller has
    # frozen what it has, little can be left.
    freezes = not gc.get_freeze_count()
    if freezes:
        gc.collect()
        gc.freeze()
    running: dict[int, tuple[int, ForkedChild]] = {}
    waiting = iter(enumerate(work))
    try:
        while True:
            while len(running) < workers and (upcoming := next(waiting, None)) is not None:
                number, task = upcoming
                if task is None:
                    yield number, ""
                    continue
                child = ForkedChild.fork(task)
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
        if freezes:
            gc.unfreeze()


def _run_trial(
    program: PatchedGame,
    baseline: Baseline,
    mutant: Mutant,
    scenarios: Sequence[Scenario],
    min_cpu_seconds: float,
) -> Message:
    """In the child: run the scenarios on the mutant until one fails."""
    limit_cpu_time(max(min_cpu_seconds, 10 * baseline.importing.seconds))
    game = program.load(mutant)
    for scenario in scenarios:
        needed = baseline.scenarios[scenario.where].seconds
        limit_cpu_time(max(min_cpu_seconds, 10 * needed))
        try:
            run_scenario(scenario, game)
        except BaseException:  # noqa: BLE001
            # A mutant may raise anything; all of it counts as noticed.
            return {"killed_by": f"{os.path.basename(scenario.where)} {scenario.name}"}
    return {"killed_by": ""}


def _compare_behaviour(
    program: PatchedGame, runs: Mapping[str, BehaviourRun], job: Job, min_cpu_seconds: float
) -> Message:
    """In the child: compare the explanations and views of the mutant until one differs."""
    limit_cpu_time(max(min_cpu_seconds, 60))
    game = program.load(job.mutant)
    for scenario in job.scenarios:
        run = runs[scenario.where]
        limit_cpu_time(max(min_cpu_seconds, 10 * run.seconds))
        where = f"{os.path.basename(scenario.where)} {scenario.name}"
        try:
            for label, text in behaviour(scenario, game):
                if run.texts.get(label) != digest(text):
                    return {"killed_by": f"{where}: {label}"}
        except BaseException as error:  # noqa: BLE001
            return {"killed_by": f"{where}: {type(error).__name__}"}
    return {"killed_by": ""}


def _killed_by(result: Message) -> str:
    if "error" in result:
        return f"the import: {result['error']}"
    return str(result.get("killed_by", "the clock, or a breakdown of the interpreter"))
