"""The table as a picture: `picture` is the entry; map, houses and the line of kings are drawn apart."""

from __future__ import annotations

from rulekeep.core import INK_LINE, INK_PAPER, Look, Picture, Seat, fit
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.view.looking import GAME_NAME
from rulekeep.games.kings_and_castles.view.picture import houses, kings
from rulekeep.games.kings_and_castles.view.picture.chart import WIDTH, chart_of
from rulekeep.games.kings_and_castles.view.picture.legend import COLUMN as COLUMN_OF_SIGNS
from rulekeep.games.kings_and_castles.view.picture.legend import draw_legend, legend_height
from rulekeep.games.kings_and_castles.view.picture.map import draw_map
from rulekeep.games.kings_and_castles.view.picture.marks import view_of
from rulekeep.games.kings_and_castles.view.picture.words import asked, headline, whole_table

EDGE = 12
TOP = 77
COLUMN = EDGE + WIDTH + 10
"""Where the houses stand, and the line of kings below them."""
SHEET = COLUMN + kings.WIDTH + EDGE
LEGEND = 744
"""Where it begins in the ocean of the shipped map; on other maps it stands below."""


def picture(state: State, viewer: Seat | None, look: Look) -> Picture:
    """The whole table as the viewer may see it."""
    terms = state.terms
    chart = chart_of(terms.board)
    legend = LEGEND if chart.waters else chart.height + 40
    columns = 1 if chart.waters else 3
    pile = houses.height_of(state)
    line = pile + houses.pile_height(state)
    middle = max(chart.height, line + kings.height_of(state), legend + legend_height(columns))
    height = TOP + middle + EDGE
    whose = "a spectator" if viewer is None else look.name(viewer)
    sheet = Picture(
        SHEET, height, f"{GAME_NAME}, seen by {whose}", whole_table(state, viewer, look)
    )
    view = view_of(state, viewer, look)
    sheet.rect(0, 0, SHEET, height, fill=INK_PAPER)
    head = fit(f"{GAME_NAME} · {headline(state, look)}", 104)
    with sheet.part("heading", 0, 0, SHEET, TOP - 10):
        sheet.text(EDGE, 31, head, size=19, font_weight="bold")
        sheet.text(EDGE, 57, fit(asked(state, viewer, look), 130), size=17, fill=INK_LINE)
    with sheet.part("board", EDGE - 4, TOP - 4, WIDTH + 8, middle + 8), sheet.at(EDGE, TOP):
        draw_map(sheet, state, view)
    signs = EDGE + 6, TOP + legend - 14, COLUMN_OF_SIGNS * columns, legend_height(columns)
    with sheet.part("signs", *signs), sheet.at(EDGE + 14, TOP + legend):
        draw_legend(sheet, terms.board, columns)
    houses.draw_houses(sheet, state, view, COLUMN, TOP)
    with (
        sheet.part("pile", COLUMN, TOP + pile, kings.WIDTH, houses.pile_height(state)),
        sheet.at(COLUMN + 4, TOP + pile),
    ):
        houses.draw_pile(sheet, state)
    with (
        sheet.part("kings", COLUMN - 3, TOP + line, kings.WIDTH + 6, kings.height_of(state)),
        sheet.at(COLUMN, TOP + line),
    ):
        kings.draw_kings(sheet, state, view)
    return sheet
