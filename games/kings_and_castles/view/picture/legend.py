"""What the signs mean."""

from __future__ import annotations

from collections.abc import Callable

from rulekeep.core import INK_LINE, INK_NEWS, Ink, Picture
from rulekeep.games.kings_and_castles.box.board import Board
from rulekeep.games.kings_and_castles.box.pieces import (
    CASTLE,
    MERCENARY,
    TYPES,
    Kind,
    UnitType,
    marker,
)
from rulekeep.games.kings_and_castles.view.picture import tokens

ROW, COLUMN = 27, 236
SIGNS = 11

Sign = Callable[[Picture], object]
"""Draws a sign round the origin."""


def legend_height(columns: int) -> float:
    return ROW * -(-SIGNS // columns)


def draw_legend(picture: Picture, board: Board, columns: int) -> None:
    """From the origin on, in columns from top to bottom."""
    rows = -(-SIGNS // columns)
    for index, (sign, words) in enumerate(_signs(board)):
        column, row = divmod(index, rows)
        with picture.at(20 + COLUMN * column, ROW * row):
            sign(picture)
            picture.text(28, 6, words, size=16)


def _signs(board: Board) -> list[tuple[Sign, str]]:
    return [
        *(
            (_unit(unit), f"{marker(name)} {board.strengths[unit]}")
            for unit, name in enumerate(TYPES)
        ),
        (_piece(board, MERCENARY), "mercenary, strength 3"),
        (_piece(board, CASTLE), "castle, strength 3"),
        (lambda sheet: tokens.coin(sheet, 0, 0, 1), "value of a region"),
        (_entries, "entries for players"),
        (lambda sheet: tokens.flag(sheet, 0, 0), "entry for enemies"),
        (lambda sheet: tokens.small_crown(sheet, 0, 0), "king's country"),
        (_dashes(tokens.GOLD, 6, "12 7"), "further country"),
        (_dashes(INK_NEWS, 3, "8 5"), "last change"),
    ]


def _unit(unit: UnitType) -> Sign:
    return lambda sheet: tokens.unit_sign(sheet, 0, 0, unit, INK_LINE)


def _piece(board: Board, kind: Kind) -> Sign:
    def sign(picture: Picture) -> None:
        with picture.at(0, 0, scale=0.8):
            tokens.piece(picture, board, kind, -tokens.PIECE_WIDTH / 2, -tokens.PIECE_HEIGHT / 2)

    return sign


def _entries(picture: Picture) -> None:
    tokens.anchor(picture, -12, 0)
    tokens.portcullis(picture, 12, 0)


def _dashes(ink: Ink, width: float, dashes: str) -> Sign:
    return lambda sheet: sheet.line(
        (-18, 0), (18, 0), stroke=ink, stroke_width=width, stroke_dasharray=dashes
    )
