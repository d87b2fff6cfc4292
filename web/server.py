"""The server: listens for the application, with limits on connections and half-sent requests.

A stranger without a link can neither fill the server with silent connections nor with half-sent
requests: each address has a limited number of them, and each ends after a while.
"""

from __future__ import annotations

import asyncio
import functools
import socket
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from rulekeep.core.errors import DataError
from rulekeep.web.connections import (
    ABORT,
    OpenConnections,
    connection_limit,
    raise_file_limit,
    warn_rarely,
)
from rulekeep.web.middleware import GuardMiddleware

BACKLOG = 2048
MAX_HEAD = 64 << 10
"""Bytes of a request before its headers are complete."""


class LimitedProtocol(HttpToolsProtocol):
    """HTTP with limits: the number of connections, the time and the size of a request's head."""

    def __init__(
        self, *args: Any, open_connections: OpenConnections, request_seconds: float, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._open_connections = open_connections
        self._request_seconds = request_seconds
        self._address = ""
        self._counted = False
        self._timer: asyncio.TimerHandle | None = None
        self._head_size = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._address = self.client[0] if self.client else "?"
        self._counted = self._open_connections.add(self._address)
        if self._counted:
            self._start_timer()
        else:
            warn_rarely("connections are refused: there are too many")
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._counted:
            self._open_connections.remove(self._address)
        self._stop_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        # The timer runs whenever a request is expected or incomplete, whatever bytes come.
        if self._timer is None and (self.cycle is None or self.cycle.response_complete):
            self._start_timer()
        self._head_size += len(data)
        super().data_received(data)
        if self._head_size > MAX_HEAD and not self.transport.is_closing():
            self.transport.abort()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        scope: Any = self.scope
        scope[ABORT] = self.transport.abort

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._head_size = -(1 << 60)  # the body has a limit of its own

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._head_size = 0
        self._stop_timer()

    def _start_timer(self) -> None:
        self._timer = self.loop.call_later(self._request_seconds, self.transport.abort)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens, before its address is printed. DataError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio sends every part of an answer at once (TCP_NODELAY).
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
        bound.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        bound.close()
        why = getattr(error, "strerror", None) or str(error)
        raise DataError(f"{host}:{port}", f"cannot listen: {why}") from None
    return bound


class Server(uvicorn.Server):
    """Disconnects subscribers before it waits for the last responses: streams never end."""

    def __init__(self, config: uvicorn.Config, app: GuardMiddleware) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.before_shutdown()
        await super().shutdown(sockets)


def make_server(app: GuardMiddleware) -> Server:
    """A uvicorn server without uvicorn's log, which would contain secret links."""
    limits = app.limits
    total = connection_limit(limits.connections, raise_file_limit())
    connections = OpenConnections(total, limits.connections_of_address, app.proxies.has)
    app.metrics.connections = connections
    protocol = functools.partial(
        LimitedProtocol, open_connections=connections, request_seconds=limits.request_seconds
    )
    config: dict[str, Any] = {
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "date_header": False,
        "proxy_headers": False,
        "http": protocol,
        "ws": "none",
        "backlog": BACKLOG,
        "timeout_keep_alive": 20,
        "timeout_graceful_shutdown": 2,
    }
    return Server(uvicorn.Config(app, lifespan="on", **config), app)


def run(app: GuardMiddleware, bound: socket.socket) -> None:
    """Serve until Ctrl-C or a signal."""
    make_server(app).run(sockets=[bound])
