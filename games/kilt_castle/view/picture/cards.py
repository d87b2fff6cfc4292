"""The caravan: edge positions with their numbers, and the cards that lie at them."""

from __future__ import annotations

from rulekeep.core import INK_LINE, INK_PAPER, INK_TEXT, Point, plural
from rulekeep.games.kilt_castle.box.board import Position
from rulekeep.games.kilt_castle.box.pieces import COLOUR_NAMES, FACES, SHOWN, Lying, card_name
from rulekeep.games.kilt_castle.state import NOWHERE, State
from rulekeep.games.kilt_castle.view.picture import inks, signs
from rulekeep.games.kilt_castle.view.picture.scene import (
    ACROSS,
    CARD,
    GAP,
    TAB,
    Lane,
    Scene,
    box,
    yes,
)

TAB_WIDE, TAB_HIGH = 36.0, 28.0


def draw_cards(scene: Scene) -> None:
    for position in range(scene.board.positions):
        lane = scene.places.lane(position)
        _draw_position(scene, position, lane)
        for place, lying in enumerate(scene.state.rows[position]):
            _draw_card(scene, lying, lane, TAB + GAP / 2 + place * (CARD + GAP))


def card_in_words(lying: Lying) -> str:
    colours = [COLOUR_NAMES[colour] for colour in FACES[lying]]
    name = card_name(lying >> 1)
    if len(colours) == 1:
        return f"card {name}: {colours[0]}"
    return f"card {name}: {colours[0]} faces the castle, {colours[1]} faces away"


# -- positions ------------------------------------------------------------------------------


def _draw_position(scene: Scene, position: Position, lane: Lane) -> None:
    sheet, state = scene.sheet, scene.state
    legal = position in scene.choices.targets
    x, y = lane.along(TAB / 2)
    front = position == state.front
    with sheet.group(
        tip=_position_in_words(state, position), data_position=str(position), data_legal=yes(legal)
    ):
        sheet.polygon(
            _pointed(x, y, lane) if front else box(
                x - TAB_WIDE / 2, y - TAB_HIGH / 2, TAB_WIDE, TAB_HIGH
            ),
            fill=INK_LINE if front else INK_PAPER if legal else "none",
            stroke=INK_LINE if front or legal else "none",
            stroke_width=2, stroke_linejoin="round",
        )  # fmt: skip
        ink = INK_PAPER if front else INK_TEXT if legal or state.rows[position] else inks.LABEL
        weight = "bold" if front or state.rows[position] else None
        sheet.text(x, y + 7, str(position), size=19, anchor="middle", fill=ink, font_weight=weight)
    _mark_origin(scene, position, x, y)


def _position_in_words(state: State, position: Position) -> str:
    front = ", the front" if position == state.front else ""
    return f"position {position}{front}: {plural(len(state.rows[position]), 'card')}"


def _pointed(x: float, y: float, lane: Lane) -> list[Point]:
    """A tab that points the way the cards go."""
    ahead, down = lane.onward
    wide, high = TAB_WIDE / 2, TAB_HIGH / 2
    corners = box(x - wide, y - high, 2 * wide, 2 * high)
    if ahead:
        tip = (x + ahead * (wide + 9), y)
        return [*corners[:2], tip, *corners[2:]] if ahead > 0 else [*corners, tip]
    tip = (x, y + down * (high + 9))
    return [*corners[:3], tip, corners[3]] if down > 0 else [corners[0], tip, *corners[1:]]


def _mark_origin(scene: Scene, position: Position, x: float, y: float) -> None:
    moved = scene.news.moved
    if moved is not None and moved.origin == position:
        wide, high = TAB_WIDE / 2 + 2, TAB_HIGH / 2 + 2
        name = card_name(SHOWN.index(moved.card) >> 1)
        scene.mark(box(x - wide, y - high, 2 * wide, 2 * high), f"{name} came from here")


# -- cards ----------------------------------------------------------------------------------


def _draw_card(scene: Scene, lying: Lying, lane: Lane, start: float) -> None:
    """A card that begins so far from the castle; the half at the castle builds first."""
    sheet, name = scene.sheet, card_name(lying >> 1)
    faces = FACES[lying]
    deep = CARD / len(faces)
    with sheet.group(
        tip=card_in_words(lying), data_card=name, data_legal=yes(name in scene.choices.cards)
    ):
        for half, colour in enumerate(faces):
            x, y = lane.along(start + (half + 0.5) * deep)
            wide, high = lane.size(deep, ACROSS)
            for fill in scene.fills.cloth(colour):
                sheet.rect(x - wide / 2, y - high / 2, wide, high, rx=3, fill=fill)
            signs.letter(sheet, colour, x, y, 21)
        x, y = lane.along(start + CARD / 2)
        wide, high = lane.size(CARD, ACROSS)
        build = scene.state.moved != NOWHERE and lying == scene.state.moved
        sheet.rect(
            x - wide / 2, y - high / 2, wide, high, rx=4, fill="none", stroke=inks.EDGE,
            stroke_width=3 if build else 1.4,
        )  # fmt: skip
    moved = scene.news.moved
    if moved is not None and moved.card == SHOWN[lying]:
        who = scene.look.name(moved.seat)
        scene.mark(
            box(x - wide / 2 - 3, y - high / 2 - 3, wide + 6, high + 6), f"just laid here by {who}"
        )
