"""Endpoints: declare a route, authorise and parse a request, call its handler."""

from __future__ import annotations

import contextlib
import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal, TypeVar

from attrs import define, field, frozen
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from rulekeep.core.data_files import Node
from rulekeep.core.errors import RulekeepError
from rulekeep.core.state.fields import Schema, Whole
from rulekeep.web.context import AppContext
from rulekeep.web.http_errors import (
    HttpError,
    http_error,
    server_error,
    spectator_error,
    unknown_link,
)
from rulekeep.web.middleware import PICTURE_POLICY, client_address, is_local
from rulekeep.web.pages.error_page import PAGE, error_response, wants_page
from rulekeep.web.schemas import RequestField, RequestFields
from rulekeep.web.tables.managed_table import ManagedTable
from rulekeep.web.tables.manager import TableManager
from rulekeep.web.tables.open_table import OpenTable, TableClosed
from rulekeep.web.tables.seat_view import VisibleTable

PICTURE = "image/svg+xml"
STREAM = "text/event-stream"
ATTEMPTS = 5
"""How often a request tries a table that is closed meanwhile."""

FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip")
"""Headers of requests that came through a proxy."""

Access = Literal["public", "guest", "host", "monitor"]
"""Who may use an endpoint: everyone, anyone with a link, the host, or programs on this machine."""
Result = dict[str, Any] | str | Response
"""JSON, an HTML page, or a ready response."""

log = logging.getLogger("rulekeep.web")


@define(eq=False)
class EndpointRequest:
    """A request that was authorised and parsed."""

    context: AppContext
    http: Request
    data: dict[str, Any] = field(factory=dict)
    """The values of the query string or of the body."""
    managed: ManagedTable = field(init=False)
    """The table that the link leads to; for guests only."""
    view: VisibleTable = field(init=False)
    """What the viewer of the link may see of it; for guests only."""

    @property
    def tables(self) -> TableManager:
        return self.context.tables

    @property
    def table(self) -> OpenTable:
        return self.managed.table

    def path(self, name: str) -> str:
        """A part of the path by its name."""
        return str(self.http.path_params[name])

    def seat(self) -> int:
        """The seat of the link. HttpError for a spectator."""
        if self.view.viewer is None:
            raise spectator_error()
        return self.view.viewer


Handler = Callable[[EndpointRequest], Awaitable[Result]]
H = TypeVar("H", bound=Handler)


@frozen
class Endpoint:
    """A route with its access, its request, its response and its handler."""

    name: str
    """The name of the operation for programs."""
    method: str
    path: str
    access: Access
    summary: str
    response: Schema | str
    """The schema of the JSON, or another media type."""
    query: RequestFields
    body: RequestFields | None
    handler: Handler


ENDPOINTS: list[Endpoint] = []
"""All declared routes, in the order in which they are matched."""


def endpoint(
    method: str,
    path: str,
    access: Access,
    response: Schema | str,
    *,
    query: Mapping[str, RequestField] | None = None,
    body: Mapping[str, RequestField] | None = None,
    name: str = "",
) -> Callable[[H], H]:
    """Declare a route; the docstring of the handler is its summary, its name that of the route."""

    def declare(handler: H) -> H:
        summary = " ".join((handler.__doc__ or "").split())
        fields = None if body is None else RequestFields(body)
        ENDPOINTS.append(
            Endpoint(
                name=name or handler.__name__,
                method=method,
                path=path,
                access=access,
                summary=summary,
                response=response,
                query=RequestFields(query),
                body=fields,
                handler=handler,
            )
        )
        return handler

    return declare


async def respond(context: AppContext, endpoint: Endpoint, http: Request) -> Response:
    """The response of an endpoint to a request, errors included."""
    try:
        request = EndpointRequest(context, http)
        _authorise(request, endpoint)
        request.data = await _parse(endpoint, http)
        result = await _handle(request, endpoint)
    except RulekeepError as error:
        return error_response(http_error(error), wants_page(http.headers))
    except ClientDisconnect:
        return Response(status_code=400)
    except Exception:
        log.exception("%s %s failed", endpoint.method, endpoint.path)
        return error_response(server_error(), wants_page(http.headers))
    if isinstance(result, Response):
        return result
    if isinstance(result, str):
        return Response(result, media_type=PAGE)
    return JSONResponse(result)


def picture_response(request: EndpointRequest, svg: bytes | str, tag: str = "") -> Response:
    """A picture; 304 if the browser already has the one with this tag."""
    headers = {"content-security-policy": PICTURE_POLICY}
    if tag:
        headers |= {"etag": tag, "cache-control": "private, no-cache"}
        if request.http.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
    return Response(svg, media_type=PICTURE, headers=headers)


async def _handle(request: EndpointRequest, endpoint: Endpoint) -> Result:
    """Call the handler; a table that is closed meanwhile is opened again. HttpError."""
    for _ in range(ATTEMPTS):
        if endpoint.access == "guest":
            # Only now: while the body came, the table may have been closed or its seats changed.
            request.managed, request.view = await request.tables.find(request.path("link"))
        with contextlib.suppress(TableClosed):
            return await endpoint.handler(request)
    raise HttpError(503, "closed", "This table was just closed. Try again in a moment.")


def _authorise(request: EndpointRequest, endpoint: Endpoint) -> None:
    """Check the host's cookie, or the link. HttpError."""
    if endpoint.access == "host" and not _is_host(request):
        sentence = "Only the host can open this page. Use the link printed in the terminal."
        raise HttpError(403, "not_the_host", sentence)
    if endpoint.access == "monitor" and not (_is_host(request) or _is_direct(request)):
        sentence = "Only programs on the server's machine, or with the host's key, may read this."
        raise HttpError(403, "not_the_host", sentence)
    if endpoint.access == "guest" and request.context.links.target(request.path("link")) is None:
        raise unknown_link()


def _is_host(request: EndpointRequest) -> bool:
    """Whether the request has the host's key, as a cookie or as a bearer token."""
    links, http = request.context.links, request.http
    scheme, _, token = http.headers.get("authorization", "").partition(" ")
    key = token.strip() if scheme.lower() == "bearer" else ""
    return links.is_host(key or http.cookies.get(request.context.cookie, ""))


def _is_direct(request: EndpointRequest) -> bool:
    """Whether the request comes from this machine, and not through a proxy."""
    headers = request.http.headers
    return is_local(client_address(request.http.scope)) and not any(map(headers.get, FORWARDED))


async def _parse(endpoint: Endpoint, http: Request) -> dict[str, Any]:
    """The values of the body or of the query string. DataError, HttpError."""
    plain: Any = {}
    if endpoint.body is not None:
        media_type = http.headers.get("content-type", "").partition(";")[0].strip().lower()
        if media_type != "application/json":
            raise HttpError(415, "not_json", "Send changes as JSON (application/json).")
        try:
            plain = json.loads(await http.body())
        except (ValueError, RecursionError):
            raise HttpError(400, "not_json", "The request is not JSON.") from None
        if not isinstance(plain, dict):
            raise HttpError(400, "bad_request", "The request is not a JSON object.")
        return endpoint.body.read(Node.of(plain, "request"))
    for name, text in http.query_params.items():
        known = endpoint.query.fields.get(name)
        if known is not None:  # browsers and people add other keys to an address
            number = isinstance(known.form, Whole) and text.isdecimal() and len(text) < 12
            plain[name] = int(text) if number else text
    return endpoint.query.read(Node.of(plain, "request"))
