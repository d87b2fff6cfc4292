"""Scenarios that failed, shown: the table where it went wrong, before and after in pictures."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from rulekeep.cli.files import paths
from rulekeep.cli.files.output_files import replace_file
from rulekeep.cli.terminal.screen import Screen
from rulekeep.core import registry
from rulekeep.core.drawing.canvas import Look
from rulekeep.core.text import plural
from rulekeep.match.expectations import PlayedScenario, ScenarioFailure
from rulekeep.testing.scenario_run import play_scenario
from rulekeep.testing.suite import SuiteCase

LONGEST_NAME = 60
"""Characters of a picture's file name that come from the scenario's name."""


def story_of(case: SuiteCase) -> PlayedScenario | None:
    """What happened in a scenario until it failed; None if it never began."""
    if case.scenario is None:
        return None
    try:
        play_scenario(case.scenario, registry.load(case.game))
    except ScenarioFailure as failure:
        return failure.story
    except Exception:  # noqa: BLE001
        # Foreign code that fails has been told already.
        return None
    return None


def show(screen: Screen, story: PlayedScenario) -> None:
    """The table where it went wrong, with the eyes of whoever is asked there."""
    state = story.acts[-1].state if story.acts else story.begin
    steps = f"after {plural(len(story.acts), 'step')}" if story.acts else "before the first step"
    screen.say(f"the table {steps}:", "dim", indent=4)
    screen.draw(story.game.render(state, _viewer(story, state), screen.look(_names(story, state))))


def draw(cases: Iterable[SuiteCase], directory: Path) -> int:
    """A picture before and one after for each failure; how many were written."""
    written = 0
    for number, case in enumerate(cases, 1):
        story = story_of(case)
        if story is None:
            continue
        paths.made(directory)
        stem = f"{number:02}-{_spelled(case.name)}"
        last = story.acts[-1].state if story.acts else story.begin
        for when, state in (("before", story.begin), ("after", last)):
            look = Look(names=_names(story, state))
            picture = story.game.picture(state, _viewer(story, state), look)
            replace_file(directory / f"{stem}-{when}.svg", picture.svg())
            written += 1
    return written


def _viewer(story: PlayedScenario, state: Any) -> int | None:
    asked = story.game.decisions(state)
    return asked[0].seat if asked else None


def _names(story: PlayedScenario, state: Any) -> tuple[str, ...]:
    """Seats by number, as the scenario has them."""
    return tuple(f"seat {seat}" for seat in range(story.game.seats_of(state)))


def _spelled(name: str) -> str:
    """A scenario's name as part of a file's name."""
    words = re.findall(r"\w+", name.lower())
    return "-".join(words)[:LONGEST_NAME].rstrip("-") or "scenario"
