"""Endpoints for talk at a table."""

from __future__ import annotations

from rulekeep.core.state.fields import schema_record
from rulekeep.web import schemas
from rulekeep.web.endpoints import EndpointRequest, Result, endpoint
from rulekeep.web.http_errors import HttpError
from rulekeep.web.routes.host import saved_match
from rulekeep.web.schemas import NUMBER, RequestField, ShortText
from rulekeep.web.tables.talk import MAX_LENGTH, TableTalk

NUMBERED = schema_record({"number": NUMBER})
MESSAGE_NUMBER = RequestField(schemas.WHICH, "the number of the message")


def _check_talk(request: EndpointRequest) -> TableTalk:
    """The talk of the table, if this viewer has a part in it. HttpError."""
    allowed = request.managed.settings.talk
    if allowed == "off":
        raise HttpError(403, "no_talk", "The host has turned talk off at this table.")
    if allowed == "seats" and request.view.viewer is None:
        raise HttpError(403, "no_talk", "Only the players talk at this table.")
    return request.managed.talk


def _notify(request: EndpointRequest, number: int) -> None:
    seats_only = request.managed.settings.talk != "everyone"
    request.managed.subscribers.notify("talk", {"number": number}, seats_only=seats_only)


@endpoint(
    "GET",
    "/t/{link}/talk",
    "guest",
    schemas.TALK_MESSAGES,
    query={"since": RequestField(schemas.WHICH, "the last message you have", 0)},
)
async def talk(request: EndpointRequest) -> Result:
    """What was said at the table, as far as it is remembered."""
    found = await request.tables.read(_check_talk(request).since, request.data["since"])
    return {"messages": [message.to_dict() for message in found]}


@endpoint(
    "POST",
    "/t/{link}/talk",
    "guest",
    NUMBERED,
    body={"text": RequestField(ShortText(MAX_LENGTH), "one line")},
)
async def say(request: EndpointRequest) -> Result:
    """Say something at the table."""
    talk, viewer, text = _check_talk(request), request.view.viewer, request.data["text"].strip()
    if not text:
        raise HttpError(400, "bad_request", "A message has at least one character.")
    if not request.context.talk_rates.take(request.path("link")):
        raise HttpError(429, "too_many", "You talk too fast. Wait a moment.")
    message = await request.tables.write(talk.say, viewer, text)
    _notify(request, message.number)
    return {"number": message.number}


@endpoint("POST", "/t/{link}/talk/report", "guest", NUMBERED, body={"number": MESSAGE_NUMBER})
async def report(request: EndpointRequest) -> Result:
    """Show a message to the host, who can remove it."""
    number = request.data["number"]
    await request.tables.write(_check_talk(request).report, number)
    return {"number": number}


@endpoint("POST", "/tables/{name}/talk/remove", "host", NUMBERED, body={"number": MESSAGE_NUMBER})
async def remove_message(request: EndpointRequest) -> Result:
    """Remove the text of a message."""
    _, table = await saved_match(request)
    request.managed = await request.tables.get(table)
    await request.tables.write(request.managed.talk.remove, request.data["number"])
    _notify(request, request.data["number"])
    return {"number": request.data["number"]}
