"""Matches on a dask.distributed cluster that is already running.

The scheduler owns everything hard: where work goes, what happens when a machine is lost. A chunk
that was being played on a lost worker is played again elsewhere; results are told apart by the
number of the match, so none is doubled.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from concurrent.futures import CancelledError
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

from rulekeep.core.errors import RulekeepError
from rulekeep.sim.single_match import Result, RunPlan, lost_match, play_match

AHEAD = 4
"""Chunks kept at the scheduler for each worker thread."""
CHUNK_SECONDS = 2.0
MAX_CHUNK = 200
RETRIES = 5
CONNECT_SECONDS = 10
PATIENCE = 5.0
"""Seconds without a result before somebody looks whether there are workers at all."""
LOST = (OSError, CancelledError, asyncio.CancelledError, asyncio.TimeoutError)
"""What dask raises, now here, now there, once the scheduler is gone."""
LOGGERS = (
    "distributed",
    "distributed.client",
    "distributed.core",
    "tornado.application",
    "asyncio",
)

Tell = Callable[[str], None]


def play_matches(plan: RunPlan, numbers: Sequence[int]) -> list[Result]:
    """A chunk of matches, on a worker."""
    return [play_match(plan, number) for number in numbers]


def run_on_cluster(
    plan: RunPlan, numbers: Collection[int], address: str, tell: Tell | None = None
) -> Generator[Result]:
    """All results in the order of the numbers; `tell` hears of a cluster without workers."""
    client = _connect(address)
    with _hushed():
        try:
            yield from _Run(client, plan, numbers, address, tell).results()
        except LOST:
            raise RulekeepError(f"the scheduler at {address!r} is gone") from None
        finally:
            with contextlib.suppress(*LOST):
                client.close(timeout=CONNECT_SECONDS)


@contextlib.contextmanager
def _hushed() -> Iterator[None]:
    """Inside, what dask has to say comes as an error only, and is told in a sentence."""
    loggers = [logging.getLogger(name) for name in LOGGERS]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)


def _connect(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError:
        raise RulekeepError(
            "a cluster needs dask.distributed: pip install 'rulekeep[cluster]'"
        ) from None
    _knock(address)
    make: Any = Client
    try:
        return make(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise RulekeepError(f"there is no scheduler at {address!r}: {error}") from None


def _knock(address: str) -> None:
    """Whether anybody is there at all; dask would try for long, and complain at length."""
    try:
        place = urlsplit(address)
        if place.scheme not in ("tcp", "tls") or not place.hostname or not place.port:
            raise RulekeepError(f"there is no scheduler at {address!r}; write tcp://host:port")
        socket.create_connection((place.hostname, place.port), CONNECT_SECONDS).close()
    except (OSError, ValueError) as error:
        raise RulekeepError(f"there is no scheduler at {address!r}: {error}") from None


class _Run:
    """Chunks under way at the scheduler, oldest first."""

    def __init__(
        self, client: Any, plan: RunPlan, numbers: Collection[int], address: str, tell: Tell | None
    ) -> None:
        self._client = client
        self._plan = plan
        self._address = address
        self._tell = tell
        self._left = iter(numbers)
        self._count = len(numbers)
        self._under_way: deque[tuple[list[int], Any]] = deque()
        self._pace = 0.0

    def results(self) -> Iterator[Result]:
        try:
            while self._count or self._under_way:
                self._fill()
                numbers, future = self._under_way.popleft()
                for result in self._collect(numbers, future):
                    self._pace = 0.8 * self._pace + 0.2 * result.seconds
                    yield result
        finally:
            with contextlib.suppress(*LOST):
                self._client.cancel([future for _, future in self._under_way])

    def _fill(self) -> None:
        threads = sum(self._client.nthreads().values())
        size = 1
        if self._pace:
            fair = self._count // (2 * max(threads, 1))
            size = max(1, min(MAX_CHUNK, int(CHUNK_SECONDS / self._pace), fair))
        while self._count and len(self._under_way) < AHEAD * max(threads, 1):
            chunk = list(islice(self._left, size))
            self._count -= len(chunk)
            self._under_way.append((chunk, self._submit(chunk)))

    def _submit(self, numbers: list[int]) -> Any:
        return self._client.submit(play_matches, self._plan, numbers, pure=False, retries=RETRIES)

    def _collect(self, numbers: list[int], future: Any) -> list[Result]:
        from distributed import KilledWorker

        try:
            return self._wait(future)
        except KilledWorker as error:
            if len(numbers) == 1:
                said = "every worker that played it died"
                return [lost_match(self._plan, numbers[0], said, f"{error}\n")]
            # One of them kills workers; alone, each shows whether it is the one.
            alone = [(number, self._submit([number])) for number in numbers]
            return [self._collect([number], lonely)[0] for number, lonely in alone]

    def _wait(self, future: Any) -> list[Result]:
        """What a chunk has come to; meanwhile a cluster without workers is told of, once."""
        told = False
        while True:
            try:
                return list(future.result(timeout=PATIENCE))
            except TimeoutError:
                idle = not self._client.nthreads()
                if idle and not told and self._tell is not None:
                    self._tell(f"the cluster at {self._address!r} has no workers; waiting for some")
                told = idle
