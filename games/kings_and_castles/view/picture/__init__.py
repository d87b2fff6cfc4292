"""The table as a picture: `picture` is the entry; map, houses and the line of kings are drawn apart."""

from __future__ import annotations

from rulekeep.core import INK_LINE, INK_PAPER, Look, Picture, Seat, fit
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.view.looking import GAME_NAME
from rulekeep.games.kings_and_castles.view.picture import houses, kings
from rulekeep.games.kings_and_castles.view.picture.chart import WIDTH, chart_of
from rulekeep.games.kings_and_castles.view.picture.legend import draw_legend, legend_height
from rulekeep.games.kings_and_castles.view.picture.map import draw_map
from rulekeep.games.kings_and_castles.view.picture.marks import view_of
from rulekeep.games.kings_and_castles.view.picture.words import asked, headline, whole_table

SHEET = 1000
EDGE = 12
TOP = 77
COLUMN = EDGE + WIDTH + 10
"""Where the houses stand."""
LEGEND = 744
"""Where it begins in the ocean of the shipped map; on other maps it stands below."""


def picture(state: State, viewer: Seat | None, look: Look) -> Picture:
    """The whole table as the viewer may see it."""
    terms = state.terms
    chart = chart_of(terms.board)
    legend = LEGEND if chart.waters else chart.height + 40
    columns = 1 if chart.waters else 3
    column = houses.height_of(state) + houses.pile_height(state)
    middle = max(chart.height, column, legend + legend_height(columns))
    height = TOP + middle + 16 + kings.height_of(state) + EDGE
    whose = "a spectator" if viewer is None else look.name(viewer)
    sheet = Picture(
        SHEET, height, f"{GAME_NAME}, seen by {whose}", whole_table(state, viewer, look)
    )
    view = view_of(state, viewer, look)
    sheet.rect(0, 0, SHEET, height, fill=INK_PAPER)
    head = fit(f"{GAME_NAME} · {headline(state, look)}", 84)
    sheet.text(EDGE, 31, head, size=19, font_weight="bold")
    sheet.text(EDGE, 57, fit(asked(state, viewer, look), 102), size=17, fill=INK_LINE)
    with sheet.at(EDGE, TOP):
        draw_map(sheet, state, view)
        with sheet.at(14, legend):
            draw_legend(sheet, terms.board, columns)
    with sheet.at(COLUMN, TOP):
        end = houses.draw_houses(sheet, state, view)
        with sheet.at(4, end):
            houses.draw_pile(sheet, state)
    with sheet.at(EDGE, TOP + middle + 16):
        kings.draw_kings(sheet, state, view)
    return sheet
