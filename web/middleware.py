"""Middleware: host names, origins, sizes, rates, headers, the log.

A foreign page must not act in a guest's name, nor reach the server under a name of its own
choosing. No secret link is logged or passed on.
"""

from __future__ import annotations

import ipaddress
import logging
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from time import monotonic
from typing import Any

from attrs import frozen
from starlette.requests import cookie_parser

from rulekeep.core.text import printable, shortened
from rulekeep.web.compression import GzipSender, may_compress
from rulekeep.web.connections import network_of
from rulekeep.web.http_errors import HttpError, server_error
from rulekeep.web.metrics import Metrics
from rulekeep.web.pages.error_page import error_response, wants_page
from rulekeep.web.pages.template_engine import by_host, root_path
from rulekeep.web.tables.seat_links import SeatLinks

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

MAX_BODY = 64 << 10
MAX_UPLOAD = 1 << 20
"""Characters of a match file that the host imports."""
UPLOAD = "/matches"
"""Where the host may send more than `MAX_BODY`."""
MAX_REMEMBERED = 20_000
"""How many addresses and links a rate limiter remembers."""
SAFE = ("GET", "HEAD", "OPTIONS")

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""A picture has a style element of its own, for dark surroundings."""

DEFAULT_HEADERS = [
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (b"content-security-policy", PAGE_POLICY.encode()),
    (b"cache-control", b"no-store"),
]
"""Sent with every response that does not set them itself."""

log = logging.getLogger("rulekeep.web")


@frozen
class RequestRate:
    """How many requests at once, and how many per second after that."""

    burst: float
    per_second: float


@frozen
class Limits:
    """Request rates and connections."""

    address: RequestRate = RequestRate(400, 80)
    """Requests without a valid link."""
    link: RequestRate = RequestRate(120, 20)
    misses: RequestRate = RequestRate(20, 0.5)
    """Wrong links of an address: a client that tries many is guessing."""
    connections: int = 5000
    connections_of_address: int = 256
    request_seconds: float = 20.0
    """The time for a whole request to arrive, from the connection on."""


class RateLimiter:
    """Token buckets by key."""

    def __init__(self, rate: RequestRate) -> None:
        self._rate = rate
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> bool:
        """Count a request, if it is within the rate."""
        now = monotonic()
        left, when = self._left.pop(key, (self._rate.burst, now))
        left = min(self._rate.burst, left + (now - when) * self._rate.per_second)
        allowed = left >= 1
        self._left[key] = (left - 1 if allowed else left, now)
        while len(self._left) > MAX_REMEMBERED:
            self._left.popitem(last=False)
        return allowed


@frozen
class HostNames:
    """The names that a request may use for this server. A foreign DNS cannot point a number at it."""

    known: frozenset[str]
    any_number: bool = False

    @classmethod
    def of(cls, host: str, more: Iterable[str] = ()) -> HostNames:
        """The names of a server that listens at an address."""
        known = {"localhost", "127.0.0.1", "::1", *(name.casefold() for name in more)}
        if not is_everywhere(host):
            known.add(host.casefold())
        return cls(frozenset(known), any_number=not is_local(host))

    def has(self, header: str) -> bool:
        """Whether a Host header names this server."""
        name = host_name(header)
        return name.casefold() in self.known or (self.any_number and _ip_address(name) is not None)


def host_name(address: str) -> str:
    """The name or number of `name`, `name:port`, `[number]` or `[number]:port`."""
    return address[1:].partition("]")[0] if address[:1] == "[" else address.partition(":")[0]


def is_local(host: str) -> bool:
    """Whether only this machine can reach a server that listens there."""
    number = _ip_address(host)
    return host == "localhost" or (number is not None and number.is_loopback)


def is_everywhere(host: str) -> bool:
    """Whether a server that listens there listens at all addresses of this machine."""
    return host in ("0.0.0.0", "::", "")


def _ip_address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


_SECRET = re.compile(r"(?<=^/t/)[^/]+|[\w-]{20,}")


def without_secrets(path: str) -> str:
    """A path as it may be logged: without anything that looks like a link or a key."""
    return shortened(printable(_SECRET.sub("…", path)).replace("\n", "\\n"))


@frozen
class TrustedProxies:
    """Proxies whose X-Forwarded-For and X-Forwarded-Proto headers are believed."""

    networks: tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...] = ()

    @classmethod
    def of(cls, addresses: Iterable[str]) -> TrustedProxies:
        """Proxies by IP address or network. ValueError."""
        return cls(tuple(ipaddress.ip_network(address, strict=False) for address in addresses))

    def has(self, address: str) -> bool:
        if not self.networks:
            return False
        number = _ip_address(address)
        return number is not None and any(number in network for network in self.networks)

    def client(self, peer: str, header: str) -> str:
        """The address of the client: the last in the header that is no proxy of ours."""
        address = peer
        for text in reversed(header.split(",")):
            if not self.has(address):
                break
            name = host_name(text.strip())
            if _ip_address(name) is None:
                break
            address = name
        return address


class GuardMiddleware:
    """Refuses foreign host names, origins, large bodies and high rates; adds headers; logs."""

    def __init__(
        self,
        app: App,
        names: HostNames,
        limits: Limits,
        links: SeatLinks,
        cookie: str,
        metrics: Metrics,
        proxies: TrustedProxies | None = None,
        root: str = "",
    ) -> None:
        self.limits = limits
        self.metrics = metrics
        self.proxies = proxies or TrustedProxies()
        self._root = root
        self._app = app
        self._names = names
        self._links = links
        self._cookie = cookie
        self._addresses = RateLimiter(limits.address)
        self._link_rates = RateLimiter(limits.link)
        self._misses = RateLimiter(limits.misses)
        self.before_shutdown: Callable[[], None] = lambda: None
        """Called when the server is about to stop."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # nothing else is served; the connection is refused
        scope = self._as_client_sees_it(scope)
        root_path.set(self._root)
        by_host.set(self._is_host(scope))
        if may_compress(_path(scope), _headers(scope)):
            send = GzipSender(send)
        response = _LoggedResponse(scope, send, self.metrics)
        is_upload = by_host.get() and _path(scope) == UPLOAD
        body = _BoundedBody(receive, 2 * MAX_UPLOAD if is_upload else MAX_BODY)
        try:
            self._check(scope, body.size)
            await self._app(scope, body, response.send)
        except HttpError as error:
            await response.refuse(body, error)
        except Exception:
            log.exception("%s failed", without_secrets(_path(scope)))
            await response.refuse(body, server_error())
        finally:
            response.log()

    def _as_client_sees_it(self, scope: Scope) -> Scope:
        """The scope with the client and the scheme that a proxy tells, and below our path."""
        path, client = scope["path"], scope.get("client")
        if self._root and f"{path}/".startswith(f"{self._root}/"):
            path = path[len(self._root) :] or "/"  # a proxy may pass the path on or cut it off
        scope = {**scope, "path": self._root + path, "root_path": self._root}
        if client and self.proxies.has(client[0]):
            headers = _headers(scope)
            address = self.proxies.client(client[0], headers.get("x-forwarded-for", ""))
            scope["client"] = (address, client[1])
            scheme = headers.get("x-forwarded-proto", "").rpartition(",")[2].strip()
            scope["scheme"] = scheme if scheme in ("http", "https") else scope["scheme"]
        return scope

    def _check(self, scope: Scope, size: int) -> None:
        """Refuse what may not reach the application, or a body above that size. HttpError."""
        headers = _headers(scope)
        if not self._names.has(headers.get("host", "")):
            sentence = (
                "This server does not answer to that name. The host can allow it with --known-as."
            )
            raise HttpError(421, "wrong_host", sentence)
        if not self._is_within_rate(scope):
            raise too_many()
        if scope["method"] in SAFE:
            return
        if not _is_same_origin(headers):
            sentence = "Only pages of this server may change anything here."
            raise HttpError(403, "wrong_origin", sentence)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 9 or int(length) > size:
            raise too_large(size)

    def _is_within_rate(self, scope: Scope) -> bool:
        """Count a request. Limits of an address never apply to a valid link or to the host.

        Nor do they apply to static files, which the page of a link needs.
        """
        path = _path(scope)
        link = path.split("/")[2] if path.startswith("/t/") else None
        if link is not None and self._links.target(link) is not None:
            return self._link_rates.take(link)
        if link is None and (by_host.get() or path.startswith("/static/")):
            return True
        address = network_of(client_address(scope))
        if link is not None and not self._misses.take(address):
            return False
        return self._addresses.take(address)

    def _is_host(self, scope: Scope) -> bool:
        """Whether the request has the host's cookie."""
        cookies = cookie_parser(_headers(scope).get("cookie", ""))
        return self._links.is_host(cookies.get(self._cookie, ""))


