"""The worker beside the application in a browser: it chooses the moves of bots and makes reviews."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

from rulekeep.core.errors import in_words
from rulekeep.web.bots.bot_worker import answer


def answer_text(line: str) -> str:
    """The answer to one line of JSON: a decision for a bot, or a match to review."""
    try:
        task = json.loads(line)
        data = _review(task["match"]) if "match" in task else answer(line.encode())
    except Exception as error:  # noqa: BLE001 (bots and games are foreign code)
        data = {"failed": in_words(error)}
    return json.dumps(data)


def _review(text: str) -> dict[str, Any]:
    """The page of a review. It searches less than on a server: a browser is slower."""
    from rulekeep.match.match import Match
    from rulekeep.review.judgement import DEPTHS
    from rulekeep.review.review_page import review_page
    from rulekeep.review.run_review import make_review

    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "match.rkm"
        path.write_text(text, "utf-8")
        match = Match.load(path, undone=False)
        return {"page": review_page(match, make_review(match, DEPTHS[0]))}
