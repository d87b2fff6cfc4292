"""Choosing among drawings: as roomy as the screen allows."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from attrs import evolve

from rulekeep.core.drawing.canvas import Canvas, Look


def first_that_fits(drawings: Iterable[Canvas], look: Look) -> Canvas:
    """The first of the drawings that has room; else the lowest among the least wide.

    They are drawn one by one, so the roomiest comes first and the barest last.
    """
    best, least = Canvas(), (sys.maxsize, 0)
    for drawing in drawings:
        # Too wide is worse than too high.
        excess = max(0, drawing.width - look.width), drawing.height
        if not excess[0] and (not look.height or drawing.height <= look.height):
            return drawing
        if excess < least:
            best, least = drawing, excess
    return best


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
