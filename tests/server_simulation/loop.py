"""An event loop with a virtual clock. Threads are steps of the loop, and a dead server never runs again."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
from collections.abc import Callable
from contextvars import ContextVar
from random import Random
from typing import Any, cast

from attrs import define

DELAYS = (0.0, 0.0005, 0.002, 0.01, 0.05, 0.3)
SLOWEST = 3.0


@define(eq=False)
class Life:
    """One life of the server, from a start to a kill or a stop."""

    dead: bool = False


LIFE: ContextVar[Life | None] = ContextVar("life", default=None)
"""The life that a callback belongs to; None for clients."""


class Killed(BaseException):
    """The server was killed at a step to the disk."""


class Stuck(Exception):
    """Nothing will ever happen again."""


class SimulatedLoop(asyncio.BaseEventLoop):
    """Runs callbacks in their order, as asyncio promises, and moves the clock when nothing is ready."""

    def __init__(self, rng: Random) -> None:
        super().__init__()
        self._rng = rng
        self._now = 1000.0
        self.steps = 0
        self.slow = 1.0
        """A factor for the delays of the disk."""
        self.after_step: Callable[[], None] = lambda: None
        self.tasks: list[asyncio.Task[Any]] = []
        """All tasks ever made: what a dead server has left must not be finalised while others run."""

    def time(self) -> float:
        return self._now

    def create_task(self, coro: Any, **given: Any) -> Any:
        task = super().create_task(coro, **given)
        self.tasks.append(task)
        return task

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """Errors of tasks are looked for in `tasks`, since they would be told too late here."""

    def bury(self) -> None:
        """Finalise what is left."""
        asyncio._set_running_loop(self)  # else asyncio would make another loop
        for task in self.tasks:
            if not task.done():
                cast("Any", task)._log_destroy_pending = False
                with contextlib.suppress(BaseException):
                    cast("Any", task.get_coro()).close()
        asyncio._set_running_loop(None)
        self.close()

    def delay(self) -> float:
        """How long something takes: mostly little, now and then long."""
        if self._rng.random() < 0.02:
            return self._rng.random() * SLOWEST
        return self._rng.choice(DELAYS)

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Any, *args: Any
    ) -> Any:
        """Call the function in a later step, and deliver its result in a still later one."""
        future: asyncio.Future[Any] = self.create_future()

        def deliver(put: Callable[[Any], None], value: Any) -> None:
            if not future.done():
                put(value)

        def start() -> None:
            if future.cancelled() and self._rng.random() < 0.5:
                return  # no thread had taken it yet
            try:
                result = func(*args)
            except Killed:
                return
            except Exception as error:  # noqa: BLE001 (whoever waits for it gets it)
                self.call_later(self.delay(), deliver, future.set_exception, error)
            else:
                self.call_later(self.delay(), deliver, future.set_result, result)

        self.call_later(self.slow * self.delay(), start)
        return future

    def _run_once(self) -> None:
        # The names of asyncio's own loop, whose other methods use them.
        own = cast("Any", self)
        scheduled, ready = own._scheduled, own._ready
        if not ready:
            while scheduled and (scheduled[0]._cancelled or _is_dead(scheduled[0])):
                heapq.heappop(scheduled)._scheduled = False
            if not scheduled:
                raise Stuck
            self._now = max(self._now, scheduled[0]._when)
        while scheduled and scheduled[0]._when <= self._now:
            handle = heapq.heappop(scheduled)
            handle._scheduled = False
            ready.append(handle)
        for _ in range(len(ready)):
            handle = ready.popleft()
            if not handle._cancelled and not _is_dead(handle):
                self.steps += 1
                handle._run()
                self.after_step()

    def _check_closed(self) -> None:
        """What is finalised late may still call the loop."""

    def _process_events(self, event_list: list[Any]) -> None:
        return

    def _write_to_self(self) -> None:
        return


def _is_dead(handle: Any) -> bool:
    life = handle._context.get(LIFE)
    return life is not None and life.dead
