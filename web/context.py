"""The application context: what every request handler needs."""

from __future__ import annotations

from attrs import define, field

from rulekeep.match.library import MatchLibrary
from rulekeep.web.metrics import Metrics
from rulekeep.web.middleware import RateLimiter, RequestRate
from rulekeep.web.pages.review_maker import ReviewMaker
from rulekeep.web.pages.rule_books import Books
from rulekeep.web.tables.manager import TableManager
from rulekeep.web.tables.seat_links import SeatLinks
from rulekeep.web.tables.shared_matches import SharedMatches

TALK_RATE = RequestRate(8, 0.5)


@define(eq=False)
class AppContext:
    """The tables, saved matches and rule books of one server."""

    tables: TableManager
    books: Books
    base: str
    """How links for others begin: `http://192.168.1.5:8000`; empty: as the request was made."""
    cookie: str
    """The name of the host's cookie."""
    metrics: Metrics = field(factory=Metrics)
    reviews: ReviewMaker = field(factory=ReviewMaker)
    shared: SharedMatches = field(factory=SharedMatches)
    talk_rates: RateLimiter = field(factory=lambda: RateLimiter(TALK_RATE))
    """How fast a link may talk."""

    @property
    def library(self) -> MatchLibrary:
        return self.tables.library

    @property
    def links(self) -> SeatLinks:
        return self.tables.links
