"""Endpoints behind a link: what a player or a spectator can ask of a table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from attrs import asdict

from rulekeep.core.state.fields import Text, Whole, schema_record
from rulekeep.web import schemas
from rulekeep.web.endpoints import (
    PICTURE,
    STREAM,
    EndpointRequest,
    Result,
    endpoint,
    picture_response,
)
from rulekeep.web.event_stream import EventStream
from rulekeep.web.http_errors import HttpError
from rulekeep.web.middleware import client_address
from rulekeep.web.pages import render
from rulekeep.web.pages.error_page import PAGE
from rulekeep.web.routes.host import base_of
from rulekeep.web.schemas import AT, NUMBER, THEME, RequestField
from rulekeep.web.tables.open_table import OpenTable
from rulekeep.web.tables.replay_view import page_of
from rulekeep.web.tables.seat_view import MAX_LOG

MAX_STREAMS = 100
"""Event streams of one link: those of spectators take none from a player."""
MAX_STREAMS_OF_ADDRESS = 50
"""Event streams of one link that come from the same address."""


@endpoint("GET", "/t/{link}", "guest", PAGE)
async def table_page(request: EndpointRequest) -> Result:
    """The page of a seat or of the spectators."""
    links = page_of(Path(request.table.file))
    return await request.tables.read(render.table, await _view(request), links)


@endpoint("GET", "/t/{link}/view", "guest", schemas.VIEW)
async def table_view(request: EndpointRequest) -> Result:
    """Everything a page needs to know about the table now."""
    return await _view(request)


async def _view(request: EndpointRequest) -> dict[str, Any]:
    managed = request.managed
    view = await request.tables.read(request.view.view)
    viewers = managed.subscribers.viewers
    return {
        **view,
        "thinking": sorted(managed.thinking),
        "handover": None if managed.handover is None else asdict(managed.handover),
        "clock": managed.clock.to_dict() if managed.has_clock else None,
        "presence": managed.subscribers.presence,
        "here": sorted(viewers, key=lambda seat: -1 if seat is None else seat),
        "next": request.tables.next_of(managed.table.name) is not None,
    }


@endpoint(
    "GET",
    "/t/{link}/picture.svg",
    "guest",
    PICTURE,
    query={
        "theme": THEME,
        "move": RequestField(schemas.MOVE_TEXT, "mark what it touches", ""),
        "preview": RequestField(schemas.MOVE_TEXT, "the position that this move leads to", ""),
        "number": RequestField(schemas.WHICH, "the number of the table to preview", None),
        "at": RequestField(schemas.WHICH, "the position after so many moves", None),
    },
)
async def table_picture(request: EndpointRequest) -> Result:
    """The table drawn as the viewer may see it."""
    theme, move, moves = request.data["theme"], request.data["move"], request.data["at"]
    if request.data["preview"]:
        preview, number = request.data["preview"], request.data["number"]
        svg = await request.tables.read(request.view.preview, preview, number, theme)
        return picture_response(request, svg)
    if moves is not None:
        svg = await request.tables.read(request.view.picture_after, moves, theme)
        return picture_response(request, svg)
    tag, svg = await request.tables.read(request.view.picture, theme, move)
    return picture_response(request, svg, "" if move else f'"{tag}"')


@endpoint(
    "POST",
    "/t/{link}/act",
    "guest",
    schemas.CHANGED,
    body={"number": AT, "move": RequestField(schemas.MOVE_TEXT, "in notation")},
)
async def act(request: EndpointRequest) -> Result:
    """Play a move. The answer comes once it is saved."""
    seat, number, move = request.seat(), request.data["number"], request.data["move"]
    entries = await request.tables.change(request.managed, OpenTable.play_move, seat, number, move)
    sentences = await request.tables.read(request.view.sentences, entries)
    return {"number": entries[-1].number, "news": sentences}


def _check_undo(request: EndpointRequest) -> None:
    if not request.managed.settings.undo:
        raise HttpError(403, "no_undo", "The host has turned undo off at this table.")


@endpoint(
    "POST",
    "/t/{link}/undo",
    "guest",
    schemas.UNDO_ANSWER,
    body={"number": AT, "acts": RequestField(Whole(1, 999), "how many of your own moves", 1)},
)
async def undo(request: EndpointRequest) -> Result:
    """Undo your last moves; if that affects others, they must agree first."""
    seat, number, moves = request.seat(), request.data["number"], request.data["acts"]
    _check_undo(request)
    entries = await request.tables.change(request.managed, OpenTable.undo, seat, number, moves)
    return {"number": request.table.number, "asked": not entries}


@endpoint("POST", "/t/{link}/redo", "guest", schemas.UNDO_ANSWER, body={"number": AT})
async def redo(request: EndpointRequest) -> Result:
    """Redo the moves that were undone last; if that affects others, they must agree first."""
    seat, number = request.seat(), request.data["number"]
    _check_undo(request)
    entries = await request.tables.change(request.managed, OpenTable.redo, seat, number)
    return {"number": request.table.number, "asked": not entries}


@endpoint(
    "POST",
    "/t/{link}/consent",
    "guest",
    schemas.UNDO_ANSWER,
    body={
        "number": RequestField(schemas.WHICH, "the number of the undo request"),
        "agree": schemas.AGREE,
    },
)
async def consent(request: EndpointRequest) -> Result:
    """Answer a request to undo or redo; the player who asked may withdraw it."""
    seat, number, agree = request.seat(), request.data["number"], request.data["agree"]
    await request.tables.change(request.managed, OpenTable.consent, seat, number, agree)
    return {"number": request.table.number, "asked": request.table.undo_request is not None}


@endpoint("POST", "/t/{link}/hint", "guest", schemas.HINT, body={"number": AT})
async def hint(request: EndpointRequest) -> Result:
    """The move that the strongest bot would play for you, if the host allows hints."""
    return await request.tables.bots.hint(request.managed, request.seat(), request.data["number"])


@endpoint("POST", "/t/{link}/auto", "guest", schema_record({"number": NUMBER}), body={"number": AT})
async def auto(request: EndpointRequest) -> Result:
    """Let the Easy bot play the rest of this step."""
    seat, number = request.seat(), request.data["number"]
    await request.tables.change(request.managed, OpenTable.start_autopilot, seat, number)
    return {"number": request.table.number}


@endpoint("POST", "/t/{link}/rematch", "guest", schemas.PAGE_LINK, body={"number": AT})
async def rematch(request: EndpointRequest) -> Result:
    """After the end: your page in the next match with the same seats; the first to ask starts it."""
    viewer = request.view.viewer
    table = await request.tables.rematch(request.managed, viewer)
    return {"page": f"/t/{request.context.links.link(table, viewer)}"}


@endpoint(
    "GET", "/t/{link}/why", "guest", schemas.WHY, query={"move": RequestField(schemas.MOVE_TEXT)}
)
async def why(request: EndpointRequest) -> Result:
    """Every rule that was checked for a move, and its objection."""
    return await request.tables.read(request.view.why, request.data["move"])


@endpoint(
    "GET",
    "/t/{link}/look",
    "guest",
    schemas.LOOK,
    query={"thing": RequestField(schemas.MOVE_TEXT, "empty: list the places", "")},
)
async def look(request: EndpointRequest) -> Result:
    """What is at a place of the drawing, and your moves that touch it."""
    return await request.tables.read(request.view.look, request.data["thing"])


@endpoint(
    "GET",
    "/t/{link}/log",
    "guest",
    schemas.LOG,
    query={
        "since": RequestField(schemas.WHICH, "the first move", 0),
        "count": RequestField(Whole(1, MAX_LOG), "how many moves at most", MAX_LOG),
    },
)
async def table_log(request: EndpointRequest) -> Result:
    """The moves of the match, as far as the viewer may know them."""
    since, count = request.data["since"], request.data["count"]
    return await request.tables.read(request.view.log, since, count)


@endpoint("GET", "/t/{link}/legend", "guest", schemas.LEGEND)
async def legend(request: EndpointRequest) -> Result:
    """The legend of the drawing."""
    return await request.tables.read(request.view.legend)


@endpoint("GET", "/t/{link}/goal", "guest", schemas.GOAL)
async def goal(request: EndpointRequest) -> Result:
    """The game for newcomers."""
    return await request.tables.read(request.view.goal)


@endpoint(
    "GET",
    "/t/{link}/events",
    "guest",
    STREAM,
    query={
        "since": RequestField(schemas.WHICH, "the last number you saw; else Last-Event-ID", None)
    },
)
async def events(request: EndpointRequest) -> Result:
    """A stream of events, as far as the viewer may know them."""
    viewer, address = request.view.viewer, client_address(request.http.scope)
    subscribers = request.managed.subscribers
    if (
        subscribers.count(viewer) >= MAX_STREAMS
        or subscribers.count(viewer, address) >= MAX_STREAMS_OF_ADDRESS
    ):
        raise HttpError(503, "full", "Too many spectators at this table. Try again later.")
    last_seen = request.http.headers.get("last-event-id", "")
    is_number = last_seen.isdecimal() and len(last_seen) < 10
    since = int(last_seen) if is_number else request.data["since"]
    return EventStream(request.tables, request.managed, request.view, since)


# -- handing the seat over: to another person by a new link, or to a bot if the others agree ----------

TO = RequestField(Text("bot", "person"), "who plays the seat from now on")


@endpoint(
    "POST",
    "/t/{link}/handover",
    "guest",
    schema_record({"link": schemas.OPTIONAL_TEXT, "asked": schemas.FLAG}),
    body={"to": TO},
)
async def hand_over(request: EndpointRequest) -> Result:
    """Give your seat away: a new link for another person, or a bot once the others agree."""
    seat, tables, links = request.seat(), request.tables, request.context.links
    if request.data["to"] == "bot":
        return {"link": None, "asked": await tables.ask_for_bot(request.managed, seat)}
    await tables.revoke(request.table.name, seat)
    link = links.link(request.table.name, seat)
    return {"link": f"{base_of(request)}/t/{link}", "asked": False}


@endpoint(
    "POST",
    "/t/{link}/handover/answer",
    "guest",
    schema_record({"asked": schemas.FLAG}),
    body={"agree": schemas.AGREE},
)
async def answer_handover(request: EndpointRequest) -> Result:
    """Agree that a bot takes another seat, or refuse; the player who asked may withdraw it."""
    seat, agree = request.seat(), request.data["agree"]
    return {"asked": await request.tables.answer_bot(request.managed, seat, agree)}
