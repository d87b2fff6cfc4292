"""`rulekeep new`: what it writes works at once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.installing import install


def there(directory: Path) -> set[str]:
    return {str(p.relative_to(directory)) for p in directory.rglob("*") if p.is_file()}


def own_tests(package: Path, environment: dict[str, str], *words: str) -> str:
    """What its own tests print; nothing of it is installed."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words],
        cwd=package,
        env=environment | {"PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_a_new_game_passes_its_tests_and_is_found_once_installed(
    run: Run, environment: dict[str, str], tmp_path: Path
) -> None:
    done = run("new", "game", "moon_race")
    assert done.returncode == 0 and "rulekeep play moon_race" in done.stdout
    package = tmp_path / "rulekeep-moon-race"
    assert there(package) == {
        "README.md",
        "conftest.py",
        "moon_race/__init__.py",
        "moon_race/rules.yaml",
        "moon_race/scenarios/turn.yaml",
        "pyproject.toml",
        "tests/test_moon_race.py",
    }
    assert list(tmp_path.iterdir()) == [package]
    said = own_tests(package, environment, "--rule-coverage")
    assert "4 passed" in said and "moon_race: 3 of 3 testable rules seen at work" in said
    install(tmp_path / "site", package)
    path = {"PYTHONPATH": f"{tmp_path / 'site'}{os.pathsep}{environment['PYTHONPATH']}"}
    assert "Moon Race" in run("games", **path).stdout
    match = run(
        *("play", "moon_race", "--seats", "human,greedy", "--file", "one.rkm"),
        lines="take 1\nquit\n",
        **path,
    )
    assert match.returncode == 0 and "Greedy takes" in match.stdout
    drawn = run("show", "one.rkm", "--svg", "one.svg", **path)
    assert drawn.returncode == 0 and "Moon Race" in (tmp_path / "one.svg").read_text()
    proven = run("prove", "moon_race", "--keep", "kept.json", **path)
    assert proven.returncode == 0, proven.stdout


def test_a_new_bot_passes_its_tests_and_is_found_once_installed(
    run: Run, environment: dict[str, str], tmp_path: Path
) -> None:
    (tmp_path / "bots").mkdir()
    done = run("new", "bot", "hothead", "--dir", "bots")
    assert done.returncode == 0 and "--seats human,hothead" in done.stdout
    package = tmp_path / "bots" / "rulekeep-hothead"
    assert there(package) == {
        "README.md",
        "conftest.py",
        "hothead/__init__.py",
        "pyproject.toml",
        "tests/test_hothead.py",
    }
    assert "5 passed" in own_tests(package, environment)
    install(tmp_path / "site", package)
    path = {"PYTHONPATH": f"{tmp_path / 'site'}{os.pathsep}{environment['PYTHONPATH']}"}
    done = run("simulate", "lanterns", "--seats", "hothead,random", "-n", "4", **path)
    assert done.returncode == 0 and "hothead" in done.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("game", "Moon"), "'Moon' is not a name for a game: small letters"),
        (("game", "moon-race"), "is not a name for a game"),
        (("game", "moon__race"), "is not a name for a game"),
        (("game", "../moon"), "is not a name for a game"),
        (("game", "möon"), "is not a name for a game"),
        (("game", ""), "is not a name for a game"),
        (("game", "m" * 41), "is not a name for a game"),
        (("game", "a\nb"), "is not a name for a game"),
        (("game", "class"), "'class' is a word of Python"),
        (("game", "match"), "'match' is a word of Python"),
        (("game", "json"), "there is a Python module 'json' already"),
        (("game", "castle_keep"), "there is a game 'castle_keep' already"),
        (("bot", "greedy"), "there is a bot 'greedy' already"),
        (("bot", "human"), "there is a bot 'human' already"),
        (("bot", "run"), "there is a bot 'run' already"),
        (("bot", "x", "--dir", "nowhere"), "Directory 'nowhere' does not exist"),
        (("robot", "x"), "No such command 'robot'"),
    ],
)
def test_bad_names_are_refused(run: Run, tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    done = run("new", *words)
    assert done.returncode == 2 and said in done.stderr
    assert not list(tmp_path.iterdir())


def test_what_is_there_is_left_alone(run: Run, tmp_path: Path) -> None:
    (tmp_path / "rulekeep-moon").write_text("mine")
    done = run("new", "game", "moon")
    assert done.returncode == 2 and "rulekeep-moon: exists already" in done.stderr
    assert there(tmp_path) == {"rulekeep-moon"} and len(list(tmp_path.iterdir())) == 1


def test_each_half_has_help_with_an_example(run: Run) -> None:
    for kind in ("game", "bot"):
        said = run("new", kind, "--help").stdout
        assert "--dir" in said and f"rulekeep new {kind}" in said.split("Example")[1]
