"""Tests that every plugin gets for free: scenarios and the conformance kit.

A plugin's own test module needs one line:

    test_conformance = conformance_test("my_game")
"""

from rulekeep.core.testing.conformance import check_game, conformance_test
from rulekeep.core.testing.report import Report
from rulekeep.core.testing.scenario import (
    Scenario,
    ScenarioFailure,
    read_scenarios,
    run_scenario,
    scenario_files,
)

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
