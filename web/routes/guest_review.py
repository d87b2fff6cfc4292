"""The review of a finished match, for everybody with a link to its table."""

from __future__ import annotations

from starlette.responses import HTMLResponse

from rulekeep.web.endpoints import EndpointRequest, Result, endpoint
from rulekeep.web.http_errors import HttpError
from rulekeep.web.pages import render
from rulekeep.web.pages.error_page import PAGE

POLICY = (
    "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "frame-ancestors 'none'; base-uri 'none'"
)
"""The page has its styles and pictures inside, and no script."""
RELOAD = 4
"""Seconds until a page that waits asks again."""


@endpoint("GET", "/t/{link}/review", "guest", PAGE)
async def review_page(request: EndpointRequest) -> Result:
    """What decided the match, and better moves; a page that waits while it is made."""
    reviews, table = request.context.reviews, request.table
    if not reviews.are_offered:
        raise HttpError(404, "no_reviews", "This server makes no reviews.")
    if not table.match.is_over:
        raise HttpError(409, "not_over", "There is a review when the match is over.")
    file = table.match.path
    if file is None:
        raise HttpError(404, "no_file", "This match has no file to review.")
    page = reviews.page(file, await request.tables.read(file.read_bytes))
    if page.is_file():
        html = await request.tables.read(page.read_text, "utf-8")
        return HTMLResponse(html, headers={"content-security-policy": POLICY})
    why = reviews.why_not(page)
    if why:
        raise HttpError(500, "no_review", f"The review could not be made: {why}.")
    if reviews.are_many:
        raise HttpError(429, "many_reviews", "Other reviews are being made. Try again in a minute.")
    reviews.want(file, page)
    waiting = await request.tables.read(render.review_waits, table.match.game.title)
    return HTMLResponse(waiting, headers={"refresh": str(RELOAD)})
