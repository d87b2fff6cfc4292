"""A match begins at once: only what it needs is loaded, and from where everybody expects it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest
from tests.patience import PATIENCE
from tools.yaml_cache_writer import write_caches

from rulekeep.cli.files import paths

ROOT = Path(__file__).parents[2]
GAMES = ["carcassonne_castle", "castle_keep", "kilt_castle", "kings_and_castles"]

PLAY = """
import sys
sys.argv = ["rulekeep", "play", {game!r}, "--seats", "human,greedy", "--seed", "7", "--plain"]
from rulekeep.cli.main import main
try:
    main()
except SystemExit:
    pass
print(*sys.modules, file=sys.stderr)
"""

NOT_AT_START = {
    "difflib",
    "hypothesis",
    "importlib.metadata",
    "importlib.util",
    "platformdirs",
    "prompt_toolkit",
    "rich",
    "rulekeep.cli.table.dispatch",
    "rulekeep.cli.terminal.completion",
    "rulekeep.cli.files.crash_report",
    "rulekeep.cli.table.start_menu",
    "rulekeep.match.guide",
    "rulekeep.testing",
    "rulekeep.sim",
    "secrets",
    "shutil",
    "textwrap",
    "yaml",
}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with the cache files that a wheel has."""
    folder = tmp_path_factory.mktemp("installed")
    package = folder / "rulekeep"
    shutil.copytree(
        ROOT / "src" / "rulekeep", package, ignore=shutil.ignore_patterns("__pycache__")
    )
    for game in GAMES:
        write_caches(package / "games" / game)
    return folder


@pytest.mark.parametrize("game", GAMES)
def test_a_plain_table_loads_its_game_and_little_else(
    game: str, installed: Path, tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PLAY.format(game=game)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={"XDG_DATA_HOME": str(tmp_path), "PATH": "", "PYTHONPATH": str(installed)},
        check=True,
    )
    assert "Player 1" in done.stdout
    loaded = set(done.stderr.splitlines()[-1].split())
    assert f"rulekeep.games.{game}.plugin" in loaded
    others = {name for name in GAMES if name != game and f"rulekeep.games.{name}" in loaded}
    assert not others
    assert loaded & NOT_AT_START == set()


@pytest.mark.parametrize("said", [None, "", "  ", "/srv/data", "relative/data"])
def test_matches_lie_where_the_platform_keeps_data(
    said: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RULEKEEP_HOME", raising=False)
    if said is None:
        monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    else:
        monkeypatch.setenv("XDG_DATA_HOME", said)
    assert paths.home() == Path(platformdirs.user_data_dir("rulekeep"))
