"""Pytest plugin: collect scenarios and lessons as tests, and measure rule coverage.

A project loads it in its root `conftest.py`:

    pytest_plugins = ["rulekeep.testing.pytest_plugin"]
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from rulekeep.core import registry
from rulekeep.core.errors import DataError, RulekeepError
from rulekeep.match.expectations import ScenarioFailure
from rulekeep.match.lessons import FOLDER, PUZZLES, Lesson, read_lesson
from rulekeep.testing.lesson_checks import check_lesson
from rulekeep.testing.prover.proof_report import stored_summary
from rulekeep.testing.rule_coverage import Coverage, coverage
from rulekeep.testing.scenario_format import Scenario, line_of, read_each
from rulekeep.testing.scenario_run import run_scenario

_EARNED: pytest.StashKey[dict[str, set[str]]] = pytest.StashKey()
"""By game the rules that passed scenarios earned; every collected game is a key."""

_GAMES: pytest.StashKey[dict[Path, str]] = pytest.StashKey()
"""The games of directories, since looking them up is slow."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rule-coverage",
        action="store_true",
        help="fail if a testable rule is not earned by any passing scenario",
    )


def pytest_configure(config: pytest.Config) -> None:
    earned: dict[str, set[str]] = defaultdict(set)
    config.stash[_EARNED] = earned
    config.stash[_GAMES] = {}


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    # A plain directory: otherwise pytest imports games/__init__.py as a bare `games`.
    holds_games = any(child.is_dir() for child in path.glob("*/scenarios"))
    if path.name == "scenarios" or (path / "scenarios").is_dir() or holds_games:
        return pytest.Dir.from_parent(parent, path=path)
    return None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix in (".yaml", ".yml") and file_path.parent.name == "scenarios":
        return ScenarioFile.from_parent(parent, path=file_path)
    if file_path.suffix == ".yaml" and file_path.parent.name in (FOLDER, PUZZLES):
        return LessonFile.from_parent(parent, path=file_path)
    return None


def _game_of(directory: Path) -> str:
    """The game whose package a directory is; mostly they have the same name."""
    names = sorted(registry.names(), key=lambda name: name != directory.name)
    for name in names:
        if registry.package_of(name).rpartition(".")[2] == directory.name:
            return name
    raise DataError(
        str(directory), "holds scenarios or lessons, but is no registered game's package"
    )


def _message(error: BaseException) -> str | None:
    """The text of a failure that needs no traceback."""
    return str(error) if isinstance(error, ScenarioFailure | RulekeepError) else None


class _File(pytest.File):
    def game_above(self) -> str:
        """The game whose package holds the directory of this file."""
        directory, known = self.path.parent.parent, self.config.stash[_GAMES]
        if directory not in known:
            known[directory] = _game_of(directory)
        return known[directory]

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        return _message(excinfo.value) or super().repr_failure(excinfo)


class _Item(pytest.Item):
    def __init__(self, *, game: str, line: int = 1, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.game = game
        self.line = line

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        return _message(excinfo.value) or super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        return self.path, self.line - 1, self.name


class ScenarioFile(_File):
    """A scenario file; its game is named at its head or by the directory above."""

    def collect(self) -> Iterable[pytest.Item]:
        if self.path.suffix != ".yaml":
            raise DataError(str(self.path), "scenario files end in .yaml")
        for scenario in read_each(self.path):
            if isinstance(scenario, DataError):
                yield MalformedItem.of(self, scenario)
                continue
            game = scenario.game or self.game_above()
            self.config.stash[_EARNED][game] |= set()
            yield ScenarioItem.from_parent(self, name=scenario.name, scenario=scenario, game=game)


class ScenarioItem(_Item):
    """One scenario as a test."""

    def __init__(self, *, scenario: Scenario, **kwargs: Any) -> None:
        super().__init__(line=scenario.line, **kwargs)
        self.scenario = scenario

    def runtest(self) -> None:
        earned = run_scenario(self.scenario, registry.load(self.game))
        self.user_properties += [("rule", f"{self.game} {rule}") for rule in sorted(earned)]


class MalformedItem(_Item):
    """A scenario that cannot be read, as a test that fails; it does not hide the others."""

    error: RulekeepError

    @classmethod
    def of(cls, parent: pytest.File, error: RulekeepError) -> MalformedItem:
        line = line_of(getattr(error, "where", ""))
        item: MalformedItem = cls.from_parent(parent, name=f"line {line}", game="", line=line)
        item.error = error
        return item

    def runtest(self) -> None:
        raise self.error


class LessonFile(_File):
    """One lesson; the game is named by the directory above."""

    def collect(self) -> Iterable[pytest.Item]:
        game, lesson = self.game_above(), read_lesson(self.path)
        yield LessonItem.from_parent(self, name=lesson.title, lesson=lesson, game=game)


class LessonItem(_Item):
    """One lesson as a test."""

    def __init__(self, *, lesson: Lesson, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.lesson = lesson

    def runtest(self) -> None:
        check_lesson(self.lesson, registry.load(self.game))


class _Collector:
    """Adds up the rules of passed reports; they travel with the report under xdist too."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when != "call" or not report.passed:
            return
        for key, value in report.user_properties:
            if key == "rule":
                game, _, rule = str(value).partition(" ")
                self.config.stash[_EARNED][game].add(rule)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    session.config.pluginmanager.register(_Collector(session.config), "rulekeep-coverage")


def _reports(config: pytest.Config) -> list[Coverage]:
    earned = config.stash[_EARNED]
    return [coverage(game, registry.load(game).book, earned[game]) for game in sorted(earned)]


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    config = session.config
    if not config.getoption("--rule-coverage") or hasattr(config, "workerinput"):
        return
    if exitstatus == 0 and any(not report.complete for report in _reports(config)):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    if not config.getoption("--rule-coverage"):
        return
    terminalreporter.section("rules seen at work")
    for report in _reports(config):
        proof = tuple(stored_summary(registry.load(report.game)))
        for line in evolve(report, proof=proof).lines():
            terminalreporter.line(line)
