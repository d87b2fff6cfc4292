"""The table drawn: piles and discards, every player's castles, the viewer's hand, the signs."""

from __future__ import annotations

from rulekeep.core import INK_FAINT, INK_PAPER, Look, Picture, Seat, fit
from rulekeep.games.castle_keep.box.tiles import (
    COLOUR_LETTERS,
    COLOUR_NAMES,
    ROLE_NAMES,
    SHAPE_LETTERS,
    SHAPE_NAMES,
    TOWER,
)
from rulekeep.games.castle_keep.state import State
from rulekeep.games.castle_keep.view.picture.cards import (
    BIG,
    CARD,
    draw_discards,
    draw_flips,
    draw_hand,
    draw_piles,
    draw_words,
    per_row,
    rows_of,
)
from rulekeep.games.castle_keep.view.picture.inks import EDGE, STEEL
from rulekeep.games.castle_keep.view.picture.scene import Scene
from rulekeep.games.castle_keep.view.picture.seats import Plan, draw_places
from rulekeep.games.castle_keep.view.picture.tiles import outline, plate
from rulekeep.games.castle_keep.view.picture.words import in_words, title
from rulekeep.games.castle_keep.view.words import heading, last_turns

WIDTH = 1000.0
MARGIN = 20.0
INSIDE = WIDTH - 2 * MARGIN
TOP = 86.0
"""Where the piles lie, below the heading."""
PLACES = TOP + CARD[1] + 38
FOOT = 52.0
STEP_BIG = BIG[0] + 12
"""From one tile of the hand to the next."""
FOR_WORDS = 110.0
"""What the words to say take of the hand's width."""
NAME = 16
"""The most letters of a name in the heading."""


def picture(state: State, viewer: Seat | None, look: Look) -> Picture:
    plan = Plan.of(state, viewer, INSIDE)
    hand = PLACES + plan.height(state) + 18
    hands = 0.0
    if viewer is not None:
        rows = max(rows_of(state.hands[viewer], INSIDE - FOR_WORDS, STEP_BIG), 1)
        hands = 34 + rows * (BIG[1] + 12)
    foot = hand + hands
    sheet = Picture(WIDTH, foot + FOOT, title(viewer, look), in_words(state, viewer, look))
    scene = Scene(sheet, state, viewer, look)
    sheet.rect(0, 0, sheet.width, sheet.height, fill=INK_PAPER)
    with sheet.part("heading", 0, 0, WIDTH, TOP - 10):
        _heading(scene)
    with sheet.part("piles", 0, TOP - 10, WIDTH, PLACES - TOP + 4, least=CARD[0]):
        _piles(scene)
    draw_places(scene, plan, MARGIN, PLACES)
    if viewer is not None:
        with sheet.part("hand", 0, hand, _hand_width(scene, viewer), hands - 4):
            _hand(scene, viewer, hand)
    with sheet.part("legend", 0, foot, WIDTH, FOOT):
        _signs(scene, foot)
    return sheet


def _heading(scene: Scene) -> None:
    state, sheet = scene.state, scene.sheet
    turn = f"Turn {state.turn}"
    sheet.text(MARGIN, 40, turn, size=24, font_weight="bold")
    asked = heading(state, lambda seat: fit(scene.look.name(seat), NAME))
    sheet.text(MARGIN + 14 + 16 * len(turn), 40, fit(asked, 74), size=20)
    recent = last_turns(scene.look, scene.viewer, 1)
    if recent and not state.terms.common:
        seat, text = recent[-1]
        sheet.text(
            MARGIN, 66, fit(f"{scene.look.name(seat)}: {text}", 105), size=17, fill=INK_FAINT
        )


def _piles(scene: Scene) -> None:
    x = draw_piles(scene, MARGIN, TOP)
    right = WIDTH - MARGIN
    if any(scene.state.terms.victims):
        note = "attacks are allowed" if scene.state.attacks_open() else "no attacks yet"
        scene.sheet.text(right, TOP + CARD[1] + 20, note, size=17, anchor="end", fill=INK_FAINT)
    draw_flips(scene, right, TOP)
    draw_discards(scene, x + 8, TOP, right - (270 if scene.state.flips else 0))


def _hand_width(scene: Scene, seat: Seat) -> float:
    """How far the tiles and the words beside them reach."""
    tiles = min(len(scene.state.hands[seat]), per_row(INSIDE - FOR_WORDS, STEP_BIG))
    return min(MARGIN + 8 + max(tiles, 4) * STEP_BIG + FOR_WORDS, WIDTH)


def _hand(scene: Scene, seat: Seat, y: float) -> None:
    name = fit(scene.look.name(seat), 40)
    empty = "" if scene.state.hands[seat] else " is empty"
    scene.sheet.text(MARGIN, y + 16, f"Hand of {name}{empty}", size=19, font_weight="bold")
    draw_hand(scene, seat, MARGIN + 4, y + 30, INSIDE - FOR_WORDS)
    draw_words(scene, _hand_width(scene, seat) - 6, y + 30, sorted(scene.named.words, reverse=True))


def _signs(scene: Scene, y: float) -> None:
    """Colours by their hatching, shapes by their line, the letters of the codes."""
    sheet, middle = scene.sheet, y + 24
    for n, (name, letter) in enumerate(zip(COLOUR_NAMES, COLOUR_LETTERS, strict=True)):
        x = MARGIN + 118 * n
        sheet.rect(x, middle - 15, 36, 30, rx=4, fill=scene.fills.of[n], stroke=EDGE)
        _sign(scene, x + 18, middle, letter, name)
    for n, (name, letter) in enumerate(zip(SHAPE_NAMES, SHAPE_LETTERS, strict=True)):
        x = MARGIN + 368 + 126 * n
        with sheet.at(x + 18, middle, scale=0.5):
            sheet.path(outline(TOWER, n, False)[0], fill=STEEL, stroke=EDGE, stroke_width=2)
        _sign(scene, x + 18, middle, letter, name)
    roles = "   ".join(f"{name[0].upper()} {name}" for name in ROLE_NAMES)
    sheet.text(WIDTH - MARGIN, middle + 6, roles, size=17, anchor="end", fill=INK_FAINT)


def _sign(scene: Scene, x: float, y: float, letter: str, name: str) -> None:
    plate(scene.sheet, letter, x, y, 16)
    scene.sheet.text(x + 26, y + 6, name, size=17, fill=INK_FAINT)
