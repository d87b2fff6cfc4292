"""The application context: what every request handler needs."""

from __future__ import annotations

from attrs import define, field

from rulekeep.match.library import MatchLibrary
from rulekeep.web.middleware import Limits, RateLimiter
from rulekeep.web.pages.rule_books import Books
from rulekeep.web.tables.manager import TableManager
from rulekeep.web.tables.seat_links import SeatLinks


@define(eq=False)
class AppContext:
    """The tables, saved matches, rule books and rate limits of one server."""

    tables: TableManager
    books: Books
    base: str
    """How links for others begin: `http://192.168.1.5:8000`; empty: as the request was made."""
    cookie: str
    """The name of the host's cookie."""
    limits: Limits
    library: MatchLibrary = field(init=False)
    link_rates: RateLimiter = field(init=False)
    misses: RateLimiter = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.library = self.tables.library
        self.link_rates = RateLimiter(self.limits.link)
        self.misses = RateLimiter(self.limits.misses)

    @property
    def links(self) -> SeatLinks:
        return self.tables.links
