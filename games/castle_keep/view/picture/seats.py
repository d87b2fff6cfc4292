"""The players' places: name and number, castles, what lies beside them."""

from __future__ import annotations

from attrs import frozen

from rulekeep.core import INK_FAINT, INK_LINE, INK_PAPER, Seat, fit, folded, plural
from rulekeep.games.castle_keep.box.castle import occupied
from rulekeep.games.castle_keep.moves import CASTLE_LETTERS
from rulekeep.games.castle_keep.state import State
from rulekeep.games.castle_keep.terms import OVER
from rulekeep.games.castle_keep.view.picture.cards import (
    BACK,
    CARD,
    backs_height,
    draw_backs,
    draw_reserve,
    rows_of,
)
from rulekeep.games.castle_keep.view.picture.castle import SIDE, draw_castle
from rulekeep.games.castle_keep.view.picture.scene import Scene
from rulekeep.games.castle_keep.view.picture.tiles import plate
from rulekeep.games.castle_keep.view.words import last_turns

HEAD = 46.0
PAD = 12.0
BETWEEN = 14.0
RESERVE = 84.0
"""Where a reserve begins, behind its name."""
LARGEST = (0.0, 0.0, 1.35, 1.35, 1.1)
"""By seats the scale beyond which a castle gains nothing."""
COMMON_SIDE = 400.0
"""How large the one castle of all is drawn."""


