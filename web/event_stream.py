"""Server-sent events: the events that a client missed, then events as they happen."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any

from starlette.responses import Response

from rulekeep.web.connections import ABORT
from rulekeep.web.middleware import Receive, Send, client_address
from rulekeep.web.tables.managed_table import ManagedTable
from rulekeep.web.tables.manager import TableManager
from rulekeep.web.tables.seat_view import VisibleTable
from rulekeep.web.tables.subscribers import message

SEND_TIMEOUT = 20.0
"""Seconds that a client may take to read a message."""

log = logging.getLogger("rulekeep.web")


class EventStream(Response):
    """The stream of one viewer; a client that does not read is disconnected."""

    media_type = "text/event-stream"

    def __init__(
        self, tables: TableManager, managed: ManagedTable, view: VisibleTable, since: int | None
    ) -> None:
        super().__init__()
        self._tables = tables
        self._managed = managed
        self._view = view
        self._since = since

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        subscribers = self._managed.subscribers
        subscriber = subscribers.join(self._view.viewer, client_address(scope))
        subscribers.announce()
        disconnect = asyncio.create_task(_wait_for_disconnect(receive, subscriber.drop))
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
            number = self._managed.table.number
            missed: list[tuple[int, bytes]] = []
            if self._since is not None and self._since < number:
                missed = await self._tables.read(self._view.events, self._since)
                number = missed[-1][0] if missed else number
            first = message(json.dumps({"number": number}).encode(), event="here")
            events = b"".join(message(data, number=at) for at, data in missed)
            if subscriber.is_revoked:  # while the headers were sent
                first = events = b""
            await _send_part(send, b"retry: 1000\n\n" + first + events)
            async for raw in subscriber.messages(number):
                await _send_part(send, raw)
            await send({"type": "http.response.body", "body": b""})
        except (TimeoutError, OSError):
            log.info("a client did not read its events and was disconnected")
            if ABORT in scope:
                scope[ABORT]()
        finally:
            subscribers.leave(subscriber)
            subscribers.announce()
            disconnect.cancel()


async def _send_part(send: Send, raw: bytes) -> None:
    async with asyncio.timeout(SEND_TIMEOUT):
        await send({"type": "http.response.body", "body": raw, "more_body": True})


async def _wait_for_disconnect(receive: Receive, drop: Callable[[], None]) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    drop()
