"""Run the scenarios of a suite, in this process or in several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import perf_counter

from attrs import frozen

from rulekeep.core import registry
from rulekeep.core.errors import RulekeepError, in_words
from rulekeep.match.expectations import ScenarioFailure
from rulekeep.testing.process_map import map_in_processes
from rulekeep.testing.scenario_run import run_scenario
from rulekeep.testing.suite import SuiteCase


@frozen
class CaseResult:
    """The result of one scenario."""

    passed: bool
    message: str
    """Why it failed: place, what, expected and got."""
    earned: frozenset[str]
    seconds: float


def run_case(case: SuiteCase) -> CaseResult:
    """Run one scenario; every error is its failure."""
    if case.scenario is None:
        return CaseResult(False, case.error, frozenset(), 0.0)
    start = perf_counter()
    earned: set[str] = set()
    message = ""
    try:
        earned = run_scenario(case.scenario, registry.load(case.game))
    except (ScenarioFailure, RulekeepError) as error:
        message = str(error)
    except Exception as error:  # noqa: BLE001
        # Games are foreign code: one that fails fails its scenario, not the others.
        message = f"{case.scenario.where}: the game failed: {in_words(error)}"
    return CaseResult(not message, message, frozenset(earned), perf_counter() - start)


def run_cases(cases: Sequence[SuiteCase], workers: int = 1) -> Iterator[CaseResult]:
    """All results in the order of the cases."""
    return map_in_processes(run_case, cases, workers)
