"""The server as a whole: its addresses behind the guard, and how it is run."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Iterable, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import uvicorn
from attrs import frozen
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from rulekeep.core.errors import DataError
from rulekeep.web import pages
from rulekeep.web.context import AppContext
from rulekeep.web.endpoints import Endpoint, answer
from rulekeep.web.http_errors import HttpError
from rulekeep.web.middleware import (
    ABORT,
    GuardMiddleware,
    HostNames,
    Limits,
    is_everywhere,
    is_local,
)
from rulekeep.web.pages.error_page import refused, wants_page
from rulekeep.web.pages.rule_books import Books
from rulekeep.web.routes.system import ENDPOINTS
from rulekeep.web.tables.datasets import Datasets
from rulekeep.web.tables.manager import ServerSettings, TableManager
from rulekeep.web.tables.seat_links import SeatLinks

SWEEP = 30.0
"""Seconds between looks for tables that nobody is at."""
BACKLOG = 2048
MOST_CONNECTIONS = 5000


@frozen
class ListenAddress:
    """Where a server listens, and how it is found."""

    host: str = "127.0.0.1"
    port: int = 0
    known_as: tuple[str, ...] = ()
    """Further names under which it may be asked for."""

    @property
    def is_local(self) -> bool:
        return is_local(self.host)

    @property
    def base(self) -> str:
        """How links for others begin; a whole address is taken as it is: TLS may end before us."""
        if self.known_as and "://" in self.known_as[0]:
            return self.known_as[0].rstrip("/")
        host = self.known_as[0] if self.known_as else self.host
        if is_everywhere(host):
            host = own_address()
        shown = f"[{host}]" if ":" in host else host
        return f"http://{shown}:{self.port}"


def own_address() -> str:
    """The number under which others in the network find this machine."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # nothing is sent: the system only chooses a way
        return str(probe.getsockname()[0])
    return "127.0.0.1"


def make_app(
    directory: Path,
    place: ListenAddress,
    manners: ServerSettings | None = None,
    limits: Limits | None = None,
    links: SeatLinks | None = None,
    books: Books | None = None,
    boxes: Datasets | None = None,
) -> GuardMiddleware:
    """The whole server as an ASGI application."""
    books = books or Books()
    limits = limits or Limits()
    names = HostNames.of(place.host, filter(None, own_names(place)))
    kept: list[AppContext] = []

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        hall = TableManager(directory, links or SeatLinks(directory), manners, boxes)
        cookie = f"rulekeep-host-{place.port}"
        kept.append(AppContext.of(hall, pages, place.base, cookie, limits))
        sweeper = asyncio.create_task(_sweep(hall))
        try:
            yield
        finally:
            sweeper.cancel()
            await books.close()
            await hall.close()
            kept.clear()

    def office() -> AppContext:
        return kept[0]

    def before_end() -> None:
        for one in kept:
            one.hall.say_goodbye()

    def of(endpoint: Endpoint) -> Route:
        async def handle(request: Request) -> Response:
            if endpoint.path == "/" and "key" in request.query_params:
                return enter(office(), request)
            return await answer(office(), endpoint, request)

        return Route(endpoint.path, handle, methods=[endpoint.method])

    async def nowhere(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        said = {
            404: "There is nothing at this address.",
            405: "That cannot be done at this address.",
        }
        what = HttpError(status, "nothing_here", said.get(status, "That cannot be done."))
        return refused(what, wants_page(request.headers))

    more: Sequence[BaseRoute] = getattr(pages, "ROUTES", ())
    routes = [of(endpoint) for endpoint in ENDPOINTS]
    app = Starlette(
        routes=[*routes, *more], lifespan=lifespan, exception_handlers={HTTPException: nowhere}
    )
    app.state.books = books
    guard = GuardMiddleware(app, names, limits)
    guard.before_end = before_end
    return guard


def enter(office: AppContext, request: Request) -> Response:
    """The host comes with the key and leaves it at the door: from now on a cookie is enough."""
    key = request.query_params["key"]
    if not office.links.is_host(key):
        said = "This is not the key of the lobby; its address stands where the server was started."
        return refused(HttpError(403, "not_the_host", said), wants_page(request.headers))
    entered = RedirectResponse("/", 303)
    entered.set_cookie(office.cookie, key, httponly=True, samesite="strict", path="/")
    return entered


def own_names(place: ListenAddress) -> Iterable[str]:
    """What it was told to be known as, and what this machine is called in its network."""
    for said in place.known_as:
        yield urlsplit(said).hostname or "" if "://" in said else said
    if place.is_local:
        return
    name = socket.gethostname()
    yield name
    yield f"{name.partition('.')[0]}.local"


async def _sweep(hall: TableManager) -> None:
    while True:
        await asyncio.sleep(SWEEP)
        await hall.sweep()


def listen(host: str, port: int) -> socket.socket:
    """A socket that is ours before anybody is told of it. DataError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
        bound.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        bound.close()
        why = getattr(error, "strerror", None) or str(error)
        raise DataError(f"{host}:{port}", f"cannot be listened at: {why}") from None
    return bound


class Protocol(HttpToolsProtocol):
    """Lets an answer break its connection off: a reader who never reads keeps no memory."""

    def on_message_begin(self) -> None:
        super().on_message_begin()
        scope: Any = self.scope
        scope[ABORT] = self.transport.abort


class Server(uvicorn.Server):
    """Sends listeners away before it waits for the last answers: streams never end by themselves."""

    def __init__(self, config: uvicorn.Config, app: GuardMiddleware) -> None:
        super().__init__(config)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._app.before_end()
        await super().shutdown(sockets)


def configured(app: GuardMiddleware) -> Server:
    """Without uvicorn's own log and headers: secret links would stand in the one."""
    config: dict[str, Any] = {
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "date_header": False,
        "proxy_headers": False,
        "http": Protocol,
        "ws": "none",
        "limit_concurrency": MOST_CONNECTIONS,
        "timeout_keep_alive": 20,
        "timeout_graceful_shutdown": 2,
    }
    return Server(uvicorn.Config(app, lifespan="on", **config), app)


def run(app: GuardMiddleware, bound: socket.socket) -> None:
    """Serve until somebody presses Ctrl-C or sends a signal to end."""
    configured(app).run(sockets=[bound])
