"""Addresses of what is nobody's secret: script and style, rule books, lessons, sample pictures."""

from __future__ import annotations

import json
import os
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from rulekeep.core.errors import RulekeepError
from rulekeep.session.sample_table import sample_picture
from rulekeep.web.http_errors import HttpError, problem
from rulekeep.web.pages import lesson_pages
from rulekeep.web.pages.error_page import refused
from rulekeep.web.pages.rule_books import Books
from rulekeep.web.pages.rules_page import book
from rulekeep.web.pages.template_engine import HERE

Answer = Callable[[Request], Awaitable[Response]]
MAX_MOVES = 60
MAX_WORDS = 200

PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
BOOK_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "frame-ancestors 'none'; base-uri 'none'"
)
"""The pages of a book put their pictures together themselves."""
UNTIL_CHANGED = {"cache-control": "no-cache"}
"""Kept by browsers, and asked for whether it is still the same."""


class Files(StaticFiles):
    """Script and style; after an update nobody goes on with half of the old ones."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        answer = await super().get_response(path, scope)
        answer.headers.update(UNTIL_CHANGED)
        return answer


def page(make: Callable[[Request], str]) -> Answer:
    async def answer(request: Request) -> Response:
        try:
            return HTMLResponse(await run_in_threadpool(make, request), headers=UNTIL_CHANGED)
        except RulekeepError as error:
            return refused(_problem(error), page=True)

    return answer


def drawn(make: Callable[[Request], str]) -> Answer:
    async def answer(request: Request) -> Response:
        try:
            svg = await run_in_threadpool(make, request)
        except RulekeepError as error:
            return refused(_problem(error), page=False)
        headers = {"content-security-policy": PICTURE_POLICY}
        return Response(svg, media_type="image/svg+xml", headers=headers)

    return answer


def told(make: Callable[[Request, Any], dict[str, Any]]) -> Answer:
    """JSON; the body of the request, if it has one, is JSON as well."""

    async def answer(request: Request) -> Response:
        try:
            said = _json(await request.body()) if request.method == "POST" else None
            return JSONResponse(await run_in_threadpool(make, request, said))
        except RulekeepError as error:
            return refused(_problem(error), page=False)

    return answer


def _problem(error: RulekeepError) -> HttpError:
    what = problem(error)
    return HttpError(404, what.kind, str(what)) if what.kind == "unknown_game" else what


# -- what requests say ----------------------------------------------------------------------------


def _json(raw: bytes) -> Any:
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        raise HttpError(400, "not_json", "The request is not JSON.") from None


def _game(request: Request) -> str:
    return str(request.path_params["game"])


def _number(request: Request) -> int:
    words = str(request.path_params["lesson"])
    return int(words) if words.isdecimal() and len(words) < 5 else 0


def _moves(said: Any) -> list[str]:
    """The moves made so far. Problem."""
    fine = isinstance(said, list) and len(said) <= MAX_MOVES and all(map(_is_text, said))
    if not fine:
        raise HttpError(400, "bad_request", "The moves made so far are a short list of texts.")
    return list(said)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= MAX_WORDS


def _made(request: Request) -> list[str]:
    return _moves(_json(request.query_params.get("moves", "[]").encode()))


def _try(request: Request, said: Any) -> dict[str, Any]:
    if not isinstance(said, dict) or not _is_text(said.get("move")):
        raise HttpError(400, "bad_request", "A move is a short text.")
    made = _moves(said.get("moves", []))
    return lesson_pages.tried(_game(request), _number(request), made, said["move"])


def _step(request: Request, _said: Any) -> dict[str, Any]:
    return lesson_pages.step(_game(request), _number(request), _made(request))


async def _book(request: Request) -> Response:
    """A file of the illustrated books; as long as there are none, the rules alone."""
    books: Books = request.app.state.books
    await books.want()
    found = books.file(str(request.path_params["game"]))
    if found is None:
        return await page(lambda asked: book(_game(asked), books.are_made))(request)
    headers = {"content-security-policy": BOOK_POLICY, **UNTIL_CHANGED}
    return FileResponse(found, headers=headers)


LESSON = "/learn/{game}/{lesson}"
ROUTES: tuple[BaseRoute, ...] = (
    Route(
        "/static/pictures/{game}.svg", drawn(lambda request: sample_picture(_game(request)).svg())
    ),
    Mount("/static", Files(directory=os.fspath(HERE / "static"))),
    Route("/book/{game}", _book),
    Route("/learn/{game}", page(lambda request: lesson_pages.list_page(_game(request)))),
    Route(LESSON, page(lambda r: lesson_pages.lesson_page(_game(r), _number(r)))),
    Route(f"{LESSON}/step", told(_step)),
    Route(
        f"{LESSON}/picture.svg",
        drawn(lambda r: lesson_pages.picture(_game(r), _number(r), _made(r))),
    ),
    Route(f"{LESSON}/try", told(_try), methods=["POST"]),
)
