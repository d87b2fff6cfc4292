"""`rulekeep compare`, and reports and ledgers of `simulate`, as their users run them."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import Run

SMALL = ("--seats", "random,random", "--games", "8", "--quiet")


def test_a_comparison_is_printed_saved_and_continued(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "lapping"
    words = ("compare", "kilt_castle", "--vary", "lapping", *SMALL, "--out", str(out))
    done = run(*words)
    assert done.returncode == 0
    assert "Going round: Allowed instead of Forbidden: 8 pairs of matches" in done.stdout
    assert "wins of the first seat" in done.stdout
    assert {p.name for p in out.iterdir()} == {"as-agreed.jsonl", "lapping=allowed.jsonl"}
    again = run(*words)
    assert again.returncode == 2 and "is not empty; use --continue" in again.stderr
    kept = {p: p.read_bytes() for p in out.iterdir()}
    went_on = run(*words, "--continue", "--json")
    assert {p: p.read_bytes() for p in out.iterdir()} == kept
    (effect,) = json.loads(went_on.stdout)
    assert effect["trial"]["option"] == "lapping" and effect["pairs"] == 8
    assert {row["measure"] for row in effect["measures"]} >= {"decisions", "comebacks"}


def test_reports_are_pages_that_fetch_nothing(run: Run, tmp_path: Path) -> None:
    compared, simulated = tmp_path / "c.html", tmp_path / "s.html"
    run("compare", "lanterns", "--vary", "all", *SMALL, "--report", str(compared))
    run("simulate", "kilt_castle", *SMALL, "--report", str(simulated))
    for page in (compared, simulated):
        text = page.read_text(encoding="utf-8")
        assert text.startswith("<!doctype html>") and "<svg" in text
        assert "src=" not in text and "<script" not in text and "<link" not in text
    taken = run("simulate", "kilt_castle", *SMALL, "--report", str(simulated))
    assert taken.returncode == 2 and "exists already" in taken.stderr


def test_a_run_is_added_to_a_ledger(run: Run, tmp_path: Path) -> None:
    done = run("simulate", "kilt_castle", *SMALL, "--ledger", str(tmp_path / "ledger"))
    assert done.returncode == 0 and "The run is in" in done.stdout
    assert list((tmp_path / "ledger").glob("game=kilt_castle/run=*/results.parquet"))


def test_what_cannot_be_varied_is_said(run: Run) -> None:
    for words, said in (
        (("--vary", "laping"), "did you mean 'lapping'"),
        (("--vary", "lapping=allowed"), "names one value"),
        (("--vary", "lapping", "--continue"), "--continue needs the directory"),
    ):
        done = run("compare", "kilt_castle", *words)
        assert done.returncode == 2 and said in done.stderr
