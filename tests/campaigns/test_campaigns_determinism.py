"""Recorded answers, and whether different ones would be noticed."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from tests.campaigns import campaigns, determinism, pythons
from tests.campaigns.__main__ import main
from tests.campaigns.ledger import Unit


def test_answers_are_those_that_were_kept() -> None:
    """Bots choose and simulated matches end as they did, whatever Python this is."""
    kept = determinism.FIXTURE.read_text(encoding="utf-8").splitlines()
    for number, (then, now) in enumerate(zip(kept, determinism.fixture(), strict=True), 1):
        assert json.loads(now) == json.loads(then), f"{determinism.FIXTURE.name}:{number}"


def test_the_same_python_answers_the_same() -> None:
    """Processes of their own, with other hash seeds and numbers of workers."""
    unit = Unit("simulations", 2)
    done = determinism.compare(unit, {"this": sys.executable})
    assert not done.findings
    assert done.figures["simulations answered by this"] == 6


def test_another_answer_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(python: str, unit: Unit, hash_seed: str, workers: int) -> list[str]:
        return ["the same", "left" if python == "new" and workers == 2 else "right"]

    monkeypatch.setattr(determinism, "ask", ask)
    done = determinism.compare(Unit("choices", 0), {"3.11": "old", "3.12": "new"})
    (finding,) = done.findings
    assert finding.what == "Python 3.12, hash seed 1, 2 workers answers otherwise"
    (text,) = finding.files.values()
    assert json.loads(text)["reference"] == "right"
    assert json.loads(text)["answers"] == "left"


def test_a_python_that_fails_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(determinism, "ask", lambda *_: ["exit 1: no module"])
    assert determinism.compare(Unit("choices", 0), {"3.11": "old"}).findings


def test_every_python_is_found_once() -> None:
    running = f"{sys.version_info.major}.{sys.version_info.minor}"
    found = pythons.found([sys.executable, "no-such-python"])
    assert found[running] == sys.executable
    assert all(version.startswith("3.") for version in found)
    assert pythons.version_of("no-such-python") == ""


def test_campaigns_are_found_by_their_modules(capsys: pytest.CaptureFixture[str]) -> None:
    assert {"soak", "leaks", "determinism"} <= campaigns().keys()
    assert "ledger" not in campaigns()
    assert main([]) == 0
    said = capsys.readouterr().out
    for name, module in campaigns().items():
        assert name in said and module.__doc__
    assert main(["no such campaign"]) == 2


def test_a_campaign_is_called_with_the_words_after_its_name(tmp_path: Path) -> None:
    words = ["--game", "lanterns", "--count", "1", "--state", str(tmp_path), "--quiet"]
    assert main(["soak", *words]) == 0
    assert (tmp_path / "soak" / "ledger.json").exists()
