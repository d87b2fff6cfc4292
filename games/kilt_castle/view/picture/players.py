"""The players in the corners of the table, clockwise as they play: purse, floors left, prospects."""

from __future__ import annotations

from rulekeep.core import INK_FAINT, INK_LINE, INK_NEWS, INK_PAPER, Point, Seat, fit, plural
from rulekeep.games.kilt_castle.box.pieces import COLOUR_NAMES, CRESTS, LETTERS, Colour
from rulekeep.games.kilt_castle.events import ducats, sum_of, with_crests
from rulekeep.games.kilt_castle.legal import decisions
from rulekeep.games.kilt_castle.scoring import Area, best_area, outcome
from rulekeep.games.kilt_castle.state import DUCATS
from rulekeep.games.kilt_castle.view.picture import inks, signs
from rulekeep.games.kilt_castle.view.picture.scene import HEAD, MARGIN, REACH, TAB, Scene, box, yes

SIDE = REACH - TAB - 6
"""How wide a player's sheet is."""
PAD = 11.0
NAME_LETTERS = 11
FLOOR_WIDE, FLOOR_HIGH = 59.0, 36.0
"""A floor in stock."""
CLAN = 70.0
"""Where the clans of a player begin."""
TALL = 73.0
"""From one clan to the next."""


def draw_players(scene: Scene) -> None:
    for seat, corner in zip(range(scene.state.terms.seats), _corners(scene), strict=False):
        x, y = corner
        with (
            scene.sheet.part(
                "seat", x - 3, y - 3, SIDE + 6, _height(scene) + 6, mine=seat == scene.viewer,
                least=FLOOR_HIGH, data_seat=str(seat + 1),
            ),
            scene.sheet.at(x, y),
        ):  # fmt: skip
            _draw_player(scene, seat)


def _corners(scene: Scene) -> list[Point]:
    """Clockwise from the upper left; two players sit opposite each other."""
    places = scene.places
    right, low = places.width - MARGIN - SIDE, places.bottom + REACH - _height(scene)
    upper_left, lower_right = (MARGIN, HEAD), (right, low)
    if scene.state.terms.seats == 2:
        return [upper_left, lower_right]
    return [upper_left, (right, HEAD), lower_right, (MARGIN, low)]


def _height(scene: Scene) -> float:
    """With two clans each has a shorter text."""
    return CLAN + (2 * TALL + 2 if scene.state.terms.seats == 2 else TALL + 33)


def _draw_player(scene: Scene, seat: Seat) -> None:
    sheet, state = scene.sheet, scene.state
    asked = seat in {decision.seat for decision in decisions(state)}
    ended = outcome(state)
    strong = asked or (ended is not None and seat in ended.winners)
    sheet.rect(
        0, 0, SIDE, _height(scene), rx=8, fill=INK_PAPER, stroke=INK_LINE if strong else INK_FAINT,
        stroke_width=3.5 if strong else 1.2,
    )  # fmt: skip
    name = fit(scene.look.name(seat), NAME_LETTERS)
    sheet.text(PAD, 28, name, size=19, font_weight="bold" if strong else None)
    _draw_purse(scene, seat)
    if seat == state.active and not state.over:
        _draw_seal(scene)
    for number, colour in enumerate(state.terms.colours_of[seat]):
        with sheet.at(0, CLAN + TALL * number):
            _draw_colour(scene, colour)


def _draw_purse(scene: Scene, seat: Seat) -> None:
    sheet = scene.sheet
    amount = scene.state.bank.purses[seat]
    signs.coin(sheet, PAD + 12, 50)
    sheet.text(
        PAD + 31, 58, str(amount), size=24, font_weight="bold",
        tip=f"{scene.look.name(seat)} has {ducats(amount)}",
    )  # fmt: skip
    gain = scene.news.gains[seat]
    if gain:
        wide = 37 + 15 * len(str(amount))
        says = f"{gain:+d}".replace("-", "−")
        sheet.text(PAD + wide, 57, says, size=19, fill=INK_NEWS)
        what = "got" if gain > 0 else "paid"
        scene.mark(
            box(PAD - 4, 35, wide + 10 + 12 * len(says), 30), f"just {what} {ducats(abs(gain))}"
        )


def _draw_seal(scene: Scene) -> None:
    side = scene.state.seal
    tip = "the seal shows ducats: a ducat day follows" if side == DUCATS else "has the seal"
    signs.seal(scene.sheet, SIDE - 25, 47, side, tip)


# -- a clan ---------------------------------------------------------------------------------


def _draw_colour(scene: Scene, colour: Colour) -> None:
    """The floors left and what a ducat day would bring, then the floors by their crests."""
    sheet, state = scene.sheet, scene.state
    signs.badge(sheet, scene.fills, colour, PAD + 13, 13)
    left = plural(state.left[colour], "floor")
    name = COLOUR_NAMES[colour]
    sheet.text(PAD + 34, 19, f"{state.left[colour]} left", size=17, tip=f"{name}: {left} left")
    area = best_area(state, colour)
    items = sum_of((area.towers, "tower"), (area.roofs, "roof"), (area.crests, "crest"))
    cells = " ".join(scene.board.names(area.cells))
    why = f": {items} ({cells})" if items else ""
    sheet.text(
        SIDE - PAD, 19, f"day {area.value}", size=17, anchor="end",
        tip=f"a ducat day would bring {name} {ducats(area.value)}{why}",
    )  # fmt: skip
    for crests in CRESTS:
        _draw_stock(scene, colour, crests)
    if scene.state.terms.seats > 2:
        _draw_area(scene, area)


def _draw_area(scene: Scene, area: Area) -> None:
    """What a ducat day would count."""
    sheet, x = scene.sheet, PAD
    for count, draw in (
        (area.towers, signs.tower),
        (area.roofs, signs.small_roof),
        (area.crests, signs.crest),
    ):
        if count:
            draw(sheet, x + 9, TALL + 13)
            sheet.text(x + 21, TALL + 19, str(count), size=17)
            x += 26 + 11 * len(str(count))


def _draw_stock(scene: Scene, colour: Colour, crests: int) -> None:
    sheet = scene.sheet
    count = scene.state.stock_of(colour)[crests]
    named = f"{LETTERS[colour]} " if scene.state.terms.any_own_floor else ""
    x = PAD + crests * (FLOOR_WIDE + 5)
    legal = (colour, crests) in scene.choices.floors
    with sheet.group(
        tip=f"{COLOUR_NAMES[colour]}: {plural(count, 'floor')}{with_crests(crests)} in stock",
        data_colour=LETTERS[colour],
        data_floor=f"{named}crest{crests}",
        data_legal=yes(legal),
        opacity=None if count else 0.45,
    ):
        sheet.rect(
            x, 30, FLOOR_WIDE, FLOOR_HIGH, rx=3, fill=inks.CLOTH[colour], stroke=inks.EDGE,
            stroke_width=2.5 if legal else 1,
        )  # fmt: skip
        middle = 30 + FLOOR_HIGH / 2
        signs.crests(sheet, crests, x + 14 + 6 * (crests == 2), middle, 1.0)
        at = x + FLOOR_WIDE / 2 if not crests else x + FLOOR_WIDE - 14
        sheet.text(
            at, middle + 8, str(count), size=22, anchor="middle", font_weight="bold",
            fill=inks.ON_CLOTH[colour],
        )  # fmt: skip
