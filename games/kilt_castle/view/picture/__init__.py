"""The table drawn: the castle in the middle, the caravan round it, the players in the corners."""

from __future__ import annotations

from rulekeep.core import INK_FAINT, INK_PAPER, Look, Picture, Seat, fit, plural
from rulekeep.games.kilt_castle.state import DUCATS, State
from rulekeep.games.kilt_castle.view.picture import signs, words
from rulekeep.games.kilt_castle.view.picture.cards import draw_cards
from rulekeep.games.kilt_castle.view.picture.castle import draw_castle
from rulekeep.games.kilt_castle.view.picture.players import draw_players
from rulekeep.games.kilt_castle.view.picture.scene import HEAD, MARGIN, Places, Scene

QUESTION_LETTERS = 50
LEGEND = (
    "The arrow is the front of the cards. A card's half at the castle builds first.",
    "Beside a tower: its floors, the price of building over it. A roof: everybody's.",
    "“day”: what a ducat day would bring for towers, roofs and crests (shields).",
)


def picture(state: State, viewer: Seat | None, look: Look) -> Picture:
    places = Places(state.terms.box)
    title, description = words.title(viewer, look), words.in_words(state, look)
    sheet = Picture(places.width, places.height, title, description)
    sheet.rect(0, 0, sheet.width, sheet.height, fill=INK_PAPER)
    scene = Scene(sheet, places, state, viewer, look)
    with sheet.part("heading", 0, 0, places.width, HEAD - 4):
        _draw_heading(scene)
    with sheet.part("board", 0, HEAD - 4, places.width, places.foot - HEAD + 4):
        draw_castle(scene)
        _draw_roofs(scene)
        draw_cards(scene)
    draw_players(scene)
    with sheet.part("legend", 0, places.foot, places.width, places.height - places.foot):
        _draw_foot(scene)
    return sheet


def _draw_heading(scene: Scene) -> None:
    sheet, state = scene.sheet, scene.state
    turn = "The end" if state.over else f"Turn {state.turn}"
    sheet.text(MARGIN + 2, 35, turn, size=22, font_weight="bold")
    question = fit(words.asked(state, scene.look), QUESTION_LETTERS)
    sheet.text(MARGIN + 118, 35, question, size=20)
    if state.seal == DUCATS and not state.over:
        sheet.text(sheet.width - MARGIN - 2, 35, "ducat day follows", size=19, anchor="end")


def _draw_roofs(scene: Scene) -> None:
    """The roofs that lie beside the board, in its corner."""
    sheet, places = scene.sheet, scene.places
    unused = scene.state.unused_roofs
    with sheet.group(tip=f"{plural(unused, 'roof')} beside the board"):
        signs.small_roof(sheet, places.left - 18, places.top - 20)
        sheet.text(places.left - 4, places.top - 13, f"×{unused}", size=19)


def _draw_foot(scene: Scene) -> None:
    """What the signs mean."""
    for number, line in enumerate(LEGEND):
        scene.sheet.text(
            MARGIN + 2, scene.places.foot + 26 + 27 * number, line, size=17, fill=INK_FAINT
        )
