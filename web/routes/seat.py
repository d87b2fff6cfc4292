"""What a seat, or somebody who looks on, can ask of a table through the link."""

from __future__ import annotations

import json
from typing import Any

from rulekeep.core.state.fields import Whole, schema_record
from rulekeep.web import schemas
from rulekeep.web.endpoints import PICTURE, STREAM, THEME, Answer, EndpointRequest, drawn, endpoint
from rulekeep.web.event_stream import Stream
from rulekeep.web.http_errors import HttpError
from rulekeep.web.pages.error_page import PAGE
from rulekeep.web.schemas import AT, NUMBER, RequestField
from rulekeep.web.tables.event_log import LogEntry
from rulekeep.web.tables.seat_view import MOST_LOG

MOST_READERS = 200
"""Streams at one table."""


@endpoint("GET", "/t/{link}", "guest", PAGE)
async def table_page(call: EndpointRequest) -> Answer:
    """The page of a seat, or of those who look on."""
    view = await _view(call)
    link = call.request.path_params["link"]
    return str(await call.hall.look(call.office.pages.table, link, view))


@endpoint("GET", "/t/{link}/view", "guest", schemas.VIEW)
async def table_view(call: EndpointRequest) -> Answer:
    """Everything a page needs to know of the table as it is now."""
    return await _view(call)


async def _view(call: EndpointRequest) -> dict[str, Any]:
    seated, desk = call.at_table()
    view = await call.hall.look(desk.view)
    here = sorted(seated.channel.viewers, key=lambda seat: -1 if seat is None else seat)
    return {
        **view,
        "thinking": sorted(seated.thinking),
        "here": here,
        "next": call.hall.next_of(seated.table.name) is not None,
    }


@endpoint(
    "GET",
    "/t/{link}/picture.svg",
    "guest",
    PICTURE,
    query={
        "theme": THEME,
        "move": RequestField(schemas.MOVE_WORDS, "mark what it touches", ""),
        "at": RequestField(schemas.WHICH, "as it stood after so many acts", None),
    },
)
async def table_picture(call: EndpointRequest) -> Answer:
    """The table drawn as the viewer may see it."""
    _, desk = call.at_table()
    theme, move, acts = call.said["theme"], call.said["move"], call.said["at"]
    if acts is not None:
        return drawn(call, await call.hall.look(desk.picture_after, acts, theme))
    tag, svg = await call.hall.look(desk.picture, theme, move)
    return drawn(call, svg, "" if move else f'"{tag}"')


@endpoint(
    "POST",
    "/t/{link}/act",
    "guest",
    schemas.DONE,
    body={"number": AT, "move": RequestField(schemas.MOVE_WORDS, "in notation")},
)
async def act(call: EndpointRequest) -> Answer:
    """Play a move. Answered once it is written down."""
    seated, _ = call.at_table()
    seat, number, move = call.seat(), call.said["number"], call.said["move"]
    happened = await call.hall.change(seated, seated.table.act, seat, number, move)
    return _done(call, happened)


def _done(call: EndpointRequest, happened: list[LogEntry]) -> dict[str, Any]:
    seated, desk = call.at_table()
    said = [json.loads(item.said(seated.table.match, desk.viewer)) for item in happened]
    number = happened[-1].number if happened else seated.table.number
    return {"number": number, "news": [sentence for item in said for sentence in item["news"]]}


@endpoint(
    "POST",
    "/t/{link}/undo",
    "guest",
    schemas.SETTLED,
    body={"number": AT, "acts": RequestField(Whole(1, 999), "how many of one's own acts", 1)},
)
async def undo(call: EndpointRequest) -> Answer:
    """Take back one's last acts; where others have a say in it they are asked."""
    seated, _ = call.at_table()
    seat, number, acts = call.seat(), call.said["number"], call.said["acts"]
    happened = await call.hall.change(seated, seated.table.take_back, seat, number, acts)
    return {"number": seated.table.number, "asked": not happened}


@endpoint("POST", "/t/{link}/redo", "guest", schemas.SETTLED, body={"number": AT})
async def redo(call: EndpointRequest) -> Answer:
    """Play again what was taken back last; where others have a say in it they are asked."""
    seated, _ = call.at_table()
    seat, number = call.seat(), call.said["number"]
    happened = await call.hall.change(seated, seated.table.do_again, seat, number)
    return {"number": seated.table.number, "asked": not happened}


