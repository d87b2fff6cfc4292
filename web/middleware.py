"""What stands before every request: names of this machine, origins, sizes, rates, headers, the log.

A page of somebody else's must not act here in a guest's name, nor reach us under a name of its
own choosing; no secret link is written down or handed on.
"""

from __future__ import annotations

import ipaddress
import logging
import re
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from time import monotonic
from typing import Any

from attrs import frozen

from rulekeep.core.text import printable, shortened
from rulekeep.web.http_errors import HttpError
from rulekeep.web.pages.error_page import refused, wants_page

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

MAX_BODY = 64 << 10
MAX_KNOWN = 20_000
"""Addresses and links whose rate is remembered."""
ABORT = "rulekeep.abort"
"""In a scope: what breaks the connection off, whatever still waits to be sent."""
SAFE = ("GET", "HEAD", "OPTIONS")

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""A picture that is looked at by itself brings its tones for dark surroundings along."""

HEADERS = {
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}

log = logging.getLogger("rulekeep.web")


@frozen
class RequestRate:
    """So many requests at once, and so many a second after that."""

    burst: float
    a_second: float


@frozen
class Limits:
    """What one guest may ask for."""

    address: RequestRate = RequestRate(400, 80)
    link: RequestRate = RequestRate(120, 20)
    misses: RequestRate = RequestRate(20, 0.5)
    """Links that lead nowhere: whoever tries many is guessing."""


class RateLimiter:
    """How much each may still ask for."""

    def __init__(self, rate: RequestRate) -> None:
        self._rate = rate
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str, count: float = 1.0) -> bool:
        """Whether somebody may ask once more; then it is counted."""
        now = monotonic()
        left, when = self._left.pop(who, (self._rate.burst, now))
        left = min(self._rate.burst, left + (now - when) * self._rate.a_second)
        allowed = left >= count
        self._left[who] = (left - count if allowed else left, now)
        while len(self._left) > MAX_KNOWN:
            self._left.popitem(last=False)
        return allowed

    def has_left(self, who: str) -> bool:
        left, when = self._left.get(who, (self._rate.burst, monotonic()))
        return left + (monotonic() - when) * self._rate.a_second >= 1


@frozen
class HostNames:
    """Under which names this server may be asked for. Numbers cannot be turned on us by a DNS."""

    known: frozenset[str]
    any_number: bool = False

    @classmethod
    def of(cls, host: str, also: Iterable[str] = ()) -> HostNames:
        local = is_local(host)
        known = {"localhost", "127.0.0.1", "::1", *(name.casefold() for name in also)}
        if not is_everywhere(host):
            known.add(host.casefold())
        return cls(frozenset(known), any_number=not local)

    def has(self, said: str) -> bool:
        name = _without_port(said).casefold()
        if name in self.known:
            return True
        return self.any_number and _is_number(name)


def is_local(host: str) -> bool:
    """Whether only this machine can reach a server that listens there."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_everywhere(host: str) -> bool:
    return host in ("0.0.0.0", "::", "")


def _without_port(said: str) -> str:
    if said.startswith("["):
        return said[1:].partition("]")[0]
    return said.partition(":")[0]


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


_LINK = re.compile(r"^/t/[^/]*")


def without_secrets(path: str) -> str:
    """A path as it may be written down."""
    return shortened(printable(_LINK.sub("/t/…", path)).replace("\n", "\\n"))


class GuardMiddleware:
    """Turns away what must not come in, and puts on every answer what keeps it where it belongs."""

    def __init__(self, app: App, names: HostNames, limits: Limits) -> None:
        self._app = app
        self._names = names
        self._addresses = RateLimiter(limits.address)
        self.before_end: Callable[[], None] = lambda: None
        """Called when the server is about to stop."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return  # nothing else is served; the connection is refused
        answer = _Answer(scope, send)
        headers = _headers(scope)
        size = _Size(receive)
        try:
            self._let_in(scope, headers)
            await self._app(scope, size, answer.send)
        except HttpError as problem:
            await _refuse(scope, size, answer, problem)
        except Exception:
            log.exception("%s failed", without_secrets(scope["path"]))
            said = "Something went wrong on the server; nothing of a match is lost."
            await _refuse(scope, size, answer, HttpError(500, "failed", said))
        finally:
            answer.note()

    def _let_in(self, scope: Scope, headers: dict[str, str]) -> None:
        if not self._names.has(headers.get("host", "")):
            said = "This server is not asked for by that name; the host can allow it."
            raise HttpError(421, "wrong_host", said)
        if not self._addresses.take(address(scope)):
            raise too_many()
        if scope["method"] in SAFE:
            return
        if not _is_same_origin(scope, headers):
            said = "Only pages of this server may change anything here."
            raise HttpError(403, "wrong_origin", said)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or len(length) > 9 or int(length) > MAX_BODY:
            raise too_large()


async def _refuse(scope: Scope, receive: Receive, answer: _Answer, problem: HttpError) -> None:
    if not answer.status:
        await refused(problem, wants_page(_headers(scope)))(scope, receive, answer.send)


def too_many() -> HttpError:
    return HttpError(429, "too_many", "That was too much at once; wait a moment.")


def too_large() -> HttpError:
    return HttpError(413, "too_large", f"A request has at most {MAX_BODY >> 10} kB.")


class _Size:
    """Counts what comes in."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._got = 0

    async def __call__(self) -> Message:
        message = await self._receive()
        self._got += len(message.get("body", b""))
        if self._got > MAX_BODY:
            raise too_large()
        return message


class _Answer:
    """Adds the headers that every answer bears, and writes the log line afterwards."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._scope = scope
        self._send = send
        self._begun = monotonic()
        self.status = 0

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message = {**message, "headers": _with_ours(message.get("headers", ()))}
        await self._send(message)

    def note(self) -> None:
        took = 1000 * (monotonic() - self._begun)
        level = logging.INFO if self.status < 400 else logging.WARNING
        path = without_secrets(self._scope["path"])
        method = shortened(printable(self._scope["method"]), 12)
        log.log(level, "%s %s %d %.0f ms %s", method, path, self.status, took, address(self._scope))


def _with_ours(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    given = list(headers)
    names = {name.lower() for name, _ in given}
    ours = dict(HEADERS)
    ours["content-security-policy"] = PAGE_POLICY
    ours["cache-control"] = "no-store"
    return given + [
        (name.encode(), value.encode())
        for name, value in ours.items()
        if name.encode() not in names
    ]


def _headers(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}


def address(scope: Scope) -> str:
    """Who asks, by number."""
    client = scope.get("client")
    return str(client[0]) if client else "?"


def _is_same_origin(scope: Scope, headers: dict[str, str]) -> bool:
    """Browsers say where a change comes from; what says nothing is no browser."""
    site = headers.get("sec-fetch-site")
    if site is not None and site not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    return origin is None or origin in (
        f"http://{headers.get('host', '')}",
        f"https://{headers.get('host', '')}",
    )
