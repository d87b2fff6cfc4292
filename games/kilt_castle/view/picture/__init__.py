"""The table drawn: the castle in the middle, the caravan round it, the players in the corners."""

from __future__ import annotations

from rulekeep.core import INK_FAINT, INK_PAPER, Look, Picture, Seat, fit, plural
from rulekeep.games.kilt_castle.state import DUCATS, State
from rulekeep.games.kilt_castle.view.picture import words
from rulekeep.games.kilt_castle.view.picture.cards import draw_cards
from rulekeep.games.kilt_castle.view.picture.castle import draw_castle
from rulekeep.games.kilt_castle.view.picture.players import draw_players
from rulekeep.games.kilt_castle.view.picture.scene import MARGIN, Places, Scene
from rulekeep.games.kilt_castle.view.picture.towers import draw_roof

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
    _draw_heading(scene)
    draw_castle(scene)
    draw_cards(scene)
    draw_players(scene)
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


def _draw_foot(scene: Scene) -> None:
    """The roofs beside the board, and what the signs mean."""
    sheet, y = scene.sheet, scene.places.foot
    unused = scene.state.unused_roofs
    with sheet.group(tip=f"{plural(unused, 'roof')} beside the board"):
        for number in range(unused):
            draw_roof(sheet, scene.fills, MARGIN + 8 + number * 84, y + 62)
        if not unused:
            sheet.text(MARGIN + 2, y + 50, "no roof left", size=17, fill=INK_FAINT)
    left = MARGIN + 196
    for number, line in enumerate(LEGEND):
        sheet.text(left, y + 26 + 27 * number, line, size=17, fill=INK_FAINT)
