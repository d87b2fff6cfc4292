"""The table drawn: the castle with its wall, and beside it the players and the decision."""

from __future__ import annotations

from rulekeep.core import INK_PAPER, Look, Picture, plural
from rulekeep.games.carcassonne_castle.legal import decisions
from rulekeep.games.carcassonne_castle.state import COLOURS, OVER, PLACE, State
from rulekeep.games.carcassonne_castle.view import words
from rulekeep.games.carcassonne_castle.view.picture_castle import draw_castle
from rulekeep.games.carcassonne_castle.view.picture_panel import LEFT, draw_panel, draw_signs
from rulekeep.games.carcassonne_castle.view.picture_scene import Scene
from rulekeep.games.carcassonne_castle.view.picture_wall import BAND, HIGH, WIDE

WIDTH = 1000.0
MARGIN = 24.0
HEIGHT = HIGH + 2 * (BAND + MARGIN)
FOOT = 76.0
PANEL = LEFT - 12
"""Where the part beside the castle begins."""


def picture(state: State, viewer: int | None, look: Look) -> Picture:
    sheet = Picture(WIDTH, HEIGHT + FOOT, _title(viewer, look), _in_words(state, look))
    sheet.rect(0, 0, sheet.width, sheet.height, fill=INK_PAPER)
    scene = Scene(sheet, state, viewer, look)
    board, cell = state.terms.box.board, scene.wall.cell
    left = MARGIN + BAND + (WIDE - board.width * cell) / 2
    top = MARGIN + BAND + (HIGH - board.height * cell) / 2
    with sheet.part("board", 0, 0, PANEL, HEIGHT, least=cell), sheet.at(left, top):
        draw_castle(scene)
    with sheet.part("panel", PANEL, 0, WIDTH - PANEL, HEIGHT, mine=True, least=26):
        draw_panel(scene)
    with sheet.part("legend", 0, HEIGHT, WIDTH, FOOT):
        draw_signs(scene, HEIGHT + 4)
    return sheet


def _title(viewer: int | None, look: Look) -> str:
    who = "a spectator" if viewer is None else f"{look.name(viewer)} ({COLOURS[viewer]})"
    return f"Carcassonne: The Castle, as {who} sees it"


def _in_words(state: State, look: Look) -> str:
    """The table for those who cannot see it."""
    sentences = [". ".join(words.stock(state))]
    for seat in (0, 1):
        have = words.wall_tiles(state, seat) or "none"
        sentences.append(
            f"{look.name(seat)} plays {COLOURS[seat]}: {words.points(state, seat)}; "
            f"{plural(state.supply[seat], 'follower')} in the supply; "
            f"{words.keep(state, seat)}; wall tiles: {have}"
        )
        standing = [words.spot(state, man >> 1) for man in state.men if man & 1 == seat]
        if standing:
            sentences.append(f"{COLOURS[seat]}'s followers: {', '.join(standing)}")
    if state.last >= 0:
        sentences.append(f"The {words.newest(state)}")
    if state.phase == PLACE:
        sentences.append(f"The tile drawn shows {state.terms.box.tiles[state.drawn].in_words}")
    if state.phase != OVER:
        (decision,) = decisions(state)
        sentences.append(f"{look.name(decision.seat)} is to move: {decision.prompt}")
    return ". ".join(sentences) + "."
