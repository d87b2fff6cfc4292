"""Endpoints for match files: download them, and import those of others."""

from __future__ import annotations

from urllib.parse import quote

from starlette.responses import Response

from rulekeep.match.library import SUFFIX
from rulekeep.match.match import Match
from rulekeep.web import schemas
from rulekeep.web.endpoints import EndpointRequest, Result, endpoint
from rulekeep.web.middleware import MAX_UPLOAD
from rulekeep.web.routes.guest_replay import finished_match
from rulekeep.web.routes.sharing import shared_match
from rulekeep.web.schemas import FileText, RequestField, ShortText

TEXT_FILE = "text/plain"


def _attachment(raw: bytes, name: str) -> Response:
    """A file that the browser saves."""
    disposition = f"attachment; filename*=UTF-8''{quote(name, safe='')}"
    return Response(raw, media_type=TEXT_FILE, headers={"content-disposition": disposition})


def _contents(match: Match) -> bytes:
    return match.to_bytes() if match.path is None else match.path.read_bytes()


@endpoint("GET", "/t/{link}/replay/match.rkm", "guest", TEXT_FILE)
async def guest_match_file(request: EndpointRequest) -> Result:
    """The match file of the finished match."""
    match = await finished_match(request)
    return _attachment(await request.tables.read(_contents, match), request.table.file)


@endpoint("GET", "/share/{name}/match.rkm", "public", TEXT_FILE)
async def shared_match_file(request: EndpointRequest) -> Result:
    """The match file of a link that was opened."""
    match = await shared_match(request)
    name = f"{match.header.game}-{request.path('name')}{SUFFIX}"
    return _attachment(await request.tables.read(_contents, match), name)


@endpoint("GET", "/replay/{name}/match.rkm", "host", TEXT_FILE)
async def match_file(request: EndpointRequest) -> Result:
    """The match file of a saved match, finished or not."""
    path = request.tables.path_of(request.path("name"))
    return _attachment(await request.tables.read(path.read_bytes), path.name)


@endpoint(
    "POST",
    "/matches",
    "host",
    schemas.PAGE_LINK,
    body={
        "name": RequestField(ShortText(200), "what errors call the file", f"match{SUFFIX}"),
        "text": RequestField(FileText(MAX_UPLOAD), "the contents of the match file"),
    },
)
async def import_match(request: EndpointRequest) -> Result:
    """Check a match file and add it, as it is, to the saved matches."""
    tables, name = request.tables, request.data["name"] or f"match{SUFFIX}"
    raw = request.data["text"].encode()
    path = await tables.write(tables.new_matches.add_file, raw, name)
    return {"page": f"/replay/{quote(path.stem)}"}
