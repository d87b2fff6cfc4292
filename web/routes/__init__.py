"""The routes. A new module of routes is listed here; then `ENDPOINTS` has them."""

from __future__ import annotations

from rulekeep.web.endpoints import ENDPOINTS
from rulekeep.web.routes import (
    guest_replay,
    guest_review,
    host,
    match_files,
    public,
    seat,
    sharing,
    system,
    table_talk,
)

__all__ = [
    "ENDPOINTS",
    "guest_replay",
    "guest_review",
    "host",
    "match_files",
    "public",
    "seat",
    "sharing",
    "system",
    "table_talk",
]
