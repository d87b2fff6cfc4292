"""Matches on several processes of this machine; each result comes once and in order.

Workers get numbers of matches and send results back in batches. When a worker dies, the matches it
has not reported are played again, one at a time; one that kills its worker again is recorded as a
crash.
"""

from __future__ import annotations

import multiprocessing as mp
import os
import pickle
import signal
import sys
from collections import deque
from collections.abc import Callable, Collection, Generator
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import perf_counter
from typing import Any

from rulekeep.core.errors import RulekeepError, in_words
from rulekeep.sim.single_match import Result, RunPlan, lost_match, play_match

BATCH_SECONDS = 0.2
CHUNK_SECONDS = 1.0
MAX_CHUNK = 500
MAX_AHEAD = 2000
"""Matches that are assigned, or wait as results, while the next in order is still played."""
EXIT_SECONDS = 5.0
"""Seconds a worker has to exit when it is terminated."""


def run_here(plan: RunPlan, numbers: Collection[int]) -> Generator[Result]:
    """One match after the other in this process."""
    for number in numbers:
        yield play_match(plan, number)


def need_sendable_bots(plan: RunPlan, dumps: Callable[[Any], bytes] = pickle.dumps) -> None:
    """RulekeepError for a bot that cannot be sent to worker processes."""
    for number, bot in plan.given.items():
        why = ""
        try:
            sent = dumps(bot)
        except Exception as error:  # noqa: BLE001
            # Everything in a bot must pickle itself.
            why = in_words(error)
        else:
            if dumps is pickle.dumps and b"__main__" in sent and not _has_main_module():
                why = "it is defined in a notebook or at a prompt"
        if why:
            raise RulekeepError(
                f"the bot {plan.bots[number]!r} cannot be sent to other processes: {why}; "
                "define it in a module, or simulate with workers=1"
            )


def _has_main_module() -> bool:
    """Whether workers can import the program that runs; they cannot import a notebook."""
    main = sys.modules["__main__"]
    return main.__spec__ is not None or os.path.isfile(getattr(main, "__file__", None) or "")


class _Terminated(BaseException):
    """The parent terminates this worker."""


def _terminate(_signal: int, _frame: object) -> None:
    raise _Terminated


def _work(plan: RunPlan, connection: Connection) -> None:
    """The main loop of a worker: receive numbers, send batches of results."""
    # Ctrl-C is for the parent, which terminates the workers. An exception, so that bots that are
    # programs are ended too.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _terminate)
    with suppress(_Terminated):
        with suppress(EOFError, BrokenPipeError, ConnectionResetError):
            connection.send([])  # says that the process has started
            while True:
                numbers: list[int] = connection.recv()
                batch: list[Result] = []
                sent = perf_counter()
                for number in numbers:
                    batch.append(play_match(plan, number))
                    if perf_counter() - sent >= BATCH_SECONDS:
                        connection.send(batch)
                        batch = []
                        sent = perf_counter()
                if batch:
                    connection.send(batch)
        # The parent closes the connection first: this process may be exiting already.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


class _Worker:
    """A process and the matches that it plays."""

    def __init__(self, plan: RunPlan) -> None:
        # Spawned, not forked: the parent may have threads.
        context = mp.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=_work, args=(plan, theirs), daemon=True)
        self.process.start()
        theirs.close()
        self.playing: deque[int] = deque()
        self.started = False

    def send(self, numbers: list[int]) -> None:
        self.playing.extend(numbers)
        self.connection.send(numbers)

    def end(self) -> None:
        self.connection.close()
        self.process.terminate()
        self.process.join(EXIT_SECONDS)
        self.process.kill()
        self.process.join()


class Pool:
    """The workers, the matches to assign, and the results that wait for earlier ones."""

    def __init__(self, plan: RunPlan, numbers: Collection[int], workers: int) -> None:
        self._plan = plan
        self._left = iter(numbers)
        self._count = len(numbers)
        """How many matches are not assigned yet."""
        self._assigned: deque[int] = deque()
        """Assigned matches in order, without those whose results were returned."""
        self._suspects: deque[int] = deque()
        """Matches of workers that died."""
        self._retried: set[int] = set()
        self._ready: dict[int, Result] = {}
        self._pace = 0.0
        """Mean seconds per match so far."""
        self._workers = [_Worker(plan) for _ in range(min(workers, len(numbers)))]
        self._ahead = max(MAX_AHEAD, 2 * len(self._workers))

    def run(self) -> Generator[Result]:
        """All results in the order of the numbers."""
        try:
            while self._count or self._assigned:
                while not self._assigned or self._assigned[0] not in self._ready:
                    for worker in self._workers:
                        self._feed(worker)
                    self._receive()
                yield self._ready.pop(self._assigned.popleft())
        finally:
            for worker in self._workers:
                worker.end()

    def _feed(self, worker: _Worker) -> None:
        """Send a worker matches for about another second."""
        # A suspect is played alone, so that it is clear which match kills a worker.
        if worker.playing and worker.playing[0] in self._retried:
            return
        if self._suspects:
            if not worker.playing:
                suspect = self._suspects.popleft()
                self._retried.add(suspect)
                self._send(worker, [suspect])
            return
        size = 1
        if self._pace:
            fair = min(self._count, self._ahead) // (2 * len(self._workers))
            size = max(1, min(MAX_CHUNK, int(CHUNK_SECONDS / self._pace), fair))
        while self._count and len(worker.playing) <= size and len(self._assigned) < self._ahead:
            numbers = list(islice(self._left, size))
            self._count -= len(numbers)
            self._assigned.extend(numbers)
            self._send(worker, numbers)

    def _send(self, worker: _Worker, numbers: list[int]) -> None:
        # A worker that is dead is replaced when its results are received.
        with suppress(BrokenPipeError, ConnectionResetError):
            worker.send(numbers)

    def _receive(self) -> None:
        workers = {worker.connection: worker for worker in self._workers}
        for connection in wait(list(workers)):
            assert isinstance(connection, Connection)
            worker = workers[connection]
            try:
                batch: list[Result] = connection.recv()
            except (EOFError, ConnectionResetError):
                self._replace(worker)
                continue
            worker.started = True
            for result in batch:
                worker.playing.remove(result.match)
                self._ready[result.match] = result
                seconds = max(result.seconds, 1e-6)
                self._pace = 0.8 * self._pace + 0.2 * seconds if self._pace else seconds

    def _replace(self, dead: _Worker) -> None:
        """Replace a dead worker; its matches are suspects, one that was alone is a crash."""
        dead.end()
        if not dead.started:
            raise RulekeepError(
                f"worker processes cannot be started (exit code {dead.process.exitcode}); "
                'a script that simulates with workers needs `if __name__ == "__main__":`'
            )
        left = list(dead.playing)
        if len(left) == 1 and left[0] in self._retried:
            self._ready[left[0]] = self._crash(left[0], dead.process.exitcode)
        else:
            self._suspects.extend(left)
        self._workers.remove(dead)
        self._workers.append(_Worker(self._plan))

    def _crash(self, number: int, exit_code: int | None) -> Result:
        error = f"the process playing it died twice (exit code {exit_code})"
        return lost_match(self._plan, number, error, f"{error}; play it alone to see why\n")
