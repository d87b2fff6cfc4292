"""Server-sent events: one queue per connected client.

A slow client never delays the others. If its queue is full, the connection is closed, and the
browser reconnects with the number of the last event it saw.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from rulekeep.web.tables.event_log import Viewer

QUEUE_SIZE = 64
"""Messages that may wait for a client."""
HEARTBEAT = 15.0
"""Seconds of silence after which a comment is sent to keep the connection open."""


def message(data: bytes, *, number: int | None = None, event: str = "") -> bytes:
    """A server-sent event; the data are one line of JSON."""
    head = b"" if number is None else b"id: %d\n" % number
    if event:
        head += b"event: %s\n" % event.encode()
    return head + b"data: " + data + b"\n\n"


class Subscriber:
    """The queue of one connected client."""

    def __init__(self, viewer: Viewer, address: str = "") -> None:
        self.viewer = viewer
        self.address = address
        self._queue: asyncio.Queue[tuple[int | None, bytes] | None] = asyncio.Queue(QUEUE_SIZE + 1)
        self.dropped = False
        self.is_revoked = False

    def put(self, number: int | None, raw: bytes) -> None:
        """Queue a message; a client whose queue is full is dropped."""
        if self.dropped:
            return
        if self._queue.qsize() >= QUEUE_SIZE:
            self.drop()
            return
        self._queue.put_nowait((number, raw))

    def drop(self) -> None:
        """Close the connection; the client reconnects by itself."""
        if not self.dropped:
            self.dropped = True
            while self._queue.qsize():
                self._queue.get_nowait()
            self._queue.put_nowait(None)

    async def messages(self, after: int) -> AsyncIterator[bytes]:
        """The messages after a number, as they come, with a heartbeat in silence."""
        while True:
            try:
                async with asyncio.timeout(HEARTBEAT):
                    queued = await self._queue.get()
            except TimeoutError:
                yield b": still here\n\n"
                continue
            if queued is None:
                return
            number, raw = queued
            if number is None or number > after:
                yield raw


class Subscribers:
    """All connected clients of one table."""

    def __init__(self) -> None:
        self._all: dict[Subscriber, None] = {}
        """In the order in which they came."""
        self._closed = False
        self._announced: dict[str, Any] = {}

    def __len__(self) -> int:
        return len(self._all)

    @property
    def all(self) -> list[Viewer]:
        """The viewer of each connection."""
        return [subscriber.viewer for subscriber in self._all]

    @property
    def viewers(self) -> set[Viewer]:
        return {subscriber.viewer for subscriber in self._all}

    def count(self, viewer: Viewer, address: str | None = None) -> int:
        """The connections of a viewer, or those of a viewer from one address."""
        return sum(
            one.viewer == viewer and (address is None or one.address == address)
            for one in self._all
        )

    def join(self, viewer: Viewer, address: str = "") -> Subscriber:
        subscriber = Subscriber(viewer, address)
        self._all[subscriber] = None
        if self._closed:
            subscriber.drop()
        return subscriber

    def leave(self, subscriber: Subscriber) -> None:
        self._all.pop(subscriber, None)

    def publish(self, number: int, data: dict[Viewer, bytes]) -> None:
        """Send an event to all, each as its viewer may see it."""
        raw = {viewer: message(event, number=number) for viewer, event in data.items()}
        for subscriber in self._all:
            if subscriber.viewer in raw:
                subscriber.put(number, raw[subscriber.viewer])
            else:
                subscriber.drop()  # joined since the data were made; it reconnects

    def notify(self, event: str, data: dict[str, Any], *, seats_only: bool = False) -> None:
        """Send a named event, which is true now and is not repeated later."""
        raw = message(json.dumps(data).encode(), event=event)
        for subscriber in self._all:
            if subscriber.viewer is not None or not seats_only:
                subscriber.put(None, raw)

    @property
    def presence(self) -> dict[str, Any]:
        """The seats that somebody looks from, and how many spectators there are."""
        here = self.all
        seats = sorted({viewer for viewer in here if viewer is not None})
        return {"seats": seats, "spectators": here.count(None)}

    def announce(self) -> None:
        """Tell everybody who is here, if that has changed."""
        if self.presence != self._announced and not self._closed:
            self._announced = self.presence
            self.notify("presence", self._announced)

    def drop_viewer(self, viewer: Viewer) -> None:
        """Close the connections of a viewer whose link was revoked."""
        for subscriber in self._all:
            if subscriber.viewer == viewer:
                subscriber.is_revoked = True
                subscriber.drop()

    def close(self) -> None:
        """Close all connections, and those that still come."""
        self._closed = True
        for subscriber in self._all:
            subscriber.drop()
