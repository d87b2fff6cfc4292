"""Pictures in files: the table as SVG or PNG, a whole match as a page."""

from __future__ import annotations

import json
from collections.abc import Iterable
from html import escape
from importlib import resources
from string import Template
from typing import Any

from rulekeep.core.drawing.canvas import Look
from rulekeep.core.drawing.picture import Picture
from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import Score
from rulekeep.match import seat_events
from rulekeep.match.match import Match

PNG_WIDTH = 1600


def to_png(picture: Picture) -> bytes:
    """The picture as PNG, by the renderer of the extra `png`."""
    try:
        import resvg_py
    except ImportError:
        raise RulekeepError("PNG files need a renderer: pip install 'rulekeep[png]'") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=picture.svg("light"), width=PNG_WIDTH))


# -- a page to step through ---------------------------------------------------------------------


def replay_page(match: Match, viewers: Iterable[int | None]) -> str:
    """One page without other files: a slider, the pictures, the sentences and the scores.

    From move to move most of a picture stays the same, so each line is stored once, by number.
    """
    lines: dict[str, int] = {}
    views: list[dict[str, Any]] = []
    for viewer in viewers:
        name = "a spectator" if viewer is None else match.name(viewer)
        frames = [_frame(match, number, viewer, lines) for number in range(len(match.plies))]
        views.append({"name": name, "frames": frames})
    data = json.dumps({"lines": list(lines), "eyes": views}, ensure_ascii=False)
    page = resources.files("rulekeep.cli.files").joinpath("replay.html").read_text(encoding="utf-8")
    return Template(page).substitute(
        title=escape(f"{match.game.title}: {', '.join(match.names)}"),
        last=len(match.plies) - 1,
        # A closing tag inside a text would end the script.
        data=data.replace("</", "<\\/"),
    )


def _frame(match: Match, number: int, viewer: int | None, lines: dict[str, int]) -> dict[str, Any]:
    state = match.plies[number].state
    look = Look(names=match.names, lately=match.lately(viewer, state))
    svg = match.game.picture(state, viewer, look).svg()
    outcome = match.game.outcome(state)
    standing = outcome.scores if outcome is not None else match.game.standing(state, viewer)
    return {
        "picture": [lines.setdefault(line, len(lines)) for line in svg.splitlines()],
        "act": _act(match, number, viewer),
        "told": seat_events.sentences(match, number, viewer),
        "scores": [_score(match, score) for score in standing],
    }


def _act(match: Match, number: int, viewer: int | None) -> str:
    ply = match.plies[number]
    if not number:
        return "The set-up"
    known = ply.seat == viewer or seat_events.is_public(match, number)
    return f"{match.name(ply.seat)}: {ply.move}" if known else match.name(ply.seat)


def _score(match: Match, score: Score) -> dict[str, Any]:
    return {
        "name": match.name(score.seat),
        "total": score.total,
        "items": [str(item) for item in score.items],
    }
