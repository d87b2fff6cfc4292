"""The scenarios of a game: which rules they cite, and what comes out when they are run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import define, field

from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import Game
from rulekeep.core.testing import ScenarioFailure, read_scenarios, run_scenario, scenario_files

AnyGame = Game[Any, Any]


@define
class Results:
    """What came out of a game's scenarios."""

    passed: int = 0
    failures: list[str] = field(factory=list)
    earned: set[str] = field(factory=set)


def shown_by(game: AnyGame) -> dict[str, list[str]]:
    """For each rule the scenarios that vouch for it, as `file: name`."""
    found: dict[str, list[str]] = {}
    for path in scenario_files(game):
        for scenario in read_scenarios(path):
            for rule in scenario.rules:
                found.setdefault(rule, []).append(f"{path.name}: {scenario.name}")
    return found


def run_all(game: AnyGame, tell: Callable[[str, bool], None] | None = None) -> Results:
    """Run every scenario of a game; a malformed file counts as one failure."""
    results = Results()
    for path in scenario_files(game):
        try:
            scenarios = read_scenarios(path)
        except RulekeepError as error:
            results.failures.append(str(error))
            continue
        for scenario in scenarios:
            try:
                results.earned |= run_scenario(scenario, game)
                results.passed += 1
                passed = True
            except (ScenarioFailure, RulekeepError) as error:
                results.failures.append(str(error))
                passed = False
            if tell is not None:
                tell(f"{path.name}: {scenario.name}", passed)
    return results
