"""The stream of events as an answer: what a reader has missed, and then what comes."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.responses import Response

from rulekeep.web.middleware import ABORT, Message
from rulekeep.web.tables.manager import ManagedTable, TableManager
from rulekeep.web.tables.seat_view import TableView
from rulekeep.web.tables.subscribers import message

PATIENCE = 20.0
"""Seconds a listener may keep a message from being sent."""

log = logging.getLogger("rulekeep.web")


class Stream(Response):
    """Sends a reader what it has missed and then what comes; a reader who does not read is let go."""

    media_type = "text/event-stream"

    def __init__(
        self, hall: TableManager, seated: ManagedTable, desk: TableView, since: int | None
    ) -> None:
        super().__init__()
        self._hall = hall
        self._seated = seated
        self._desk = desk
        self._since = since

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        channel = self._seated.channel
        reader = channel.join(self._desk.viewer)
        gone = asyncio.create_task(_until_gone(receive, reader.drop))
        try:
            await send(
                {
                    "type": "http.response.start",
                    "status": 200,
                    "headers": [
                        (b"content-type", b"text/event-stream; charset=utf-8"),
                        (b"x-accel-buffering", b"no"),
                    ],
                }
            )
            number = self._seated.table.number
            missed: list[tuple[int, bytes]] = []
            if self._since is not None and self._since < number:
                missed = await self._hall.look(self._desk.events, self._since)
                number = missed[-1][0] if missed else number
            head = message(json.dumps({"number": number}).encode(), event="here")
            told = b"".join(message(said, number=at_) for at_, said in missed)
            await _sent(send, b"retry: 1000\n\n" + head + told)
            async for raw in reader.messages(number):
                await _sent(send, raw)
            await send({"type": "http.response.body", "body": b""})
        except (TimeoutError, OSError):
            log.info("a listener did not read and was let go")
            scope.get(ABORT, _nothing)()
        finally:
            channel.leave(reader)
            gone.cancel()


def _nothing() -> None:
    return


async def _sent(send: Any, raw: bytes) -> None:
    async with asyncio.timeout(PATIENCE):
        await send({"type": "http.response.body", "body": raw, "more_body": True})


async def _until_gone(receive: Callable[[], Awaitable[Message]], drop: Callable[[], None]) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    drop()
