"""The routes. A new module of routes is listed here; then `ENDPOINTS` has them."""

from __future__ import annotations

from rulekeep.web.endpoints import ENDPOINTS
from rulekeep.web.routes import (
    book_examples,
    documents,
    guest_replay,
    guest_review,
    host,
    match_files,
    public,
    seat,
    seat_handover,
    sharing,
    system,
    table_care,
    table_talk,
)

__all__ = [
    "ENDPOINTS",
    "book_examples",
    "documents",
    "guest_replay",
    "guest_review",
    "host",
    "match_files",
    "public",
    "seat",
    "seat_handover",
    "sharing",
    "system",
    "table_care",
    "table_talk",
]
