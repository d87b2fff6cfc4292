"""`rulekeep new`: start your own game or bot with a small package that works at once."""

from __future__ import annotations

import keyword
import os
import re
import tempfile
from collections.abc import Callable, Mapping
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from string import Template
from typing import Any, TypeVar

import click

from rulekeep.core.data_files import why_not
from rulekeep.core.errors import DataError, RulekeepError
from rulekeep.core.text import printable, shortened
from rulekeep.match.safe_files import FileTaken

F = TypeVar("F", bound=Callable[..., Any])

COMMON_FILES = {name: name for name in ("pyproject.toml", "README.md", "conftest.py")}
GAME_FILES = {
    **COMMON_FILES,
    "$name/__init__.py": "game.py",
    "$name/rules.yaml": "rules.yaml",
    "$name/scenarios/turn.yaml": "turn.yaml",
    "tests/test_$name.py": "test.py",
}
BOT_FILES = {**COMMON_FILES, "$name/__init__.py": "bot.py", "tests/test_$name.py": "test.py"}
"""Every file of the package, and the template it is made from."""


def _name_and_directory(command: F) -> F:
    """The name and the directory of the package."""
    where = click.option(
        "--dir",
        "directory",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        default=".",
        metavar="DIR",
        help="Create the package in this directory instead of here.",
    )
    return click.argument("name")(where(command))


@click.group()
def new() -> None:
    """Start your own game or bot: a small package with tests that pass at once.

    \b
    Examples:
      rulekeep new game moon_race
      rulekeep new bot hothead --dir ~/bots
    """


@new.command()
@_name_and_directory
def game(name: str, directory: Path) -> None:
    """Write the package rulekeep-NAME with a game that can be played at once.

    It has a rule book, a scenario, the tests of the conformance kit and a README. Its rules are
    a small counting game. Replace them with yours.

    \b
    Example:
      rulekeep new game moon_race
    """
    from rulekeep.core.registry import names

    _need_free(name, names(), "game")
    _written("game", GAME_FILES, name, directory, f"rulekeep play {name}")


@new.command()
@_name_and_directory
def bot(name: str, directory: Path) -> None:
    """Write the package rulekeep-NAME with a bot that plays any game.

    It looks one move ahead, and has a test; replace it with your own idea. A bot in another
    language needs no package: --seats run:./mybot.

    \b
    Example:
      rulekeep new bot hothead
    """
    from rulekeep.bots import names

    _need_free(name, [*names(), "human", "run"], "bot")
    _written("bot", BOT_FILES, name, directory, f"rulekeep play kilt_castle --seats human,{name}")


def _need_free(name: str, taken: list[str], what: str) -> None:
    """Refuse what cannot be the name of a Python package, or is one already."""
    shown = printable(shortened(name, 40))
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or len(name) > 40:
        raise RulekeepError(
            f"{shown!r} is not a name for a {what}: small letters, digits and single _, a letter "
            "first, at most 40 of them"
        )
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        raise RulekeepError(f"{shown!r} is a word of Python; choose another name")
    if name in taken:
        raise RulekeepError(f"there is a {what} {shown!r} already; choose another name")
    if find_spec(name) is not None:
        raise RulekeepError(f"there is a Python module {shown!r} already; choose another name")


def _written(kind: str, files: Mapping[str, str], name: str, directory: Path, first: str) -> None:
    """Write the package, whole or not at all, and say what to do with it."""
    words = _words(name)
    target = directory / f"rulekeep-{words['dashed']}"
    templates = resources.files("rulekeep.cli.project_templates") / kind
    try:
        # Made under another name, so that a package that is there is whole.
        with tempfile.TemporaryDirectory(prefix=".rulekeep-new-", dir=directory) as made:
            draft = Path(made) / target.name
            for file, template in files.items():
                path = draft / Template(file).substitute(words)
                path.parent.mkdir(parents=True, exist_ok=True)
                text = (templates / f"{template}.txt").read_text(encoding="utf-8")
                path.write_text(Template(text).substitute(words), encoding="utf-8")
            if os.path.lexists(target):
                raise FileTaken(str(target))
            draft.rename(target)
    except OSError as error:
        raise DataError(str(target), f"cannot be written: {why_not(error)}") from None
    click.echo(printable(f"Written to {target}:"))
    for file in files:
        click.echo(f"  {Template(file).substitute(words)}")
    click.echo(printable(f"Then: cd {target} && pip install -e '.[testing]' && pytest"))
    click.echo(f"and:  {first}")


def _words(name: str) -> dict[str, str]:
    """What templates call a package: `moon_race`, `moon-race`, MoonRace, Moon Race, MR."""
    parts = name.split("_")
    initials = "".join(part[0] for part in parts)
    return {
        "name": name,
        "dashed": "-".join(parts),
        "klass": "".join(part.title() for part in parts),
        "title": " ".join(part.title() for part in parts),
        "prefix": (initials if len(parts) > 1 else name[:3]).upper(),
    }
