"""Tiles that lie beside the castles: hands, reserves, piles and discards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulekeep.core import INK_FAINT, INK_LINE, INK_TEXT, Seat, Value, plural, with_article
from rulekeep.games.castle_keep.box.tiles import KINDS, ROLE, Kind, codes, tile_words
from rulekeep.games.castle_keep.moves import HAND_LETTERS
from rulekeep.games.castle_keep.state import State
from rulekeep.games.castle_keep.state.unseen import open_discards
from rulekeep.games.castle_keep.view.picture import inks
from rulekeep.games.castle_keep.view.picture.scene import Scene, yes
from rulekeep.games.castle_keep.view.picture.tiles import SIZE, draw_tile, plate

CARD = 56.0, 74.0
"""A tile that lies face up."""
BIG = 96.0, 106.0
"""A tile of the viewer's hand."""
BACK = 34.0, 44.0
STEP = CARD[0] + 6


def draw_card(
    scene: Scene,
    kind: Kind,
    x: float,
    y: float,
    size: tuple[float, float] = CARD,
    tip: str = "",
    **more: Value,
) -> None:
    """A tile with its code below."""
    sheet, (width, height) = scene.sheet, size
    letters, aside = (17, 0) if size == CARD else (20, 7)
    wide, high = SIZE[ROLE[kind]]
    room = height - letters - 8
    legal = more.get("data_legal") == "yes"
    with sheet.at(x, y, 0, 1, tip=tip or with_article(tile_words(kind)), **more):
        sheet.rect(
            0, 0, width, height, rx=6, fill=inks.CARD, stroke=INK_LINE if legal else INK_FAINT,
            stroke_width=2.5 if legal else 1,
        )  # fmt: skip
        with sheet.at(
            width / 2, room / 2 + 3, scale=min((width - 8) / wide, (room - 4) / high, 0.9)
        ):
            draw_tile(sheet, scene.fills, kind)
        sheet.text(
            width / 2 + aside, height - 7, KINDS[kind], size=letters, anchor="middle",
            font_weight="bold", fill=INK_TEXT,
        )  # fmt: skip


def draw_back(scene: Scene, x: float, y: float, size: tuple[float, float] = BACK) -> None:
    scene.sheet.rect(
        x, y, *size, rx=5, fill=scene.fills.back, stroke=inks.BACK_RIM, stroke_width=1.5
    )


# -- piles ----------------------------------------------------------------------------------


def draw_piles(scene: Scene, x: float, y: float) -> float:
    """Both piles as stacks of backs, each with its number. Where they end."""
    for pile, size in enumerate(scene.state.piles):
        tip = f"pile {pile + 1}: {plural(size, 'tile')} face down"
        legal = yes("pile" in scene.named.sources)
        with scene.sheet.group(tip=tip, data_source="pile", data_legal=legal):
            for n in range(min(size, 3)):
                draw_back(scene, x + 3 * n, y - 3 * n, CARD)
            if not size:
                _place(scene, x, y)
            middle = x + CARD[0] / 2 + 3 * max(min(size, 3) - 1, 0)
            plate(scene.sheet, str(size), middle, y + CARD[1] / 2 - 4, 20)
            _caption(scene, f"pile {pile + 1}", x + CARD[0] / 2, y)
            if legal:
                _frame(scene, x - 3, y - 9, CARD[0] + 12, CARD[1] + 12)
        if pile in scene.news.piles:
            scene.mark(x - 4, y - 10, CARD[0] + 14, CARD[1] + 14, "a tile was just drawn")
        x += CARD[0] + 26
    return x


def _caption(scene: Scene, text: str, x: float, y: float) -> None:
    """Below what lies at y."""
    scene.sheet.text(x, y + CARD[1] + 20, text, size=16, anchor="middle", fill=INK_FAINT)


def draw_discards(scene: Scene, x: float, y: float, right: float) -> None:
    """The discard pile, its top first, as many as there is room for."""
    discard, face_down = scene.state.discard, scene.state.terms.face_down
    known = open_discards(scene.state) if face_down else discard[::-1]
    count = f"{plural(len(discard), 'discard')}, {'face down' if face_down else 'the top first'}"
    tip = f"{count}{'; known are' if face_down else ''}: {' '.join(codes(known)) or 'none'}"
    legal = yes("discard" in scene.named.sources)
    with scene.sheet.group(tip=tip, data_source="discard", data_legal=legal):
        if not discard:
            _place(scene, x, y)
        caption = count if discard else "discards"
        scene.sheet.text(x, y + CARD[1] + 20, caption, size=16, fill=INK_FAINT)
        left = x
        if discard and face_down:
            draw_back(scene, x, y, CARD)
            plate(scene.sheet, str(len(discard)), x + CARD[0] / 2, y + CARD[1] / 2, 20)
            left += STEP
        for n, kind in enumerate(known[: per_row(right - left)]):
            top = n == 0 and not face_down
            draw_card(scene, kind, left + STEP * n, y, opacity=None if top else 0.7)
        if legal:
            _frame(scene, x - 3, y - 3, CARD[0] + 6, CARD[1] + 6)
    if scene.news.discard:
        scene.mark(x - 4, y - 4, CARD[0] + 8, CARD[1] + 8, scene.news.discard)


def _frame(scene: Scene, x: float, y: float, width: float, height: float) -> None:
    """Round what may be named."""
    scene.sheet.rect(x, y, width, height, rx=8, fill="none", stroke=INK_LINE, stroke_width=2.5)


