"""What every part of the picture needs to know: the table, who looks, what may be named, the news."""

from __future__ import annotations

from rulekeep.core import INK_NEWS, Look, Picture, Seat
from rulekeep.games.castle_keep.state import State
from rulekeep.games.castle_keep.terms import OVER
from rulekeep.games.castle_keep.view.picture.inks import Fills
from rulekeep.games.castle_keep.view.picture.named import Named
from rulekeep.games.castle_keep.view.picture.news import News


class Scene:
    def __init__(self, sheet: Picture, state: State, viewer: Seat | None, look: Look) -> None:
        self.sheet = sheet
        self.state = state
        self.viewer = viewer
        self.look = look
        self.fills = Fills(sheet)
        self.news = News.of(look, viewer)
        asked = viewer is not None and viewer == state.active and state.phase != OVER
        self.named = Named.by(state, state.active) if asked else Named([0] * len(state.castles))

    def mark(self, x: float, y: float, width: float, height: float, tip: str) -> None:
        """What changed last."""
        self.sheet.rect(
            x, y, width, height, rx=6, fill="none", stroke=INK_NEWS, stroke_width=3.5,
            stroke_dasharray="8 5", tip=tip, class_="news",
        )  # fmt: skip


def yes(legal: bool) -> str | None:
    """For `data_legal`."""
    return "yes" if legal else None
