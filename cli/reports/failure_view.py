"""Failed scenarios: the table at the failure as text, before and after as pictures."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rulekeep.cli.terminal.screen import Screen
from rulekeep.core import registry
from rulekeep.core.drawing.canvas import Look
from rulekeep.core.text import plural
from rulekeep.match.expectations import PlayedScenario, ScenarioFailure
from rulekeep.match.safe_files import make_directory, replace_file
from rulekeep.testing.scenario_run import play_scenario
from rulekeep.testing.suite import SuiteCase

MAX_NAME = 60
"""Characters of a picture's file name that come from the scenario's name."""


def played(case: SuiteCase) -> PlayedScenario | None:
    """What happened in a scenario until it failed; None if it never began."""
    if case.scenario is None:
        return None
    try:
        play_scenario(case.scenario, registry.load(case.game))
    except ScenarioFailure as failure:
        return failure.played
    except Exception:  # noqa: BLE001  a failure of foreign code is reported elsewhere
        return None
    return None


def show_failure(screen: Screen, scenario: PlayedScenario) -> None:
    """The table at the failure, as the seat that decides there sees it."""
    count = len(scenario.steps)
    steps = f"after {plural(count, 'step')}" if count else "before the first step"
    screen.say(f"the table {steps}:", "dim", indent=4)
    state = _last_state(scenario)
    look = screen.look(_names(scenario, state))
    screen.draw(scenario.game.render(state, _viewer(scenario, state), look))


def write_pictures(cases: Iterable[SuiteCase], directory: Path) -> int:
    """A picture before and one after for each failure; how many were written."""
    written = 0
    for number, case in enumerate(cases, 1):
        scenario = played(case)
        if scenario is None:
            continue
        make_directory(directory)
        for when, state in (("before", scenario.start), ("after", _last_state(scenario))):
            look = Look(names=_names(scenario, state))
            picture = scenario.game.picture(state, _viewer(scenario, state), look)
            name = f"{number:02}-{_file_stem(case.name)}-{when}.svg"
            replace_file(directory / name, picture.svg())
            written += 1
    return written


def _last_state(scenario: PlayedScenario) -> Any:
    return scenario.steps[-1].state if scenario.steps else scenario.start


def _viewer(scenario: PlayedScenario, state: Any) -> int | None:
    decisions = scenario.game.decisions(state)
    return decisions[0].seat if decisions else None


def _names(scenario: PlayedScenario, state: Any) -> tuple[str, ...]:
    """Seats by number, as the scenario has them."""
    return tuple(f"seat {seat}" for seat in range(scenario.game.seats_of(state)))


def _file_stem(name: str) -> str:
    """A scenario's name as part of a file name."""
    words = re.findall(r"\w+", name.lower())
    return "-".join(words)[:MAX_NAME].rstrip("-") or "scenario"
