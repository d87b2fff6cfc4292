"""Testing games and rules: what a test author imports.

A plugin's own test module needs one line:

    test_conformance = conformance_test("my_game")
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulekeep.core.game import AnyGame
    from rulekeep.match.expectations import ScenarioFailure as ScenarioFailure
    from rulekeep.match.recorded_chance import ScriptedChance as ScriptedChance
    from rulekeep.testing.conformance import check_game as check_game
    from rulekeep.testing.conformance import conformance_test as conformance_test
    from rulekeep.testing.hypothesis_strategies import playouts as playouts
    from rulekeep.testing.hypothesis_strategies import positions as positions
    from rulekeep.testing.kit_report import Report as Report
    from rulekeep.testing.scenario_format import Scenario as Scenario
    from rulekeep.testing.scenario_format import read_scenarios as read_scenarios
    from rulekeep.testing.scenario_format import scenario_files as scenario_files
    from rulekeep.testing.scenario_run import run_scenario as run_scenario

# Loaded when they are used: pytest imports this package in every project of the environment, and
# the strategies need Hypothesis.
_MODULES = {
    "Report": "testing.kit_report",
    "Scenario": "testing.scenario_format",
    "ScenarioFailure": "match.expectations",
    "ScriptedChance": "match.recorded_chance",
    "check_game": "testing.conformance",
    "conformance_test": "testing.conformance",
    "playouts": "testing.hypothesis_strategies",
    "positions": "testing.hypothesis_strategies",
    "read_scenarios": "testing.scenario_format",
    "run_scenario": "testing.scenario_run",
    "scenario_files": "testing.scenario_format",
}
__all__ = list(_MODULES)
__all__ += ["add_game"]
__all__.sort()


def add_game(game: AnyGame) -> None:
    """Register a game that no entry point names, for the rest of the process."""
    from rulekeep.core import registry

    registry.add(game)


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"rulekeep.{_MODULES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
