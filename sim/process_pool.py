"""Matches on several processes of this machine; results come in order, none lost or doubled.

Workers are given numbers of matches and send results back in batches. When a worker dies, the
matches it has not reported are played again, one at a time; one that kills its worker even then
is recorded as a crash.
"""

from __future__ import annotations

import multiprocessing as mp
import signal
from collections import deque
from collections.abc import Collection, Generator
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from time import perf_counter

from rulekeep.core.errors import RulekeepError
from rulekeep.sim.single_match import Result, RunPlan, lost_match, play_match

BATCH_SECONDS = 0.2
CHUNK_SECONDS = 1.0
MAX_CHUNK = 500
AHEAD = 2000
"""Matches that are given out, and results that wait, while the next in order is still played."""
PATIENCE = 5.0
"""Seconds a worker has to let go of what it holds when it is ended."""


def run_here(plan: RunPlan, numbers: Collection[int]) -> Generator[Result]:
    """One match after the other in this process."""
    for number in numbers:
        yield play_match(plan, number)


class _Dismissed(BaseException):
    """The parent ends this worker."""


def _dismissed(_signal: int, _frame: object) -> None:
    raise _Dismissed


def _work(plan: RunPlan, orders: Connection) -> None:
    """A worker's life: matches in, batches of results out."""
    # Ctrl-C is for the parent, who ends the workers; a match that is broken off lets bots go
    # that are programs of their own.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _dismissed)
    with suppress(_Dismissed):
        with suppress(EOFError, BrokenPipeError, ConnectionResetError):
            orders.send([])  # the first sign of life
            while True:
                numbers: list[int] = orders.recv()
                batch: list[Result] = []
                sent = perf_counter()
                for number in numbers:
                    batch.append(play_match(plan, number))
                    if perf_counter() - sent >= BATCH_SECONDS:
                        orders.send(batch)
                        batch = []
                        sent = perf_counter()
                if batch:
                    orders.send(batch)
        # The line is closed first: this process may be on its way out when it is dismissed.
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


class _Worker:
    """A process and what it has been asked to play."""

    def __init__(self, plan: RunPlan) -> None:
        # Spawned, not forked: a progress display may be running threads in the parent.
        context = mp.get_context("spawn")
        self.line, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=_work, args=(plan, theirs), daemon=True)
        self.process.start()
        theirs.close()
        self.playing: deque[int] = deque()
        self.came_up = False

    def order(self, numbers: list[int]) -> None:
        self.playing.extend(numbers)
        self.line.send(numbers)

    def end(self) -> None:
        self.line.close()
        self.process.terminate()
        self.process.join(PATIENCE)
        self.process.kill()
        self.process.join()


class Pool:
    """The workers, the matches still to be given out, and the results waiting for their turn."""

    def __init__(self, plan: RunPlan, numbers: Collection[int], workers: int) -> None:
        self._plan = plan
        self._left = iter(numbers)
        self._count = len(numbers)
        """How many of them are left to be given out."""
        self._given: deque[int] = deque()
        """What has been given out, in order, and not been handed on as a result."""
        self._suspects: deque[int] = deque()
        """Matches that were with a worker when it died."""
        self._tried_alone: set[int] = set()
        self._ready: dict[int, Result] = {}
        self._pace = 0.0
        """Seconds a match takes, as seen so far."""
        self._workers = [_Worker(plan) for _ in range(min(workers, len(numbers)))]
        self._ahead = max(AHEAD, 2 * len(self._workers))

    def run(self) -> Generator[Result]:
        """All results in the order of the numbers."""
        try:
            while self._count or self._given:
                while not self._given or self._given[0] not in self._ready:
                    for worker in self._workers:
                        self._feed(worker)
                    self._listen()
                yield self._ready.pop(self._given.popleft())
        finally:
            for worker in self._workers:
                worker.end()

    def _feed(self, worker: _Worker) -> None:
        """Keep a worker supplied with about a second's work beyond what it is at."""
        # A suspect must be alone with its worker, so that a death is its own doing.
        if worker.playing and worker.playing[0] in self._tried_alone:
            return
        if self._suspects:
            if not worker.playing:
                suspect = self._suspects.popleft()
                self._tried_alone.add(suspect)
                self._order(worker, [suspect])
            return
        size = 1
        if self._pace:
            fair = min(self._count, self._ahead) // (2 * len(self._workers))
            size = max(1, min(MAX_CHUNK, int(CHUNK_SECONDS / self._pace), fair))
        while self._count and len(worker.playing) <= size and len(self._given) < self._ahead:
            numbers = list(islice(self._left, size))
            self._count -= len(numbers)
            self._given.extend(numbers)
            self._order(worker, numbers)

    def _order(self, worker: _Worker, numbers: list[int]) -> None:
        # A worker that is dead already is noticed, and replaced, when it is listened to.
        with suppress(BrokenPipeError, ConnectionResetError):
            worker.order(numbers)

    def _listen(self) -> None:
        lines = {worker.line: worker for worker in self._workers}
        for line in wait(list(lines)):
            assert isinstance(line, Connection)
            worker = lines[line]
            try:
                batch: list[Result] = line.recv()
            except (EOFError, ConnectionResetError):
                self._replace(worker)
                continue
            worker.came_up = True
            for result in batch:
                worker.playing.remove(result.match)
                self._ready[result.match] = result
                seconds = max(result.seconds, 1e-6)
                self._pace = 0.8 * self._pace + 0.2 * seconds if self._pace else seconds

    def _replace(self, dead: _Worker) -> None:
        """A worker died; what it leaves undone is under suspicion, a lone match is convicted."""
        dead.end()
        if not dead.came_up:
            raise RulekeepError(
                f"worker processes cannot be started (exit code {dead.process.exitcode}); "
                'a script that simulates with workers needs `if __name__ == "__main__":`'
            )
        undone = list(dead.playing)
        if len(undone) == 1 and undone[0] in self._tried_alone:
            self._ready[undone[0]] = self._died(undone[0], dead.process.exitcode)
        else:
            self._suspects.extend(undone)
        self._workers.remove(dead)
        self._workers.append(_Worker(self._plan))

    def _died(self, number: int, exit_code: int | None) -> Result:
        said = f"the process playing it died twice (exit code {exit_code})"
        return lost_match(self._plan, number, said, f"{said}; play it alone to see why\n")