def too_many() -> HttpError:
    return HttpError(429, "too_many", "Too many requests. Wait a moment.")


def too_large(size: int) -> HttpError:
    return HttpError(413, "too_large", f"A request has at most {size >> 10} kB.")


class _BoundedBody:
    """Receives a body and refuses it when it becomes too large."""

    def __init__(self, receive: Receive, size: int) -> None:
        self.size = size
        """How large it may become."""
        self._receive = receive
        self._received = 0

    async def __call__(self) -> Message:
        message = await self._receive()
        self._received += len(message.get("body", b""))
        if self._received > self.size:
            raise too_large(self.size)
        return message


class _LoggedResponse:
    """Sends a response with the headers of every response, logs and counts it."""

    def __init__(self, scope: Scope, send: Send, metrics: Metrics) -> None:
        self._scope = scope
        self._metrics = metrics
        self._send = send
        self._start = monotonic()
        self._status = 0

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._status = message["status"]
            message = {**message, "headers": _with_defaults(message.get("headers", ()))}
        await self._send(message)

    async def refuse(self, receive: Receive, error: HttpError) -> None:
        """Send an error, unless a response has begun."""
        if not self._status:
            response = error_response(error, wants_page(_headers(self._scope)))
            await response(self._scope, receive, self.send)

    def log(self) -> None:
        took = monotonic() - self._start
        self._metrics.count(self._scope["method"], _path(self._scope), self._status, took)
        level = logging.INFO if self._status < 400 else logging.WARNING
        path = without_secrets(_path(self._scope))
        method = shortened(printable(self._scope["method"]), 12)
        address = client_address(self._scope)
        log.log(level, "%s %s %d %.0f ms %s", method, path, self._status, 1000 * took, address)


def _with_defaults(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers of a response, and those that every response has."""
    given = list(headers)
    names = {name.lower() for name, _ in given}
    return given + [(name, value) for name, value in DEFAULT_HEADERS if name not in names]


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}


def _path(scope: Scope) -> str:
    """The path below the root path."""
    return str(scope["path"])[len(scope["root_path"]) :]


def client_address(scope: Scope) -> str:
    """The IP address of the client."""
    client = scope.get("client")
    return str(client[0]) if client else "?"


def _is_same_origin(headers: Mapping[str, str]) -> bool:
    """Whether a change comes from a page of this server, or from a program that is no browser."""
    if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        return False
    origin, host = headers.get("origin"), headers.get("host", "")
    return origin is None or origin in (f"http://{host}", f"https://{host}")
