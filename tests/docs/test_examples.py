"""Every example of the documentation does what the page says."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

import rulekeep
from rulekeep.cli.main import cli

sys.path.append(str(Path(__file__).parents[2]))
from tests.docs.pages import DOCS, PAGES, ROOT, Block, blocks
from tests.patience import PATIENCE

PYTHON_PAGES = [
    page
    for page in PAGES
    if any(block.language == "python" and not block.note for block in blocks(page))
]
SLOW = {
    "docs/bots.md": [("games=100", "games=2"), ("mcts:500", "mcts:20")],
    "README.md": [("games=100", "games=2")],
}
"""What is made smaller, so that an example takes no longer than it must."""


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PYTHON_PAGES, ids=name)
def test_python_examples_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of a page in one session; lines with `>>>` are compared with what is printed."""
    monkeypatch.chdir(tmp_path)
    session: dict[str, Any] = {"__name__": "__main__"}
    for block in blocks(page):
        if block.language != "python" or block.note:
            continue
        text = block.text
        for old, new in SLOW.get(name(page), []):
            text = text.replace(old, new)
        if ">>>" in text:
            complaints: list[str] = []
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
            test = doctest.DocTestParser().get_doctest(
                text, session, name(page), str(page), block.line
            )
            runner.run(test, out=complaints.append, clear_globs=False)
            session = test.globs
            assert not complaints, "".join(complaints)
        else:
            exec(compile("\n" * block.line + text, str(page), "exec"), session)  # noqa: S102


def test_the_readme_saves_its_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    test_python_examples_run(ROOT / "README.md", tmp_path, monkeypatch)
    assert (tmp_path / "evening.rkm").exists()


def test_excerpts_are_few() -> None:
    """Code that is not run, since it is a piece of something larger."""
    notes = [
        (name(b.page), b.note) for page in PAGES for b in blocks(page) if b.language == "python"
    ]
    other = [entry for entry in notes if entry[1] and not entry[1].startswith("file=")]
    assert other == [("docs/architecture.md", "excerpt")]


# -- the command line ---------------------------------------------------------------------------


def commands() -> Iterator[tuple[Block, str]]:
    """Lines that one is to type."""
    for page in PAGES:
        for block in blocks(page):
            if block.language in ("", "sh", "text"):
                for line in block.text.splitlines():
                    words = line.partition("  #")[0].partition(" # ")[0]
                    words = words.removeprefix("$ ").removeprefix(".venv/bin/").strip()
                    if words.startswith(("rulekeep ", "make ")) and not re.search(r"\s{2,}", words):
                        yield block, words


COMMANDS = sorted({words for _, words in commands() if words.startswith("rulekeep ")})
MENU = "rulekeep play"
"""Asks who plays what, so it needs a terminal."""
QUICK = ("rules", "options", "positions", "scenario", "export", "games", "play")


@pytest.fixture
def matches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory with the match files that examples speak of."""
    monkeypatch.chdir(tmp_path)
    match = rulekeep.Match.new("kilt_castle", seats=3, seed=7)
    for _ in range(40):
        match.play(match.legal_moves()[0])
    for file in ("evening.rkm", "game.rkm"):
        match.save(file)
    mybot = tmp_path / "mybot"
    program = (ROOT / "examples" / "bots" / "patient.py").read_text(encoding="utf-8")
    mybot.write_text(f"#!{sys.executable}\n{program}", encoding="utf-8")
    mybot.chmod(0o755)
    return tmp_path


@pytest.mark.parametrize("words", COMMANDS)
def test_the_command_line_understands_shell_examples(words: str, matches: Path) -> None:
    typed = shlex.split(words)[1:]
    with cli.make_context("rulekeep", [*typed]) as context:
        verb, command, rest = cli.resolve_command(context, typed)
        assert isinstance(command, click.Command), f"there is no command {verb}"
        command.make_context(verb, rest, parent=context)


@pytest.mark.parametrize(
    "words", [words for words in COMMANDS if words.split()[1] in QUICK and words != MENU]
)
def test_quick_shell_examples_run(words: str, matches: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rulekeep", *shlex.split(words)[1:]],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "RULEKEEP_HOME": str(matches / "home"), "PYTHONUTF8": "1"},
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_the_session_of_the_readme_is_what_one_sees(matches: Path) -> None:
    """Line by line: what is typed behind the prompt, and what is answered."""
    (session,) = [
        b.text for b in blocks(ROOT / "README.md") if b.text.startswith("$ rulekeep play")
    ]
    first, *shown = session.splitlines()
    typed = [line.partition("> ")[2] for line in shown if line.startswith("Ada> ")]
    done = subprocess.run(
        [sys.executable, "-m", "rulekeep", *shlex.split(first)[2:]],
        input="".join(f"{line}\n" for line in typed),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        check=False,
        env={
            **os.environ,
            "RULEKEEP_HOME": str(matches / "home"),
            "PYTHONUTF8": "1",
            "COLUMNS": "100",
        },
        timeout=PATIENCE,
    )
    seen = " ".join(done.stdout.split())
    for line in shown:
        if line and not line.startswith("Ada> "):
            assert " ".join(line.split()) in seen, line


def test_every_target_of_make_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = {
        word
        for line in re.findall(r"^([\w -]+):(?!=)", makefile, re.MULTILINE)
        for word in line.split()
    }
    asked = {words.split()[1] for _, words in commands() if words.startswith("make ")}
    assert "docs" in asked and asked <= targets


# -- data ---------------------------------------------------------------------------------------


def test_positions_can_be_set_up() -> None:
    titles = {game.title: game for game in rulekeep.games().values()}
    text = (DOCS / "positions.md").read_text(encoding="utf-8")
    read = 0
    for section in text.split("\n## ")[1:]:
        for example in re.findall(r"^```yaml\n(.*?)^```$", section, re.DOTALL | re.MULTILINE):
            rulekeep.position(titles[section.splitlines()[0]], yaml.safe_load(example)["given"])
            read += 1
    assert read >= 4


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_data_are_well_formed(page: Path) -> None:
    for block in blocks(page):
        if block.language == "toml":
            tomllib.loads(block.text)
        if block.language == "yaml":
            list(yaml.safe_load_all(block.text))
