"""Where a rule is at home: the code that bears its id, the scenarios that cite it and their runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import define, field

from rulekeep.core import registry
from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import Game
from rulekeep.testing import ScenarioFailure, read_scenarios, run_scenario, scenario_files
from rulekeep.testing.rule_sources import CodePlace, places

AnyGame = Game[Any, Any]


@define
class ScenarioResults:
    """What came out of a game's scenarios."""

    passed: int = 0
    failures: list[str] = field(factory=list)
    earned: set[str] = field(factory=set)


def code_by_rule(game: AnyGame) -> dict[str, list[tuple[str, str]]]:
    """For each rule what is done where: (`refused in`, `checks.py:58 the_card_left_the_game`)."""
    found = places(registry.package_of(game.id), game.book.rules)
    return {rule: [_described(place) for place in where] for rule, where in found.items()}


def _described(place: CodePlace) -> tuple[str, str]:
    does = "refused in" if place.kind == "check" else "listed in"
    if place.kind == "code" and place.module != "legal":
        does = "done in"
    return does, f"{place.file}:{place.line} {place.function}".rstrip()


def scenarios_by_rule(game: AnyGame) -> dict[str, list[str]]:
    """For each rule the scenarios that vouch for it, as `file: name`."""
    found: dict[str, list[str]] = {}
    for path in scenario_files(game):
        for scenario in read_scenarios(path):
            for rule in scenario.rules:
                line = scenario.where.rpartition(":")[2]
                said = f"scenarios/{path.name}:{line} {scenario.name}"
                found.setdefault(rule, []).append(said)
    return found


def run_scenarios(
    game: AnyGame, tell: Callable[[str, bool], None] | None = None
) -> ScenarioResults:
    """Run every scenario of a game; a malformed file counts as one failure."""
    results = ScenarioResults()
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
