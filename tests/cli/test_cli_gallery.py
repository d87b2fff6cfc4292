"""The example games: installed as a user installs them, they conform, are proven and are shown."""

from __future__ import annotations

import ast
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from tests.cli.conftest import ROOT, Run
from tests.installing import install

from rulekeep import Match
from rulekeep.core import registry
from rulekeep.testing import check_game

GALLERY = ROOT / "examples" / "games"
GAMES = sorted(path.name for path in GALLERY.iterdir() if (path / "pyproject.toml").is_file())
AUTHORS_MAY_IMPORT = ("rulekeep.core", "rulekeep.testing", "rulekeep.bots")


@pytest.fixture(scope="module")
def gallery(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with all example games, as pip installs them."""
    target = tmp_path_factory.mktemp("gallery") / "site"
    install(target, *(GALLERY / name for name in GAMES))
    return target


@pytest.fixture
def path(gallery: Path, environment: dict[str, str]) -> dict[str, str]:
    """The environment variable with which the program finds the example games."""
    return {"PYTHONPATH": f"{gallery}{os.pathsep}{environment['PYTHONPATH']}"}


@pytest.fixture
def loaded(gallery: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The example games can be loaded in this process."""
    monkeypatch.syspath_prepend(gallery)
    monkeypatch.setattr(registry, "_loaded", dict(registry._loaded))
    known = set(sys.modules)
    yield
    for module in set(sys.modules) - known:
        if module.partition(".")[0] in GAMES:
            del sys.modules[module]


def test_there_is_a_game_of_every_kind() -> None:
    assert GAMES == ["flocks", "pig", "silent_sale"]


@pytest.mark.parametrize("name", GAMES)
def test_it_conforms(name: str, loaded: None) -> None:
    report = check_game(name)
    assert report.ok and not report.constant_citations, report.lines()
    assert bool(report.secrets) == (name != "pig")


@pytest.mark.parametrize("name", GAMES)
def test_its_scenarios_show_and_prove_every_rule(name: str, run: Run, path: dict[str, str]) -> None:
    shown = run("scenarios", name, "--rule-coverage", **path)
    assert shown.returncode == 0, shown.stdout
    proven = run("prove", name, "--keep", "kept.json", **path)
    assert proven.returncode == 0 and ", 0 judged, 0 surviving" in proven.stdout, proven.stdout


@pytest.mark.parametrize("name", GAMES)
def test_every_legal_move_can_be_clicked(name: str, loaded: None) -> None:
    match = Match.new(name, seats=2, seed=3)
    while not match.is_over:
        seat = match.decider()
        svg = ElementTree.fromstring(match.picture(seat).svg())
        places = {
            value
            for element in svg.iter()
            if element.get("data-legal") == "yes"
            for key, value in element.attrib.items()
            if key.startswith("data-") and key != "data-legal"
        }
        moves = list(match.moves(seat))
        for move in moves:
            words = move.text.split()
            assert set(words[1:] or words) <= places, move.text
            assert move.sentence != move.text
        match.play(moves[len(match.plies) % len(moves)].text, seat)


@pytest.mark.parametrize("name", GAMES)
def test_its_files_import_only_what_authors_may(name: str) -> None:
    own = {name, *sys.stdlib_module_names, "attrs"}
    for file in (GALLERY / name).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module not in AUTHORS_MAY_IMPORT:
                assert (node.module or "").partition(".")[0] in own, f"{file}: {node.module}"
            elif isinstance(node, ast.Import):
                assert {alias.name for alias in node.names} <= own, file


def test_the_book_shows_them(run: Run, path: dict[str, str], tmp_path: Path) -> None:
    done = run("book", *GAMES, "--out", "book", **path)
    assert done.returncode == 0, done.stderr
    for name in GAMES:
        page = (tmp_path / "book" / f"{name}.html").read_text(encoding="utf-8")
        scripts = (tmp_path / "book").glob(f"{name}*.js")
        assert re.search(r"\b(FL|PIG|SS)-1\b", page)
        assert any("<svg" in script.read_text(encoding="utf-8") for script in scripts)
