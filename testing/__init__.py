"""Tests that every plugin gets for free: scenarios and the conformance kit.

A plugin's own test module needs one line:

    test_conformance = conformance_test("my_game")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulekeep.match.expectations import ScenarioFailure as ScenarioFailure
    from rulekeep.testing.conformance import check_game as check_game
    from rulekeep.testing.conformance import conformance_test as conformance_test
    from rulekeep.testing.kit_report import Report as Report
    from rulekeep.testing.scenario_format import Scenario as Scenario
    from rulekeep.testing.scenario_format import read_scenarios as read_scenarios
    from rulekeep.testing.scenario_format import scenario_files as scenario_files
    from rulekeep.testing.scenario_run import run_scenario as run_scenario

# Looked up when they are used: pytest imports this package in every project of the environment.
_HOMES = {
    "Report": "testing.kit_report",
    "Scenario": "testing.scenario_format",
    "ScenarioFailure": "match.expectations",
    "check_game": "testing.conformance",
    "conformance_test": "testing.conformance",
    "read_scenarios": "testing.scenario_format",
    "run_scenario": "testing.scenario_run",
    "scenario_files": "testing.scenario_format",
}
__all__ = [
    "Report",
    "Scenario",
    "ScenarioFailure",
    "check_game",
    "conformance_test",
    "read_scenarios",
    "run_scenario",
    "scenario_files",
]


def __getattr__(name: str) -> Any:
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"rulekeep.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
