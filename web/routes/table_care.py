"""Endpoints of the host that look after a table: its settings, archiving and deleting it."""

from __future__ import annotations

from typing import Any

from rulekeep.core.state.fields import Flag, Text, Whole
from rulekeep.web import schemas
from rulekeep.web.endpoints import EndpointRequest, Result, endpoint
from rulekeep.web.routes.host import saved_match
from rulekeep.web.schemas import RequestField
from rulekeep.web.tables.table_settings import MAX_MINUTES, TALK


@endpoint(
    "POST",
    "/tables/{name}/settings",
    "host",
    schemas.SETTINGS,
    body={
        "hints": RequestField(Flag(), "whether players may ask for hints", None),
        "undo": RequestField(Flag(), "whether players may undo moves", None),
        "talk": RequestField(Text(*TALK), "who may talk at the table", None),
        "paused": RequestField(Flag(), "nobody can move, and bots wait", None),
        "clock": RequestField(Flag(), "whether pages show a clock for each seat", None),
        "takeover": RequestField(
            Whole(0, MAX_MINUTES), "minutes after which a bot moves for a person; 0: never", None
        ),
    },
)
async def change_settings(request: EndpointRequest) -> Result:
    """Change settings of a table; those that are left out stay as they are."""
    _, table = await saved_match(request)
    changes = {name: value for name, value in request.data.items() if value is not None}
    return (await request.tables.change_settings(table, changes)).to_dict()


@endpoint("POST", "/tables/{name}/archive", "host", schemas.PAGE_LINK, body={})
async def archive(request: EndpointRequest) -> Result:
    """Move a match into the archive; its links stop working."""
    return await _remove(request, archive=True)


@endpoint("POST", "/tables/{name}/delete", "host", schemas.PAGE_LINK, body={})
async def delete(request: EndpointRequest) -> Result:
    """Delete a match for good; its links stop working."""
    return await _remove(request, archive=False)


async def _remove(request: EndpointRequest, *, archive: bool) -> dict[str, Any]:
    path = request.tables.path_of(request.path("name"))
    await request.tables.remove_match(path, archive=archive)
    return {"page": "/"}
