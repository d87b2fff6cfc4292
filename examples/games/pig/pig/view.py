"""The table as a picture. Whatever has a word of the notation and `data_legal` can be clicked."""

from __future__ import annotations

from pig import GAME, State
from rulekeep.core import INK_LINE, INK_PAPER, Look, Picture

WIDTH, ROW, BUTTON = 300, 44, 100


def picture(state: State, viewer: int | None, look: Look) -> Picture:
    rows = [
        f"{look.name(seat)}: {points} of {state.goal()}" for seat, points in enumerate(state.points)
    ]
    rows.append(f"Rolled in this turn: {state.sum}")
    sheet = Picture(WIDTH, ROW * (len(rows) + 2), GAME.title, ". ".join(rows))
    sheet.rect(0, 0, sheet.width, sheet.height, fill=INK_PAPER)
    for row, text in enumerate(rows):
        bold = "bold" if row == state.active and not state.over() else None
        sheet.text(20, ROW * (row + 0.7), text, size=20, font_weight=bold)
    for number, move in enumerate(GAME.legal_moves(state, state.active)):
        word, legal = GAME.notation(move), "yes" if viewer == state.active else None
        with sheet.at(
            20 + number * (BUTTON + 20), ROW * len(rows), data_word=word, data_legal=legal
        ):
            sheet.rect(0, 0, BUTTON, ROW, rx=8, fill="none", stroke=INK_LINE, stroke_width=2)
            sheet.text(BUTTON / 2, 29, word, size=20, anchor="middle")
    return sheet
