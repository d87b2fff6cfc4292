"""Pieces and signs: followers, keeps, markers, wall tiles; squares, wells, markets.

Black's heads and markers are round, White's are cut.
"""

from __future__ import annotations

from rulekeep.core import INK_NEWS, Picture
from rulekeep.games.carcassonne_castle.box.tiles import COURT, ROLES, Type
from rulekeep.games.carcassonne_castle.state import COLOURS
from rulekeep.games.carcassonne_castle.view import picture_inks as inks

BODY = "M-13 15C-13 3 -9 -4 0 -4C9 -4 13 3 13 15Z"
HEADS = ("M-7 -9A7 7 0 1 1 7 -9A7 7 0 1 1 -7 -9Z", "M-4 -16.5H4L8 -9.5L4 -2.5H-4L-8 -9.5Z")
"""By seat."""
MARKERS = (
    "M-12.5 0A12.5 12.5 0 1 1 12.5 0A12.5 12.5 0 1 1 -12.5 0Z",
    "M-11.5 -11.5H11.5V11.5H-11.5Z",
)
BATTLEMENTS = "M-14 14V-14H-8V-9H-3V-14H3V-9H8V-14H14V14Z"


def follower(sheet: Picture, seat: int, x: float, y: float, type_: Type, scale: float = 1) -> None:
    """Who stands there by what it is: herald, knight, squire; a merchant lies."""
    lies = type_ == COURT
    with sheet.at(x, y, scale=scale):
        _body(sheet, seat, lies)
        letter = ROLES[type_][0]
        _letter(sheet, seat, -5.5 if lies else 0, 5 if lies else 11.5, letter, 17)


def _body(sheet: Picture, seat: int, lies: bool = False) -> None:
    _wood(sheet, seat, HEADS[seat] + BODY, "rotate(90)" if lies else None)


def _wood(sheet: Picture, seat: int, way: str, transform: str | None = None) -> None:
    fill, rim = inks.BODIES[seat], inks.RIMS[seat]
    sheet.path(way, transform=transform, fill=fill, stroke=rim, stroke_width=2)


def _letter(sheet: Picture, seat: int, x: float, y: float, text: str, size: float) -> None:
    sheet.text(x, y, text, size=size, anchor="middle", font_weight="bold", fill=inks.RIMS[seat])


def idle(sheet: Picture, seat: int, x: float, y: float, scale: float = 1) -> None:
    """A follower in the supply."""
    with sheet.at(x, y, scale=scale):
        _body(sheet, seat)


def keep(sheet: Picture, seat: int, x: float, y: float, size: int, scale: float = 1) -> None:
    with sheet.at(x, y, scale=scale):
        _wood(sheet, seat, BATTLEMENTS)
        if size:
            _letter(sheet, seat, 0, 9.5, str(size), 17)


def marker(sheet: Picture, seat: int, x: float, y: float, tip: str) -> None:
    """Black's is round, White's square; each bears its letter."""
    with sheet.at(x, y, tip=tip):
        _wood(sheet, seat, MARKERS[seat])
        _letter(sheet, seat, 0, 6, COLOURS[seat][0], 17)


def card(sheet: Picture, x: float, y: float, number: int, tip: str) -> None:
    """A wall tile face up."""
    with sheet.at(x, y, tip=tip):
        sheet.rect(0, 0, 30, 30, rx=3, fill=inks.CARD, stroke=inks.ON_CARD, stroke_width=2)
        sheet.text(
            15, 22, str(number), size=20, anchor="middle", font_weight="bold", fill=inks.ON_CARD
        )


def card_back(sheet: Picture, x: float, y: float, size: float) -> None:
    """A wall tile face down."""
    sheet.rect(
        x, y, size, size, rx=3, fill=inks.FILLS.card_back, stroke=inks.CARD_RIM, stroke_width=2
    )


def highlight(sheet: Picture, x: float, y: float, width: float, height: float, tip: str) -> None:
    """What changed last."""
    sheet.rect(
        x, y, width, height, rx=4, fill="none", stroke=INK_NEWS, stroke_width=3.5,
        stroke_dasharray="8 5", tip=tip, class_="news",
    )  # fmt: skip


# -- signs on tiles -------------------------------------------------------------------------


def square(sheet: Picture, x: float, y: float) -> None:
    with sheet.at(x, y, stroke=inks.ROAD_RIM, stroke_width=2.5):
        sheet.path("M0 -15L15 0L0 15L-15 0Z", fill=inks.ROAD)
        sheet.path("M-7.5 -7.5L7.5 7.5M7.5 -7.5L-7.5 7.5")


def well(sheet: Picture, x: float, y: float) -> None:
    sheet.circle(x, y, 10, fill=inks.ROAD, stroke=inks.EDGE, stroke_width=2.5)
    sheet.circle(x, y, 5.5, fill=inks.WATER, stroke=inks.EDGE, stroke_width=1.5)


def market(sheet: Picture, x: float, y: float, scale: float = 1) -> None:
    """A stall with a striped awning."""
    with sheet.at(x, y, scale=scale, stroke=inks.EDGE, stroke_width=2, stroke_linejoin="round"):
        sheet.path("M-9 -1V10M9 -1V10M-11 6H11", fill="none")
        sheet.path("M-9 -11H9L13 0H-13Z", fill=inks.ROAD)
        sheet.path(
            "M-5.4 -11H-1.8L-2.6 0H-7.8ZM1.8 -11H5.4L7.8 0H2.6Z", fill=inks.CLOTH, stroke="none"
        )
        sheet.path("M-9 -11H9L13 0H-13Z", fill="none")
