"""What the scenarios need when nothing is changed: their time, and the functions they reach.

A fault in a function that a scenario never calls cannot be noticed by it, so the scenario need not
be run. Each is looked at in a process of its own, lest one finds what another has kept.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import FrameType

from attrs import frozen

from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import AnyGame
from rulekeep.match.expectations import ScenarioFailure
from rulekeep.testing.prover.forked_child import ForkedChild, Message
from rulekeep.testing.prover.mutants import Mutant
from rulekeep.testing.prover.patched_game import PatchedGame
from rulekeep.testing.scenario_format import Scenario
from rulekeep.testing.scenario_run import run_scenario

Reached = frozenset[tuple[str, str]]
"""Functions, each by its file and its name."""


@frozen
class BaselineRun:
    """Of a scenario, or of importing the program."""

    seconds: float
    """Of the processor."""
    reached: Reached


@frozen
class Baseline:
    importing: BaselineRun
    scenarios: Mapping[str, BaselineRun]
    """By the place of a scenario."""

    def reaching(self, mutant: Mutant, scenarios: Sequence[Scenario]) -> tuple[Scenario, ...]:
        """The scenarios that could notice a mutant, the quickest first."""
        function = mutant.file, mutant.function
        if mutant.when_called and function not in self.importing.reached:
            scenarios = [s for s in scenarios if function in self.scenarios[s.where].reached]
        return tuple(sorted(scenarios, key=lambda s: self.scenarios[s.where].seconds))


def measure(program: PatchedGame, game: AnyGame, scenarios: Sequence[Scenario]) -> Baseline:
    """Run scenarios on the unchanged program; they all must pass."""
    importing = _measure_one(program, program.load)
    needs: dict[str, BaselineRun] = {}
    for scenario in scenarios:
        needs[scenario.where] = _measure_one(program, partial(run_scenario, scenario, game))
    return Baseline(importing, needs)


def _measure_one(program: PatchedGame, work: Callable[[], object]) -> BaselineRun:
    told = ForkedChild.fork(partial(_profiled, program, work)).told()
    if "seconds" not in told:
        why = told.get("error", "the program ended without a word")
        raise RulekeepError(f"nothing can be proven while a scenario fails: {why}")
    return BaselineRun(told["seconds"], frozenset((file, name) for file, name in told["reached"]))


def _profiled(program: PatchedGame, work: Callable[[], object]) -> Message:
    """Do something and tell which functions of the program were called."""
    files = {path: file for file, path in program.paths.items()}
    called: set[tuple[str, str]] = set()

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and (file := files.get(frame.f_code.co_filename)):
            called.add((file, frame.f_code.co_qualname))

    begin = time.process_time()
    sys.setprofile(watch)
    try:
        work()
    except ScenarioFailure as failure:
        return {"error": str(failure)}
    finally:
        sys.setprofile(None)
    seconds = time.process_time() - begin
    return {"seconds": seconds, "reached": sorted({(file, _plain_name(n)) for file, n in called})}


def _plain_name(name: str) -> str:
    """A function's name without the nameless functions in it and the marks of nested ones."""
    return ".".join(part for part in name.split(".") if not part.startswith("<"))
