"""The pieces: followers, keeps, markers, wall tiles. Black's heads are round, White's cut."""

from __future__ import annotations

from rulekeep.core.picture import NEWS, Picture
from rulekeep.games.carcassonne_castle.box.tiles import COURT, ROLES, Type
from rulekeep.games.carcassonne_castle.state import COLOURS
from rulekeep.games.carcassonne_castle.view.picture_inks import (
    BODIES,
    CARD,
    CARD_RIM,
    ON_CARD,
    RIMS,
    Fills,
)

BODY = "M-13 15C-13 3 -9 -4 0 -4C9 -4 13 3 13 15Z"
HEADS = ("M-7 -9A7 7 0 1 1 7 -9A7 7 0 1 1 -7 -9Z", "M-4 -16.5H4L8 -9.5L4 -2.5H-4L-8 -9.5Z")
"""By seat."""
BATTLEMENTS = "M-14 14V-14H-8V-9H-3V-14H3V-9H8V-14H14V14Z"
PLATE = 36.0


def follower(sheet: Picture, seat: int, x: float, y: float, type_: Type, scale: float = 1) -> None:
    """Who stands there by what it is: herald, knight, squire; a merchant lies."""
    lies = type_ == COURT
    with sheet.at(x, y, scale=scale):
        _body(sheet, seat, lies)
        letter = ROLES[type_][0]
        _letter(sheet, seat, -5.5 if lies else 0, 5 if lies else 11.5, letter, 17)


def _body(sheet: Picture, seat: int, lies: bool = False) -> None:
    turn = "rotate(90)" if lies else None
    sheet.path(
        HEADS[seat] + BODY,
        transform=turn,
        fill=BODIES[seat],
        stroke=RIMS[seat],
        stroke_width=2,
        stroke_linejoin="round",
    )


def _letter(sheet: Picture, seat: int, x: float, y: float, text: str, size: float) -> None:
    sheet.text(x, y, text, size=size, anchor="middle", font_weight="bold", fill=RIMS[seat])


def idle(sheet: Picture, seat: int, x: float, y: float, scale: float = 1) -> None:
    """A follower in the supply."""
    with sheet.at(x, y, scale=scale):
        _body(sheet, seat)


def keep(sheet: Picture, seat: int, x: float, y: float, size: int, scale: float = 1) -> None:
    with sheet.at(x, y, scale=scale):
        sheet.path(
            BATTLEMENTS,
            fill=BODIES[seat],
            stroke=RIMS[seat],
            stroke_width=2,
            stroke_linejoin="round",
        )
        if size:
            _letter(sheet, seat, 0, 9.5, str(size), 17)


def marker(sheet: Picture, seat: int, x: float, y: float, tip: str) -> None:
    """Black's is round, White's square; each bears its letter."""
    with sheet.at(x, y, tip=tip):
        if seat == 0:
            sheet.circle(0, 0, 12.5, fill=BODIES[0], stroke=RIMS[0], stroke_width=2)
        else:
            sheet.rect(-11.5, -11.5, 23, 23, fill=BODIES[1], stroke=RIMS[1], stroke_width=2)
        _letter(sheet, seat, 0, 6, COLOURS[seat][0], 17)


def card(sheet: Picture, x: float, y: float, number: int, tip: str) -> None:
    """A wall tile face up."""
    with sheet.at(x, y, tip=tip):
        sheet.rect(0, 0, 30, 30, rx=3, fill=CARD, stroke=ON_CARD, stroke_width=2)
        sheet.text(15, 22, str(number), size=20, anchor="middle", font_weight="bold", fill=ON_CARD)


def plate(sheet: Picture, fills: Fills, x: float, y: float, covered: bool) -> None:
    """The top of a corner tower: under a wall tile face down, or bare."""
    half = PLATE / 2
    if covered:
        sheet.rect(
            x - half, y - half, PLATE, PLATE, rx=3, fill=fills.card_back, stroke=CARD_RIM,
            stroke_width=2,
        )  # fmt: skip


def news(sheet: Picture, x: float, y: float, width: float, height: float, tip: str) -> None:
    """What changed last."""
    sheet.rect(
        x, y, width, height, rx=4, fill="none", stroke=NEWS, stroke_width=3.5,
        stroke_dasharray="8 5", tip=tip, class_="news",
    )  # fmt: skip
