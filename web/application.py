"""The application with its middleware; it needs no socket: `server` listens for it."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from urllib.parse import urlsplit

from attrs import frozen
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route

from rulekeep.web.bots.bot_pool import BotService
from rulekeep.web.connections import log_loop_error
from rulekeep.web.context import AppContext
from rulekeep.web.endpoints import Endpoint, respond
from rulekeep.web.http_errors import HttpError
from rulekeep.web.metrics import Metrics
from rulekeep.web.middleware import (
    GuardMiddleware,
    HostNames,
    Limits,
    TrustedProxies,
    is_everywhere,
    is_local,
)
from rulekeep.web.pages.error_page import error_response, wants_page
from rulekeep.web.pages.review_maker import ReviewMaker
from rulekeep.web.pages.rule_books import Books
from rulekeep.web.routes import ENDPOINTS
from rulekeep.web.routes.public import StaticAssets
from rulekeep.web.tables.datasets import Datasets
from rulekeep.web.tables.manager import TableManager
from rulekeep.web.tables.seat_links import SeatLinks
from rulekeep.web.tables.server_settings import ServerSettings

SWEEP = 30.0
"""Seconds between sweeps of idle tables."""
NO_ROUTE = {404: "No page at this address.", 405: "This address does not allow that."}


@frozen
class ListenAddress:
    """The address and the names of a server."""

    host: str = "127.0.0.1"
    port: int = 0
    known_as: tuple[str, ...] = ()
    """Further names that a request may use."""

    @property
    def is_local(self) -> bool:
        return is_local(self.host)

    @property
    def base(self) -> str:
        """How links begin. A full URL is used as it is: a proxy may speak TLS for us."""
        if self.known_as and "://" in self.known_as[0]:
            return self.known_as[0].rstrip("/")
        host = self.known_as[0] if self.known_as else self.host
        if is_everywhere(host):
            host = own_address()
        shown = f"[{host}]" if ":" in host else host
        return f"http://{shown}:{self.port}"

    @property
    def path(self) -> str:
        """The path below which others find the server; usually empty."""
        return urlsplit(self.base).path


def own_address() -> str:
    """The IP address of this machine in its network."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # sends nothing: the system only chooses a route
        return str(probe.getsockname()[0])
    return "127.0.0.1"


def make_app(
    directory: Path,
    address: ListenAddress,
    settings: ServerSettings | None = None,
    limits: Limits | None = None,
    links: SeatLinks | None = None,
    books: Books | None = None,
    datasets: Datasets | None = None,
    proxies: TrustedProxies | None = None,
    reviews: ReviewMaker | None = None,
    bots: BotService | None = None,
) -> GuardMiddleware:
    """The whole server as an ASGI application."""
    books, reviews = books or Books(), reviews or ReviewMaker()
    links = links or SeatLinks(directory)
    cookie = f"rulekeep-host-{address.port}"
    metrics = Metrics()
    contexts: list[AppContext] = []
    """The context, while the server runs."""

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_exception_handler(log_loop_error)
        tables = TableManager(directory, links, settings, datasets, bots)
        contexts.append(AppContext(tables, books, address.base, cookie, metrics, reviews))
        sweeper = asyncio.create_task(_sweep(tables))
        try:
            yield
        finally:
            sweeper.cancel()
            await books.close()
            await reviews.close()
            await tables.close()
            contexts.clear()

    def before_shutdown() -> None:
        for context in contexts:
            context.tables.disconnect_all()

    def route(endpoint: Endpoint) -> Route:
        async def handle(request: Request) -> Response:
            if endpoint.path == "/" and "key" in request.query_params:
                return log_in(contexts[0], request)
            return await respond(contexts[0], endpoint, request)

        return Route(endpoint.path, handle, methods=[endpoint.method])

    async def no_route(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        sentence = NO_ROUTE.get(status, "The server cannot do that.")
        return error_response(
            HttpError(status, "nothing_here", sentence), wants_page(request.headers)
        )

    app = Starlette(
        routes=[*map(route, ENDPOINTS), Mount("/static", StaticAssets())],
        lifespan=lifespan,
        exception_handlers={HTTPException: no_route},
    )
    names = HostNames.of(address.host, filter(None, own_names(address)))
    guard = GuardMiddleware(
        app, names, limits or Limits(), links, cookie, metrics, proxies, address.path
    )
    guard.before_shutdown = before_shutdown
    return guard


def log_in(context: AppContext, request: Request) -> Response:
    """Exchange the host's key for a cookie."""
    key = request.query_params["key"]
    if not context.links.is_host(key):
        sentence = "This is not the key of the lobby. Use the link printed in the terminal."
        return error_response(HttpError(403, "not_the_host", sentence), wants_page(request.headers))
    root, is_secure = request.scope["root_path"], request.url.scheme == "https"
    response = RedirectResponse(f"{root}/", 303)
    response.set_cookie(
        context.cookie, key, path=root or "/", secure=is_secure, httponly=True, samesite="strict"
    )
    return response


def own_names(address: ListenAddress) -> Iterable[str]:
    """The names given by the host, and the names of this machine in its network."""
    for name in address.known_as:
        yield urlsplit(name).hostname or "" if "://" in name else name
    if address.is_local:
        return
    name = socket.gethostname()
    yield name
    yield f"{name.partition('.')[0]}.local"


async def _sweep(tables: TableManager) -> None:
    while True:
        await tables.sweep()
        await asyncio.sleep(SWEEP)
