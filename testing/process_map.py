"""Map a function over many items in worker processes."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from rulekeep.core.errors import RulekeepError

T = TypeVar("T")
R = TypeVar("R")

MAX_BATCH = 10


def map_in_processes(work: Callable[[T], R], items: Sequence[T], workers: int) -> Iterator[R]:
    """The results in order; one worker is this process. RulekeepError if a worker dies."""
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
    """Processes started inside leave Ctrl-C to their parent."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
