"""Error responses: a page for browsers, JSON for programs."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.responses import JSONResponse, Response

from rulekeep.web.http_errors import HttpError
from rulekeep.web.pages import render

PAGE = "text/html"


def wants_page(headers: Mapping[str, str]) -> bool:
    return PAGE in headers.get("accept", "")


def error_response(error: HttpError, as_page: bool) -> Response:
    """A page or JSON with the status of the error."""
    headers = {"retry-after": "2"} if error.status == 429 else {}
    if as_page:
        return Response(render.error(error.status, str(error)), error.status, headers, PAGE)
    return JSONResponse(error.to_dict(), error.status, headers)
