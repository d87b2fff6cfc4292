"""A castle on its ground: nine places, their tiles, what may be named, what is new."""

from __future__ import annotations

from attrs import frozen

from rulekeep.core import INK_FAINT, INK_LINE, INK_TEXT, Seat, Value, with_article
from rulekeep.games.castle_keep.box.castle import CELL_ROLE, CELLS, ROWS, Cell, kind_at, occupied
from rulekeep.games.castle_keep.box.tiles import KINDS, ROLE_NAMES, TOWER, tile_words
from rulekeep.games.castle_keep.events import castle_letter
from rulekeep.games.castle_keep.moves import PLAIN, Letter
from rulekeep.games.castle_keep.state import NOBODY, State
from rulekeep.games.castle_keep.view.picture import inks
from rulekeep.games.castle_keep.view.picture.scene import Scene, yes
from rulekeep.games.castle_keep.view.picture.tiles import SIZE, TOWER_SIZE, WALL_LENGTH, draw_tile

GAP = 6.0
LETTERS = 18.0
"""How large codes are on the sheet, whatever the scale of the castle."""
TRACKS = (TOWER_SIZE, WALL_LENGTH, TOWER_SIZE)
STARTS = (GAP, TOWER_SIZE + 2 * GAP, TOWER_SIZE + WALL_LENGTH + 3 * GAP)
SIDE = 2 * TOWER_SIZE + WALL_LENGTH + 4 * GAP
"""How long a castle's side is at scale 1."""
PLACE_OF = {
    cell: (STARTS[column], STARTS[row], TRACKS[column], TRACKS[row])
    for row, cells in enumerate(ROWS)
    for column, cell in enumerate(cells)
}
"""Per cell left, top, width and height."""


@frozen
class Site:
    """Which castle it is."""

    index: int
    owner: Seat
    """NOBODY where all build on one."""
    letter: Letter

    @classmethod
    def of(cls, state: State, index: int) -> Site:
        terms = state.terms
        owner = index // terms.per_seat if terms.per_seat else NOBODY
        return cls(index, owner, index % 2 if terms.empire else PLAIN)

    def names(self, cell: Cell) -> dict[str, Value]:
        """How moves name one of its cells."""
        return {
            "data_player": str(self.owner + 1) if self.owner != NOBODY else None,
            "data_castle": castle_letter(self.letter) or None,
            "data_cell": CELLS[cell],
        }


def draw_castle(scene: Scene, index: int, x: float, y: float, scale: float) -> None:
    sheet, site = scene.sheet, Site.of(scene.state, index)
    with sheet.at(x, y, scale=scale):
        sheet.rect(0, 0, SIDE, SIDE, rx=10, fill=inks.GROUND)
        left, top, width, height = PLACE_OF[8]
        sheet.rect(left, top, width, height, rx=4, fill=inks.COURT)
        for cell in range(9):
            _cell(scene, site, cell, LETTERS / scale)
        if scene.state.closed >> index & 1:
            sheet.path(
                f"M14 14L{SIDE - 14} {SIDE - 14}M{SIDE - 14} 14L14 {SIDE - 14}",
                stroke=INK_FAINT, stroke_width=4, stroke_linecap="round", tip="destroyed for good",
            )  # fmt: skip


def _cell(scene: Scene, site: Site, cell: Cell, letters: float) -> None:
    castle = scene.state.castles[site.index]
    filled = bool(occupied(castle) >> cell & 1)
    legal = bool(scene.named.cells[site.index] >> cell & 1)
    name, role = CELLS[cell], ROLE_NAMES[CELL_ROLE[cell]]
    tip, tile = f"{name}: free for {with_article(role)}", None
    if filled:
        kind = kind_at(castle, cell)
        tile = KINDS[kind]
        tip = f"{name}: {tile}, {with_article(tile_words(kind))}"
        if scene.state.marks_on(site.owner, site.letter) >> cell & 1:
            tip += ", transferred in this turn"
    left, top, width, height = PLACE_OF[cell]
    x, y = left + width / 2, top + height / 2
    names = site.names(cell) | {"data_tile": tile, "data_legal": yes(legal)}
    with scene.sheet.at(x, y, 0, 1, tip=tip, **names):
        if filled:
            draw_tile(scene.sheet, scene.fills, kind, cell, letters)
            if legal:
                _target(scene, width, height)
        else:
            _free(scene, cell, letters, legal)
    news = scene.news.cells.get((site.owner, castle_letter(site.letter), name))
    if news:
        scene.mark(left - 2, top - 2, width + 4, height + 4, news)


def _free(scene: Scene, cell: Cell, letters: float, legal: bool) -> None:
    """An empty place: dashed, but drawn through and filled where something fits."""
    wide, high = SIZE[CELL_ROLE[cell]]
    if cell % 4 == 3:
        wide, high = high, wide
    wide, high = wide - 6, high - 6
    scene.sheet.rect(
        -wide / 2, -high / 2, wide, high, rx=high / 2 if CELL_ROLE[cell] == TOWER else 4,
        fill=inks.CARD if legal else inks.GROUND, fill_opacity=None if legal else 0,
        stroke=INK_LINE if legal else INK_FAINT, stroke_width=2 if legal else 1.5,
        stroke_dasharray=None if legal else "4 5",
    )  # fmt: skip
    scene.sheet.text(
        0, 0.36 * letters, CELLS[cell], size=letters, anchor="middle",
        fill=INK_TEXT if legal else INK_FAINT, font_weight="bold" if legal else None,
    )  # fmt: skip


def _target(scene: Scene, width: float, height: float) -> None:
    """The corners of a frame round a tile that may be named."""
    x, y, arm = width / 2, height / 2, 13
    corners = [
        f"M{sx * (x - arm):g} {sy * y:g}H{sx * x:g}V{sy * (y - arm):g}"
        for sx in (-1, 1)
        for sy in (-1, 1)
    ]
    scene.sheet.path("".join(corners), fill="none", stroke=INK_LINE, stroke_width=3)
