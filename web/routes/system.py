"""Endpoints of the server itself: its health, and the OpenAPI document of all endpoints.

The contract with pages and programs (`/api/openapi.json` has it in full):

- Every response is JSON but for pages, pictures and the stream. An error has a status of 400 or more
  and is `{"kind": …, "say": "A sentence.", …}`, or a page if the browser wants one.
- `number` counts everything that ever happened at a table, undo included, and is never used twice;
  `acts` is how many moves stand. A change says the number it answers. The same move with the same
  number is played once; another move with an old number is answered 409 `stale`, unless nothing
  came since then but sealed choices of others.
- `GET /t/<link>/events` is a stream of server-sent events. A message without an event name is an
  entry of the event log: its id is its number, its data are `schemas.EVENT`. `Last-Event-ID`, or
  `?since=`, brings all entries after it; without either the stream begins now. Named events have no
  id and are true only now: `here` (the first: `{"number"}`), `question` (an undo request came or was
  settled: fetch the view), `settings` (the host has changed them: fetch the view), `thinking` (`{"seats"}`), `note` (`{"say": […]}`: a bot failed),
  `presence` (`{"seats", "spectators"}`: who has a page open), `talk` (something was said: `GET …/talk`), `rematch` (the next match was started: `POST …/rematch` leads there). A browser reopens a stream
  that ends by itself; a program should.
- `GET /t/<link>/picture.svg?theme=light|dark|auto&move=TEXT`: for a page that puts the picture into
  its document `light` or `dark`, since `auto` brings a style element, which the page's policy does
  not allow. What `move` touches has `data-touched="yes"`. It has an ETag.
- The lobby is for the host: `/?key=…` sets a cookie and leads to `/`. Everything below `/tables`,
  `/replay` and `/api/lobby` needs it; what is below `/t/<link>` needs nothing but the link.
"""

from __future__ import annotations

from starlette.responses import Response

from rulekeep import __version__
from rulekeep.web import openapi, schemas
from rulekeep.web.endpoints import ENDPOINTS, EndpointRequest, Result, endpoint
from rulekeep.web.metrics import CONTENT_TYPE


@endpoint("GET", "/health", "public", schemas.HEALTH)
async def health(request: EndpointRequest) -> Result:
    """Whether the server is up."""
    return {"ok": True, "rulekeep": __version__, "open_tables": request.tables.open_count}


@endpoint("GET", "/metrics", "monitor", "text/plain")
async def metrics(request: EndpointRequest) -> Result:
    """Metrics in Prometheus text, for programs on this machine and for the host."""
    text = request.context.metrics.text(request.tables)
    return Response(text, headers={"content-type": CONTENT_TYPE})


@endpoint("GET", "/api/openapi.json", "public", {"type": "object"})
async def openapi_document(request: EndpointRequest) -> Result:
    """The OpenAPI document of all endpoints."""
    return openapi.document(ENDPOINTS)
