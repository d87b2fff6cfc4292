"""Help, documents and start-up: everything is documented, and help starts quickly."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import click
import pytest
from tests.cli.conftest import Run

from rulekeep.cli.main import COMMANDS, cli
from rulekeep.cli.table.prompt_commands import COMMANDS as WORDS
from rulekeep.cli.table.prompt_commands import HELP

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
TEXT = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)


def command(name: str) -> click.Command:
    found = cli.get_command(click.Context(cli), name)
    assert found is not None
    return found


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name: str) -> None:
    found = command(name)
    help_text = found.get_help(click.Context(found, info_name=f"rulekeep {name}"))
    assert "Example" in help_text and f"rulekeep {name}" in help_text.split("Example")[1]
    for parameter in found.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"{parameter.opts[0]} has no help"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_is_documented(name: str) -> None:
    assert f"rulekeep {name}" in TEXT
    for parameter in command(name).params:
        if isinstance(parameter, click.Option):
            spelled = next(word for word in parameter.opts if word.startswith("--"))
            assert spelled in TEXT, f"{spelled} of {name} is not documented"


def test_every_word_of_the_prompt_is_documented() -> None:
    page = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")
    explained = " ".join(word for word, _ in HELP)
    for word in WORDS:
        assert f"`{word}" in page and word in explained


def test_help_of_the_program_names_every_command(run: Run) -> None:
    done = run("--help")
    assert done.returncode == 0
    for name, said in COMMANDS.items():
        assert name in done.stdout and said.split()[0] in done.stdout
    assert run("--version").stdout.startswith("rulekeep, version ")


def test_help_imports_no_game_and_nothing_heavy(environment: dict[str, str]) -> None:
    code = (
        "import sys, json, io, contextlib\n"
        "from rulekeep.cli.main import cli\n"
        "with contextlib.redirect_stdout(io.StringIO()):\n"
        "    cli(['--help'], standalone_mode=False)\n"
        "print(json.dumps(sorted(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    )
    loaded = set(json.loads(done.stdout))
    heavy = {"rich", "prompt_toolkit", "yaml", "attr", "lanterns", "rulekeep.core.game"}
    assert not loaded & heavy
    assert not [name for name in loaded if name.startswith(("rulekeep.games", "rulekeep.bots"))]


def _loaded_by(environment: dict[str, str], words: list[str]) -> set[str]:
    """The modules in memory once a command has run in a pipe without input."""
    code = (
        "import sys, json, io, contextlib\n"
        "from rulekeep.cli.main import cli\n"
        "with contextlib.redirect_stdout(io.StringIO()):\n"
        f"    cli({words!r}, standalone_mode=False)\n"
        "print(json.dumps(sorted(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env=environment | {"PYTHONPATH": ""},
        stdin=subprocess.DEVNULL,
        check=True,
    )
    return set(json.loads(done.stdout))


@pytest.mark.parametrize("words", [["games"], ["learn"], ["rules"], ["options"]])
def test_games_are_listed_without_being_loaded(
    environment: dict[str, str], words: list[str]
) -> None:
    loaded = _loaded_by(environment, words)
    assert not [name for name in loaded if name.startswith("rulekeep.games.")]
    if words == ["games"]:
        assert not loaded & {"yaml", "rulekeep.core.game", "prompt_toolkit"}


@pytest.mark.parametrize("game", ["carcassonne_castle", "castle_keep", "kilt_castle"])
def test_a_game_loads_no_other_and_nothing_that_is_seldom_wanted(
    environment: dict[str, str], game: str
) -> None:
    loaded = _loaded_by(environment, ["play", game])
    games = {name.split(".")[2] for name in loaded if name.startswith("rulekeep.games.")}
    assert games == {game}
    seldom = {"xml.sax", "prompt_toolkit", "rulekeep.core.drawing.picture", "rulekeep.testing"}
    assert not loaded & seldom
