"""What every request handler needs."""

from __future__ import annotations

from typing import Any

from attrs import define

from rulekeep.web.middleware import Limits, Rates
from rulekeep.web.tables.manager import Hall
from rulekeep.web.tables.replay_view import Shelf
from rulekeep.web.tables.seat_links import Links


@define(eq=False)
class Office:
    """What every address can turn to."""

    hall: Hall
    shelf: Shelf
    pages: Any
    """The module that makes pages; see its docstring."""
    base: str
    """How links for others begin: `http://192.168.1.5:8000`; empty: as the host came himself."""
    cookie: str
    limits: Limits
    rates: Rates
    misses: Rates

    @classmethod
    def of(cls, hall: Hall, pages: Any, base: str, cookie: str, limits: Limits) -> Office:
        return cls(
            hall,
            Shelf(hall.directory, hall.boxes),
            pages,
            base,
            cookie,
            limits,
            Rates(limits.link),
            Rates(limits.misses),
        )

    @property
    def links(self) -> Links:
        return self.hall.links
