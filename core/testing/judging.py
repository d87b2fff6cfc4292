"""Running many scenarios: here or in several processes, each with its verdict."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from time import perf_counter
from typing import TypeVar

from attrs import frozen

from rulekeep.core import registry
from rulekeep.core.errors import RulekeepError, in_words
from rulekeep.core.testing.scenario import ScenarioFailure, run_scenario
from rulekeep.core.testing.suite import Case

T = TypeVar("T")
R = TypeVar("R")

MAX_BATCH = 10


@frozen
class Verdict:
    """What came of one scenario."""

    passed: bool
    message: str
    """Why it failed: place, what, expected and got."""
    earned: frozenset[str]
    seconds: float


def judge(case: Case) -> Verdict:
    """Run one scenario; whatever goes wrong is its verdict."""
    if case.scenario is None:
        return Verdict(False, case.trouble, frozenset(), 0.0)
    begin = perf_counter()
    earned: set[str] = set()
    message = ""
    try:
        earned = run_scenario(case.scenario, registry.load(case.game))
    except (ScenarioFailure, RulekeepError) as error:
        message = str(error)
    except Exception as error:  # noqa: BLE001
        # Games are foreign code: one that fails fails its scenario, not the others.
        message = f"{case.scenario.where}: the game failed: {in_words(error)}"
    return Verdict(not message, message, frozenset(earned), perf_counter() - begin)


def judge_all(cases: Sequence[Case], workers: int = 1) -> Iterator[Verdict]:
    """All verdicts in the order of the cases."""
    return in_processes(judge, cases, workers)


def in_processes(work: Callable[[T], R], items: Sequence[T], workers: int) -> Iterator[R]:
    """What becomes of each item, in order; with one worker in this very process.

    RulekeepError if a worker dies.
    """
    if workers == 1 or len(items) < 2:
        yield from map(work, items)
        return
    batch = max(1, min(MAX_BATCH, len(items) // (4 * workers)))
    # Spawned, not forked: a progress display may be running threads here.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(min(workers, len(items)), context)
    try:
        with _interrupts_ignored():
            results = pool.map(work, items, chunksize=batch)
        yield from results
    except BrokenProcessPool:
        raise RulekeepError("a worker process died; try again with --workers 1") from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextlib.contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Processes begun inside leave Ctrl-C to their parent, from their first moment on."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
