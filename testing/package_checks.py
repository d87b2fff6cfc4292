"""Check what a game ships with besides its code: rule book, guide, lessons and scenarios."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import DataError, RulekeepError, SetupError, UnknownGame
from rulekeep.core.game import AnyGame, Game
from rulekeep.core.rule_options import spell
from rulekeep.core.text import plural
from rulekeep.match.expectations import ScenarioFailure
from rulekeep.match.guide import read_guide
from rulekeep.testing.kit_report import KitRun, Report, Stop
from rulekeep.testing.lesson_checks import check_lessons
from rulekeep.testing.position_checks import check_legality
from rulekeep.testing.rule_sources import RULE_ID
from rulekeep.testing.scenario_format import Scenario, read_each, scenario_files
from rulekeep.testing.scenario_run import play_scenario

SCENARIO_SAMPLE = 100
"""Expressible moves, besides the legal ones, that are tried in each position of a scenario."""


def check_package(game: AnyGame, report: Report) -> None:
    """The rule book, errors at set-up, the guide and the lessons."""
    report.problems += _rulebook_problems(game)
    _check_setup_errors(game, report)
    try:
        read_guide(game)
        if on_shipped_data(game):
            report.problems += check_lessons(game)
    except UnknownGame:
        pass  # an object that is not registered has no files
    except DataError as error:
        report.problems.append(str(error))


def on_shipped_data(game: AnyGame) -> bool:
    """Whether lessons and scenarios apply: an owner's corrected board may have other places."""
    return game.files is None or game.files.directory is None


def _rulebook_problems(game: AnyGame) -> list[str]:
    """Rule ids can be cited in code, and the options that rules depend on exist."""
    problems: list[str] = []
    options = {option.name: option for option in game.options}
    for rule in game.book:
        if not RULE_ID.fullmatch(rule.id):
            problems.append(f"the rule id {rule.id!r} is not a word: letters, digits, - and _")
        for name, values in (*((name, ()) for name in rule.options), *rule.when):
            if name not in options:
                problems.append(f"{rule.id} depends on {name!r}, which is no option")
                continue
            for value in values:
                try:
                    options[name].validate(value)
                except SetupError as error:
                    problems.append(f"{rule.id}: {error}")
    return problems


def _check_setup_errors(game: AnyGame, report: Report) -> None:
    """What cannot be set up is refused with a SetupError, and there is a universe of moves."""
    few, many = game.seats[0] - 1, game.seats[-1] + 1
    for seats, options in ((few, {}), (many, {}), (game.seats[0], {"no such option": 1})):
        label = f"{plural(seats, 'seat')} {spelled(options)}".rstrip()
        try:
            game.setup(seats, options, SeededChance(0))
            report.problems.append(f"{label} must be refused with a SetupError")
        except SetupError:
            continue
        except Exception as error:  # noqa: BLE001
            report.problems.append(f"{label} raise {error!r}, not a SetupError")
    if getattr(type(game), "universe", None) is Game.universe:
        report.problems.append("the game gives no universe of moves to compare with check")


def spelled(options: Mapping[str, Any]) -> str:
    """Options as they are typed, a blank after each."""
    return "".join(f"{name}={spell(value)} " for name, value in options.items())


def check_scenario_positions(game: AnyGame, report: Report, stop: Stop | None) -> None:
    """`legal_moves` and `check` agree where scenarios lead: random play seldom gets there."""
    try:
        files = scenario_files(game) if on_shipped_data(game) else []
    except UnknownGame:
        return
    for path in files:
        for number, scenario in enumerate(read_each(path)):
            if isinstance(scenario, Scenario):
                rng = SeededChance("scenario positions", path.name, number)
                _check_scenario(game, report, stop, path, scenario, rng)
            else:
                report.problems.append(str(scenario))


def _check_scenario(
    game: AnyGame,
    report: Report,
    stop: Stop | None,
    path: Path,
    scenario: Scenario,
    rng: SeededChance,
) -> None:
    try:
        played = play_scenario(scenario, game)
    except (ScenarioFailure, RulekeepError):
        return  # the scenario's own test reports it
    command = shlex.join(["rulekeep", "play", "--from", f"{path}:{scenario.name}"])
    run = KitRun(played.game, report, f"scenario {scenario.name!r}", stop, command, played.start)
    for step in played.steps:
        for seat in (decision.seat for decision in run.game.decisions(run.state)):
            was_played = seat == step.seat and step.refusal is None
            also = [run.game.read(run.state, seat, step.move)] if was_played else []
            check_legality(run, run.state, seat, rng, SCENARIO_SAMPLE, also)
        run.state = step.state
