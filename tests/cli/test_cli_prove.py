"""`rulekeep prove`: survivors are shown, figures are written, results are saved."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.cli.conftest import ROOT, Open, Run

from rulekeep.cli.commands.prove import prove

LANTERNS = ROOT / "tests" / "tiny" / "lanterns"


@pytest.fixture
def weak(tmp_path: Path) -> str:
    """A path with a copy of the tiny game, of which a scenario expects less than it should."""
    shutil.copytree(LANTERNS, tmp_path / "weak" / "lanterns")
    scenarios = tmp_path / "weak" / "lanterns" / "scenarios" / "round.yaml"
    text = scenarios.read_text(encoding="utf-8")
    expected = "stock: {1p: 5, 2p: 3, 3p: 2}, "
    assert expected in text
    scenarios.write_text(text.replace(expected, ""), encoding="utf-8")
    return str(tmp_path / "weak")


def beside(environment: dict[str, str], path: str) -> str:
    """A search path on which the copy comes first."""
    return f"{path}:{environment['PYTHONPATH']}"


def test_a_proven_rule(run: Run, tmp_path: Path) -> None:
    done = run("prove", "lanterns", "LA-011", "LA-001", "--json", "proof.json")
    assert done.returncode == 0, done.stderr
    assert "2 rules: 2 proven, 0 weak, 0 unlinked" in done.stdout
    assert "Survivors" not in done.stdout and "\x1b" not in done.stdout
    data = json.loads((tmp_path / "proof.json").read_text(encoding="utf-8"))
    assert [claim["name"] for claim in data["claims"]] == ["LA-001", "LA-011"]
    assert data["holds"] and data["mutants"]["killed"] == data["mutants"]["made"]
    assert (tmp_path / "home" / "proof" / "lanterns.jsonl").exists()


def test_survivors_are_shown(run: Run, environment: dict[str, str], weak: str) -> None:
    path = beside(environment, weak)
    done = run("prove", "lanterns", "LA-006", PYTHONPATH=path)
    assert done.returncode == 1, done.stderr
    assert "1 rule: 0 proven, 1 weak, 0 unlinked" in done.stdout
    assert "turn.py:" in done.stdout and "end_round [LA-006]" in done.stdout
    assert "- state.stock.extend(prize - 1 for prize in state.prizes)\n    + pass" in done.stdout
    assert run("prove", "lanterns", "LA-006", "--report-only", PYTHONPATH=path).returncode == 0
    for percent, code in (("50", 0), ("100", 1)):
        asked = run("prove", "lanterns", "LA-006", "--at-least", percent, PYTHONPATH=path)
        assert asked.returncode == code
    drafts = run("prove", "lanterns", "LA-006", "--drafts", PYTHONPATH=path).stdout
    assert drafts.startswith("equivalent:\n  - file: turn.py\n    function: end_round\n")


def test_coverage_shows_saved_results(run: Run) -> None:
    assert "proof:" not in run("rules", "lanterns", "--coverage").stdout
    run("prove", "lanterns", "LA-011")
    for words in (
        ("rules", "lanterns", "--coverage"),
        ("scenarios", "lanterns", "--rule-coverage"),
    ):
        assert "proof: 10 rules: 1 proven, 0 weak, 0 unlinked, 9 open" in run(*words).stdout


def test_a_sample_and_what_is_left(run: Run) -> None:
    done = run("prove", "lanterns", "--all-code", "--sample", "6", "--keep", "here.jsonl")
    assert "3 files: " in done.stdout and "not tried" in done.stdout
    done = run("prove", "lanterns", "LA-001", "--keep", "here.jsonl")
    done = run("prove", "lanterns", "LA-001", "--changed", "--keep", "here.jsonl")
    assert done.returncode == 0 and "0 rules" in done.stdout


def test_mistakes_are_reported_in_a_sentence(run: Run) -> None:
    for words in (("LA-099",), ("LA-003",), ("LA-001", "--all-code")):
        done = run("prove", "lanterns", *words)
        assert done.returncode == 2 and done.stderr.startswith("rulekeep: "), done.stderr
    assert run("prove", "lanterns", "LA-001", "--json", "no/where.json").returncode == 2


def test_an_interrupted_run_shows_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken_off(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("rulekeep.cli.commands.prove.run_trials", broken_off)
    done = CliRunner().invoke(prove, ["lanterns", "LA-001", "--fresh"])
    assert done.exit_code == 130
    assert "1 open" in done.output and "Interrupted" in done.output


def test_a_bar_on_a_terminal(terminal: Open) -> None:
    window = terminal("prove", "lanterns", "LA-001")
    window.wait("1 proven")
    assert window.end() == 0
