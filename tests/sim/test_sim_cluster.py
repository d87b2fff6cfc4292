"""Matches on a real dask scheduler with two worker processes, one of which is killed."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulekeep.sim.run import simulate

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


def test_crashes_come_back_with_their_match_file(cluster: Any) -> None:
    found = list(simulate("lanterns", ("faulty", "first"), 5, cluster=cluster.scheduler_address))
    assert [bool(result.error) for result in found] == [False, False, False, True, False]
    assert found[3].crash is not None
    assert found[3].crash.match_file.startswith("rulekeep-match 1\n")
