"""Towers seen from above and at a slant: whose every floor is, crests, roofs, what is new."""

from __future__ import annotations

from math import ceil

from rulekeep.core import Picture, Point
from rulekeep.games.kilt_castle.box.board import Cell
from rulekeep.games.kilt_castle.box.pieces import FLOOR_COLOUR, FLOOR_CRESTS, Floor
from rulekeep.games.kilt_castle.events import with_crests
from rulekeep.games.kilt_castle.view.picture import inks, signs
from rulekeep.games.kilt_castle.view.picture.inks import Fills
from rulekeep.games.kilt_castle.view.picture.scene import Scene

LEFT, FRONT = 27.0, 56.0
"""Of a tower on its plate: where its front begins, and how wide that is."""
BACK: Point = (12.0, 32.0)
"""How far the far end of a tower lies to the right and up."""
BASE = 102.0
STOREY, RISE = 15.0, 64.0
"""The usual height of a floor, and of all floors together at the most."""
LETTER = 16.0
BRICK = 11.5
"""The least height in which a letter can be read."""


def draw_tower(scene: Scene, cell: Cell, floors: list[Floor]) -> None:
    sheet, state = scene.sheet, scene.state
    name = scene.board.name(cell)
    step = min(STOREY, RISE / len(floors))
    for number, floor in enumerate(floors):
        ink = inks.CLOTH[FLOOR_COLOUR[floor]]
        sheet.polygon(
            _body(BASE - number * step, step), fill=ink, stroke=inks.EDGE, stroke_width=1,
            stroke_linejoin="round",
        )  # fmt: skip
    _draw_shade(scene, step * len(floors))
    _draw_front(scene, floors, step)
    top = BASE - step * len(floors)
    if state.is_roofed(cell):
        draw_roof(sheet, scene.fills, LEFT, top)
        _draw_sharers(scene, top)
    else:
        _draw_top(scene, top, floors[-1])
    if cell == state.second:
        draw_roof(sheet, scene.fills, LEFT, top, awaited=True)
    sheet.text(15, BASE + 1, str(len(floors)), size=20, anchor="middle", font_weight="bold")
    _mark_news(scene, name, top, step)


def _body(base: float, height: float) -> list[Point]:
    """The outline of some floors: their front and their side."""
    right, (back, up) = LEFT + FRONT, BACK
    return [
        (LEFT, base - height),
        (right, base - height),
        (right + back, base - height - up),
        (right + back, base - up),
        (right, base),
        (LEFT, base),
    ]


def _top(y: float) -> list[Point]:
    right, (back, up) = LEFT + FRONT, BACK
    return [(LEFT, y), (right, y), (right + back, y - up), (LEFT + back, y - up)]


def _draw_shade(scene: Scene, height: float) -> None:
    _, near, far, far_base, near_base, _ = _body(BASE, height)
    scene.sheet.polygon([near, far, far_base, near_base], fill=inks.SHADE, fill_opacity=0.35)


def _draw_front(scene: Scene, floors: list[Floor], step: float) -> None:
    """Whose each floor is. Floors too flat for a letter are shown as bricks, left and right."""
    sheet, height = scene.sheet, len(floors)
    columns = min(height, max(1, ceil(BRICK / step)))
    wide = FRONT / columns
    for number, floor in enumerate(floors):
        colour, left = FLOOR_COLOUR[floor], LEFT + number % columns * wide
        low = 0 if number < columns else number + 0.5 - columns / 2
        high = height if number >= height - columns else number + 0.5 + columns / 2
        if columns > 1:
            sheet.rect(
                left, BASE - high * step, wide, (high - low) * step, fill=inks.CLOTH[colour],
                stroke=inks.EDGE, stroke_width=1,
            )  # fmt: skip
        size = min(LETTER, columns * step + 3, wide + 3)
        middle = BASE - (low + high) / 2 * step
        signs.letter(sheet, colour, left + wide / 2, middle, size, halo=False)


def _draw_top(scene: Scene, y: float, floor: Floor) -> None:
    sheet, colour, crests = scene.sheet, FLOOR_COLOUR[floor], FLOOR_CRESTS[floor]
    for fill in scene.fills.cloth(colour):
        sheet.polygon(
            _top(y), fill=fill, stroke=inks.EDGE, stroke_width=1.4, stroke_linejoin="round"
        )
    middle = LEFT + (FRONT + BACK[0]) / 2
    signs.letter(sheet, colour, middle - 8 * crests, y - BACK[1] / 2, 20)
    signs.crests(sheet, crests, middle + 10 + (crests == 1), y - BACK[1] / 2)


def draw_roof(sheet: Picture, fills: Fills, left: float, y: float, awaited: bool = False) -> None:
    """A pitched roof over a tower with its top here; if it is awaited, its outline."""
    right, (back, up) = left + FRONT, BACK
    ridge = y - up - 5
    slope = [(left - 4, y + 3), (right + 4, y + 3)]
    slope += [(right + back / 2 + 2, ridge), (left + back / 2 - 2, ridge)]
    gable = [slope[1], (right + back + 3, y - up + 2), slope[2]]
    for corners, fill in ((gable, inks.GABLE), (slope, inks.SLATE), (slope, fills.slates)):
        sheet.polygon(
            corners, fill="none" if awaited else fill, stroke=inks.EDGE,
            stroke_width=2 if awaited else 1.4, stroke_linejoin="round",
            stroke_dasharray="2 4" if awaited else None,
        )  # fmt: skip


def _draw_sharers(scene: Scene, y: float) -> None:
    """On a roof: all clans, since the tower belongs to everybody."""
    shared = scene.state.terms.in_play
    middle = LEFT + FRONT / 2 + 3
    for number, colour in enumerate(shared):
        x = middle + (number - (len(shared) - 1) / 2) * 15.5
        scene.sheet.circle(x, y - 15, 8.5, fill=inks.CLOTH[colour], stroke=inks.EDGE)
        signs.letter(scene.sheet, colour, x, y - 15, 14, halo=False)


def _mark_news(scene: Scene, name: str, top: float, step: float) -> None:
    built = scene.news.floors.get(name, [])
    tips = [
        f"just built by {scene.look.name(event.seat)}: {event.colour}{with_crests(event.crests)}"
        for event in built
    ]
    if name in scene.news.roofs:
        tips.append(f"just roofed by {scene.look.name(scene.news.roofs[name].seat)}")
    tips += [
        f"its roof was just moved to {event.cell}"
        for event in scene.news.roofs.values()
        if event.taken_from == name
    ]
    if tips:
        scene.mark(_silhouette(top, step * len(built)), "; ".join(tips))


def _silhouette(top: float, height: float) -> list[Point]:
    """Round the uppermost floors, with a little room."""
    right, (back, up) = LEFT + FRONT, BACK
    far, base = top - up - 4, top + height + 4
    return [
        (LEFT - 4, base),
        (LEFT - 4, top - 2),
        (LEFT + back - 2, far),
        (right + back + 4, far),
        (right + back + 4, base - up),
        (right + 2, base),
    ]
