"""What can be asked of the server: every address declared once, with what it is told and answers.

The contract with the pages, and with programs (`/api/openapi.json` says it in full):

- Every answer is JSON but for pages, pictures and the stream. What goes wrong has a status of 400
  and more and is `{"kind": …, "say": "A sentence.", …}`; to a browser that wants a page, a page.
- `number` counts all that ever happened at a table, taking back as well, and never comes back;
  `acts` is how many acts stand. A change says the number it answers. The same move said again with
  the same number is not made twice; another move with an old number is answered 409 `stale`,
  unless nothing came since then but secret choices of others.
- `GET /t/<link>/events` is a stream of server-sent events. A message without an event name is
  something that happened: its id is its number, its data are `forms.EVENT` (number, acts, kind,
  seat, news, marks, turn). `Last-Event-ID`, or `?since=`, brings all that came after it; without
  either the stream begins now. Named events have no id and are true only now: `here` (the first:
  `{"number"}`), `question` (somebody asks, or it is settled: fetch the view), `thinking`
  (`{"seats"}`), `note` (`{"say": […]}`: what befell a bot), `rematch` (somebody has laid out
  another match with the same seats: `POST …/rematch` leads there). A stream that ends is to be opened
  again; a browser does so by itself.
- `GET /t/<link>/picture.svg?theme=light|dark|auto&move=TEXT`: for a page that puts the picture into
  its document `light` or `dark`, since `auto` brings a style element, which the page's policy does
  not allow. What `move` touches bears `data-touched="yes"`. It has an ETag.
- The lobby belongs to the host: `/?key=…` sets a cookie and leads to `/`. All below `/tables`,
  `/replay` and `/api/lobby` needs it; what lies below `/t/<link>` needs nothing but the link.
"""

from __future__ import annotations

from rulekeep import __version__
from rulekeep.web import schemas
from rulekeep.web.endpoints import ENDPOINTS, Answer, EndpointRequest, endpoint
from rulekeep.web.routes import host, seat

__all__ = ["ENDPOINTS", "host", "seat"]


@endpoint("GET", "/health", "anybody", schemas.HEALTH)
async def health(call: EndpointRequest) -> Answer:
    """Whether the server is there."""
    return {"ok": True, "rulekeep": __version__, "open_tables": len(call.hall.open_tables)}


@endpoint("GET", "/api/openapi.json", "anybody", {"type": "object"})
async def openapi(call: EndpointRequest) -> Answer:
    """All of this for programs."""
    from rulekeep.web.openapi import document

    return document(ENDPOINTS)