@endpoint(
    "POST",
    "/t/{link}/consent",
    "guest",
    schemas.SETTLED,
    body={"number": RequestField(schemas.WHICH, "that of the question"), "agree": schemas.AGREE},
)
async def consent(call: EndpointRequest) -> Answer:
    """Answer somebody who wants to take back or play again; whoever asked may withdraw it."""
    seated, _ = call.at_table()
    seat, number, agree = call.seat(), call.said["number"], call.said["agree"]
    await call.hall.change(seated, seated.table.consent, seat, number, agree)
    return {"number": seated.table.number, "asked": seated.table.question is not None}


@endpoint("POST", "/t/{link}/hint", "guest", schemas.HINT, body={"number": AT})
async def hint(call: EndpointRequest) -> Answer:
    """What the strongest bot would do in one's place, if the host allows it."""
    seated, _ = call.at_table()
    return await call.hall.hint(seated, call.seat(), call.said["number"])


@endpoint("POST", "/t/{link}/auto", "guest", schema_record({"number": NUMBER}), body={"number": AT})
async def auto(call: EndpointRequest) -> Answer:
    """Let the quick bot decide until the step is over."""
    seated, _ = call.at_table()
    await call.hall.change(seated, seated.table.start_autopilot, call.seat(), call.said["number"])
    return {"number": seated.table.number}


@endpoint(
    "POST", "/t/{link}/rematch", "guest", schema_record({"page": schemas.TEXT}), body={"number": AT}
)
async def rematch(call: EndpointRequest) -> Answer:
    """After the end: one's page at another table with the same seats, laid out by who asks first."""
    seated, desk = call.at_table()
    table = await call.hall.rematch(seated, desk.viewer)
    return {"page": f"/t/{call.office.links.link(table, desk.viewer)}"}


@endpoint(
    "GET", "/t/{link}/why", "guest", schemas.WHY, query={"move": RequestField(schemas.MOVE_WORDS)}
)
async def why(call: EndpointRequest) -> Answer:
    """Every rule that is asked about a move, and what it has against it."""
    _, desk = call.at_table()
    return await call.hall.look(desk.why, call.said["move"])


@endpoint(
    "GET",
    "/t/{link}/look",
    "guest",
    schemas.LOOK,
    query={"thing": RequestField(schemas.MOVE_WORDS, "nothing: what there is to look at", "")},
)
async def look(call: EndpointRequest) -> Answer:
    """What stands at a place of the drawing, and one's moves that concern it."""
    _, desk = call.at_table()
    return await call.hall.look(desk.look, call.said["thing"])


@endpoint(
    "GET",
    "/t/{link}/log",
    "guest",
    schemas.LOG,
    query={
        "since": RequestField(schemas.WHICH, "the first act to tell of", 0),
        "count": RequestField(Whole(1, MOST_LOG), "how many acts at most", MOST_LOG),
    },
)
async def table_log(call: EndpointRequest) -> Answer:
    """The acts that stand, as far as the viewer may know them."""
    _, desk = call.at_table()
    return await call.hall.look(desk.log, call.said["since"], call.said["count"])


@endpoint("GET", "/t/{link}/legend", "guest", schemas.LEGEND)
async def legend(call: EndpointRequest) -> Answer:
    """What the signs of the drawing mean."""
    _, desk = call.at_table()
    return await call.hall.look(desk.legend)


@endpoint("GET", "/t/{link}/goal", "guest", schemas.GOAL)
async def goal(call: EndpointRequest) -> Answer:
    """The game for newcomers."""
    _, desk = call.at_table()
    return await call.hall.look(desk.goal)


@endpoint(
    "GET",
    "/t/{link}/events",
    "guest",
    STREAM,
    query={"since": RequestField(schemas.WHICH, "the number seen last; else Last-Event-ID", None)},
)
async def events(call: EndpointRequest) -> Answer:
    """What happens, as it happens, as far as the viewer may know it."""
    seated, desk = call.at_table()
    if len(seated.channel.readers) >= MOST_READERS:
        raise HttpError(503, "full", "Too many look at this table now; try again in a while.")
    since = call.said["since"]
    last = call.request.headers.get("last-event-id", "")
    if last.isdecimal() and len(last) < 10:
        since = int(last)
    return Stream(call.hall, seated, desk, since)
