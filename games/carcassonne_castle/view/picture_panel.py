"""Beside the castle: whose turn it is, what each player has, the tile in hand; below, the signs."""

from __future__ import annotations

from collections.abc import Sequence

from rulekeep.core import INK_FAINT, INK_LINE, INK_PAPER, Item, fit, folded, plural
from rulekeep.games.carcassonne_castle.box.board import EFFECT_WORDS
from rulekeep.games.carcassonne_castle.box.tiles import (
    COURT,
    HOUSE,
    PATH,
    ROLES,
    TOWER,
    TURNED,
    TYPES,
)
from rulekeep.games.carcassonne_castle.legal import decisions
from rulekeep.games.carcassonne_castle.scoring.final import items, outcome
from rulekeep.games.carcassonne_castle.state import COLOURS, FOLLOWER, NUMBERS, OVER, PLACE
from rulekeep.games.carcassonne_castle.view import picture_inks as inks
from rulekeep.games.carcassonne_castle.view import picture_pieces as pieces
from rulekeep.games.carcassonne_castle.view import words
from rulekeep.games.carcassonne_castle.view.picture_castle import draw_tile
from rulekeep.games.carcassonne_castle.view.picture_scene import Scene
from rulekeep.games.carcassonne_castle.view.picture_tile import tile_art

LEFT, RIGHT = 768.0, 988.0
WIDE = RIGHT - LEFT
LETTERS = 23
"""How many letters of the usual size stand in a line."""
ROOM_FOR_A_NAME = 120
ROW = 22.0
CARDS_PER_ROW = 6


def draw_panel(scene: Scene) -> None:
    y = _heading(scene, 34)
    for seat in (0, 1):
        y = _player(scene, seat, y)
    y += 6
    if scene.state.phase == PLACE:
        y = _tile_in_hand(scene, y)
    elif scene.state.phase == FOLLOWER:
        y = _new_tile(scene, y)
    elif scene.state.phase == OVER:
        y = _result(scene, y)
    else:
        y = _to_be_scored(scene, y)
    _words_to_say(scene, y)


# -- the turn -------------------------------------------------------------------------------


def _heading(scene: Scene, y: float) -> float:
    state, sheet = scene.state, scene.sheet
    turn = "The end" if state.phase == OVER else f"Turn {state.turn}"
    sheet.text(LEFT, y, turn, size=22, font_weight="bold")
    tip = f"{plural(state.stock.total, 'tile')} face down"
    sheet.text(RIGHT, y, f"stock {state.stock.total}", size=18, anchor="end", tip=tip)
    for line in folded(_question(scene), LETTERS, indent=""):
        y += ROW
        sheet.text(LEFT, y, line, size=18)
    return y + 14


def _question(scene: Scene) -> str:
    ended = outcome(scene.state)
    if ended is None:
        (decision,) = decisions(scene.state)
        return f"{fit(scene.look.name(decision.seat), 18)}: {decision.prompt}"
    if len(ended.winners) > 1:
        return "A draw."
    return f"{fit(scene.look.name(ended.winners[0]), 18)} wins."


# -- players --------------------------------------------------------------------------------


