"""The castle: its plates with the towers on them, and the water."""

from __future__ import annotations

from rulekeep.core import INK_LINE, listed, plural
from rulekeep.games.kilt_castle.box.board import Cell
from rulekeep.games.kilt_castle.box.pieces import floors_of
from rulekeep.games.kilt_castle.events import ducats
from rulekeep.games.kilt_castle.legal import sites
from rulekeep.games.kilt_castle.state import NOWHERE
from rulekeep.games.kilt_castle.view.looking import floor_words
from rulekeep.games.kilt_castle.view.picture import inks, signs
from rulekeep.games.kilt_castle.view.picture.scene import HIGH, TAB, WIDE, Scene, yes
from rulekeep.games.kilt_castle.view.picture.towers import draw_tower

SPACE = 2.0
"""Between plates."""


def draw_castle(scene: Scene) -> None:
    _draw_ground(scene)
    prices = sites(scene.state) if scene.state.is_building else {}
    for cell in scene.board.cells:
        _draw_cell(scene, cell, prices)


def _draw_ground(scene: Scene) -> None:
    sheet, places = scene.sheet, scene.places
    wide, high = places.right - places.left, places.bottom - places.top
    sheet.rect(
        places.left - TAB, places.top - TAB, wide + 2 * TAB, high + 2 * TAB, rx=16,
        fill=inks.BOARD, stroke=inks.BOARD_RIM, stroke_width=2,
    )  # fmt: skip
    for cell in scene.board.missing:
        sheet.rect(*places.corner(cell), WIDE, HIGH, rx=3, stroke=inks.SHORE, stroke_width=7)
    for cell in scene.board.missing:
        sheet.rect(*places.corner(cell), WIDE, HIGH, fill=inks.WATER)
        sheet.rect(*places.corner(cell), WIDE, HIGH, fill=scene.fills.waves, tip="water")


def _draw_cell(scene: Scene, cell: Cell, prices: dict[Cell, int]) -> None:
    state, sheet = scene.state, scene.sheet
    name = scene.board.name(cell)
    floors = floors_of(state.towers[cell])
    legal = cell in scene.choices.cells
    in_line = state.moved != NOWHERE and not state.over and cell in state.line()
    x, y = scene.places.corner(cell)
    with sheet.at(x, y, tip=tower_in_words(scene, cell), data_cell=name, data_legal=yes(legal)):
        sheet.rect(
            SPACE, SPACE, WIDE - 2 * SPACE, HIGH - 2 * SPACE, rx=5,
            fill=inks.LIT if in_line else inks.PLATE,
            stroke=INK_LINE if cell in prices or legal else inks.PLATE_RIM,
            stroke_width=2.5 if cell in prices or legal else 1.2,
        )  # fmt: skip
        if floors:
            draw_tower(scene, cell, floors)
        sheet.text(
            6, 20, name, size=17, fill=inks.LABEL, paint_order="stroke",
            stroke=inks.LIT if in_line else inks.PLATE, stroke_width=4,
        )  # fmt: skip
        if cell in prices:
            price = prices[cell]
            tip = f"building on {name} costs {ducats(price)}"
            signs.coin(sheet, 16, 56, str(price), tip)


def tower_in_words(scene: Scene, cell: Cell) -> str:
    state = scene.state
    name = scene.board.name(cell)
    floors = floors_of(state.towers[cell])
    if not floors:
        return f"{name}: empty"
    listing = ", ".join(map(floor_words, floors))
    if state.is_roofed(cell):
        everybody = listed(map(scene.look.name, range(state.terms.seats)))
        owner = f"roofed, belongs to {everybody}"
    else:
        owner = f"belongs to {scene.look.name(state.owner_of_tower(cell))}"
    bottom = "" if len(floors) == 1 else ", from the bottom"
    return f"{name}: {plural(len(floors), 'floor')}{bottom}: {listing}; {owner}"
