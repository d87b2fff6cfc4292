"""Choosing among drawings: as roomy as the screen allows."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from rulekeep.core.drawing.canvas import Canvas, Look


def first_that_fits(drawings: Iterable[Canvas], look: Look) -> Canvas:
    """The first of the drawings that has room; else the lowest among the least wide.

    They are drawn one by one, so the roomiest comes first and the barest last.
    """
    best: Canvas | None = None
    for drawing in drawings:
        if drawing.width <= look.width and (not look.height or drawing.height <= look.height):
            return drawing
        if best is None or _excess(drawing, look) < _excess(best, look):
            best = drawing
    return best or Canvas()


def _excess(drawing: Canvas, look: Look) -> tuple[int, int]:
    """How far a drawing is from fitting: too wide is worse than too high."""
    return max(0, drawing.width - look.width), drawing.height


def within(canvas: Canvas, width: int) -> Canvas:
    """The canvas without anything beyond a width."""
    if canvas.width <= width:
        return canvas
    sheet = Canvas()
    for y, spans in enumerate(canvas.spans()):
        x = 0
        for text, style in spans:
            x = sheet.put(x, y, text[: max(0, width - x)], style)
    sheet.places = [
        evolve(place, width=min(place.width, width - place.x))
        for place in canvas.places
        if place.x < width
    ]
    return sheet