def _player(scene: Scene, seat: int, y: float) -> float:
    """The name and the points, what is left, the wall tiles taken."""
    state, sheet = scene.state, scene.sheet
    cards = [number for number in range(1, NUMBERS) for _ in range(state.owns(seat, number))]
    rows = -(-len(cards) // CARDS_PER_ROW)
    height = 82 + 36 * rows
    asked = words.is_asked(state, seat)
    ink, thick = (INK_LINE, 3) if asked else (INK_FAINT, 1)
    sheet.rect(LEFT, y, WIDE, height, rx=6, fill=INK_PAPER, stroke=ink, stroke_width=thick)
    colour = COLOURS[seat]
    pieces.marker(sheet, seat, LEFT + 21, y + 23, f"{scene.look.name(seat)} plays {colour}")
    name = fit(scene.look.name(seat), 12)
    narrowed = ROOM_FOR_A_NAME if len(name) > 9 else None
    sheet.text(LEFT + 41, y + 29, name, size=19, font_weight="bold", textLength=narrowed)
    sheet.text(
        RIGHT - 10, y + 31, str(state.score[seat]), size=25, anchor="end", font_weight="bold",
        tip=f"{colour} has {words.points(state, seat)}",
    )  # fmt: skip
    _supply(scene, seat, y + 60)
    for n, number in enumerate(cards):
        x = LEFT + 9 + 35 * (n % CARDS_PER_ROW)
        top = y + 80 + 36 * (n // CARDS_PER_ROW)
        pieces.card(sheet, x, top, number, _card_says(scene, seat, number))
        if (seat, number) in scene.changes.cards:
            pieces.highlight(
                sheet, x - 2, top - 2, 34, 34, f"{colour} just took wall tile {number}"
            )
    return y + height + 8


def _card_says(scene: Scene, seat: int, number: int) -> str:
    waits = seat * NUMBERS + number in scene.state.fresh and number < 4
    return f"wall tile {number}: {EFFECT_WORDS[number - 1]}" + (
        ", from the next turn on" if waits else ""
    )


def _supply(scene: Scene, seat: int, y: float) -> None:
    state, sheet = scene.state, scene.sheet
    left = state.supply[seat]
    with sheet.group(tip=f"{plural(left, 'follower')} in {COLOURS[seat]}'s supply"):
        shown = left if left <= 6 else 1
        for n in range(shown):
            pieces.idle(sheet, seat, LEFT + 20 + 25 * n, y, 0.75)
        if left > shown or not left:
            text = f"× {left}" if left else "no follower"
            sheet.text(LEFT + (38 if left else 10), y + 7, text, size=18)
    if not state.keeps[seat].size:
        with sheet.group(tip=f"{COLOURS[seat]}'s keep is in the supply"):
            pieces.keep(sheet, seat, RIGHT - 26, y, 0, 0.85)
    else:
        sheet.text(RIGHT - 10, y + 7, f"keep {state.keeps[seat].size}", size=18, anchor="end")


# -- the decision ---------------------------------------------------------------------------


def _tile_in_hand(scene: Scene, y: float) -> float:
    """The tile drawn, in the turns in which it fits somewhere."""
    state, sheet = scene.state, scene.sheet
    box, name = state.terms.box, state.terms.box.kinds[state.drawn]
    fitting = [
        (r, spaces) for r, listed, spaces in words.rotations(state) if r == listed and spaces
    ]
    size = 84.0 if len(fitting) > 1 else 120.0
    with sheet.group(data_tile=name):
        sheet.text(LEFT, y + 16, f"Tile {name} fits", size=18, font_weight="bold")
        for n, (rotation, spaces) in enumerate(fitting):
            x = LEFT + 12 + (size + 32) * (n % 2)
            top = y + 26 + (size + 30) * (n // 2)
            turned = f"r{rotation}"
            tip = f"tile {name}{TURNED[rotation]} fits on {plural(spaces, 'space')}"
            with sheet.group(data_rotation=turned, data_legal=scene.legal, tip=tip):
                draw_tile(sheet, x, top, size, box.oriented[4 * state.drawn + rotation].segments)
                sheet.rect(x, top, size, size, fill="none", stroke=INK_LINE, stroke_width=1.5)
                sheet.text(
                    x + size / 2, top + size + 19, f"{spaces} ×", size=18, anchor="middle",
                )  # fmt: skip
    height = 26 + (size + 30) * -(-len(fitting) // 2)
    if scene.changes.drawn:
        pieces.highlight(sheet, LEFT - 6, y - 6, WIDE + 12, height + 6, f"{name} was just drawn")
    return y + height


def _new_tile(scene: Scene, y: float) -> float:
    """The newest tile, large, with what a follower may be put on by its name."""
    state, sheet = scene.state, scene.sheet
    size = 140.0
    x, top = LEFT + (WIDE - size) / 2, y + 30
    segments = state.terms.box.oriented[state.board[state.last]].segments
    _, _, where = words.newest(state).partition(" tile ")
    sheet.text(LEFT, y + 16, f"Tile {where}", size=18, font_weight="bold")
    draw_tile(sheet, x, top, size, segments)
    sheet.rect(x, top, size, size, fill="none", stroke=INK_LINE, stroke_width=1.5)
    named = {s.name: n for n, s in enumerate(segments)}
    for name in scene.asked.segments:
        seat_x, seat_y = tile_art(segments).seats[named[name]]
        type_, port = name.split()
        tip = f"follower {name}: a {ROLES[TYPES.index(type_)]}"
        with sheet.at(
            x + seat_x * size / 100, top + seat_y * size / 100,
            data_segment=name, data_legal=scene.legal, tip=tip,
        ):  # fmt: skip
            sheet.rect(-17, -13, 34, 26, rx=13, fill=inks.CARD, stroke=inks.EDGE, stroke_width=2)
            sheet.text(0, 6, port, size=18, anchor="middle", font_weight="bold", fill=inks.ON_CARD)
    y = top + size + 2
    for line in folded(f"free: {', '.join(scene.asked.segments) or 'nothing'}", LETTERS, indent=""):
        y += ROW
        sheet.text(LEFT, y, line, size=18)
    return y + 12


def _to_be_scored(scene: Scene, y: float) -> float:
    for root in scene.state.closed:
        name = scene.state.name_of(root)
        legal = scene.legal if name in scene.asked.features else None
        owner = scene.state.winner(root)
        whose = COLOURS[owner] if owner >= 0 else "nobody"
        y += ROW
        scene.sheet.text(
            LEFT, y, f"★ {name} ({whose})", size=18, data_feature=name, data_legal=legal
        )
    return y + 10


def _result(scene: Scene, y: float) -> float:
    """What the points came from."""
    for seat in (0, 1):
        y += ROW
        scene.sheet.text(LEFT, y, COLOURS[seat], size=18, font_weight="bold")
        for label, points in _rows(items(scene.state, seat)):
            y += 20
            scene.sheet.text(LEFT + 10, y, fit(label, 22), size=16)
            scene.sheet.text(RIGHT - 4, y, str(points), size=16, anchor="end")
    return y


def _rows(gained: Sequence[Item]) -> list[tuple[str, int]]:
    """Points by what they came from; what there is no room for as one sum."""
    rows = [(item.label, item.total) for item in gained]
    most = 7
    if len(rows) <= most:
        return rows
    return [*rows[: most - 1], ("other", sum(points for _, points in rows[most - 1 :]))]


def _words_to_say(scene: Scene, y: float) -> None:
    """What is answered in a word."""
    x = LEFT
    for word in scene.asked.words:
        width = 22 + 10.5 * len(word)
        if x + width > RIGHT:
            x, y = LEFT, y + 42
        with scene.sheet.group(data_word=word, data_legal=scene.legal):
            scene.sheet.rect(
                x, y, width, 32, rx=16, fill=inks.CARD, stroke=inks.EDGE, stroke_width=2
            )
            scene.sheet.text(
                x + width / 2, y + 22, word, size=18, anchor="middle", fill=inks.ON_CARD
            )
        x += width + 10


# -- the signs ------------------------------------------------------------------------------


def draw_signs(scene: Scene, y: float) -> None:
    """What is what, along the foot of the sheet."""
    sheet = scene.sheet
    for n, type_ in enumerate((HOUSE, TOWER, COURT, PATH)):
        sheet.rect(
            *_sign(scene, n, y, TYPES[type_]), 26, 22, fill=inks.FILLS.of[type_], stroke=inks.EDGE
        )
    for n, draw in enumerate((pieces.market, pieces.well, pieces.square), 4):
        x, top = _sign(scene, n, y, draw.__name__)
        draw(sheet, x + 14, top + 11)
    y += 32
    for n, type_ in enumerate((PATH, TOWER, HOUSE, COURT)):
        x, top = _sign(scene, n, y, ROLES[type_])
        pieces.follower(sheet, n % 2, x + 14, top + 11, type_, 0.8)
    x, top = _sign(scene, 4, y, "keep and its size")
    pieces.keep(sheet, 0, x + 14, top + 11, 3, 0.8)
    x, top = _sign(scene, 5.5, y, "wall tile face down")
    pieces.card_back(sheet, x + 2, top, 24)


def _sign(scene: Scene, column: float, y: float, word: str) -> tuple[float, float]:
    """Says what stands there; where to draw it."""
    x = 20 + 134.0 * column
    scene.sheet.text(x + 36, y + 17, word, size=17, fill=INK_FAINT)
    return x, y
