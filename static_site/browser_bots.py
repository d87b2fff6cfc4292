"""Bots and reviews in workers of the browser, which are ended when they take too long."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Sequence
from pathlib import Path
from typing import Protocol

from rulekeep.web.bots.bot_pool import (
    MAX_SECONDS,
    BotAnswer,
    BotTask,
    BotWorkerFailure,
    read_answer,
)

REVIEW_SECONDS = 1800.0
GRACE = 5.0
"""Seconds beyond its time before a worker counts as hung."""


class WorkerProxy(Protocol):
    """A worker that answers one line of text at a time."""

    def ask(self, line: str, seconds: float) -> Awaitable[str]:
        """The answer, once the worker has started. BotWorkerFailure if there is none in time."""
        ...

    def stop(self) -> None:
        """End the worker; the next question starts another."""
        ...


class BrowserBots:
    """One bot thinks at a time; the others wait."""

    def __init__(self, worker: WorkerProxy) -> None:
        self._worker = worker
        self._free = asyncio.Lock()

    async def ask(self, task: BotTask) -> BotAnswer:
        """The answer to a task. BotWorkerFailure."""
        seconds = MAX_SECONDS if task.budget is None else 2 * task.budget
        async with self._free:
            try:
                line = await self._worker.ask(task.to_line().decode(), seconds + GRACE)
            except asyncio.CancelledError:
                self._worker.stop()
                raise
            return read_answer(line.encode())

    async def close(self) -> None:
        """Stop thinking."""
        self._worker.stop()


class BrowserReviews:
    """Makes review pages in a worker, in place of a command."""

    def __init__(self, worker: WorkerProxy) -> None:
        self._worker = worker

    async def run(self, command: Sequence[str]) -> None:
        """Write the page of a match; the command ends with the page and the match file. OSError."""
        page, match = map(Path, command[-2:])
        line = json.dumps({"match": match.read_text("utf-8")})
        try:
            answer = json.loads(await self._worker.ask(line, REVIEW_SECONDS))
        except BotWorkerFailure as failure:
            raise OSError(str(failure)) from None
        finally:
            self._worker.stop()
        if "failed" in answer:
            raise OSError(answer["failed"])
        page.write_text(answer["page"], "utf-8")

    def stop(self) -> None:
        """Stop making a page."""
        self._worker.stop()
