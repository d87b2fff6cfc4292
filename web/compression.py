"""Compression of responses by gzip.

A compressed length tells something of what is in a response. If others could choose a part of a
response that has a secret, they could guess the secret from the lengths (BREACH). So only listed
addresses are compressed: their responses repeat nothing of the request and contain no links.
"""

from __future__ import annotations

import asyncio
import re
import zlib
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]

LEVEL = 5
SMALLEST = 600
"""Bytes from which compression is worth its time."""
IN_A_THREAD = 64 << 10
"""Bytes from which the server does other things meanwhile."""
GZIP = 16 + zlib.MAX_WBITS
TYPES = ("text/html", "text/css", "text/javascript", "application/json", "image/svg+xml")
_LISTED = re.compile(
    r"/|/docs|/(static|book|docs|learn|replay)/.*|/api/.*"
    r"|/t/[^/]+(/(view|log|goal|legend|picture\.svg|replay|replay/.*))?"
)


def may_compress(path: str, headers: Mapping[str, str]) -> bool:
    """Whether the response to a request may be compressed."""
    accepted = [
        part.partition(";")[0].strip() for part in headers.get("accept-encoding", "").split(",")
    ]
    return "gzip" in accepted and _LISTED.fullmatch(path) is not None


class GzipSender:
    """Sends a response, compressed if it is of a listed type and not small."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._start: Message | None = None
        """The start of the response, until its first bytes are known."""
        self._compressor: Any = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            if _is_listed(message):
                self._start = message
            else:
                await self._send(message)
            return
        body, more = message.get("body", b""), message.get("more_body", False)
        if self._start is not None:
            start, self._start = self._start, None
            if more or len(body) >= SMALLEST:
                self._compressor = zlib.compressobj(LEVEL, zlib.DEFLATED, GZIP)
                start = _compressed_start(start)
            await self._send(start)
        if self._compressor is not None:
            if len(body) >= IN_A_THREAD:
                body = await asyncio.to_thread(self._compressor.compress, body)
            else:
                body = self._compressor.compress(body)
            body += b"" if more else self._compressor.flush()
        await self._send({**message, "body": body})


def _is_listed(start: Message) -> bool:
    headers = {name.lower(): value for name, value in start.get("headers", ())}
    media_type = headers.get(b"content-type", b"").partition(b";")[0].decode("latin-1")
    return start["status"] == 200 and media_type in TYPES


def _compressed_start(start: Message) -> Message:
    headers = [(name, value) for name, value in start["headers"] if name != b"content-length"]
    extra = [(b"content-encoding", b"gzip"), (b"vary", b"accept-encoding")]
    return {**start, "headers": headers + extra}
