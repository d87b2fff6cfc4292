"""The routes. A new module of routes is listed here; then `ENDPOINTS` has them."""

from __future__ import annotations

from rulekeep.web.endpoints import ENDPOINTS
from rulekeep.web.routes import (
    book_examples,
    guest_replay,
    guest_review,
    host,
    public,
    seat,
    seat_handover,
    system,
    table_care,
    table_talk,
)

__all__ = [
    "ENDPOINTS",
    "book_examples",
    "guest_replay",
    "guest_review",
    "host",
    "public",
    "seat",
    "seat_handover",
    "system",
    "table_care",
    "table_talk",
]
