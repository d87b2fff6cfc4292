"""Matches and positions that came in links. A few are in memory; no file has them."""

from __future__ import annotations

import threading
from hashlib import sha256

from rulekeep.core.errors import DataError, RulekeepError
from rulekeep.match import share_link
from rulekeep.match.match import Match
from rulekeep.web.http_errors import HttpError, stranger_error
from rulekeep.web.tables.datasets import Datasets

MAX_SHARED = 32
"""Matches in memory. A page sends its link again if its match was dropped."""


class SharedMatches:
    """The matches of the links that were opened last."""

    def __init__(self) -> None:
        self._matches: dict[str, Match] = {}
        self._lock = threading.Lock()

    def open(self, link: str, datasets: Datasets) -> str:
        """Read a link; the name of its match. HttpError."""
        name = sha256(link.encode()).hexdigest()[:16]
        match = self._find(name)
        if match is None:
            try:
                match = datasets.replay(share_link.read_link(link), share_link.WHERE)
            except RulekeepError as error:
                raise _link_error(error) from None
        with self._lock:
            self._matches[name] = match
            if len(self._matches) > MAX_SHARED:
                del self._matches[next(iter(self._matches))]
        return name

    def knows(self, name: str) -> bool:
        return name in self._matches

    def match(self, name: str) -> Match:
        """A match that was opened. HttpError if it is no longer in memory."""
        match = self._find(name)
        if match is None:
            raise HttpError(404, "unknown_share", "Reload this page to open its link again.")
        return match

    def _find(self, name: str) -> Match | None:
        """The match of that name, which is now the one used last."""
        with self._lock:
            match = self._matches.pop(name, None)
            if match is not None:
                self._matches[name] = match
            return match


def _link_error(error: RulekeepError) -> HttpError:
    if isinstance(error, DataError) and error.where == str(share_link.WHERE):
        return HttpError(400, "bad_file", f"The link is {error.what}.")
    return stranger_error(error, "The match in the link")
