"""Make a review: what was reviewed before is read, the rest is computed and stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from pathlib import Path

from rulekeep.core.frozen_values import frozen
from rulekeep.match import match_file
from rulekeep.match.match import Match
from rulekeep.match.match_file import Diverged
from rulekeep.review.judgement import Depth
from rulekeep.review.match_review import MatchReview, MoveReview, add_up, review_move
from rulekeep.review.review_store import ReviewStore

Work = Callable[[int], MoveReview]
MapWork = Callable[[Work, Sequence[int]], Iterable[MoveReview]]
"""Like `map`: gives the results in order, perhaps from several processes."""


@frozen
class MatchSource:
    """The match file to review, for worker processes."""

    path: Path
    data: Path | None
    depth: Depth

    def __call__(self, number: int) -> MoveReview:
        return review_move(_loaded(self.path, self.data), number, self.depth)


@lru_cache(maxsize=1)
def _loaded(path: Path, data: Path | None) -> Match:
    return load_part(path, data)[0]


def load_part(path: Path, data: Path | None = None) -> tuple[Match, str]:
    """A match as far as its file can be replayed, and why no further; empty if it is whole.

    DataError if not even the set-up can be repeated.
    """
    saved, damage = match_file.read_part(path)
    try:
        return Match.replay(saved, path, data=data, undone=False), damage
    except Diverged as error:
        if not error.entry:
            raise
        part = Match.replay(saved, path, data=data, entries=error.entry - 1, undone=False)
        return part, str(error)


def make_review(
    match: Match,
    depth: Depth,
    store: ReviewStore | None = None,
    work: Work | None = None,
    map_work: MapWork = map,
    progress: Callable[[int, str], None] | None = None,
) -> MatchReview:
    """The review of a match as far as it was played."""
    done = store.read() if store is not None else {}
    numbers = range(1, len(match.plies))
    todo = [number for number in numbers if number not in done]
    show = progress or (lambda _done, _text: None)
    show(len(done), "")
    for one in map_work(work or partial(review_move, match, depth=depth), todo):
        done[one.number] = one
        if store is not None:
            store.add(one)
        show(len(done), f"move {one.number}")
    return add_up(match, [done[number] for number in numbers], depth)
