"""Endpoints behind a link that replay a finished match, as spectators saw it."""

from __future__ import annotations

from rulekeep.match.match import Match
from rulekeep.web import schemas
from rulekeep.web.endpoints import PICTURE, EndpointRequest, Result, endpoint, picture_response
from rulekeep.web.http_errors import HttpError
from rulekeep.web.pages import render
from rulekeep.web.pages.error_page import PAGE
from rulekeep.web.routes.host import WHERE
from rulekeep.web.schemas import THEME
from rulekeep.web.tables import replay_view


def finished_match(request: EndpointRequest) -> Match:
    """The match of the table, if it is over. HttpError."""
    match = request.table.match
    if not match.is_over:
        sentence = "This match is not over yet. You can replay it when it is."
        raise HttpError(409, "not_over", sentence, number=request.table.number)
    return match


@endpoint("GET", "/t/{link}/replay", "guest", PAGE)
async def guest_replay_page(request: EndpointRequest) -> Result:
    """Step through the finished match."""
    match = finished_match(request)
    view = await request.tables.read(replay_view.replay_data, match, len(match.plies) - 1)
    return await request.tables.read(render.replay, view, table=".")


@endpoint("GET", "/t/{link}/replay/act", "guest", schemas.REPLAY, query={"at": WHERE})
async def guest_replay_act(request: EndpointRequest) -> Result:
    """A position of the finished match, and what had just happened."""
    match = finished_match(request)
    return await request.tables.read(replay_view.replay_data, match, request.data["at"])


@endpoint(
    "GET", "/t/{link}/replay/picture.svg", "guest", PICTURE, query={"at": WHERE, "theme": THEME}
)
async def guest_replay_picture(request: EndpointRequest) -> Result:
    """The picture of the same position."""
    then = replay_view.at(finished_match(request), request.data["at"])
    svg = await request.tables.read(then.svg, None, request.data["theme"])
    return picture_response(request, svg)
