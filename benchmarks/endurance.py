"""The long measurements: whether memory grows, and what a second process gains."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter

from rulekeep.sim.run import simulate
from rulekeep.sim.stats import Tally

FEW, MANY = 1_000, 100_000


def resident_bytes() -> int:
    """The memory this process holds now."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def memory_growth(game: str) -> float:
    """MB by which a fresh process grows from 1,000 to 100,000 matches simulated and counted."""
    out = subprocess.run(
        [sys.executable, "-m", "benchmarks.endurance", game],
        check=True,
        capture_output=True,
        text=True,
    )
    return float(out.stdout)


def _grow(game: str) -> float:
    bots = ("random", "random")
    tally = Tally(bots)
    begin = 0
    for result in simulate(game, bots, MANY):
        tally.add(result)
        if tally.count == FEW:
            gc.collect()
            begin = resident_bytes()
    gc.collect()
    return (resident_bytes() - begin) / 1e6


def worker_gain(game: str, seconds: float = 25.0) -> float:
    """How many times as fast two worker processes are as one."""
    begin = perf_counter()
    games = 0
    for _ in simulate(game, ("random", "random"), 1_000_000):
        games += 1
        if perf_counter() - begin > seconds:
            break
    return _seconds(game, games, 1) / _seconds(game, games, 2)


def _seconds(game: str, games: int, workers: int) -> float:
    begin = perf_counter()
    for _ in simulate(game, ("random", "random"), games, workers=workers):
        pass
    return perf_counter() - begin


if __name__ == "__main__":
    print(_grow(sys.argv[1]))
