"""What every request handler needs."""

from __future__ import annotations

from typing import Any

from attrs import define

from rulekeep.match.library import MatchLibrary
from rulekeep.web.middleware import Limits, RateLimiter
from rulekeep.web.tables.manager import TableManager
from rulekeep.web.tables.seat_links import SeatLinks


@define(eq=False)
class AppContext:
    """What every address can turn to."""

    hall: TableManager
    library: MatchLibrary
    pages: Any
    """The module that makes pages; see its docstring."""
    base: str
    """How links for others begin: `http://192.168.1.5:8000`; empty: as the host came himself."""
    cookie: str
    limits: Limits
    rates: RateLimiter
    misses: RateLimiter

    @classmethod
    def of(
        cls, hall: TableManager, pages: Any, base: str, cookie: str, limits: Limits
    ) -> AppContext:
        return cls(
            hall,
            hall.library,
            pages,
            base,
            cookie,
            limits,
            RateLimiter(limits.link),
            RateLimiter(limits.misses),
        )

    @property
    def links(self) -> SeatLinks:
        return self.hall.links
