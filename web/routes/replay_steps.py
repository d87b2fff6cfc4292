"""Endpoints that every page asks which steps through a match: positions, pictures, links to them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from rulekeep.core.errors import DataError
from rulekeep.match import share_link
from rulekeep.match.match import Match
from rulekeep.web import schemas
from rulekeep.web.endpoints import (
    PICTURE,
    Access,
    EndpointRequest,
    Result,
    endpoint,
    picture_response,
)
from rulekeep.web.http_errors import HttpError
from rulekeep.web.pages import render
from rulekeep.web.schemas import THEME, RequestField
from rulekeep.web.tables import replay_view

WHERE = RequestField(schemas.WHICH, "after so many moves", schemas.MAX_NUMBER)
FindMatch = Callable[[EndpointRequest], Awaitable[Match]]


def declare_steps(kind: str, path: str, access: Access, find: FindMatch) -> None:
    """Declare the endpoints below a page; `kind` begins their names, `find` finds the match."""

    @endpoint("GET", f"{path}/act", access, schemas.REPLAY, query={"at": WHERE}, name=f"{kind}_act")
    async def act(request: EndpointRequest) -> Result:
        """A position of the match as spectators saw it, and what had just happened."""
        match, moves = await find(request), request.data["at"]
        return await request.tables.read(replay_view.replay_data, match, moves)

    seen = {"at": WHERE, "theme": THEME}

    @endpoint("GET", f"{path}/picture.svg", access, PICTURE, query=seen, name=f"{kind}_picture")
    async def picture(request: EndpointRequest) -> Result:
        """The picture of the same position."""
        then = replay_view.at(await find(request), request.data["at"])
        svg = await request.tables.read(then.svg, None, request.data["theme"])
        return picture_response(request, svg)

    link, name = schemas.SHARED_LINK, f"{kind}_position"

    @endpoint("GET", f"{path}/position", access, link, query={"at": WHERE}, name=name)
    async def position(request: EndpointRequest) -> Result:
        """A link to a position of the match, as spectators know it."""
        return await request.tables.read(_position, await find(request), request.data["at"])


def _position(match: Match, moves: int) -> dict[str, str]:
    try:
        return {"link": share_link.position_link(replay_view.at(match, moves))}
    except DataError as error:
        raise no_link(error) from None


def no_link(error: DataError) -> HttpError:
    return HttpError(409, "no_link", f"A link {error.what}.")


async def page_of_steps(request: EndpointRequest, match: Match, **shown: Any) -> str:
    """The page that steps through a match; it begins at the end."""
    view = await request.tables.read(replay_view.replay_data, match, len(match.plies) - 1)
    return await request.tables.read(render.replay, view, **shown)
