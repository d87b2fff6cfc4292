"""The drawing of the table, with marks on what has changed and on what a move would touch."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from attrs import evolve

from rulekeep.cli.terminal.screen import Screen
from rulekeep.core.drawing.canvas import Canvas, Look
from rulekeep.match.match import Match

TOUCHED = "reverse"
CHANGED = "underline bold"
"""Both are distinct without colours."""


class Board:
    """The drawing of a match for one viewer."""

    def __init__(self, match: Match, viewer: int | None, since: Any) -> None:
        self.match = match
        self.viewer = viewer
        self.since = since
        self.state = match.state
        self.canvas = Canvas()
        self.rows = 0
        self.leaves_out = False
        """Whether the window is too low for everything that the game can draw."""

    @cached_property
    def changed(self) -> set[str]:
        """The places whose content differs from an earlier state."""
        if self.since is None or self.since is self.state:
            return set()
        before, now = (self._contents(state) for state in (self.since, self.state))
        return {name for name, what in now.items() if name in before and before[name] != what}

    def _contents(self, state: Any) -> dict[str, list[str]]:
        drawing = self.match.game.render(state, self.viewer, Look(names=self.match.names))
        found: dict[str, list[str]] = {}
        for place in drawing.places:
            found.setdefault(place.name, []).append(place.what)
        return found

    def draw(self, screen: Screen, rows: int) -> None:
        """Draw again for some rows of a screen."""
        self.rows = rows
        self.canvas = self._drawn(screen, rows)
        self.leaves_out = self.canvas.height < self.whole(screen).height

    def whole(self, screen: Screen) -> Canvas:
        """The drawing with as many rows as it takes."""
        return self._drawn(screen, 0)

    def _drawn(self, screen: Screen, rows: int, state: Any = None) -> Canvas:
        match = self.match
        look = evolve(screen.look(match.names), height=rows, lately=match.lately(self.viewer))
        shown = self.state if state is None else state
        return match.game.render(shown, self.viewer, look)

    def lines(self, screen: Screen, touched: list[str], after: Sequence[Any] = ()) -> list[str]:
        """The drawing line by line with its marks.

        Places that are touched look as they do in all of the states `after` the move, if those
        agree: where chance decides, nothing is shown.
        """
        marked = Canvas()
        marked.paste(0, 0, self.canvas)
        if after:
            self._draw_ghosts(marked, touched, [self._drawn(screen, self.rows, s) for s in after])
        for place in self.canvas.places:
            if place.name in touched:
                marked.mark(place, TOUCHED)
            elif place.name in self.changed:
                marked.mark(place, CHANGED)
        return screen.printed(lambda: screen.draw(marked))

    def _draw_ghosts(self, marked: Canvas, touched: list[str], later: list[Canvas]) -> None:
        for place in self.canvas.places:
            if place.name in touched:
                found = [
                    drawing.at_place(other)
                    for drawing in later
                    for other in drawing.places
                    if (other.name, other.width, other.height)
                    == (place.name, place.width, place.height)
                ]
                if len(found) == len(later) and all(drawn == found[0] for drawn in found):
                    marked.put_at_place(place, found[0])

    def first_row(self, names: list[str]) -> int | None:
        """The row in which the first of some places begins."""
        return min((place.y for place in self.canvas.places if place.name in names), default=None)