@frozen
class Plan:
    """How the places of all players are laid on a width."""

    columns: int
    place: float
    """The width of one place."""
    scale: float
    """Of the castles."""
    below: float
    """The height of what lies below the castles."""
    beside: float = 0.0
    """The width of what lies beside a castle instead; 0 if nothing does."""
    tall: float = 0.0
    """The height of what lies beside the castles."""

    @classmethod
    def of(cls, state: State, viewer: Seat | None, width: float) -> Plan:
        terms = state.terms
        if terms.common:
            place = width - COMMON_SIDE - 2 * PAD - BETWEEN
            return cls(1, place, COMMON_SIDE / SIDE, _below(state, viewer, place))
        columns = 3 if state.seats == 3 and not terms.empire else 2
        place = (width - BETWEEN * (columns - 1)) / columns
        room = (place - PAD * (terms.per_seat + 1)) / terms.per_seat
        scale = min(room / SIDE, LARGEST[state.seats])
        beside = place - SIDE * scale - 3 * PAD
        if terms.per_seat == 1 and state.seats > columns and beside > 2 * CARD[0]:
            return cls(columns, place, scale, 0, beside, _tall(state, viewer, beside))
        return cls(columns, place, scale, _below(state, viewer, place))

    @property
    def castle(self) -> float:
        return SIDE * self.scale

    def height_of_place(self, state: State) -> float:
        if state.terms.common:
            return HEAD + self.below + PAD
        title = 26 if state.terms.empire else 0
        return HEAD + title + max(self.castle, self.tall) + self.below + PAD

    def height(self, state: State) -> float:
        rows = -(-state.seats // self.columns)
        places = rows * (self.height_of_place(state) + BETWEEN) - BETWEEN
        return max(places, COMMON_SIDE + 2 * PAD) if state.terms.common else places


def _below(state: State, viewer: Seat | None, width: float) -> float:
    """Room for the hands and the fullest reserve."""
    rows = max(rows_of(reserve, width - 2 * PAD - RESERVE) for reserve in state.reserves)
    return _hand_row(state, viewer) + PAD + rows * (CARD[1] + 8) + (PAD if rows else 0)


def _tall(state: State, viewer: Seat | None, width: float) -> float:
    """Room beside a castle for the fullest hand and reserve."""
    return max(
        backs_height(state, seat, width) * (seat != viewer)
        + 2 * PAD
        + rows_of(state.reserves[seat], width) * (CARD[1] + 8)
        + 30
        for seat in range(state.seats)
    )


def _hand_row(state: State, viewer: Seat | None) -> float:
    """Backs need less room than what everybody knows of a hand."""
    known = any(state.known[seat] for seat in range(state.seats) if seat != viewer)
    return CARD[1] if known else BACK[1]


def draw_places(scene: Scene, plan: Plan, x: float, y: float) -> None:
    state = scene.state
    high = plan.height_of_place(state)
    if state.terms.common:
        side = COMMON_SIDE + 2 * PAD
        with scene.sheet.part("board", x, y, side, side):
            _common_castle(scene, x, y)
        x += COMMON_SIDE + 2 * PAD + BETWEEN
    rest = state.seats % plan.columns
    for seat in range(state.seats):
        row, column = divmod(seat, plan.columns)
        left = x + column * (plan.place + BETWEEN)
        if rest and seat >= state.seats - rest:  # a last row that is not full stands in the middle
            left += (plan.columns - rest) * (plan.place + BETWEEN) / 2
        top = y + row * (high + BETWEEN)
        mine = seat == scene.viewer
        with scene.sheet.part(
            "seat", left, top, plan.place, high, mine=mine, data_seat=str(seat + 1)
        ):
            _place(scene, plan, seat, left, top)
    if state.terms.common:
        top, bottom = y + state.seats * (high + BETWEEN), y + plan.height(state)
        with scene.sheet.part("turns", x, top, plan.place, bottom - top):
            _last_turns(scene, plan, x, top, bottom)


def _last_turns(scene: Scene, plan: Plan, x: float, y: float, bottom: float) -> None:
    """Beside a common castle there is room for what was done of late."""
    lines = [
        line
        for seat, text in last_turns(scene.look, scene.viewer, 6)
        for line in folded(f"{scene.look.name(seat)}: {text}", int(plan.place / 9.6))
    ]
    room = int((bottom - y - 34) / 24)
    if lines and room > 0:
        scene.sheet.text(x, y + 22, "Last turns", size=18, font_weight="bold")
        for n, line in enumerate(lines[-room:]):
            scene.sheet.text(x, y + 50 + 24 * n, line, size=17)


def _common_castle(scene: Scene, x: float, y: float) -> None:
    side = COMMON_SIDE + 2 * PAD
    scene.sheet.rect(x, y, side, side, rx=8, fill=INK_PAPER, stroke=INK_FAINT)
    draw_castle(scene, 0, x + PAD, y + PAD, COMMON_SIDE / SIDE)


def _place(scene: Scene, plan: Plan, seat: Seat, x: float, y: float) -> None:
    state, sheet = scene.state, scene.sheet
    first = seat == (state.winner if state.phase == OVER else state.active)
    ink, thick = (INK_LINE, 3) if first else (INK_FAINT, 1)
    sheet.rect(
        x, y, plan.place, plan.height_of_place(state), rx=8, fill=INK_PAPER, stroke=ink,
        stroke_width=thick, opacity=0.5 if state.is_out(seat) else None,
    )  # fmt: skip
    _head(scene, plan, seat, x, y)
    top = y + HEAD
    if not state.terms.common:
        top = _castles(scene, plan, seat, x, top) + PAD
    if plan.beside:
        _beside(scene, plan, seat, x + plan.castle + 2 * PAD, y + HEAD)
        return
    inner, room = x + PAD, plan.place - 2 * PAD
    if not state.is_out(seat):
        if seat == scene.viewer:
            plate(sheet, str(len(state.hands[seat])), inner + 14, top + 22, 19)
            sheet.text(inner + 36, top + 28, "in hand, below", size=18, fill=INK_FAINT)
        else:
            draw_backs(scene, seat, inner, top, room)
    top += _hand_row(state, scene.viewer) + PAD
    if state.reserves[seat]:
        sheet.text(inner, top + 42, "reserve", size=18, fill=INK_FAINT)
        draw_reserve(scene, seat, inner + RESERVE, top, room - RESERVE)


def _beside(scene: Scene, plan: Plan, seat: Seat, x: float, y: float) -> None:
    """The hand and the reserve beside the castle."""
    state, sheet = scene.state, scene.sheet
    if not state.is_out(seat) and seat == scene.viewer:
        plate(sheet, str(len(state.hands[seat])), x + 14, y + 18, 19)
        sheet.text(x + 36, y + 24, "in hand", size=18, fill=INK_FAINT)
    elif not state.is_out(seat):
        draw_backs(scene, seat, x, y, plan.beside)
        y += backs_height(state, seat, plan.beside)
    if state.reserves[seat]:
        sheet.text(x, y + 48, "reserve", size=18, fill=INK_FAINT)
        draw_reserve(scene, seat, x, y + 56, plan.beside)


def _head(scene: Scene, plan: Plan, seat: Seat, x: float, y: float) -> None:
    """The number that attacks name, the name, how far it is."""
    state, sheet = scene.state, scene.sheet
    number, name = str(seat + 1), scene.look.name(seat)
    moves = seat == state.active and state.phase != OVER
    note = _note(state, seat)
    tip = f"{name} is player {number}" + (", whose turn it is" if moves else "")
    with sheet.group(tip=tip, data_player=number):
        plate(sheet, number, x + 24, y + 24, 20)
        letters = int((plan.place - 90 - 10 * len(note)) / 12.5)
        you = " (you)" if seat == scene.viewer else ""
        shown = fit(name, letters - len(you)) + you
        if moves:
            sheet.path(f"M{x + 44} {y + 15}L{x + 58} {y + 24}L{x + 44} {y + 33}Z", fill=INK_LINE)
        sheet.text(x + (66 if moves else 46), y + 31, shown, size=21, font_weight="bold")
    sheet.text(x + plan.place - PAD, y + 31, note, size=18, anchor="end")


def _note(state: State, seat: Seat) -> str:
    if state.is_out(seat):
        return "out"
    if state.phase == OVER and state.winner == seat:
        return "winner"
    if state.razed[seat]:
        return f"emptied {plural(state.razed[seat], 'castle')}"
    if state.terms.common or state.terms.empire:
        return ""
    return f"{occupied(state.castles[seat]).bit_count()} of 9"


def _castles(scene: Scene, plan: Plan, seat: Seat, x: float, y: float) -> float:
    """Side by side; in an Empire each under its letter. Where they end."""
    state = scene.state
    each = state.terms.per_seat
    gap = PAD if plan.beside else (plan.place - each * plan.castle) / (each + 1)
    for n in range(each):
        index, left, top = each * seat + n, x + gap + n * (plan.castle + gap), y
        if state.terms.empire:
            tiles = occupied(state.castles[index]).bit_count()
            closed = state.closed >> index & 1
            note = "destroyed" if closed else f"{tiles} of 9"
            scene.sheet.text(
                left, top + 16, f"{CASTLE_LETTERS[n]} · {note}", size=18, font_weight="bold"
            )
            top += 26
        draw_castle(scene, index, left, top, plan.scale)
    return top + plan.castle
