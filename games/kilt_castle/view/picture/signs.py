"""Small signs that stand in several places: crests, coins, the seal, a clan's badge and letter."""

from __future__ import annotations

from rulekeep.core import Picture
from rulekeep.games.kilt_castle.box.pieces import LETTERS, Colour
from rulekeep.games.kilt_castle.state import DUCATS, Side
from rulekeep.games.kilt_castle.view.picture import inks
from rulekeep.games.kilt_castle.view.picture.inks import Fills


def letter(
    sheet: Picture, colour: Colour, x: float, y: float, size: float, halo: bool = True
) -> None:
    """A clan's letter, centred; over a tartan it wears the plain cloth as a halo."""
    sheet.text(
        x, y + 0.36 * size, LETTERS[colour], size=size, anchor="middle", font_weight="bold",
        fill=inks.ON_CLOTH[colour], stroke=inks.CLOTH[colour] if halo else None,
        stroke_width=4 if halo else None, paint_order="stroke" if halo else None,
    )  # fmt: skip


def badge(sheet: Picture, fills: Fills, colour: Colour, x: float, y: float) -> None:
    """A clan's cloth and letter, centred."""
    for fill in fills.cloth(colour):
        sheet.rect(x - 13, y - 13, 26, 26, rx=4, fill=fill, stroke=inks.EDGE)
    letter(sheet, colour, x, y, 18)


def crest(sheet: Picture, x: float, y: float, scale: float = 1) -> None:
    """A shield with a cross, centred."""
    with sheet.at(x, y, scale=scale):
        sheet.path(
            "M-7 -8H7V0Q7 6 0 9Q-7 6 -7 0Z",
            fill=inks.CREST, stroke=inks.ON_CREST, stroke_width=1.6,
        )  # fmt: skip
        sheet.path("M0 -8V9M-7 -2H7", fill="none", stroke=inks.ON_CREST, stroke_width=1.6)


def crests(sheet: Picture, count: int, x: float, y: float, scale: float = 1) -> None:
    """So many side by side, centred."""
    for number in range(count):
        crest(sheet, x + (number - (count - 1) / 2) * 16 * scale, y, scale)


def coin(sheet: Picture, x: float, y: float, says: str = "", tip: str = "") -> None:
    sheet.circle(x, y, 11.5, fill=inks.COIN, stroke=inks.COIN_RIM, stroke_width=2, tip=tip)
    if says:
        sheet.text(x, y + 6, says, size=17, anchor="middle", font_weight="bold", fill=inks.ON_CREST)
    else:
        sheet.circle(x, y, 6.5, fill="none", stroke=inks.COIN_RIM, stroke_width=1.5)


def tower(sheet: Picture, x: float, y: float) -> None:
    """A small tower, centred."""
    with sheet.at(x, y):
        sheet.path(
            "M-6 9V-8H-3V-5H-1.5V-8H1.5V-5H3V-8H6V9Z",
            fill=inks.STONE, stroke=inks.EDGE, stroke_width=1.4, stroke_linejoin="round",
        )  # fmt: skip


def small_roof(sheet: Picture, x: float, y: float) -> None:
    """A small roof, centred."""
    with sheet.at(x, y):
        sheet.path("M-10 6L-6 -7H6L10 6Z", fill=inks.SLATE, stroke=inks.EDGE, stroke_width=1.4)


def seal(sheet: Picture, x: float, y: float, side: Side, tip: str) -> None:
    """The master builder's seal in wax; on its ducat side it is a purse of coins."""
    with sheet.at(x, y, tip=tip):
        if side == DUCATS:
            for dx, dy in ((-8, 5), (8, 5), (0, -6)):
                coin(sheet, dx, dy)
            return
        sheet.path(
            "M0 -17Q7 -19 11 -12Q19 -9 16 0Q20 9 12 12Q8 20 0 16Q-9 20 -12 12Q-20 8 -16 0"
            "Q-20 -9 -11 -12Q-8 -19 0 -17Z",
            fill=inks.WAX, stroke=inks.EDGE, stroke_width=1.2,
        )  # fmt: skip
        sheet.path(
            "M-8 8V-7H-4V-3H-2V-7H2V-3H4V-7H8V8Z",
            fill="none", stroke=inks.ON_WAX, stroke_width=1.8, stroke_linejoin="round",
        )  # fmt: skip
