"""Pictures in files: SVG, PNG and the page of a whole match."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run

from rulekeep.cli.files.picture_files import replay_page
from rulekeep.match.match import Match


@pytest.fixture
def kept(tmp_path: Path) -> Match:
    """Two acts of Ada and Bo; <b> is a name like any other."""
    with Match.new("lanterns", 2, 7, names=("Ada", "<b>"), path=tmp_path / "m.rkm") as match:
        match.play(match.legal_moves(0)[0], 0)
        match.play(match.legal_moves(1)[0], 1)
    return match


def of_page(page: str) -> dict[str, Any]:
    """What the page's script is given."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def test_a_table_is_drawn_into_files(run: Run, kept: Match, tmp_path: Path) -> None:
    done = run("show", "m.rkm", "--seat", "1", "--svg", "t.svg", "--png", "t.png")
    assert done.returncode == 0, done.stderr
    assert "Written to t.svg" in done.stdout and "Written to t.png" in done.stdout
    assert (tmp_path / "t.svg").read_text(encoding="utf-8") == kept.svg(0)
    assert (tmp_path / "t.png").read_bytes().startswith(b"\x89PNG")
    again = run("show", "m.rkm", "--svg", "t.svg")
    assert again.returncode == 2 and "t.svg: exists already" in again.stderr
    nowhere = run("show", "m.rkm", "--svg", "no/such/t.svg")
    assert nowhere.returncode == 2 and "no/such/t.svg: cannot be written" in nowhere.stderr


def test_without_the_renderer_a_sentence_says_what_to_install(
    run: Run, kept: Match, tmp_path: Path, environment: dict[str, str]
) -> None:
    (tmp_path / "resvg_py.py").write_text("raise ImportError")
    found = os.pathsep.join([environment["PYTHONPATH"], str(tmp_path)])
    done = run("show", "m.rkm", "--png", "t.png", PYTHONPATH=found)
    assert done.returncode == 2 and "pip install 'rulekeep[png]'" in done.stderr
    assert not (tmp_path / "t.png").exists()


def test_a_page_shows_every_act(run: Run, kept: Match, tmp_path: Path) -> None:
    done = run("replay", "m.rkm", "--seat", "2", "--html", "m.html")
    assert done.returncode == 0 and "Written to m.html" in done.stdout, done.stderr
    page = (tmp_path / "m.html").read_text(encoding="utf-8")
    assert page == replay_page(Match.load(tmp_path / "m.rkm"), [1])
    data = of_page(page)
    (eye,) = data["eyes"]
    assert eye["name"] == "<b>" and len(eye["frames"]) == len(kept.plies)
    last = eye["frames"][-1]
    assert "\n".join(data["lines"][n] for n in last["picture"]) + "\n" == kept.svg(1)
    assert last["act"].startswith("<b>: show") and last["told"]
    assert "<b>" not in page.partition("<script")[0]


def test_a_match_that_is_not_over_gives_no_secrets_away(kept: Match) -> None:
    page = replay_page(kept, [None])
    hand = str(kept.observation(0)["hand"])
    assert hand in replay_page(kept, [0]) and hand not in page


def test_a_finished_match_is_seen_with_all_eyes(run: Run, kept: Match, tmp_path: Path) -> None:
    with Match.load(tmp_path / "m.rkm", resume=True) as match:
        while not match.is_over:
            match.play(match.legal_moves()[0])
    assert run("replay", "m.rkm", "--html", "all.html").returncode == 0
    data = of_page((tmp_path / "all.html").read_text(encoding="utf-8"))
    assert [eye["name"] for eye in data["eyes"]] == ["a spectator", "Ada", "<b>"]
    scores = data["eyes"][0]["frames"][-1]["scores"]
    assert [score["total"] for score in scores] == [s.total for s in match.outcome.scores]  # type: ignore[union-attr]
