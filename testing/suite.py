"""Suites of scenarios: those of a game, of a file or of a folder.

The game of a file is named by `game:` at its head, or by the nearest directory above it that is named
like a game.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from rulekeep.core import registry
from rulekeep.core.data_files import read_documents
from rulekeep.core.errors import DataError, UnknownGame
from rulekeep.core.text import shortened
from rulekeep.testing.scenario_format import Scenario, read_each, scenario_files

SUFFIXES = (".yaml", ".yml")

_SCENARIO_KEYS = frozenset(("rules", "given", "setup", "when", "then"))
"""A document with one of these keys is a scenario."""


@frozen
class SuiteCase:
    """A scenario of a suite, or the error of one that cannot be read."""

    suite: str
    """A game's id, or the path given."""
    path: Path
    game: str
    """Empty where it could not be read."""
    scenario: Scenario | None
    error: str = ""

    @property
    def name(self) -> str:
        return self.scenario.name if self.scenario is not None else ""

    @property
    def key(self) -> str:
        """Its identity from one run to the next."""
        return f"{self.path.resolve()}:{self.name or self.error.partition(': ')[0]}"


@frozen
class Suite:
    """The scenarios of a game, a file or a folder."""

    name: str
    cases: tuple[SuiteCase, ...]
    skipped: tuple[Path, ...] = ()
    """YAML files of a folder that hold no scenarios."""
    game: str = ""
    """The game that ships it."""


def find_suite(word: str) -> Suite:
    """The suite of a name: the scenarios of a game, of a file or of a folder."""
    if word in registry.names():
        return game_suite(word)
    path = Path(word)
    try:
        if path.is_dir():
            return folder_suite(path)
        if path.exists():
            return Suite(word, tuple(cases_of(word, path)))
    except (OSError, ValueError):
        pass
    try:
        registry.load(word)
    except UnknownGame as error:
        raise UnknownGame(f"{error}; nor is there a file or a folder of that name") from None
    return game_suite(word)


def game_suite(game: str) -> Suite:
    """The scenarios that a game ships with."""
    cases = [case for path in scenario_files(game) for case in cases_of(game, path, game)]
    return Suite(game, tuple(cases), game=game)


def folder_suite(folder: Path) -> Suite:
    """All scenarios of a folder and the folders in it, without hidden ones."""
    cases: list[SuiteCase] = []
    skipped: list[Path] = []
    for path in files_below(folder):
        if holds_scenarios(path):
            cases += cases_of(str(folder), path)
        else:
            skipped.append(path)
    if not cases:
        raise DataError(str(folder), "holds no scenarios, nor do the folders in it")
    return Suite(str(folder), tuple(cases), tuple(skipped))


def files_below(folder: Path, suffixes: tuple[str, ...] = SUFFIXES) -> Iterator[Path]:
    """The files with these suffixes, sorted by name, without hidden ones."""
    try:
        found = sorted(folder.iterdir())
    except OSError as error:
        raise DataError(str(folder), f"cannot be read: {error.strerror}") from None
    for path in found:
        if path.name.startswith("."):
            continue
        # A link to a folder above would never end.
        if path.is_dir() and not path.is_symlink():
            yield from files_below(path, suffixes)
        elif path.suffix in suffixes:
            yield path


def holds_scenarios(path: Path) -> bool:
    """Whether a file holds scenarios; one that is not YAML counts, so that it is reported."""
    try:
        documents = read_documents(path)
    except DataError:
        return True
    return any(
        isinstance(document.value, dict) and _SCENARIO_KEYS & document.value.keys()
        for document in documents
    )


def cases_of(suite: str, path: Path, game: str = "") -> Iterator[SuiteCase]:
    """The scenarios of a file; one that cannot be read is a case with an error."""
    for scenario in read_each(path):
        try:
            if isinstance(scenario, DataError):
                raise scenario
            its_game = scenario.game or game or game_above(path)
            registry.load(its_game)
            yield SuiteCase(suite, path, its_game, scenario)
        except DataError as error:
            yield SuiteCase(suite, path, game, None, str(error))
        except UnknownGame as error:
            yield SuiteCase(suite, path, game, None, f"{path}: {error}")


def game_above(path: Path) -> str:
    """The game after which the nearest directory above a file is named."""
    known = registry.names()
    for directory in path.resolve().parents:
        if directory.name in known:
            return directory.name
    raise DataError(
        shortened(str(path)),
        "does not say its game: write `game: NAME` at its head, or put it into a directory "
        "named like the game",
    )
