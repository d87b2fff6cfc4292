"""A pool of bot processes, each held to its time and replaced when it fails."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from typing import Any, Protocol

from attrs import asdict, frozen

MAX_LINE = 16 << 20
MAX_SECONDS = 60.0
"""For a bot without a time budget."""
GRACE = 5.0
"""Seconds beyond its time before a process counts as hung: it may have to start first."""
WORKER_MODULE = (sys.executable, "-m", "rulekeep.web.bots.bot_worker")


class BotWorkerFailure(Exception):
    """Why there is no answer, as the end of a sentence: `ended without an answer`."""

    @property
    def summary(self) -> str:
        """The same without its detail, which may tell what only the bot's seat knows."""
        return str(self).partition(" (")[0]


@frozen
class BotTask:
    """A decision for a bot. The position is complete; the worker shows the bot what its seat knows."""

    game: str
    position: dict[str, Any]
    seat: int
    bot: str
    seed: str
    budget: float | None
    data: str | None = None
    """The directory of the data files, if they are not the shipped ones."""

    def to_line(self) -> bytes:
        return json.dumps(asdict(self, recurse=False)).encode() + b"\n"


@frozen
class BotAnswer:
    """The move of a bot, its chance to win, and other moves with theirs."""

    move: str
    value: float
    detail: str
    others: tuple[tuple[str, float], ...]


class BotService(Protocol):
    """Asks bots that think beside the application."""

    async def ask(self, task: BotTask) -> BotAnswer:
        """The answer to a task. BotWorkerFailure."""
        ...

    async def close(self) -> None:
        """Stop all bots."""
        ...


class BotPool:
    """At most `count` bots think at once; the others wait."""

    def __init__(
        self, count: int, command: Sequence[str] = WORKER_MODULE, grace: float = GRACE
    ) -> None:
        self._command = tuple(command)
        self._grace = grace
        self._free = asyncio.Semaphore(count)
        self._idle: list[Process] = []
        self._all: set[Process] = set()
        self._closed = False

    async def ask(self, task: BotTask) -> BotAnswer:
        """The answer to a task. BotWorkerFailure if the process died, hung or failed."""
        seconds = MAX_SECONDS if task.budget is None else 2 * task.budget
        async with self._free:
            process = await self._process()
            try:
                async with asyncio.timeout(seconds + self._grace):
                    answer = await _exchange(process, task)
            except TimeoutError:
                await self._end(process)
                raise BotWorkerFailure("did not answer in time") from None
            except BaseException:
                await self._end(process)
                raise
            self._idle.append(process)
            return answer

    async def close(self) -> None:
        """End all processes."""
        self._closed = True
        for process in list(self._all):
            await self._end(process)

    async def _process(self) -> Process:
        while self._idle:
            process = self._idle.pop()
            if process.returncode is None:
                return process
            self._all.discard(process)
        if self._closed:
            raise BotWorkerFailure("was stopped with the server")
        try:
            process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, limit=MAX_LINE, start_new_session=True
            )
        except OSError as error:
            raise BotWorkerFailure(f"could not start: {error.strerror}") from None
        self._all.add(process)
        return process

    async def _end(self, process: Process) -> None:
        """Kill a process and wait for its end."""
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()
        self._all.discard(process)


async def _exchange(process: Process, task: BotTask) -> BotAnswer:
    assert process.stdin is not None and process.stdout is not None
    try:
        process.stdin.write(task.to_line())
        await process.stdin.drain()
        line = await process.stdout.readline()
    except (ConnectionError, ValueError):
        line = b""
    if not line.endswith(b"\n"):
        raise BotWorkerFailure("ended without an answer")
    return read_answer(line)


def read_answer(line: bytes) -> BotAnswer:
    """The answer that a bot process wrote. BotWorkerFailure."""
    try:
        data = json.loads(line)
        if "failed" in data:
            raise BotWorkerFailure(f"failed ({data['failed'][:200]})")
        others = tuple((str(move), float(value)) for move, value in data["others"])
        return BotAnswer(str(data["move"]), float(data["value"]), str(data["detail"]), others)
    except (ValueError, KeyError, TypeError):
        raise BotWorkerFailure("sent an answer that is not valid") from None
