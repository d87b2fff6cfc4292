"""rulekeep simulate and rulekeep bench, as they are typed."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.patience import PATIENCE

from rulekeep.sim.result_files import read
from rulekeep.sim.run import simulate

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def test_a_run_is_summed_up(run: Run, tmp_path: Path) -> None:
    done = run(
        "simulate", "lanterns", "--seats", "greedy,random,random", "--games", "12", "--seed", "5",
        "--workers", "2", "--out", "run.jsonl",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "greedy" in done.stdout and "random #2" in done.stdout and "seat 3" in done.stdout
    assert "\x1b" not in done.stdout
    rows = [json.loads(line) for line in (tmp_path / "run.jsonl").read_text().splitlines()]
    assert [row["match"] for row in rows] == list(range(12))
    same = list(simulate("lanterns", ("greedy", "random", "random"), 12, 5))
    assert read(tmp_path / "run.jsonl") == same


@pytest.mark.skipif(sys.platform == "win32", reason="programs need Linux or macOS")
def test_a_summary_says_what_a_stand_in_decided(run: Run, tmp_path: Path) -> None:
    program = Path(__file__).parents[1] / "bots" / "odd_program.py"
    words = (
        "simulate",
        "lanterns",
        "-n",
        "2",
        "--seats",
        f"run:{sys.executable} {program} dies,random",
    )
    shown = run(*words, "--plain")
    assert shown.returncode == 0, shown.stderr
    assert "run:odd_program.py failed: greedy made " in " ".join(shown.stdout.split())
    mine, _ = json.loads(run(*words, "--json").stdout)["bots"]
    assert (mine["wins"], mine["replaced_matches"]) == (0, 2)
    assert mine["replaced_decisions"] > 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["lantern"], "Did you mean lanterns?"),
        (["lanterns", "--seats", "greedy"], "not for 1"),
        (["lanterns", "--seats", "greedy,gredy"], "Did you mean greedy?"),
        (["lanterns", "--seats", "greedy,"], "No bot called ''"),
        (["lanterns", "--games", "0"], "0 is not in the range"),
        (["lanterns", "--option", "ties=all"], "option 'ties' cannot be 'all'"),
        (["lanterns", "--preset", "cruel"], "there is no preset 'cruel'"),
        (["lanterns", "--continue"], "--continue needs the file of the run"),
        (["lanterns", "--out", "run.txt"], ".jsonl, .csv, .parquet files only"),
        (["lanterns", "--out", "no/such/place.csv"], "cannot be written"),
        (["lanterns", "--cluster", "tcp://127.0.0.1:1"], "there is no scheduler at"),
        (["lanterns", "--cluster", "somewhere else"], "there is no scheduler at"),
    ],
)
def test_a_mistake_is_reported_in_a_sentence(
    run: Run, words: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = run("simulate", *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_crashes_are_shown_and_make_the_run_fail(run: Run, tmp_path: Path) -> None:
    done = run("simulate", "lanterns", "-s", "faulty,first", "-n", "5", "--out", "run.csv")
    assert done.returncode == 1
    assert "1 crash," in done.stdout
    assert "ZeroDivisionError: a bug in a bot, see run-crashes/match-3.rkm" in " ".join(
        done.stdout.split()
    )
    assert (tmp_path / "run-crashes" / "match-3.rkm").exists()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_what_is_done(
    workers: str, odd_environment: dict[str, str], run: Run, tmp_path: Path
) -> None:
    words = ["simulate", "lanterns", "-s", "mcts:30,random", "-n", "900", "--out", "run.jsonl"]
    program = subprocess.Popen(
        [sys.executable, "-c", "from rulekeep.cli.main import main; main()", *words, "-w", workers],
        cwd=tmp_path,
        env=odd_environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    out = tmp_path / "run.jsonl"
    while not out.exists() or out.read_bytes().count(b"\n") < 3:
        assert program.poll() is None
        time.sleep(0.01)
    program.send_signal(signal.SIGINT)
    said, complained = program.communicate(timeout=PATIENCE)
    assert program.returncode == 130, complained
    kept = len(read(out))
    assert 3 <= kept < 900
    assert f"Interrupted after {kept} of 900 matches. Use --continue to continue." in complained
    assert "Traceback" not in complained and "95 % interval" in said
    words[words.index("900")] = str(kept + 3)
    again = run(*words, "--continue")
    assert again.returncode == 0, again.stderr
    assert read(out) == list(simulate("lanterns", ("mcts:30", "random"), kept + 3))


def test_bench_measures_a_game(run: Run) -> None:
    done = run("bench", "lanterns", "--seats", "2", "--seconds", "0.01", "--repeats", "1")
    assert done.returncode == 0, done.stderr
    assert "decisions/s" in done.stdout and "lanterns" in done.stdout
    assert run("bench", "lantern").returncode == 2
    assert run("bench", "lanterns", "--seats", "9").returncode == 2


def test_benchmarks_are_kept_and_compared(odd_environment: dict[str, str], tmp_path: Path) -> None:
    def bench(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "benchmarks", "--game", "lanterns", "--quick", *words],
            cwd=Path(__file__).parents[2],
            env=odd_environment,
            capture_output=True,
            text=True,
            check=False,
        )

    kept = tmp_path / "run.json"
    first = bench("--seats", "2", "--json", str(kept))
    assert first.returncode == 0, first.stderr
    figures = json.loads(kept.read_text())
    assert [one["seats"] for one in figures["games"]] == [2]
    assert figures["games"][0]["speed"]["ratio"] > 0
    again = bench("--seats", "2", "--compare", str(kept))
    assert "times as fast as before" in again.stdout
    kept.write_text("[]")
    refused = bench("--compare", str(kept))
    assert refused.returncode == 2 and "not the JSON of an earlier run" in refused.stderr
