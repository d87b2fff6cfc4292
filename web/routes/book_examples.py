"""Public endpoints of the examples in the rule books. Nothing is stored, and nothing is secret."""

from __future__ import annotations

from rulekeep.core.state.fields import Whole
from rulekeep.web import schemas
from rulekeep.web.endpoints import PICTURE, EndpointRequest, Result, endpoint, picture_response
from rulekeep.web.pages import example_pages
from rulekeep.web.pages.error_page import PAGE
from rulekeep.web.routes.public import cached_page, numbered
from rulekeep.web.schemas import JsonText, RequestField, ShortText

EXAMPLE = "/book/{game}/{example}"
TRIED = {"moves": RequestField(JsonText(schemas.EXAMPLE_MOVES), "what was tried so far", [])}


@endpoint("GET", EXAMPLE, "public", PAGE)
async def example(request: EndpointRequest) -> Result:
    """The page of one example, by its number."""
    return await cached_page(request, example_pages.example_page, *numbered(request, "example"))


@endpoint("GET", f"{EXAMPLE}/view", "public", schemas.EXAMPLE_VIEW, query=TRIED)
async def example_view(request: EndpointRequest) -> Result:
    """The table of the example after what was tried so far."""
    moves = request.data["moves"]
    return await request.tables.read(example_pages.view, *numbered(request, "example"), moves)


@endpoint("GET", f"{EXAMPLE}/picture.svg", "public", PICTURE, query=TRIED)
async def example_picture(request: EndpointRequest) -> Result:
    """The same as a picture, as the seat to move sees it."""
    moves = request.data["moves"]
    svg = await request.tables.read(example_pages.picture, *numbered(request, "example"), moves)
    return picture_response(request, svg)


@endpoint("GET", f"{EXAMPLE}/position", "public", schemas.SHARED_LINK, query=TRIED)
async def example_position(request: EndpointRequest) -> Result:
    """A link to the position of the example, to play on from there."""
    moves = request.data["moves"]
    return await request.tables.read(
        example_pages.position_link, *numbered(request, "example"), moves
    )


@endpoint(
    "POST",
    f"{EXAMPLE}/try",
    "public",
    schemas.EXAMPLE_ANSWER,
    body={
        "moves": RequestField(schemas.EXAMPLE_MOVES, "what was tried so far", []),
        "seat": RequestField(Whole(0, 998), "who moves"),
        "move": RequestField(ShortText(200), "in notation"),
    },
)
async def example_try(request: EndpointRequest) -> Result:
    """What becomes of a move: played, or refused by a rule."""
    data = request.data
    return await request.tables.read(
        example_pages.attempt,
        *numbered(request, "example"),
        data["moves"],
        data["seat"],
        data["move"],
    )
