"""Bots that misbehave, installed as a third party would install them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

BOTS = '''
import os
import signal
import time
from pathlib import Path

from rulekeep.bots import Bot, Choice


class First(Bot):
    """Plays the first legal move; counts."""

    name = "first"

    def __init__(self, argument="", seed=0):
        super().__init__("", seed)
        self.argument = argument
        self.turns = 0

    def think(self, view):
        self.turns += 1
        self.act(view)
        return Choice(view.moves[0], 0.5)

    def act(self, view):
        pass


class Faulty(First):
    """Raises at its third decision in matches whose seed ends in 3."""

    name = "faulty"

    def act(self, view):
        if self.turns == 3 and str(self.seed).split("/")[1].endswith("3"):
            raise ZeroDivisionError("a bug in a bot")


class Wordy(First):
    """Says too much."""

    name = "wordy"

    def act(self, view):
        raise ValueError("a\\nb\\r\\u2028\\x1b[2J" + "x" * 100_000)


class Leaver(First):
    """Would rather end the program."""

    name = "leaver"

    def act(self, view):
        raise SystemExit(0)


class Deadly(First):
    """Kills its process in match 5: once if a mark can be left, else always."""

    name = "deadly"

    def act(self, view):
        if self.turns == 2 and str(self.seed).split("/")[1] == "5":
            mark = Path(self.argument) if self.argument != "always" else None
            if mark is None or not mark.exists():
                if mark is not None:
                    mark.write_text("died here")
                os.kill(os.getpid(), signal.SIGKILL)


class Patient(First):
    """Leaves a mark in every match but the first, which does not end before eight are there."""

    name = "patient"

    def act(self, view):
        number = str(self.seed).split("/")[1]
        if number != "0":
            Path(self.argument, number).touch()
        elif self.turns == 1:
            while len(list(Path(self.argument).iterdir())) < 8:
                time.sleep(0.01)
            time.sleep(0.5)  # in which matches are played that must not be
'''

POINTS = """[rulekeep.bots]
first = odd_bots:First
faulty = odd_bots:Faulty
wordy = odd_bots:Wordy
leaver = odd_bots:Leaver
deadly = odd_bots:Deadly
patient = odd_bots:Patient
[rulekeep.games]
lanterns = lanterns:GAME
"""


@pytest.fixture(scope="session")
def odd_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory that makes odd bots, and the tiny game, look installed."""
    directory = tmp_path_factory.mktemp("odd")
    info = directory / "odd-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: odd\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(POINTS)
    (directory / "odd_bots.py").write_text(BOTS)
    return directory


@pytest.fixture
def odd_bots(odd_site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The odd bots can be named in this process and in workers started from it."""
    monkeypatch.syspath_prepend(str(odd_site))


@pytest.fixture
def odd_environment(odd_site: Path) -> dict[str, str]:
    """The same for a program started on its own."""
    path = os.pathsep.join([str(odd_site), str(ROOT / "tests" / "tiny")])
    return os.environ | {"PYTHONPATH": path, "PYTHONUTF8": "1", "TERM": "dumb", "COLUMNS": "100"}


Run = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def run(odd_environment: dict[str, str], tmp_path: Path) -> Run:
    """Run `rulekeep …` in a directory of its own."""

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", "from rulekeep.cli.main import main; main()", *words],
            cwd=tmp_path,
            env=odd_environment,
            capture_output=True,
            text=True,
            check=False,
        )

    return run
