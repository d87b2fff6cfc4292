"""Endpoints that share positions and matches as links, and open such links.

The server never sees a link by itself: it is in the fragment of an address, and the page sends it.
"""

from __future__ import annotations

from urllib.parse import quote

from rulekeep.bots import names as bot_names
from rulekeep.core.errors import DataError
from rulekeep.match import share_link
from rulekeep.match.library import SUFFIX
from rulekeep.match.match import Match
from rulekeep.session.session import HUMAN
from rulekeep.web import schemas
from rulekeep.web.endpoints import EndpointRequest, Result, endpoint
from rulekeep.web.http_errors import HttpError
from rulekeep.web.pages import render
from rulekeep.web.pages.error_page import PAGE
from rulekeep.web.routes.guest_replay import finished_match
from rulekeep.web.routes.host import replayed_match
from rulekeep.web.routes.replay_steps import WHERE, declare_steps, no_link, page_of_steps
from rulekeep.web.schemas import RequestField, ShortList, ShortText
from rulekeep.web.tables import replay_view

SHARED = "/share/{name}"


# -- making links ---------------------------------------------------------------------------------


def _whole_match(match: Match) -> dict[str, str]:
    if not match.is_over:
        raise HttpError(409, "not_over", "A match can be shared as a link when it is over.")
    try:
        return {"link": share_link.match_link(match)}
    except DataError as error:
        raise no_link(error) from None


@endpoint("GET", "/t/{link}/position", "guest", schemas.SHARED_LINK, query={"at": WHERE})
async def table_position(request: EndpointRequest) -> Result:
    """A link to a position of the match, as spectators know it."""
    try:
        return {"link": await request.tables.read(request.view.position_link, request.data["at"])}
    except DataError as error:
        raise no_link(error) from None


@endpoint("GET", "/t/{link}/replay/link", "guest", schemas.SHARED_LINK)
async def guest_replay_link(request: EndpointRequest) -> Result:
    """A link to the finished match."""
    return await request.tables.read(_whole_match, await finished_match(request))


@endpoint("GET", "/replay/{name}/link", "host", schemas.SHARED_LINK)
async def replay_link(request: EndpointRequest) -> Result:
    """A link to a saved match that is over."""
    return await request.tables.read(_whole_match, await replayed_match(request))


# -- opening links --------------------------------------------------------------------------------


@endpoint("GET", "/share", "public", PAGE)
async def share_page(request: EndpointRequest) -> Result:
    """The page that opens a link: its script sends the fragment."""
    return render.share()


@endpoint(
    "POST",
    "/share",
    "public",
    schemas.PAGE_LINK,
    body={"link": RequestField(ShortText(56 << 10), "an address, or its fragment")},
)
async def open_link(request: EndpointRequest) -> Result:
    """Check the position or match in a link."""
    shared, datasets = request.context.shared, request.tables.datasets
    name = await request.tables.read(shared.open, request.data["link"], datasets)
    return {"page": f"/share/{name}"}


async def shared_match(request: EndpointRequest) -> Match:
    """The match of a link that was opened. HttpError."""
    return request.context.shared.match(request.path("name"))


@endpoint("GET", SHARED, "public", PAGE)
async def shared_page(request: EndpointRequest) -> Result:
    """The position or match of a link that was opened, or the page that opens it again."""
    if not request.context.shared.knows(request.path("name")):
        return render.share()
    return await page_of_steps(request, await shared_match(request), bots=bot_names())


declare_steps("shared", SHARED, "public", shared_match)


@endpoint(
    "POST",
    f"{SHARED}/tables",
    "host",
    schemas.PAGE_LINK,
    body={
        "at": WHERE,
        "seats": RequestField(ShortList(schemas.SEATING, 99), "the players, by seat"),
    },
)
async def play_on(request: EndpointRequest) -> Result:
    """Start a match at a position of a shared one."""
    match, seats = await shared_match(request), request.data["seats"]
    table = await request.tables.write(
        request.tables.new_matches.play_on,
        replay_view.at(match, request.data["at"]),
        [seat["name"].strip() for seat in seats],
        [seat["player"] or HUMAN for seat in seats],
    )
    file = request.context.links.file_of(table) or ""
    return {"page": f"/tables/{quote(file.removesuffix(SUFFIX))}"}
