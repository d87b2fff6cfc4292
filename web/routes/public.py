"""Public endpoints: rule books, lessons, examples, documents. Nothing in them is secret."""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec

from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from rulekeep.core import registry
from rulekeep.core.errors import UnknownGame
from rulekeep.core.game import AnyGame
from rulekeep.core.state.fields import Whole
from rulekeep.match.lessons import Lesson
from rulekeep.session import sample_table
from rulekeep.web import schemas
from rulekeep.web.endpoints import PICTURE, EndpointRequest, Result, endpoint, picture_response
from rulekeep.web.http_errors import HttpError, http_error
from rulekeep.web.pages import example_pages, lesson_pages
from rulekeep.web.pages.document_pages import FIRST, document_page, document_pictures, documents
from rulekeep.web.pages.error_page import PAGE
from rulekeep.web.pages.rules_page import rules_page
from rulekeep.web.pages.template_engine import STATIC, STATIC_DIGEST, by_host, root_path
from rulekeep.web.routes.lesson_tasks import declare_tasks
from rulekeep.web.schemas import JsonText, RequestField, ShortText

P = ParamSpec("P")

BOOK_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "frame-ancestors 'none'; base-uri 'none'"
)
"""The pages of a book make pictures in the browser."""
REVALIDATE = {"cache-control": "no-cache"}
"""A browser may cache it, and asks each time whether it has changed."""
BOOK_NAVIGATION = '<div class="games">'
"""Where the links between the pages of a book begin."""
FOR_EVER = {"cache-control": "public, max-age=31536000, immutable"}
LESSON = "/learn/{game}/{lesson}"


class StaticAssets(StaticFiles):
    """Scripts and styles. Their address changes with them, so a browser need not ask again.

    A page that was loaded before an update may ask for the old address: it gets the new ones.
    """

    def __init__(self) -> None:
        super().__init__(directory=STATIC)

    async def get_response(self, path: str, scope: Scope) -> Response:
        digest, _, name = path.rpartition("/")
        response = await super().get_response(name, scope)
        if response.status_code in (200, 304):
            response.headers.update(FOR_EVER if digest == STATIC_DIGEST else REVALIDATE)
        return response


def game_of(request: EndpointRequest) -> str:
    """The game of the path. HttpError."""
    try:
        return registry.load(request.path("game")).id
    except UnknownGame as error:
        raise HttpError(404, "unknown_game", str(http_error(error))) from None


def numbered(request: EndpointRequest, key: str) -> tuple[str, int]:
    """The game, and the number of a lesson or an example of the path; 0 if it is no number."""
    number = request.path(key)
    return game_of(request), int(number) if number.isdecimal() and len(number) < 5 else 0


async def cached_page(
    request: EndpointRequest, render: Callable[P, str], *args: P.args, **kwargs: P.kwargs
) -> Response:
    """A page that a browser may cache until it changes."""
    html = await request.tables.read(render, *args, **kwargs)
    return HTMLResponse(html, headers=REVALIDATE)


@endpoint("GET", "/static/pictures/{game}.svg", "public", PICTURE)
async def sample_picture(request: EndpointRequest) -> Result:
    """A picture of a match in progress."""
    picture = await request.tables.read(sample_table.sample_picture, game_of(request))
    return picture_response(request, picture.svg())


@endpoint("GET", "/book/{game}", "public", PAGE)
async def book(request: EndpointRequest) -> Result:
    """The illustrated rule book of a game, or the rules alone while it is being made."""
    books = request.context.books
    await books.want()
    file = books.file(request.path("game"))
    if file is None:
        where = root_path.get(), by_host.get()
        return await cached_page(request, rules_page, game_of(request), books.are_made, *where)
    headers = {"content-security-policy": BOOK_POLICY, **REVALIDATE}
    if file.suffix != ".html":
        return FileResponse(file, headers=headers)
    html = await request.tables.read(file.read_text, "utf-8")
    return HTMLResponse(_with_ways_out(html, file.stem), headers=headers)


def _with_ways_out(html: str, game: str) -> str:
    """A page of a book with the icon of the server and links to its other pages."""
    root = root_path.get()
    icon = f'<link rel="icon" href="{root}/static/{STATIC_DIGEST}/icon.svg" type="image/svg+xml">'
    html = html.replace("</head>", f"{icon}</head>", 1)
    ways = f'<a href="{root}/">Lobby</a>' if by_host.get() else ""
    if game in registry.games():
        ways += f'<a href="{root}/learn/{game}">Learn</a>'
    return html.replace(BOOK_NAVIGATION, BOOK_NAVIGATION + ways, 1)


@endpoint("GET", "/learn/{game}", "public", PAGE)
async def lessons(request: EndpointRequest) -> Result:
    """The lessons of a game."""
    return await cached_page(request, lesson_pages.list_page, game_of(request))


@endpoint("GET", LESSON, "public", PAGE)
async def lesson(request: EndpointRequest) -> Result:
    """The page of one lesson, by its number."""
    return await cached_page(request, lesson_pages.lesson_page, *numbered(request, "lesson"))


async def _lesson(request: EndpointRequest) -> tuple[AnyGame, Lesson]:
    return await request.tables.read(lesson_pages.find_lesson, *numbered(request, "lesson"))


declare_tasks("lesson", LESSON, "public", _lesson)


# -- examples of the rule books: nothing is stored, and nothing is secret ----------------------------

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


# -- the documents of the project ------------------------------------------------------------------


@endpoint("GET", "/docs", "public", PAGE)
async def first_document(request: EndpointRequest) -> Result:
    """The document that leads to all others."""
    return await _document(request, FIRST)


@endpoint("GET", "/docs/pictures/{picture}", "public", "image/*")
async def document_picture(request: EndpointRequest) -> Result:
    """A picture of a document."""
    path = document_pictures().get(request.path("picture"))
    if path is None:
        raise HttpError(404, "unknown_picture", "There is no picture with this name.")
    return FileResponse(path, headers=REVALIDATE)


@endpoint("GET", "/docs/{document}", "public", PAGE)
async def document(request: EndpointRequest) -> Result:
    """A document, by its name."""
    return await _document(request, request.path("document"))


async def _document(request: EndpointRequest, name: str) -> Result:
    if name not in documents():
        raise HttpError(404, "unknown_document", "There is no document with this name.")
    return await cached_page(request, document_page, name, root_path.get(), by_host.get())
