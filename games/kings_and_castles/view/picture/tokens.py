"""The pieces as they are drawn: units, mercenaries, castles, crowns, and the signs of the map."""

from __future__ import annotations

from rulekeep.core import INK_FAINT, INK_LINE, INK_PAPER, INK_TEXT, Ink, Picture, Value
from rulekeep.games.kings_and_castles.box.board import Board
from rulekeep.games.kings_and_castles.box.pieces import (
    CASTLE,
    MERCENARY,
    SIZES,
    TYPE_LETTERS,
    TYPES,
    UNIT_KINDS,
    Colour,
    Kind,
    UnitType,
    marker,
)

STRONG = (
    Ink("#2461a8", "#7fb2ee"),
    Ink("#2a7747", "#80cd9c"),
    Ink("#b83280", "#f39bc8"),
    Ink("#63419f", "#bba2ec"),
    Ink("#2a2a2d", "#050506"),
)
"""By colour: houses in the order of the data, then the enemies."""
ON_STRONG = (*(Ink("#ffffff", "#15161a"),) * 4, Ink("#ffffff", "#eceae4"))
TINT = (
    Ink("#d5e4f5", "#22384f"),
    Ink("#d7ecdc", "#21402e"),
    Ink("#f7dae8", "#4a2438"),
    Ink("#e4dbf4", "#352a4e"),
    Ink("#eee8d8", "#3a3833"),
)
"""The ground of what a colour holds."""
HATCH = (
    Ink("#c1d7ef", "#2a4561"),
    Ink("#c3e2cb", "#294f39"),
    Ink("#f2c8dc", "#5a2e45"),
    Ink("#d6c9ee", "#413460"),
)
ANGLES = (45, 135, 0, 90)
"""By house: the direction of its hatching."""
NOBODYS = Ink("#f8f5ec", "#2a2a2c")
GOLD = Ink("#a87a1d", "#e3bd62")
COIN = Ink("#f6e3ab", "#5a4818")
STONE = Ink("#d9d5cb", "#55534e")
FIELD = Ink("#fffdf8", "#26272c")
"""Where a sign stands on a piece."""

PIECE_WIDTH, PIECE_HEIGHT = 44, 30

_HORSE = "M-7 10H6C6 3 8-2 4-7L3-11L0-8C-5-6-7-2-9 2L-7 5L-2 2C0 3-6 6-7 10Z"
_SHIELD = "M-9-6H3V1C3 6-1 8-3 10C-5 8-9 6-9 1Z"
_SPEAR = "M8 10V-6M5.5-5L8-11L10.5-5Z"
_BOW = "M-3-10C7-6 7 6-3 10L-3-10M-9 0H8M4-3.5L8.5 0L4 3.5"
_ANCHOR = "M0-4V9M-4-1H4M-8 2C-7 9 7 9 8 2M0-4A2.6 2.6 0 1 1 .1-4"
_PORTCULLIS = "M-8 9V-7H8V9M-2.7-7V9M2.7-7V9M-8-1.5H8M-8 4H8"
_FLAG = "M-6 10V-9H8L4-4.5L8 0H-6"
_CROWN = "M-13 9L-16-7L-7 0L0-11L7 0L16-7L13 9Z"
_WALL = "M-22 15V-15H-16V-10H-10V-15H-3V-10H3V-15H10V-10H16V-15H22V15Z"
_TOWER = "M-9 17V-19H-5V-14H0V-19H6V-14H11V-19H17V17Z"
_HILLS = "M-12 6L-4-7L1 1L5-4L12 6"


def panel(picture: Picture, width: float, height: float, fill: Ink, *, now: bool) -> None:
    """A board or box from the origin on; a thick golden edge marks the active one."""
    edge, line = (GOLD, 4) if now else (INK_FAINT, 1)
    picture.rect(0, 0, width, height, rx=9, fill=fill, stroke=edge, stroke_width=line)


def ground(picture: Picture, colour: Colour) -> Value:
    """The fill of what a colour holds: tinted, and hatched for houses; plain where nobody is."""
    if colour < 0:
        return NOBODYS
    if colour >= len(HATCH):
        return TINT[colour]
    return picture.hatching(HATCH[colour], TINT[colour], angle=ANGLES[colour], gap=9, width=3)


def _sign(picture: Picture, d: str, ink: Ink, *, filled: bool = False, width: float = 2) -> None:
    picture.path(
        d,
        fill=ink if filled else "none",
        stroke=ink,
        stroke_width=width,
        stroke_linejoin="round",
        stroke_linecap="round",
    )


def bold(
    picture: Picture, x: float, y: float, text: str, ink: Ink = INK_TEXT, size: float = 17
) -> None:
    picture.text(x, y, text, size=size, anchor="middle", font_weight="bold", fill=ink)


# -- markers ------------------------------------------------------------------------------------


def unit_sign(picture: Picture, x: float, y: float, unit: UnitType, ink: Ink) -> None:
    """A horse's head, shield and spear, or a bow."""

    def draw(picture: Picture) -> None:
        if unit == 0:
            _sign(picture, _HORSE, ink, filled=True, width=0.5)
        elif unit == 1:
            _sign(picture, _SHIELD, ink, filled=True, width=0.5)
            _sign(picture, _SPEAR, ink, width=1.6)
        else:
            _sign(picture, _BOW, ink, width=1.8)

    picture.stamp(f"unit {unit} {ink}", draw, x, y)


