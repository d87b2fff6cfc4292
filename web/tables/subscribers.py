"""Who listens to a table: a bounded queue for each, so that nobody waits for anybody."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

WAITING = 64
"""So many messages may wait for a reader; one who lets more come together is dropped."""
HEARTBEAT = 15.0
"""Seconds of silence after which a sign of life is sent."""

Viewer = int | None


def message(data: bytes, *, number: int | None = None, event: str = "") -> bytes:
    """A server-sent event; the data are one line of JSON."""
    head = b"" if number is None else b"id: %d\n" % number
    if event:
        head += b"event: %s\n" % event.encode()
    return head + b"data: " + data + b"\n\n"


class Subscriber:
    """One who listens, through the eyes of a seat or as a spectator."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer = viewer
        self._waiting: asyncio.Queue[tuple[int | None, bytes] | None] = asyncio.Queue(WAITING + 1)
        self.dropped = False

    def put(self, number: int | None, raw: bytes) -> None:
        """A message for this reader; if too many wait already, it is dropped."""
        if self.dropped:
            return
        if self._waiting.qsize() >= WAITING:
            self.drop()
            return
        self._waiting.put_nowait((number, raw))

    def drop(self) -> None:
        """Send it away; it comes back by the number it saw last."""
        if not self.dropped:
            self.dropped = True
            while self._waiting.qsize():
                self._waiting.get_nowait()
            self._waiting.put_nowait(None)

    async def messages(self, after: int) -> AsyncIterator[bytes]:
        """What comes, without what was told already; now and then a sign of life."""
        while True:
            try:
                async with asyncio.timeout(HEARTBEAT):
                    got = await self._waiting.get()
            except TimeoutError:
                yield b": still here\n\n"
                continue
            if got is None:
                return
            number, raw = got
            if number is None or number > after:
                yield raw


class Subscribers:
    """All who listen to one table."""

    def __init__(self) -> None:
        self.readers: set[Subscriber] = set()

    @property
    def viewers(self) -> set[Viewer]:
        return {reader.viewer for reader in self.readers}

    def join(self, viewer: Viewer) -> Subscriber:
        reader = Subscriber(viewer)
        self.readers.add(reader)
        return reader

    def leave(self, reader: Subscriber) -> None:
        self.readers.discard(reader)

    def happened(self, number: int, said: dict[Viewer, bytes]) -> None:
        """Tell everybody what they may know of it."""
        raw = {viewer: message(data, number=number) for viewer, data in said.items()}
        for reader in self.readers:
            if reader.viewer in raw:
                reader.put(number, raw[reader.viewer])
            else:
                reader.drop()  # came in between; it asks again from where it was

    def note(self, event: str, said: dict[str, Any]) -> None:
        """Something that is true now and need not be told later."""
        raw = message(json.dumps(said).encode(), event=event)
        for reader in self.readers:
            reader.put(None, raw)

    def send_away(self, viewer: Viewer) -> None:
        """Those who listen for a seat whose link is worth nothing any more."""
        for reader in self.readers:
            if reader.viewer == viewer:
                reader.drop()

    def close(self) -> None:
        for reader in self.readers:
            reader.drop()
