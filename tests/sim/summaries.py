"""The statistics of results that are all there already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulekeep.sim.single_match import Result
from rulekeep.sim.stats import Summary, Tally


def summarize(results: Iterable[Result], bots: Sequence[str]) -> Summary:
    """The statistics of a run between these bots."""
    tally = Tally(bots)
    for result in results:
        tally.add(result)
    return tally.summary()
