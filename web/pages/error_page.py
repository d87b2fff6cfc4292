"""A request that is turned away: a page for who wants one, JSON for programs."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import JSONResponse, Response

from rulekeep.web.http_errors import HttpError
from rulekeep.web.pages.render import problem as problem_page

PAGE = "text/html"


def wants_page(headers: Mapping[str, str]) -> bool:
    return PAGE in headers.get("accept", "")


def refused(what: HttpError, page: bool) -> Response:
    headers = {"retry-after": "2"} if what.status == 429 else {}
    if page:
        return Response(problem_page(what.status, str(what)), what.status, headers, PAGE)
    return JSONResponse(what.to_answer(), what.status, headers)