def words_of(board: Board, kind: Kind) -> dict[str, Value]:
    """The words by which moves name a marker."""
    named: dict[str, Value] = {"data_marker": board.kinds[kind].replace("-", " ")}
    if kind < UNIT_KINDS:
        colour, unit = divmod(kind, 3)
        return named | {
            "data_colour": board.colours[colour],
            "data_unit": TYPES[unit],
            "data_key": TYPE_LETTERS[unit],
        }
    if kind < CASTLE:
        return named | {"data_key": f"m{SIZES[kind - MERCENARY]}"}
    return named | {"data_castle": str(SIZES[kind - CASTLE])}


def piece(
    picture: Picture, board: Board, kind: Kind, x: float, y: float, **attributes: Value
) -> None:
    """A marker with its left upper corner at a point: a letter, and a sign or its strength."""

    def draw(picture: Picture) -> None:
        if kind < UNIT_KINDS:
            _unit(picture, board, kind // 3, kind % 3)
        elif kind < CASTLE:
            _halves(picture, INK_LINE, "m", INK_PAPER)
            bold(picture, 10, 6, str(SIZES[kind - MERCENARY]))
        else:
            _sign_of_stone(picture, _WALL)
            bold(picture, 0, 11, str(SIZES[kind - CASTLE]))

    tip = f"{marker(board.kinds[kind])}, strength {board.strengths[kind]}"
    at = x + PIECE_WIDTH / 2, y + PIECE_HEIGHT / 2
    picture.stamp(f"piece {kind}", draw, at[0], at[1], tip=tip, **attributes)


def _unit(picture: Picture, board: Board, colour: Colour, unit: UnitType) -> None:
    strong = STRONG[colour]
    _halves(picture, strong, board.letters[colour], ON_STRONG[colour])
    # The black of enemies would not be seen on a dark field.
    unit_sign(picture, 10, 0, unit, strong if colour < len(HATCH) else INK_TEXT)


def _halves(picture: Picture, strong: Ink, letter: str, on: Ink) -> None:
    """A letter on the left; the right is free for a sign."""
    picture.rect(-22, -15, 44, 30, rx=6, fill=FIELD, stroke=strong, stroke_width=1.5)
    picture.path("M-2-15H-16A6 6 0 0 0-22-9V9A6 6 0 0 0-16 15H-2Z", fill=strong)
    bold(picture, -12, 6, letter, on)


def _sign_of_stone(picture: Picture, d: str) -> None:
    picture.path(d, fill=STONE, stroke=INK_LINE, stroke_width=1.5, stroke_linejoin="round")


def tower(picture: Picture, x: float, y: float, size: int) -> None:
    """A castle that stands half behind the unit it protects."""

    def draw(picture: Picture) -> None:
        _sign_of_stone(picture, _TOWER)
        bold(picture, 7, 7, str(size))

    picture.stamp(f"tower {size}", draw, x, y)


# -- crowns and coins ---------------------------------------------------------------------------


def crown(picture: Picture, x: float, y: float, board: Board, colour: Colour) -> None:
    """A crown with the letter of its house; an empty place for one where colour is nobody."""

    def draw(picture: Picture) -> None:
        if colour < 0:
            picture.path(_CROWN, fill="none", stroke=INK_FAINT, stroke_dasharray="2 3")
            return
        picture.path(_CROWN, fill=STRONG[colour], stroke=INK_LINE, stroke_linejoin="round")
        bold(picture, 0, 8, board.letters[colour], ON_STRONG[colour])

    picture.stamp(f"crown {colour}", draw, x, y)


def small_crown(picture: Picture, x: float, y: float) -> None:
    with picture.at(x, y, scale=0.8):
        picture.path(_CROWN, fill=GOLD, stroke=INK_LINE, stroke_linejoin="round")


def coin(picture: Picture, x: float, y: float, value: int) -> None:
    def draw(picture: Picture) -> None:
        picture.circle(0, 0, 11.5, fill=COIN, stroke=GOLD, stroke_width=1.5)
        bold(picture, 0, 6, str(value))

    picture.stamp(f"coin {value}", draw, x, y)


def tax(picture: Picture, x: float, y: float, left: bool) -> None:
    """A TAX marker, or where one was."""

    def draw(picture: Picture) -> None:
        dashes = None if left else "2 3"
        fill, ink = (COIN, GOLD) if left else ("none", INK_FAINT)
        picture.rect(-10, -10, 20, 20, rx=3, fill=fill, stroke=ink, stroke_dasharray=dashes)
        if left:
            bold(picture, 0, 6, "T")

    picture.stamp(f"tax {left}", draw, x, y)


# -- the signs of the map -----------------------------------------------------------------------


def anchor(picture: Picture, x: float, y: float) -> None:
    picture.stamp("anchor", lambda sheet: _sign(sheet, _ANCHOR, INK_TEXT), x, y)


def portcullis(picture: Picture, x: float, y: float) -> None:
    picture.stamp("portcullis", lambda sheet: _sign(sheet, _PORTCULLIS, INK_TEXT, width=1.7), x, y)


def flag(picture: Picture, x: float, y: float) -> None:
    picture.stamp("flag", lambda sheet: _sign(sheet, _FLAG, INK_TEXT, filled=True, width=1.5), x, y)


def hills(picture: Picture, x: float, y: float) -> None:
    picture.stamp("hills", lambda sheet: _sign(sheet, _HILLS, INK_FAINT), x, y)


def free_place(picture: Picture, x: float, y: float) -> None:
    """Where a marker may lie, with its left upper corner at a point."""

    def draw(picture: Picture) -> None:
        picture.rect(
            1,
            1,
            PIECE_WIDTH - 2,
            PIECE_HEIGHT - 2,
            rx=6,
            fill="none",
            stroke=INK_FAINT,
            stroke_opacity=0.6,
            stroke_dasharray="2 4",
        )

    picture.stamp("free place", draw, x, y)
