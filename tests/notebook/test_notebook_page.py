"""Matches and positions are played by clicks in a real notebook page."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

sys.path.append(str(Path(__file__).parents[2]))
from tests.browsing import opened_browser
from tests.patience import PATIENCE

for needed in ("anywidget", "notebook"):
    pytest.importorskip(needed, reason=f"{needed} is not installed")
if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

ROOT = Path(__file__).parents[2]
MATCH = f"""
import sys
sys.path.insert(0, {str(ROOT / "examples" / "games" / "flocks")!r})
import flocks
import rulekeep
match = rulekeep.Match.new(flocks.GAME, seats=2, seed=7)
rulekeep.widget(match, ["human", "random"])
"""
POSITION = """
hands = {0: ["TRC", "WBS", "KY", "TYZ"]}
position = rulekeep.position("castle_keep", {"hands": hands})
rulekeep.widget(position)
"""


def cell(source: str) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": f"cell{len(source)}",
        "metadata": {},
        "outputs": [],
        "source": source.strip(),
    }


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a notebook that is open on a server of its own."""
    home = tmp_path_factory.mktemp("notebook")
    notebook = {
        "cells": [cell(MATCH), cell(POSITION)],
        "metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    (home / "table.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    names = ("HOME", "IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")
    words = ["--no-browser", "--allow-root", "--ServerApp.port=0", f"--ServerApp.root_dir={home}"]
    with (home / "log").open("w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "notebook", *words],
            env={**os.environ, **{name: str(home / name.lower()) for name in names}},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        yield started(server, home)
    finally:
        server.terminate()
        server.wait()


def started(server: subprocess.Popen[bytes], home: Path) -> str:
    """Where the server answers, as it says itself."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and server.poll() is None:
        for file in (home / "jupyter_runtime_dir").glob("jpserver-*.json"):
            with suppress(json.JSONDecodeError):  # not written to its end yet
                said = json.loads(file.read_text(encoding="utf-8"))
                return f"{said['url']}notebooks/table.ipynb?token={said['token']}"
        time.sleep(0.1)
    raise AssertionError((home / "log").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def page(address: str) -> Iterator[Page]:
    """The notebook with all cells run."""
    with opened_browser() as browser:
        page = browser.new_page(viewport={"width": 1200, "height": 2400})
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(address)
        page.locator(".jp-Cell").first.click()
        for _ in range(2):
            page.keyboard.press("Shift+Enter")
        yield page


def table(page: Page, number: int) -> Locator:
    found = page.locator(".rulekeep-table").nth(number)
    found.locator(".mark.open").first.wait_for()
    return found


def test_a_match_is_played_by_clicks(page: Page) -> None:
    board = table(page, 0)
    card, cell = board.locator("[data-card].may"), board.locator("[data-cell].may")
    assert (card.count(), cell.count()) == (3, 12)
    sheep = card.last.get_attribute("data-card")
    card.last.click()
    board.locator(".mark.picked").wait_for()
    board.locator("[data-cell='B2']").click()
    board.locator(f"li:has-text('Player 1 puts {sheep} sheep on B2')").wait_for()
    board.locator("li:has-text('Player 2 puts')").wait_for()
    board.locator(".status:has-text('Player 1: Which flock')").wait_for()
    assert cell.count() == 10
    board.locator(".undo").click()
    board.locator("[data-cell='B2'].may").wait_for()
    assert cell.count() == 12


def test_a_position_is_played_on_by_clicks(page: Page) -> None:
    board = table(page, 1)
    board.locator("[data-tile='TRC'].may").first.click()
    board.locator("[data-cell='NW'].may").click()
    board.locator("li:has-text('places a red curvy tower at the north-west corner')").wait_for()
    board.locator(".may:has-text('done')").first.click()
    board.locator("li:has-text('Player 2 draws')").wait_for()
    board.locator(".status:has-text('Player 1: ')").wait_for()
