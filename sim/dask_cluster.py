"""Matches on a dask.distributed cluster that is already running.

The scheduler decides where work goes and what happens when a machine is lost. A chunk of a lost
worker is played again elsewhere; every result has the number of its match, so none counts twice.
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
from rulekeep.sim.process_pool import need_sendable_bots
from rulekeep.sim.single_match import Result, RunPlan, lost_match, play_match

CHUNKS_PER_THREAD = 4
"""Chunks submitted to the scheduler for each worker thread."""
CHUNK_SECONDS = 2.0
MAX_CHUNK = 200
RETRIES = 5
CONNECT_SECONDS = 10
WAIT_SECONDS = 5.0
"""Seconds without a result before the cluster is checked for workers."""
LOST = (OSError, CancelledError, asyncio.CancelledError, asyncio.TimeoutError)
"""What dask raises in different places when the scheduler is gone."""
LOGGERS = (
    "distributed",
    "distributed.client",
    "distributed.core",
    "tornado.application",
    "asyncio",
)

Notify = Callable[[str], None]


def play_matches(plan: RunPlan, numbers: Sequence[int]) -> list[Result]:
    """A chunk of matches, on a worker."""
    return [play_match(plan, number) for number in numbers]


def run_on_cluster(
    plan: RunPlan, numbers: Collection[int], address: str, notify: Notify | None = None
) -> Generator[Result]:
    """All results in the order of the numbers; `notify` is called if there are no workers."""
    client = _connect(address)
    with _silenced():
        try:
            if plan.given:
                import cloudpickle  # type: ignore[import-untyped]

                need_sendable_bots(plan, cloudpickle.dumps)
            yield from _Run(client, plan, numbers, address, notify).results()
        except LOST:
            raise RulekeepError(f"the scheduler at {address!r} is gone") from None
        finally:
            with contextlib.suppress(*LOST):
                client.close(timeout=CONNECT_SECONDS)


@contextlib.contextmanager
def _silenced() -> Iterator[None]:
    """Silence the loggers of dask: errors are raised anyway."""
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
    _check_address(address)
    make: Any = Client
    try:
        return make(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise RulekeepError(f"there is no scheduler at {address!r}: {error}") from None


def _check_address(address: str) -> None:
    """RulekeepError unless the address can be reached; dask would try for long."""
    try:
        place = urlsplit(address)
        if place.scheme not in ("tcp", "tls") or not place.hostname or not place.port:
            raise RulekeepError(f"there is no scheduler at {address!r}; write tcp://host:port")
        socket.create_connection((place.hostname, place.port), CONNECT_SECONDS).close()
    except (OSError, ValueError) as error:
        raise RulekeepError(f"there is no scheduler at {address!r}: {error}") from None


class _Run:
    """The chunks at the scheduler, oldest first."""

    def __init__(
        self,
        client: Any,
        plan: RunPlan,
        numbers: Collection[int],
        address: str,
        notify: Notify | None,
    ) -> None:
        self._client = client
        self._plan = plan
        self._address = address
        self._notify = notify
        self._left = iter(numbers)
        self._count = len(numbers)
        self._chunks: deque[tuple[list[int], Any]] = deque()
        self._pace = 0.0

    def results(self) -> Iterator[Result]:
        try:
            while self._count or self._chunks:
                self._fill()
                numbers, future = self._chunks.popleft()
                for result in self._collect(numbers, future):
                    self._pace = 0.8 * self._pace + 0.2 * result.seconds
                    yield result
        finally:
            with contextlib.suppress(*LOST):
                self._client.cancel([future for _, future in self._chunks])

    def _fill(self) -> None:
        threads = sum(self._client.nthreads().values())
        size = 1
        if self._pace:
            fair = self._count // (2 * max(threads, 1))
            size = max(1, min(MAX_CHUNK, int(CHUNK_SECONDS / self._pace), fair))
        while self._count and len(self._chunks) < CHUNKS_PER_THREAD * max(threads, 1):
            chunk = list(islice(self._left, size))
            self._count -= len(chunk)
            self._chunks.append((chunk, self._submit(chunk)))

    def _submit(self, numbers: list[int]) -> Any:
        return self._client.submit(play_matches, self._plan, numbers, pure=False, retries=RETRIES)

    def _collect(self, numbers: list[int], future: Any) -> list[Result]:
        from distributed import KilledWorker

        try:
            return self._wait(future)
        except KilledWorker as error:
            if len(numbers) == 1:
                message = "every worker that played it died"
                return [lost_match(self._plan, numbers[0], message, f"{error}\n")]
            # One of them kills workers: play each alone.
            alone = [([number], self._submit([number])) for number in numbers]
            return [self._collect(*one)[0] for one in alone]

    def _wait(self, future: Any) -> list[Result]:
        """The results of a chunk; notify once if the cluster has no workers."""
        notified = False
        while True:
            try:
                return list(future.result(timeout=WAIT_SECONDS))
            except TimeoutError:
                idle = not self._client.nthreads()
                if idle and not notified and self._notify is not None:
                    self._notify(
                        f"the cluster at {self._address!r} has no workers; waiting for some"
                    )
                notified = idle
