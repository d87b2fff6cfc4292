"""The meadow in characters and as a picture, with the hand of whoever looks at it.

Both give every field and every flock of the hand the word that moves use for it, so that a player can
click a flock and then a field.
"""

from __future__ import annotations

from flocks.state import FIELDS, MEADOW, State
from rulekeep.core import (
    INK_FAINT,
    INK_LINE,
    INK_PAPER,
    INK_TEXT,
    Canvas,
    Ink,
    Look,
    Picture,
    draw_lines,
    frames,
    plural,
)

WIDE, HIGH = 6, 2
SIDE, EDGE = 90, 20
INKS = (
    Ink("#cfe3f7", "#24496e"),
    Ink("#f7dccf", "#6e3824"),
    Ink("#d9f0cf", "#33582a"),
    Ink("#ecd9f5", "#543066"),
)


def render(state: State, viewer: int | None, look: Look) -> Canvas:
    canvas = Canvas()
    corners = [(1 + x * (WIDE + 1), 1 + y * (HIGH + 1)) for x, y in MEADOW.cells]
    draw_lines(canvas, frames(corners, WIDE, HIGH))
    for (x, y), name, flock in zip(corners, FIELDS, state.meadow, strict=True):
        canvas.put(x + 1, y, name, "dim")
        if flock is not None:
            canvas.put(x + 1, y + 1, f"{flock[1]} P{flock[0] + 1}", "bold")
        canvas.place(name, x, y, WIDE, HIGH, what=in_words(state, name, look))
    canvas.line()
    for seat, count in enumerate(state.owned()):
        sign = "→" if seat == state.active() and not state.over() else " "
        canvas.line(f"{sign} P{seat + 1} {look.name(seat)}: {plural(count, 'flock')}"[: look.width])
    if viewer is not None:
        x = canvas.put(0, canvas.height, "Your hand:")
        for sheep in state.hands[viewer]:
            canvas.place(str(sheep), x + 1, canvas.height - 1, 1, what=f"a flock of {sheep}")
            x = canvas.put(x + 1, canvas.height - 1, str(sheep), "bold")
    return canvas


def picture(state: State, viewer: int | None, look: Look) -> Picture:
    words = ". ".join(in_words(state, name, look) for name in FIELDS)
    width, height = 4 * SIDE + 2 * EDGE, 5 * SIDE + 2 * EDGE + 30 * state.terms.seats
    sheet = Picture(width, height, "Flocks", words)
    sheet.rect(0, 0, width, height, fill=INK_PAPER)
    yours = viewer == state.active() and not state.over()
    for (x, y), name, flock in zip(MEADOW.cells, FIELDS, state.meadow, strict=True):
        legal = "yes" if yours and flock is None else None
        tip = in_words(state, name, look)
        with sheet.at(EDGE + x * SIDE, EDGE + y * SIDE, tip=tip, data_cell=name, data_legal=legal):
            fill = INKS[flock[0]] if flock is not None else INK_PAPER
            sheet.rect(2, 2, SIDE - 4, SIDE - 4, rx=6, fill=fill, stroke=INK_LINE)
            sheet.text(10, 20, name, size=13, fill=INK_FAINT)
            if flock is not None:
                sheet.text(SIDE / 2, 58, str(flock[1]), size=34, anchor="middle", fill=INK_TEXT)
                sheet.text(SIDE - 10, 80, f"P{flock[0] + 1}", size=13, anchor="end")
    y = EDGE + 4 * SIDE
    for seat, count in enumerate(state.owned()):
        sheet.rect(EDGE, y + 10, 18, 18, fill=INKS[seat], stroke=INK_LINE)
        text = f"P{seat + 1} {look.name(seat)}: {plural(count, 'flock')}"
        sheet.text(EDGE + 28, y + 25, text, size=16)
        y += 30
    for place, sheep in enumerate(state.hands[viewer] if viewer is not None else ()):
        x, legal = EDGE + place * (SIDE - 10), "yes" if yours else None
        with sheet.at(x, y + 12, tip=f"a flock of {sheep}", data_card=str(sheep), data_legal=legal):
            sheet.rect(0, 0, SIDE - 20, SIDE - 20, rx=12, fill="none", stroke=INK_LINE)
            sheet.text(SIDE / 2 - 10, 46, str(sheep), size=32, anchor="middle")
    return sheet


def in_words(state: State, name: str, look: Look) -> str:
    flock = state.meadow[FIELDS.index(name)]
    if flock is None:
        return f"{name} is empty"
    return f"{name} has a flock of {flock[1]} that belongs to {look.name(flock[0])}"
