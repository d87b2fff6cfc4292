"""A bot thinks beside the screen, which goes on living; Ctrl-C asks whether to wait for it."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Any, TypeVar

from rulekeep.bots.base import Progress, Stop
from rulekeep.cli.table.bot_turn import PATIENCE, is_late
from rulekeep.cli.table.fullscreen.app import TableApp
from rulekeep.cli.table.leave import LeaveTable

T = TypeVar("T")


async def thought(
    desk: TableApp, name: str, budget: float | None, answer: Callable[[Progress, Stop], T]
) -> T:
    """The answer; Leave if somebody would rather go than wait for it."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()
    stopped = threading.Event()
    progress = _progress(desk, name, loop)
    begun = time.monotonic()

    def stop() -> bool:
        return stopped.is_set() or is_late(begun, budget)

    def settle(give: Callable[[], object]) -> None:
        if not done.done():
            give()

    def think() -> None:
        try:
            result = answer(progress, stop)
        except BaseException as error:  # noqa: BLE001  raised again where it is waited for
            failed = error
            loop.call_soon_threadsafe(settle, lambda: done.set_exception(failed))
        else:
            loop.call_soon_threadsafe(settle, lambda: done.set_result(result))

    desk.bar = f"{name} is thinking (Ctrl-C asks)"
    # A thread that does not keep the program from ending: a bot may never answer.
    threading.Thread(target=think, daemon=True).start()
    while not done.done():
        interrupted = asyncio.ensure_future(desk.interrupted.wait())
        either: set[asyncio.Future[Any]] = {done, interrupted}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        interrupted.cancel()
        if desk.interrupted.is_set() and not done.done():
            desk.interrupted.clear()
            await _ask(desk, name, stopped)
    return done.result()


async def _ask(desk: TableApp, name: str, stopped: threading.Event) -> None:
    """Wait on, take the best so far, or leave."""
    question = f"{name} is thinking: (w)ait, (m)ove now, (q)uit and keep the match?"
    said = await desk.ask(question, ("wait", "move", "quit"), "wait")
    if said == "quit":
        raise LeaveTable
    if said == "move":
        stopped.set()


def _progress(desk: TableApp, name: str, loop: asyncio.AbstractEventLoop) -> Progress:
    begun = loop.time()

    def show(fraction: float) -> None:
        if not desk.asking:
            filled = round(20 * min(1.0, max(0.0, fraction)))
            bar = "━" * filled + "·" * (20 - filled)
            desk.bar = f"{name} is thinking  {bar} {fraction:4.0%}  (Ctrl-C asks)"
            desk.app.invalidate()

    def progress(fraction: float) -> None:
        if loop.time() - begun > PATIENCE:
            loop.call_soon_threadsafe(show, fraction)

    return progress
