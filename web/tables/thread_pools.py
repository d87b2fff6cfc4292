"""Threads in which tables are read and changed, so that the event loop never waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


class ThreadPools:
    """Two pools: changes never wait for pictures."""

    def __init__(self, threads: int) -> None:
        self._writers = ThreadPoolExecutor(threads, "writers")
        self._readers = ThreadPoolExecutor(threads, "readers")

    async def read(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function that changes nothing in a thread."""
        loop, context = asyncio.get_running_loop(), copy_context()
        return await loop.run_in_executor(
            self._readers, lambda: context.run(function, *args, **kwargs)
        )

    async def write(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a function that changes something in a thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._writers, lambda: function(*args, **kwargs))

    def close(self) -> None:
        """End the threads once all changes are carried out."""
        self._writers.shutdown(wait=True)
        self._readers.shutdown(wait=False, cancel_futures=True)
