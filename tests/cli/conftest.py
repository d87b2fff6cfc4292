"""What the tests of the command line share: a home of their own, and the tiny game installed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# So that the tests find `tests.cli.pseudo_terminal` however pytest was started.
sys.path.append(str(ROOT))

from tests.cli.preloaded import LATE, Preloaded
from tests.cli.pseudo_terminal import Terminal
from tests.patience import PATIENCE

METADATA = "Metadata-Version: 2.1\nName: rulekeep-lanterns\nVersion: 1.0\n"
ENTRY_POINTS = "[rulekeep.games]\nlanterns = lanterns:GAME\n"

Run = Callable[..., "subprocess.CompletedProcess[str]"]
Open = Callable[..., Terminal]
Install = Callable[[str, str], str]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory that makes the tiny game look installed."""
    directory = tmp_path_factory.mktemp("site")
    dist = directory / "rulekeep_lanterns-1.0.dist-info"
    dist.mkdir()
    (dist / "METADATA").write_text(METADATA)
    (dist / "entry_points.txt").write_text(ENTRY_POINTS)
    return directory


@pytest.fixture(scope="session")
def surroundings(site: Path) -> dict[str, str]:
    """What the program is told of the world, but for its home."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("RULEKEEP", "PYTEST"))}
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "COLUMNS", "LINES", "TMUX"):
        kept.pop(name, None)
    return kept | {
        "PYTHONPATH": os.pathsep.join([str(site), str(ROOT / "tests" / "tiny")]),
        "TERM": "xterm-256color",
        "LC_ALL": "C.UTF-8",
        "PYTHONUTF8": "1",
    }


@pytest.fixture
def environment(surroundings: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """What the program is told of the world."""
    return surroundings | {"RULEKEEP_HOME": str(tmp_path / "home")}


@pytest.fixture(scope="session")
def preloaded(surroundings: dict[str, str]) -> Iterator[Preloaded]:
    """A process that has imported the program."""
    process = Preloaded(surroundings, PATIENCE)
    yield process
    process.close()


@pytest.fixture
def run(preloaded: Preloaded, environment: dict[str, str], tmp_path: Path) -> Run:
    """Run the program in a pipe."""

    def run(*words: str, lines: str = "", **more: str) -> subprocess.CompletedProcess[str]:
        if more.keys() <= LATE:
            return preloaded.run(words, lines, environment | more, tmp_path)
        return subprocess.run(
            [sys.executable, "-m", "rulekeep", *words],
            input=lines,
            check=False,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env=environment | more,
            cwd=tmp_path,
            timeout=PATIENCE,
        )

    return run


@pytest.fixture
def terminal(preloaded: Preloaded, environment: dict[str, str], tmp_path: Path) -> Iterator[Open]:
    """Open the program in a pseudo-terminal; whatever is open at the end is closed."""
    opened: list[Terminal] = []

    def open_terminal(*words: str, columns: int = 80, rows: int = 24, **more: str) -> Terminal:
        imported = preloaded if more.keys() <= LATE else None
        window = Terminal(list(words), environment | more, tmp_path, columns, rows, imported)
        opened.append(window)
        return window

    yield open_terminal
    for window in opened:
        window.close()


@pytest.fixture
def install(tmp_path: Path, environment: dict[str, str]) -> Install:
    """Make a module look like an installed plugin; the path to find it along."""

    def install(name: str, code: str) -> str:
        dist = tmp_path / "site" / f"{name}-1.dist-info"
        dist.mkdir(parents=True)
        (dist / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
        (dist / "entry_points.txt").write_text(f"[rulekeep.games]\n{name} = {name}_game:GAME\n")
        (tmp_path / "site" / f"{name}_game.py").write_text(code)
        return f"{tmp_path / 'site'}:{environment['PYTHONPATH']}"

    return install
