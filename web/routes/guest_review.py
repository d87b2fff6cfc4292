"""The review of a finished match and its decisions, for everybody with a link to its table."""

from __future__ import annotations

from pathlib import Path

from starlette.responses import HTMLResponse

from rulekeep.core.game import AnyGame
from rulekeep.match.lessons import Lesson
from rulekeep.match.match import Match
from rulekeep.web.endpoints import EndpointRequest, Result, endpoint
from rulekeep.web.http_errors import HttpError
from rulekeep.web.pages import render, retry_pages
from rulekeep.web.pages.error_page import PAGE
from rulekeep.web.routes.lesson_tasks import declare_tasks

POLICY = (
    "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "frame-ancestors 'none'; base-uri 'none'"
)
"""The page has its styles and pictures inside, and no script."""
RELOAD = 4
"""Seconds until a page that waits asks again."""


DECISION = "/t/{link}/review/{move}"


async def _page(request: EndpointRequest) -> Path:
    """Where the review of the table's match is or will be. HttpError."""
    reviews, match = request.context.reviews, request.table.match
    if not reviews.are_offered:
        raise HttpError(404, "no_reviews", "This server makes no reviews.")
    if not match.is_over:
        raise HttpError(409, "not_over", "There is a review when the match is over.")
    if match.path is None:
        raise HttpError(404, "no_file", "This match has no file to review.")
    return reviews.page(match.path, await request.tables.read(match.path.read_bytes))


@endpoint("GET", "/t/{link}/review", "guest", PAGE)
async def review_page(request: EndpointRequest) -> Result:
    """What decided the match, and better moves; a page that waits while it is made."""
    reviews, table, page = request.context.reviews, request.table, await _page(request)
    if page.is_file():
        html = await request.tables.read(page.read_text, "utf-8")
        html = await request.tables.read(retry_pages.with_ways, html)
        return HTMLResponse(html, headers={"content-security-policy": POLICY})
    why = reviews.why_not(page)
    if why:
        raise HttpError(500, "no_review", f"The review could not be made: {why}.")
    if reviews.are_many:
        raise HttpError(429, "many_reviews", "Other reviews are being made. Try again in a minute.")
    file, header = table.match.path, table.match.header
    assert file is not None, "its page was looked for"
    reviews.want(file, page, request.tables.datasets.directory_of(header.game, header.data))
    waiting = await request.tables.read(render.review_waits, table.match.game.title)
    return HTMLResponse(waiting, headers={"refresh": str(RELOAD)})


# -- decisions that can be tried again ---------------------------------------------------------


async def _decision(request: EndpointRequest) -> tuple[Match, str, int]:
    """The match, its review and the number of a move. HttpError."""
    page = await _page(request)
    if not page.is_file():
        raise HttpError(409, "no_review", "The review of this match is not ready. Open it first.")
    number = request.path("move")
    html = await request.tables.read(page.read_text, "utf-8")
    wanted = int(number) if number.isdecimal() and len(number) < 7 else 0
    return request.table.match, html, wanted


@endpoint("GET", DECISION, "guest", PAGE)
async def retry_page(request: EndpointRequest) -> Result:
    """One decision of the match that could have been better, to try again."""
    return await request.tables.read(retry_pages.retry_page, *await _decision(request))


async def _lesson(request: EndpointRequest) -> tuple[AnyGame, Lesson]:
    return await request.tables.read(retry_pages.find_lesson, *await _decision(request))


declare_tasks("retry", DECISION, "guest", _lesson)
