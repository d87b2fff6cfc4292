"""Reviews that were made before, one file for each match and depth."""

from __future__ import annotations

import contextlib
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import attrs

from rulekeep import __version__
from rulekeep.core.data_files import canonical_json, why_not
from rulekeep.core.errors import DataError
from rulekeep.match.match import Match
from rulekeep.match.safe_files import make_directory
from rulekeep.review.calibration import powers
from rulekeep.review.judgement import Depth
from rulekeep.review.match_review import MoveReview

MAX_BYTES = 32 << 20
"""A larger file was not written by a review."""


def fingerprint(match: Match, depth: Depth) -> str:
    """The same for the same match, depth, calibration and version, and for nothing else."""
    said = [
        __version__,
        attrs.astuple(depth),
        match.game.data_digest,
        match.header.game,
        match.header.seed,
        powers(match.header.game).get(match.seats, 1.0),
        [[ply.seat, ply.move, list(ply.outcomes)] for ply in match.plies],
        match.game.to_dict(match.plies[0].state),
    ]
    return sha256(canonical_json(said).encode()).hexdigest()[:24]


class ReviewStore:
    """The moves of one match that have been reviewed; each is written as soon as it is there."""

    def __init__(self, directory: Path, match: Match, depth: Depth) -> None:
        self.path = directory / f"{match.header.game}-{fingerprint(match, depth)}.jsonl"
        self._last = len(match.plies) - 1

    def read(self) -> dict[int, MoveReview]:
        """The reviews by move. What cannot be read is made again."""
        found: dict[int, MoveReview] = {}
        with contextlib.suppress(OSError):
            if self.path.stat().st_size > MAX_BYTES:
                return {}
            for line in self.path.read_text(encoding="utf-8", errors="replace").splitlines():
                one = read_review(line)
                if one is not None and 1 <= one.number <= self._last:
                    found[one.number] = one
        return found

    def add(self, one: MoveReview) -> None:
        """Append a review. DataError if the file cannot be written."""
        try:
            make_directory(self.path.parent, 0o700)
            with self.path.open("a", encoding="utf-8") as stream:
                stream.write(written_review(one) + "\n")
        except OSError as error:
            raise DataError(str(self.path), f"cannot be written: {why_not(error)}") from None


def written_review(one: MoveReview) -> str:
    """The review of a move as one line of JSON."""
    return json.dumps(attrs.asdict(one))


def read_review(line: str) -> MoveReview | None:
    """The review that a line holds; None if it was cut or changed."""
    try:
        data: Any = json.loads(line)
        fields = {field.name: field.type for field in attrs.fields(MoveReview)}
        if not isinstance(data, dict) or data.keys() != fields.keys():
            return None
        one = MoveReview.from_data(data)
    except (ValueError, TypeError, RecursionError):
        return None
    chances = (*one.before, *one.after, *one.opened, *one.luck, one.lost)
    plain = all(isinstance(text, str) for text in (one.move, one.best, one.line, *one.good))
    numbers = all(isinstance(chance, int | float) for chance in chances)
    return one if plain and numbers and type(one.number) is int and type(one.seat) is int else None
