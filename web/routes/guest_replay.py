"""Endpoints behind a link that replay a finished match, as spectators saw it."""

from __future__ import annotations

from rulekeep.match.match import Match
from rulekeep.web.endpoints import EndpointRequest, Result, endpoint
from rulekeep.web.http_errors import HttpError
from rulekeep.web.pages.error_page import PAGE
from rulekeep.web.routes.replay_steps import declare_steps, page_of_steps

REPLAY = "/t/{link}/replay"


async def finished_match(request: EndpointRequest) -> Match:
    """The match of the table, if it is over. HttpError."""
    match = request.table.match
    if not match.is_over:
        sentence = "This match is not over yet. You can replay it when it is."
        raise HttpError(409, "not_over", sentence, number=request.table.number)
    return match


@endpoint("GET", REPLAY, "guest", PAGE)
async def guest_replay_page(request: EndpointRequest) -> Result:
    """Step through the finished match."""
    return await page_of_steps(request, await finished_match(request), table=".")


declare_steps("guest_replay", REPLAY, "guest", finished_match)
