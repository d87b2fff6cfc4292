"""Match files of a session: harmed, on a full disk, begun or saved by several at once."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.cli.conftest import Open, Run
from tests.patience import PATIENCE

from rulekeep.cli.table.controller import Controller
from rulekeep.cli.table.line_view import LineView
from rulekeep.cli.terminal.prompt import Prompt
from rulekeep.cli.terminal.screen import Screen
from rulekeep.core.errors import DataError
from rulekeep.match.match import Match
from rulekeep.session.session import Session

PLAY = ("play", "lanterns", "--lines", "--seed", "3", "--seats", "Ada=human,greedy")
ASKED = "Ada: Choose a lantern to show."


def test_a_match_file_deleted_during_the_match_is_written_again(
    terminal: Open, tmp_path: Path
) -> None:
    window = terminal(*PLAY, "--file", "m.rkm", rows=40, columns=200)
    window.wait(ASKED)
    (tmp_path / "m.rkm").unlink()
    window.line("show 1")
    window.wait("m.rkm is no longer there; the whole match is in m.rkm now", "Ada>")
    os.truncate(tmp_path / "m.rkm", 100)
    window.line("quit")
    window.wait("the whole match is in m-2.rkm now", "The match is saved in m-2.rkm.")
    window.wait("rulekeep resume m-2.rkm")
    assert window.end() == 0
    assert [ply.move for ply in Match.load(tmp_path / "m-2.rkm").plies][1] == "show 1"


def test_what_is_nowhere_is_not_announced(terminal: Open, tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    window = terminal(*PLAY, "--file", "d/m.rkm", rows=40, columns=120)
    window.wait(ASKED)
    (tmp_path / "d").rename(tmp_path / "e")
    window.line("show 1")
    window.wait("d/m.rkm: cannot be written: No such file or directory")
    window.line("quit")
    window.wait_last("Try again? [Y/n]")
    window.keys("n")
    assert window.end() == 2
    assert "The match is saved in" not in window.said
    assert "rulekeep: d/m.rkm: cannot be written" in window.said


class BadDisk:
    """A table whose file cannot always be written, and somebody who answers."""

    def __init__(self, path: Path, answers: list[str]) -> None:
        self.out = io.StringIO()
        screen = Screen(stream=self.out, live=False)
        prompt = Prompt(screen)
        prompt.piped = False
        self.asked: list[str] = []

        def line(prompt: str, **_: object) -> str:
            self.asked.append(prompt)
            if not answers:
                raise EOFError
            return answers.pop(0)

        prompt.line = line  # type: ignore[method-assign]
        players = ("human", "greedy")
        names = ("Ada", "Greedy")
        self.match = Match.new("lanterns", 2, 3, names=names, players=players, path=path)
        session = Session(self.match, players, think=1)
        self.table = Controller(LineView(session, prompt))

    def fill_disk(self, times: int, seat: int) -> None:
        """The next acts of this seat cannot be written."""
        play = self.match.play

        def fails(move: object, who: int | None = None) -> object:
            nonlocal times
            if who == seat and times:
                times -= 1
                raise DataError("m.rkm", "cannot be written: No space left on device")
            return play(move, who)

        self.match.play = fails  # type: ignore[assignment, method-assign]


@pytest.fixture
def session(site: Path, tmp_path: Path) -> Iterator[Callable[[list[str]], BadDisk]]:
    opened: list[BadDisk] = []

    def open_table(answers: list[str]) -> BadDisk:
        opened.append(BadDisk(tmp_path / "m.rkm", answers))
        return opened[-1]

    yield open_table
    for one in opened:
        one.match.close()


def test_a_full_disk_on_a_bots_move_asks_to_try_again(
    session: Callable[[list[str]], BadDisk], tmp_path: Path
) -> None:
    one = session(["show 1", "", "y"])
    one.fill_disk(2, seat=1)
    one.table.run()
    assert one.asked[:3] == ["Ada> ", "Try again? [Y/n] ", "Try again? [Y/n] "]
    assert "No space left on device" in one.out.getvalue()
    assert [ply.seat for ply in Match.load(tmp_path / "m.rkm").plies][:3] == [-1, 0, 1]


def test_who_does_not_try_again_leaves(
    session: Callable[[list[str]], BadDisk], tmp_path: Path
) -> None:
    one = session(["show 1", "n"])
    one.fill_disk(9, seat=1)
    one.table.run()
    assert "The match is saved in" in one.out.getvalue()
    assert [ply.seat for ply in Match.load(tmp_path / "m.rkm").plies] == [-1, 0]


def test_only_saved_moves_are_announced(
    session: Callable[[list[str]], BadDisk], tmp_path: Path
) -> None:
    one = session(["1"])
    one.fill_disk(1, seat=0)
    one.table.run()
    assert "Ada: Show" not in one.out.getvalue()
    assert "No space left on device" in one.out.getvalue()
    assert len(Match.load(tmp_path / "m.rkm").plies) == 1


def test_the_input_may_end_at_the_consent_question(run: Run, tmp_path: Path) -> None:
    seats = ("play", "lanterns", "--seed", "3", "--seats", "Ada=human,Bo=human")
    done = run(*seats, "--file", "a.rkm", lines="1\n1\nundo\n")
    assert done.returncode == 0, done.stderr
    assert "The match is saved in a.rkm." in done.stdout
    assert "Traceback" not in done.stderr and "Aborted" not in done.stderr


def test_eight_begin_at_once(environment: dict[str, str], tmp_path: Path) -> None:
    program = [sys.executable, "-m", "rulekeep", *PLAY]
    playing = [
        subprocess.Popen(
            program,
            env=environment,
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(8)
    ]
    told = [one.communicate(timeout=PATIENCE) for one in playing]
    assert [one.returncode for one in playing] == [0] * 8, told
    kept = list((tmp_path / "home" / "matches").iterdir())
    assert len(kept) == 8
    for path in kept:
        Match.load(path)


def test_a_name_that_was_free_a_moment_ago(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, site: Path
) -> None:
    """The file is made in the same step in which its name is chosen."""
    from datetime import datetime

    from rulekeep.cli.files import paths

    monkeypatch.setenv("RULEKEEP_HOME", str(tmp_path))
    now = datetime(2026, 11, 16, 12, 0)
    begun = [Match.new("lanterns", 2, 3) for _ in range(3)]
    for match in begun:
        paths.library().add(match, now)
        match.close()
    names = sorted(path.name for path in (tmp_path / "matches").iterdir())
    stem = "lanterns-2026-11-16-120000"
    assert names == [f"{stem}-2.rkm", f"{stem}-3.rkm", f"{stem}.rkm"]


def test_a_pipe_among_the_kept_matches_hangs_nothing(run: Run, tmp_path: Path) -> None:
    assert run(*PLAY, lines="1\n").returncode == 0
    pipe = tmp_path / "home" / "matches" / "pipe.rkm"
    os.mkfifo(pipe)
    listed = run("resume")
    assert listed.returncode == 0 and "1  lanterns-" in listed.stdout
    for words in (("show", "pipe"), ("resume", "pipe"), ("replay", str(pipe))):
        done = run(*words)
        assert done.returncode == 2 and "pipe.rkm: is not a regular file" in done.stderr
