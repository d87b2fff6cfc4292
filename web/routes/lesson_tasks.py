"""Endpoints that the page of a lesson, a puzzle or a mistake asks: task, picture, solution, attempt."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from rulekeep.core.game import AnyGame
from rulekeep.match.lessons import Lesson
from rulekeep.web import schemas
from rulekeep.web.endpoints import (
    PICTURE,
    Access,
    EndpointRequest,
    Result,
    endpoint,
    picture_response,
)
from rulekeep.web.pages import lesson_pages
from rulekeep.web.schemas import JsonText, RequestField, ShortText

MOVES = {"moves": RequestField(JsonText(schemas.LESSON_MOVES), "the moves made so far", [])}
ATTEMPT = {
    "moves": RequestField(schemas.LESSON_MOVES, "the moves made so far", []),
    "move": RequestField(ShortText(200), "in notation"),
}
FindLesson = Callable[[EndpointRequest], Awaitable[tuple[AnyGame, Lesson]]]


def declare_tasks(kind: str, path: str, access: Access, find: FindLesson) -> None:
    """Declare the endpoints below a page; `kind` begins their names, `find` finds the lesson."""

    @endpoint("GET", f"{path}/step", access, schemas.LESSON_STEP, query=MOVES, name=f"{kind}_step")
    async def step(request: EndpointRequest) -> Result:
        """The task after the moves made so far, and the legal moves."""
        moves = request.data["moves"]
        return await request.tables.read(lesson_pages.step, *await find(request), moves)

    @endpoint("GET", f"{path}/picture.svg", access, PICTURE, query=MOVES, name=f"{kind}_picture")
    async def picture(request: EndpointRequest) -> Result:
        """The table after the moves made so far, as the learner knows it."""
        moves = request.data["moves"]
        svg = await request.tables.read(lesson_pages.picture, *await find(request), moves)
        return picture_response(request, svg)

    @endpoint(
        "GET",
        f"{path}/solution",
        access,
        schemas.LESSON_SOLUTION,
        query=MOVES,
        name=f"{kind}_solution",
    )
    async def solution(request: EndpointRequest) -> Result:
        """A right move after the moves made so far, and why it is right."""
        moves = request.data["moves"]
        return await request.tables.read(lesson_pages.solution, *await find(request), moves)

    @endpoint(
        "POST", f"{path}/try", access, schemas.LESSON_ANSWER, body=ATTEMPT, name=f"{kind}_try"
    )
    async def attempt(request: EndpointRequest) -> Result:
        """Whether a move is what the task asks for."""
        moves, move = request.data["moves"], request.data["move"]
        return await request.tables.read(lesson_pages.attempt, *await find(request), moves, move)
