"""The line of kings: a row of boxes for each section, with the crowns that lie on them."""

from __future__ import annotations

from rulekeep.core import INK_FAINT, INK_TEXT, Ink, Picture, fit
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.view.looking import ROMAN, crown_on
from rulekeep.games.kings_and_castles.view.picture import tokens
from rulekeep.games.kings_and_castles.view.picture.marks import View, frame, legal

MOST_IN_A_ROW = 4
HEIGHT = 56
GAP = 6
WIDTH = 502
STONE = Ink("#f4f1e9", "#26272c")
PAST = Ink("#e9e6de", "#1f2024")


def rows_of(state: State) -> list[range]:
    """The boxes row by row; a new section begins a new row."""
    rows: list[range] = []
    for first, last in state.terms.sections:
        boxes = last + 1 - first
        in_a_row = -(-boxes // -(-boxes // MOST_IN_A_ROW))
        for start in range(first, last + 1, in_a_row):
            rows.append(range(start, min(start + in_a_row, last + 1)))
    return rows


def height_of(state: State) -> float:
    return len(rows_of(state)) * (HEIGHT + GAP)


def draw_kings(picture: Picture, state: State, view: View) -> None:
    rows = rows_of(state)
    width = (WIDTH + GAP) / max(map(len, rows)) - GAP
    for index, boxes in enumerate(rows):
        for column, box in enumerate(boxes):
            with picture.at(
                column * (width + GAP),
                index * (HEIGHT + GAP),
                tip=box_words(state, box),
                data_box=str(box),
                data_legal=legal(box in view.names.boxes),
            ):
                _box(picture, state, box, width, box in view.names.boxes)
                frame(picture, 2, 2, width - 4, HEIGHT - 4, view.news.boxes.get(box))


def box_words(state: State, box: int) -> str:
    terms = state.terms
    king = terms.board.boxes[box - 1]
    now, crown = crown_on(state, box)
    head = f"Box {box}, {king.title}, king in {terms.country(king.country)}, bonus {king.bonus}"
    if now:
        return f"{head}: {terms.colour(crown)} reigns"
    if box <= state.box:
        return f"{head}: past"
    return f"{head}: {terms.colour(crown)} crown" if crown >= 0 else f"{head}: no crown"


def _box(picture: Picture, state: State, box: int, width: float, may_be_named: bool) -> None:
    terms = state.terms
    king = terms.board.boxes[box - 1]
    now, crown = crown_on(state, box)
    past = box <= state.box and not now
    ink = INK_FAINT if past else INK_TEXT
    tokens.panel(picture, width, HEIGHT, PAST if past else STONE, now=now)
    decoration = "underline" if may_be_named else None
    picture.text(6, 22, str(box), size=17, font_weight="bold", fill=ink, text_decoration=decoration)
    if not past:
        with picture.at(44, 18, scale=0.75):
            tokens.crown(picture, 0, 0, terms.board, crown)
    bonus = f"{terms.country(king.country)[:3]} {ROMAN[king.bonus]}"
    picture.text(width - 5, 22, bonus, size=16, anchor="end", fill=ink)
    name = fit(king.king, int((width - 10) / 8.8))
    picture.text(width / 2, 46, name, size=17, anchor="middle", fill=ink)
