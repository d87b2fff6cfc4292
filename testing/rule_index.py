"""Index of a game's rules: the code that bears an id and the scenarios that cite it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from rulekeep.core import registry
from rulekeep.core.errors import DataError, RulekeepError
from rulekeep.core.game import AnyGame
from rulekeep.testing import ScenarioFailure, read_scenarios, run_scenario, scenario_files
from rulekeep.testing.rule_sources import CodePlace, places
from rulekeep.testing.scenario_format import scenarios_of


def code_by_rule(game: AnyGame) -> dict[str, list[tuple[str, str]]]:
    """By rule, what its code does and where: (`refused in`, `checks.py:58 the_card_left_the_game`)."""
    found = places(registry.package_of(game.id), game.book.rules)
    return {rule: [_described(place) for place in where] for rule, where in found.items()}


def _described(place: CodePlace) -> tuple[str, str]:
    does = "refused in" if place.kind == "check" else "listed in"
    if place.kind == "code" and place.module != "legal":
        does = "done in"
    return does, f"{place.file}:{place.line} {place.function}".rstrip()


def scenarios_by_rule(game: AnyGame) -> dict[str, list[str]]:
    """By rule, the scenarios that cite it, as `file:line name`."""
    found: dict[str, list[str]] = {}
    for scenario in scenarios_of(game):
        file = Path(scenario.where).name
        for rule in scenario.rules:
            found.setdefault(rule, []).append(f"scenarios/{file} {scenario.name}")
    return found


def earned_rules(game: AnyGame) -> set[str]:
    """The rules that the passing scenarios of a game show at work."""
    earned: set[str] = set()
    for path in scenario_files(game):
        with suppress(DataError):
            for scenario in read_scenarios(path):
                with suppress(ScenarioFailure, RulekeepError):
                    earned |= run_scenario(scenario, game)
    return earned
