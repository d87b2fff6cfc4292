"""The scenarios on the unchanged program: the time each needs and the functions it reaches.

A scenario that never calls a function cannot notice a fault in it, so it need not be run. Each is
measured in its own process, so that caches filled by one do not hide calls of another.
"""

from __future__ import annotations

import hashlib
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import FrameType

from attrs import frozen

from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import AnyGame
from rulekeep.match.expectations import ScenarioFailure
from rulekeep.testing.prover.behaviour import behaviour
from rulekeep.testing.prover.forked_child import ForkedChild, Message
from rulekeep.testing.prover.mutants import Mutant
from rulekeep.testing.prover.patched_game import PatchedGame
from rulekeep.testing.scenario_format import Scenario
from rulekeep.testing.scenario_run import run_scenario


@frozen
class BaselineRun:
    """Processor time and functions reached, of a scenario or of the import."""

    seconds: float
    reached: frozenset[tuple[str, str]]
    """Functions, each by its file and its name."""


@frozen
class BehaviourRun:
    """Processor time, and by label the digest of every explanation and view."""

    seconds: float
    texts: Mapping[str, str]


@frozen
class Baseline:
    """Every scenario as it runs on the unchanged program."""

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
    """Run scenarios on the unchanged program; all must pass."""
    return Baseline(
        _measure_one(program, program.load),
        {s.where: _measure_one(program, partial(run_scenario, s, game)) for s in scenarios},
    )


def measure_behaviour(game: AnyGame, scenario: Scenario) -> BehaviourRun:
    """The explanations and views of a scenario on the unchanged program."""
    result = ForkedChild.fork(partial(_digests, game, scenario)).result()
    if "texts" not in result:
        raise RulekeepError(f"{scenario.where}: {result.get('error', 'no result')}")
    return BehaviourRun(result["seconds"], result["texts"])


def _digests(game: AnyGame, scenario: Scenario) -> Message:
    start = time.process_time()
    texts = {label: digest(text) for label, text in behaviour(scenario, game)}
    return {"seconds": time.process_time() - start, "texts": texts}


def digest(text: str) -> str:
    """A short fingerprint of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _measure_one(program: PatchedGame, work: Callable[[], object]) -> BaselineRun:
    result = ForkedChild.fork(partial(_profiled, program, work)).result()
    if "seconds" not in result:
        why = result.get("error", "the process ended without a result")
        raise RulekeepError(f"nothing can be proven while a scenario fails: {why}")
    return BaselineRun(result["seconds"], frozenset((f, name) for f, name in result["reached"]))


def _profiled(program: PatchedGame, work: Callable[[], object]) -> Message:
    """In the child: do the work and record which functions of the program were called."""
    files = {path: file for file, path in program.paths.items()}
    called: set[tuple[str, str]] = set()

    def record(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and (file := files.get(frame.f_code.co_filename)):
            called.add((file, frame.f_code.co_qualname))

    start = time.process_time()
    sys.setprofile(record)
    try:
        work()
    except ScenarioFailure as failure:
        return {"error": str(failure)}
    finally:
        sys.setprofile(None)
    seconds = time.process_time() - start
    return {"seconds": seconds, "reached": sorted({(f, _plain_name(n)) for f, n in called})}


def _plain_name(name: str) -> str:
    """A function's name without `<locals>`, `<lambda>` and the like."""
    return ".".join(part for part in name.split(".") if not part.startswith("<"))
