"""Endpoints to hand a seat over: to another person by a new link, or to a bot if the others agree."""

from __future__ import annotations

from rulekeep.core.state.fields import Text, schema_record
from rulekeep.web import schemas
from rulekeep.web.endpoints import EndpointRequest, Result, endpoint
from rulekeep.web.routes.host import base_of
from rulekeep.web.schemas import RequestField

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
