"""Matches on a real dask scheduler with two worker processes, one of which is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Lock
from typing import Any

import pytest
from tests.patience import PATIENCE

from rulekeep.bots.greedy import GreedyBot
from rulekeep.bots.random import RandomBot
from rulekeep.core.errors import RulekeepError
from rulekeep.sim.result_files import read
from rulekeep.sim.run import make_plan, run_plan, simulate

distributed = pytest.importorskip("distributed")

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="workers are killed by signal"),
    pytest.mark.filterwarnings("default"),
    pytest.mark.usefixtures("odd_bots"),
]


@pytest.fixture
def cluster(odd_bots: None, tmp_path: Path) -> Iterator[Any]:
    """A scheduler and two worker processes, on this machine only."""
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address=None,
        local_directory=str(tmp_path),
        silence_logs=50,
    ) as cluster:
        yield cluster


def test_a_killed_worker_loses_and_doubles_nothing(cluster: Any) -> None:
    bots = ("mcts:8", "greedy")
    seen = []
    for result in simulate("lanterns", bots, 60, 3, cluster=cluster.scheduler_address):
        seen.append(result)
        if len(seen) == 5:
            victim = next(iter(cluster.workers.values()))
            os.kill(victim.pid, signal.SIGKILL)
    assert [result.match for result in seen] == list(range(60))
    assert seen == list(simulate("lanterns", bots, 60, 3))


def test_bots_of_your_own_play_on_a_cluster(cluster: Any) -> None:
    bots = (lambda seed: GreedyBot(seed=seed), RandomBot())
    found = list(simulate("lanterns", bots, 6, 2, cluster=cluster.scheduler_address))
    assert found == list(simulate("lanterns", ("greedy", "random"), 6, 2))
    bot = RandomBot()
    bot.lock = Lock()  # type: ignore[attr-defined]
    with pytest.raises(RulekeepError, match="'random' cannot be sent to other processes"):
        list(simulate("lanterns", (lambda seed: bot, "random"), cluster=cluster.scheduler_address))


def test_crashes_come_back_with_their_match_file(cluster: Any) -> None:
    found = list(simulate("lanterns", ("faulty", "first"), 5, cluster=cluster.scheduler_address))
    assert [bool(result.error) for result in found] == [False, False, False, True, False]
    assert found[3].crash is not None
    assert found[3].crash.match_file.startswith("rulekeep-match 1\n")


def test_a_cluster_without_workers_is_reported(
    odd_bots: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rulekeep.sim import dask_cluster as on_cluster

    monkeypatch.setattr(on_cluster, "WAIT_SECONDS", 0.2)
    with distributed.LocalCluster(
        n_workers=0,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address=None,
        local_directory=str(tmp_path),
        silence_logs=50,
    ) as cluster:
        told: list[str] = []

        def tell(what: str) -> None:
            told.append(what)
            cluster.scale(1)

        plan = make_plan("lanterns", ("random", "random"))
        address = cluster.scheduler_address
        found = list(run_plan(plan, range(3), cluster=address, notify=tell))
    assert [result.match for result in found] == [0, 1, 2]
    assert told == [f"the cluster at {address!r} has no workers; waiting for some"]


SCHEDULER = """
import sys
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(
        n_workers=1, threads_per_worker=1, host="127.0.0.1", dashboard_address=None,
        local_directory=sys.argv[1], silence_logs=50,
    ) as cluster:
        print(cluster.scheduler_address, flush=True)
        sys.stdin.read()
"""


@pytest.fixture
def mortal(odd_environment: dict[str, str], tmp_path: Path) -> Iterator[Any]:
    """A scheduler with a worker, in processes that can be killed; and its address."""
    program = tmp_path / "scheduler.py"
    program.write_text(SCHEDULER)
    process = subprocess.Popen(
        [sys.executable, str(program), str(tmp_path)],
        env=odd_environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None and process.stdin is not None
    yield process, process.stdout.readline().strip()
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    process.stdin.close()
    process.stdout.close()


def test_a_scheduler_that_dies_is_reported_in_a_sentence(mortal: Any) -> None:
    process, address = mortal
    seen = []
    with pytest.raises(RulekeepError, match=f"the scheduler at '{address}' is gone"):
        for result in simulate("lanterns", ("mcts:8", "greedy"), 500, 3, cluster=address):
            seen.append(result.match)
            if len(seen) == 3:
                os.killpg(process.pid, signal.SIGKILL)
    assert seen == list(range(len(seen))) and 3 <= len(seen) < 500


def test_a_run_continues_after_its_scheduler_died(
    mortal: Any, odd_environment: dict[str, str], tmp_path: Path
) -> None:
    process, address = mortal
    words = ["simulate", "lanterns", "-s", "mcts:8,random", "-n", "900", "--out", "run.jsonl"]
    program = [sys.executable, "-m", "rulekeep", *words]
    run = subprocess.Popen(
        [*program, "--cluster", address],
        cwd=tmp_path,
        env=odd_environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    out = tmp_path / "run.jsonl"
    while not out.exists() or out.read_bytes().count(b"\n") < 3:
        assert run.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGKILL)
    said, complained = run.communicate(timeout=PATIENCE)
    kept = len(read(out))
    assert run.returncode == 2 and 3 <= kept < 900, complained
    assert f"rulekeep: the scheduler at '{address}' is gone\n" in complained
    assert f"Stopped after {kept} of 900 matches. Use --continue to continue." in complained
    assert "Traceback" not in complained and "95 % interval" in said
    program[program.index("900")] = str(kept + 2)
    again = subprocess.run(
        [*program, "--continue"],
        cwd=tmp_path,
        env=odd_environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert again.returncode == 0, again.stderr
    assert len(read(out)) == kept + 2