def _place(scene: Scene, x: float, y: float) -> None:
    scene.sheet.rect(
        x, y, *CARD, rx=6, fill="none", stroke=INK_FAINT, stroke_width=1.5, stroke_dasharray="4 5"
    )


# -- hands and reserves -----------------------------------------------------------------------


def draw_backs(scene: Scene, seat: Seat, x: float, y: float, width: float) -> None:
    """A hand seen by the others: backs, and what everybody knows to be in it."""
    state = scene.state
    known = state.known[seat]
    hidden = len(state.hands[seat]) - len(known)
    name = scene.look.name(seat)
    tip = f"{name} holds {plural(len(state.hands[seat]), 'tile')}"
    if known:
        tip += f", known to everybody: {' '.join(codes(known))}"
    with scene.sheet.group(tip=tip):
        plate(scene.sheet, str(len(state.hands[seat])), x + 14, y + 22, 19)
        x += 36
        below = _is_below(state, seat, width)
        room = width - 36 - (0 if below else STEP * len(known))
        step = min(BACK[0] + 5, max(room, BACK[0]) / max(hidden, 1))
        for n in range(hidden):
            draw_back(scene, x + step * n, y)
        if below:
            x, y = x - 36, y + BACK[1] + 8
        else:
            x += step * hidden + 4
        for n, kind in enumerate(known):
            row, column = divmod(n, per_row(width)) if below else (0, n)
            draw_card(scene, kind, x + STEP * column, y + row * (CARD[1] + 8))


def _is_below(state: State, seat: Seat, width: float) -> bool:
    """Whether the known tiles of a hand need rows of their own."""
    return bool(state.known[seat]) and width < 36 + BACK[0] + STEP * len(state.known[seat])


def backs_height(state: State, seat: Seat, width: float) -> float:
    """What `draw_backs` takes."""
    if _is_below(state, seat, width):
        return BACK[1] + 8 + rows_of(state.known[seat], width) * (CARD[1] + 8)
    return CARD[1] if state.known[seat] else BACK[1]


def per_row(width: float, step: float = STEP) -> int:
    return max(int((width + 6) // step), 1)


def draw_reserve(scene: Scene, seat: Seat, x: float, y: float, width: float) -> None:
    """Taken tiles, face up."""
    own = seat == scene.viewer
    fresh = list(scene.news.taken.get(seat, ()))
    for n, kind in enumerate(scene.state.reserves[seat]):
        row, column = divmod(n, per_row(width))
        left, top = x + STEP * column, y + (CARD[1] + 8) * row
        draw_card(
            scene, kind, left, top,
            tip=f"in the reserve of {scene.look.name(seat)}: {with_article(tile_words(kind))}",
            data_tile=KINDS[kind], data_source="reserve", data_player=str(seat + 1),
            data_legal=yes(own and kind in scene.named.reserve),
        )  # fmt: skip
        if KINDS[kind] in fresh:
            fresh.remove(KINDS[kind])
            scene.mark(left - 3, top - 3, CARD[0] + 6, CARD[1] + 6, "just taken")


def draw_hand(scene: Scene, seat: Seat, x: float, y: float, width: float) -> None:
    """The viewer's own, each tile under the letter that may name it too."""
    hand, step = scene.state.hands[seat], BIG[0] + 12
    fresh = list(scene.news.drawn)
    for n, kind in enumerate(hand):
        row, column = divmod(n, per_row(width, step))
        left, top = x + step * column, y + (BIG[1] + 12) * row
        letter = HAND_LETTERS[n] if n < len(HAND_LETTERS) else ""
        draw_card(
            scene, kind, left, top, BIG,
            tip=f"{letter}: {with_article(tile_words(kind))}",
            data_tile=KINDS[kind], data_letter=letter, data_legal=yes(kind in scene.named.hand),
        )  # fmt: skip
        scene.sheet.text(left + 7, top + BIG[1] - 8, letter, size=18, fill=INK_FAINT)
        if KINDS[kind] in fresh:
            fresh.remove(KINDS[kind])
            scene.mark(left - 4, top - 4, BIG[0] + 8, BIG[1] + 8, "just drawn")


def rows_of(tiles: Sequence[Kind], width: float, step: float = STEP) -> int:
    return -(-len(tiles) // per_row(width, step))


def draw_words(scene: Scene, x: float, y: float, words: Iterable[str]) -> None:
    """Words that can be chosen as a move or a part of one."""
    for word in words:
        wide = 26 + 11 * len(word)
        with scene.sheet.group(data_word=word, data_legal="yes", tip=f"say {word}"):
            scene.sheet.rect(
                x - wide, y, wide, 34, rx=17, fill=inks.CARD, stroke=INK_LINE, stroke_width=2
            )
            scene.sheet.text(x - wide / 2, y + 24, word, size=19, anchor="middle", fill=INK_TEXT)
        y += 44


def draw_flips(scene: Scene, right: float, y: float) -> None:
    """What the assault has turned over and is not resolved yet."""
    if not scene.state.flips:
        return
    x = right - STEP * len(scene.state.flips)
    _caption(scene, "turned over", x + STEP * len(scene.state.flips) / 2, y)
    for n, kind in enumerate(scene.state.flips):
        draw_card(scene, kind, x + STEP * n, y)
    if scene.news.flips:
        scene.mark(x - 4, y - 4, STEP * len(scene.state.flips) + 2, CARD[1] + 8, scene.news.flips)
