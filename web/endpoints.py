"""An address and a request to it: declared once, let in, understood and carried out."""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Literal

from attrs import define, frozen
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from rulekeep.core.data_files import Node
from rulekeep.core.errors import RulekeepError
from rulekeep.core.state.fields import Schema, Whole
from rulekeep.web import schemas
from rulekeep.web.context import AppContext
from rulekeep.web.http_errors import HttpError, problem
from rulekeep.web.middleware import PICTURE_POLICY, address, too_many
from rulekeep.web.pages.error_page import PAGE, refused, wants_page
from rulekeep.web.schemas import Fields, One, RequestField
from rulekeep.web.tables.manager import ManagedTable, TableManager
from rulekeep.web.tables.seat_view import TableView

PICTURE = "image/svg+xml"


STREAM = "text/event-stream"


THEME = RequestField(One("auto", "light", "dark"), "for which surroundings", "auto")


log = logging.getLogger("rulekeep.web")


@define(eq=False)
class EndpointRequest:
    """One request, as far as it has been understood."""

    office: AppContext
    request: Request
    said: dict[str, Any]
    seated: ManagedTable | None = None
    desk: TableView | None = None

    @property
    def hall(self) -> TableManager:
        return self.office.hall

    def at_table(self) -> tuple[ManagedTable, TableView]:
        assert self.seated is not None and self.desk is not None
        return self.seated, self.desk

    def seat(self) -> int:
        """The seat of the link. Problem for those who only look on."""
        _, desk = self.at_table()
        if desk.viewer is None:
            raise HttpError(403, "spectator", "Whoever looks on decides nothing.")
        return desk.viewer


Answer = dict[str, Any] | str | Response


Who = Literal["anybody", "guest", "host"]


@frozen
class Endpoint:
    """An address, who may ask there, what is said and what is answered."""

    method: str
    path: str
    who: Who
    summary: str
    answer: Schema | str
    """The form of the JSON, or another type of media."""
    query: Fields
    body: Fields | None
    carry_out: Callable[[EndpointRequest], Awaitable[Answer]]


ENDPOINTS: list[Endpoint] = []


def endpoint(
    method: str,
    path: str,
    who: Who,
    answer: Schema | str,
    *,
    query: Fields | None = None,
    body: Fields | None = None,
) -> Callable[
    [Callable[[EndpointRequest], Awaitable[Answer]]], Callable[[EndpointRequest], Awaitable[Answer]]
]:
    """Declare an address; the docstring of what carries it out is its summary."""

    def declare(carry_out: Callable[[EndpointRequest], Awaitable[Answer]]) -> Any:
        summary = " ".join((carry_out.__doc__ or "").split())
        ENDPOINTS.append(Endpoint(method, path, who, summary, answer, query or {}, body, carry_out))
        return carry_out

    return declare


def drawn(call: EndpointRequest, svg: bytes, tag: str = "") -> Response:
    """A picture as an answer; by its tag a browser finds out whether it has it already."""
    headers = {"content-security-policy": PICTURE_POLICY}
    if tag:
        headers |= {"etag": tag, "cache-control": "private, no-cache"}
        if call.request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
    return Response(svg, media_type=PICTURE, headers=headers)


async def answer(office: AppContext, endpoint: Endpoint, request: Request) -> Response:
    """Whatever was asked there, answered in one way or the other."""
    try:
        call = EndpointRequest(office, request, {})
        await _admit(call, endpoint)
        call.said = await _said(endpoint, request)
        given = await endpoint.carry_out(call)
    except RulekeepError as error:
        return refused(problem(error), wants_page(request.headers))
    except ClientDisconnect:
        return Response(status_code=400)
    except Exception:
        log.exception("%s %s failed", endpoint.method, endpoint.path)
        said = "Something went wrong on the server; nothing of the match is lost."
        return refused(HttpError(500, "failed", said), wants_page(request.headers))
    if isinstance(given, Response):
        return given
    if isinstance(given, str):
        return Response(given, media_type=PAGE)
    return JSONResponse(given)


async def _admit(call: EndpointRequest, endpoint: Endpoint) -> None:
    """Only who may ask there. Problem."""
    office, request = call.office, call.request
    if endpoint.who == "host":
        if not office.links.is_host(request.cookies.get(office.cookie, "")):
            said = "The lobby is the host's; its address stands where the server was started."
            raise HttpError(403, "not_the_host", said)
    elif endpoint.who == "guest":
        link, who = request.path_params["link"], address(request.scope)
        if not office.misses.has_left(who):
            raise too_many()
        try:
            call.seated, call.desk = await call.hall.desk(link)
        except HttpError as missed:
            if missed.kind == "unknown_link":
                office.misses.take(who)
            raise
        if not office.rates.take(link):
            raise too_many()


async def _said(endpoint: Endpoint, request: Request) -> dict[str, Any]:
    """What the request says. DataError."""
    plain: Any
    if endpoint.body is not None:
        kind = request.headers.get("content-type", "").partition(";")[0].strip()
        if kind != "application/json":
            raise HttpError(415, "not_json", "A change is said in JSON (application/json).")
        try:
            plain = json.loads(await request.body())
        except (ValueError, RecursionError):
            raise HttpError(400, "not_json", "The request is not JSON.") from None
        if not isinstance(plain, dict):
            raise HttpError(400, "bad_request", "The request is not a JSON object.")
        return schemas.read(endpoint.body, Node.of(plain, "request"))
    plain = {}
    for name, words in request.query_params.items():
        field = endpoint.query.get(name)
        if field is None:
            continue  # browsers and people add what they like to an address
        number = isinstance(field.form, Whole) and words.isdecimal() and len(words) < 12
        plain[name] = int(words) if number else words
    return schemas.read(endpoint.query, Node.of(plain, "request"))
