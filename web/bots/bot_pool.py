"""The processes in which bots think: a few of them, each held to its time, replaced when it fails."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from typing import Any

from attrs import asdict, frozen

MAX_LINE = 16 << 20
PATIENCE = 60.0
"""Seconds for a bot that decides itself how long it thinks."""
GRACE = 5.0
"""Seconds beyond its time before a process is taken for hung: it may have to start first."""
WORKER_MODULE = (sys.executable, "-m", "rulekeep.web.bots.bot_worker")


class BotWorkerFailure(Exception):
    """Why there is no answer, as the end of a sentence: `ended without an answer`."""


@frozen
class BotTask:
    """What a bot is to decide. The position is data; the bot's own seat limits what it sees."""

    game: str
    position: dict[str, Any]
    seat: int
    bot: str
    seed: str
    budget: float | None
    data: str | None = None
    """The directory of the data files, where they are not those that are shipped."""

    def to_line(self) -> bytes:
        return json.dumps(asdict(self, recurse=False)).encode() + b"\n"


@frozen
class BotAnswer:
    move: str
    value: float
    detail: str
    others: tuple[tuple[str, float], ...]


class BotPool:
    """At most so many bots think at once; the others wait for their turn."""

    def __init__(
        self, count: int, command: Sequence[str] = WORKER_MODULE, grace: float = GRACE
    ) -> None:
        self._command = tuple(command)
        self._grace = grace
        self._room = asyncio.Semaphore(count)
        self._idle: list[Process] = []
        self._all: set[Process] = set()
        self._closed = False

    async def think(self, task: BotTask) -> BotAnswer:
        """The answer to a task; Trouble if the process died, hung or failed."""
        patience = PATIENCE if task.budget is None else 2 * task.budget
        async with self._room:
            process = await self._process()
            try:
                async with asyncio.timeout(patience + self._grace):
                    thought = await _ask(process, task)
            except TimeoutError:
                await self._end(process)
                raise BotWorkerFailure("did not answer in time") from None
            except BaseException:
                await self._end(process)
                raise
            self._idle.append(process)
            return thought

    async def close(self) -> None:
        """End them all."""
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
            raise BotWorkerFailure("is not asked any more: the server stops")
        try:
            process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, limit=MAX_LINE, start_new_session=True
            )
        except OSError as error:
            raise BotWorkerFailure(f"cannot be asked: {error.strerror}") from None
        self._all.add(process)
        return process

    async def _end(self, process: Process) -> None:
        """Kill it and see it gone."""
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        if process.stdin is not None:
            process.stdin.close()
        await process.wait()
        self._all.discard(process)


async def _ask(process: Process, task: BotTask) -> BotAnswer:
    assert process.stdin is not None and process.stdout is not None
    try:
        process.stdin.write(task.to_line())
        await process.stdin.drain()
        line = await process.stdout.readline()
    except (ConnectionError, ValueError):
        line = b""
    if not line.endswith(b"\n"):
        raise BotWorkerFailure("ended without an answer")
    try:
        said = json.loads(line)
        if "failed" in said:
            raise BotWorkerFailure(f"failed ({said['failed'][:200]})")
        others = tuple((str(move), float(value)) for move, value in said["others"])
        return BotAnswer(str(said["move"]), float(said["value"]), str(said["detail"]), others)
    except (ValueError, KeyError, TypeError):
        raise BotWorkerFailure("answered what nobody understands") from None
