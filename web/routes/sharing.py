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
from rulekeep.web.endpoints import PICTURE, EndpointRequest, Result, endpoint, picture_response
from rulekeep.web.http_errors import HttpError
from rulekeep.web.pages import render
from rulekeep.web.pages.error_page import PAGE
from rulekeep.web.routes.guest_replay import finished_match
from rulekeep.web.routes.host import WHERE, replayed_match
from rulekeep.web.schemas import THEME, RequestField, ShortList, ShortText
from rulekeep.web.tables import replay_view

SHARED = "/share/{name}"


# -- making links ---------------------------------------------------------------------------------


def _position(match: Match, moves: int) -> dict[str, str]:
    try:
        return {"link": share_link.position_link(replay_view.at(match, moves))}
    except DataError as error:
        raise _no_link(error) from None


def _no_link(error: DataError) -> HttpError:
    return HttpError(409, "no_link", f"A link {error.what}.")


def _whole_match(match: Match) -> dict[str, str]:
    if not match.is_over:
        raise HttpError(409, "not_over", "A match can be shared as a link when it is over.")
    try:
        return {"link": share_link.match_link(match)}
    except DataError as error:
        raise _no_link(error) from None


@endpoint("GET", "/t/{link}/position", "guest", schemas.SHARED_LINK, query={"at": WHERE})
async def table_position(request: EndpointRequest) -> Result:
    """A link to a position of the match, as spectators know it."""
    try:
        return {"link": await request.tables.read(request.view.position_link, request.data["at"])}
    except DataError as error:
        raise _no_link(error) from None


@endpoint("GET", "/t/{link}/replay/position", "guest", schemas.SHARED_LINK, query={"at": WHERE})
async def guest_replay_position(request: EndpointRequest) -> Result:
    """A link to a position of the finished match."""
    return await request.tables.read(_position, finished_match(request), request.data["at"])


@endpoint("GET", "/t/{link}/replay/link", "guest", schemas.SHARED_LINK)
async def guest_replay_link(request: EndpointRequest) -> Result:
    """A link to the finished match."""
    return await request.tables.read(_whole_match, finished_match(request))


@endpoint("GET", "/replay/{name}/position", "host", schemas.SHARED_LINK, query={"at": WHERE})
async def replay_position(request: EndpointRequest) -> Result:
    """A link to a position of a saved match, as spectators know it."""
    match = await replayed_match(request)
    return await request.tables.read(_position, match, request.data["at"])


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


@endpoint("GET", SHARED, "public", PAGE)
async def shared_page(request: EndpointRequest) -> Result:
    """The position or match of a link that was opened, or the page that opens it again."""
    name = request.path("name")
    if not request.context.shared.knows(name):
        return render.share()
    match = request.context.shared.match(name)
    view = await request.tables.read(replay_view.replay_data, match, len(match.plies) - 1)
    return await request.tables.read(render.replay, view, bots=bot_names())


@endpoint("GET", f"{SHARED}/act", "public", schemas.REPLAY, query={"at": WHERE})
async def shared_act(request: EndpointRequest) -> Result:
    """A position of a shared match, and what had just happened."""
    match = request.context.shared.match(request.path("name"))
    return await request.tables.read(replay_view.replay_data, match, request.data["at"])


@endpoint("GET", f"{SHARED}/picture.svg", "public", PICTURE, query={"at": WHERE, "theme": THEME})
async def shared_picture(request: EndpointRequest) -> Result:
    """The picture of the same position."""
    match = request.context.shared.match(request.path("name"))
    then = replay_view.at(match, request.data["at"])
    svg = await request.tables.read(then.svg, None, request.data["theme"])
    return picture_response(request, svg)


@endpoint("GET", f"{SHARED}/position", "public", schemas.SHARED_LINK, query={"at": WHERE})
async def shared_position(request: EndpointRequest) -> Result:
    """A link to a position of a shared match."""
    match = request.context.shared.match(request.path("name"))
    return await request.tables.read(_position, match, request.data["at"])


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
    match = request.context.shared.match(request.path("name"))
    seats = request.data["seats"]
    table = await request.tables.write(
        request.tables.new_matches.play_on,
        replay_view.at(match, request.data["at"]),
        [seat["name"].strip() for seat in seats],
        [seat["player"] or HUMAN for seat in seats],
    )
    file = request.context.links.file_of(table) or ""
    return {"page": f"/tables/{quote(file.removesuffix(SUFFIX))}"}
