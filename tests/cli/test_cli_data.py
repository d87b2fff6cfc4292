"""An owner's box: what is reconstructed, copied out, corrected, checked, drawn and played."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import Open, Run

import rulekeep

GAMES = sorted(name for name, game in rulekeep.games().items() if game.files is not None)


@pytest.mark.parametrize("game", GAMES)
def test_a_box_is_copied_corrected_and_drawn(run: Run, game: str, tmp_path: Path) -> None:
    told = run("data", game)
    assert told.returncode == 0 and "reconstructed" in told.stdout
    copied = run("data", game, "--template", "box")
    assert copied.returncode == 0 and f"rulekeep play {game} --data box" in copied.stdout
    again = run("data", game, "--template", "box")
    assert again.returncode == 2 and "exists already; it is left alone" in again.stderr
    checked = run("data", game, "--check", "box", "--svg", "box.svg")
    assert checked.returncode == 0, checked.stderr
    assert rulekeep.games()[game].data_digest in " ".join(checked.stdout.split())
    assert (tmp_path / "box.svg").read_text(encoding="utf-8").startswith("<svg")


def test_a_fault_is_named_with_file_and_line(run: Run, tmp_path: Path) -> None:
    assert run("data", "castle_keep", "--template", "box").returncode == 0
    file = next((tmp_path / "box").iterdir())
    file.write_text(file.read_text() + "\nnonsense: 1\n")
    done = run("data", "castle_keep", "--check", "box")
    assert done.returncode == 2 and f"{file.name}:" in done.stderr
    assert run("data", "castle_keep", "--check", "nowhere").returncode == 2
    both = run("data", "castle_keep", "--check", "box", "--template", "other")
    assert both.returncode == 2 and "give one of them" in both.stderr


def test_a_game_without_data_says_so(run: Run) -> None:
    done = run("data", "lanterns")
    assert done.returncode == 2 and "Lanterns has no data files" in done.stderr


def test_the_first_screen_says_what_is_reconstructed(run: Run) -> None:
    done = run("play", "castle_keep", "--seats", "human,random", "--seed", "1", lines="quit\n")
    assert "Some components are our best guess" in done.stdout
    assert "rulekeep data castle_keep" in done.stdout


def test_in_a_small_window_it_is_beside_the_first_question(terminal: Open) -> None:
    window = terminal("play", "castle_keep", "--seats", "Ada=human,random", "--seed", "1")
    window.wait("rulekeep data castle_keep", "Ada: build, attack or pass", "Ada>")
    window.keys("\x04")
    assert window.end() == 0
