"""Metrics of the server in Prometheus text: requests, moves, tables, viewers and connections."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping

from rulekeep.web.connections import OpenConnections
from rulekeep.web.tables.manager import TableManager

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
"""Upper bounds of the histograms, in seconds."""
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Histogram:
    """How many durations are in each bucket."""

    def __init__(self) -> None:
        self._counts = [0] * (len(BUCKETS) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(BUCKETS, seconds)] += 1
        self._sum += seconds

    def lines(self, name: str) -> Iterator[str]:
        """The samples of the histogram; each bucket has all those below it."""
        total = 0
        for bound, count in zip((*map(str, BUCKETS), "+Inf"), self._counts, strict=True):
            total += count
            yield f'{name}_bucket{{le="{bound}"}} {total}'
        yield f"{name}_sum {self._sum:.6f}"
        yield f"{name}_count {total}"


class Metrics:
    """What happened since the server was started."""

    def __init__(self) -> None:
        self.connections: OpenConnections | None = None
        """The connections of the running server."""
        self._statuses: Counter[int] = Counter()
        self._requests = Histogram()
        self._moves = Histogram()

    def count(self, method: str, path: str, status: int, seconds: float) -> None:
        """Count a response. Streams have no duration: they end when the reader leaves."""
        self._statuses[status] += 1
        if path.endswith("/events"):
            return
        self._requests.add(seconds)
        if method == "POST" and path.endswith("/act") and status == 200:
            self._moves.add(seconds)

    def text(self, tables: TableManager) -> str:
        """All metrics, one sample per line."""
        viewers = tables.viewers
        spectators = sum(viewer is None for viewer in viewers)
        watching = {'who="seat"': len(viewers) - spectators, 'who="spectator"': spectators}
        statuses = {f'status="{status}"': n for status, n in sorted(self._statuses.items())}
        connections, one = self.connections, ""
        lines = [
            *_family("tables", "gauge", "Tables with links.", {one: len(tables.links.tables)}),
            *_family("open_tables", "gauge", "Tables in memory.", {one: tables.open_count}),
            *_family("viewers", "gauge", "Open event streams.", watching),
            *_family("moves_total", "counter", "Moves played.", {one: tables.moves_played}),
            *_family("requests_total", "counter", "Responses by status.", statuses),
            *_family("request_seconds", "histogram", "Time to a response, streams left out."),
            *self._requests.lines("rulekeep_request_seconds"),
            *_family("move_seconds", "histogram", "Time until a person's move is on disk."),
            *self._moves.lines("rulekeep_move_seconds"),
        ]
        if connections is not None:
            lines += _family("connections", "gauge", "Open connections.", {one: connections.count})
            refused = {one: connections.refused}
            lines += _family("connections_refused_total", "counter", "Too many at once.", refused)
        return "\n".join(lines) + "\n"


def _family(
    name: str, kind: str, text: str, samples: Mapping[str, int] | None = None
) -> Iterator[str]:
    """A metric with its description; samples are keyed by their labels."""
    yield f"# HELP rulekeep_{name} {text}"
    yield f"# TYPE rulekeep_{name} {kind}"
    for labels, value in (samples or {}).items():
        yield f"rulekeep_{name}{f'{{{labels}}}' if labels else ''} {value}"
