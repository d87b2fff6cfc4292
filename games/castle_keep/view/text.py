"""The table on a sheet of characters: castles side by side, the hand, the last turns."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from rulekeep.core import (
    Canvas,
    Look,
    Seat,
    draw_lines,
    first_that_fits,
    fit,
    folded,
    frames,
    frozen,
    plural,
)
from rulekeep.games.castle_keep.box import castle as plan
from rulekeep.games.castle_keep.box import tiles
from rulekeep.games.castle_keep.events import castle_letter
from rulekeep.games.castle_keep.moves import HAND_LETTERS, PLAIN, Letter
from rulekeep.games.castle_keep.state import NOBODY, State
from rulekeep.games.castle_keep.terms import OVER
from rulekeep.games.castle_keep.view.words import facts_about, heading, last_turns, standing

CELL_WIDTH = 5
CASTLE_WIDTH = 3 * CELL_WIDTH + 4
GAP = 3
NEWS_WIDTH = 30
"""The least room at the right of the castles in which text beside them can be read."""

TILE_STYLE = ("bold white on red", "bold white on blue", "bold black on yellow")
EMPTY = "dim"
LEAD = "bold"
QUIET = "dim"

PICTURES = (*("(●)", "<◆>", "[■]") * 3, *("≈≈≈≈≈", "╱╲╱╲╱", "═════") * 3, *("♞",) * 3)
"""The shape of each kind: towers and walls of three colours, knights."""
PLACEHOLDER = ("T··", "W··", "K·")
"""An empty cell says what belongs there: a tower, a wall, the knight."""

LEGEND = (
    "T tower, corner   W wall, side   K knight, centre   R red   B blue   Y yellow",
    "C curvy (●) ≈≈   Z zigzag <◆> ╱╲   S straight [■] ══   T·· free for a tower",
)

FRAME = Canvas()
draw_lines(FRAME, frames(product((1, 7, 13), (1, 4, 7)), CELL_WIDTH, 2))


@frozen
class _Detail:
    """How much is drawn."""

    legend: bool = True
    turns: int = 9
    """Of the last turns, how many are shown."""
    airy: bool = True
    """Blank lines between the parts, and every piece of news on a line of its own."""
    tall_hand: bool = True
    """The hand as tiles; else only their codes."""
    frames: bool = True
    """Castles with frames and pictures; else only codes."""


_DETAILS = (
    _Detail(),
    _Detail(legend=False),
    _Detail(legend=False, turns=2),
    _Detail(legend=False, turns=0),
    _Detail(legend=False, turns=1, airy=False),
    _Detail(legend=False, turns=0, airy=False),
    _Detail(legend=False, turns=1, airy=False, tall_hand=False),
    _Detail(legend=False, turns=0, airy=False, tall_hand=False),
    _Detail(legend=False, turns=2, frames=False),
    _Detail(legend=False, turns=2, airy=False, frames=False),
    _Detail(legend=False, turns=1, airy=False, tall_hand=False, frames=False),
    _Detail(legend=False, turns=0, airy=False, tall_hand=False, frames=False),
)
"""From all there is to the least that one can play with."""


def render(state: State, viewer: Seat | None, look: Look) -> Canvas:
    """The table as a seat sees it, as much of it as there is room for; None is a spectator."""
    return first_that_fits((_draw(state, viewer, look, detail) for detail in _DETAILS), look)


def _draw(state: State, viewer: Seat | None, look: Look, detail: _Detail) -> Canvas:
    canvas = Canvas()

    def gap() -> None:
        if detail.airy:
            canvas.line()

    title = f"Castle Keep · turn {state.turn} · {heading(state, look.name)}"
    canvas.write(folded(title, look.width), LEAD)
    gap()
    top = canvas.height
    beside = _draw_castles(canvas, state, viewer, look, detail) + GAP
    news = list(_news(state, viewer, look, detail.turns))
    if look.width - beside >= NEWS_WIDTH:
        _draw_news(canvas, beside, top, news, look)
    else:
        gap()
        if not detail.airy:
            news = [(" · ".join(text for text, style in news if text and style != LEAD), "")]
        _draw_news(canvas, 0, canvas.height, news, look)
    if viewer is not None:
        gap()
        hand = state.hands[viewer]
        if detail.tall_hand:
            canvas.line(f"Hand of {fit(look.name(viewer), look.width - 8)}", LEAD)
            _draw_hand(canvas, hand, look)
        else:
            _list_hand(canvas, hand, look)
    if detail.legend:
        gap()
        canvas.write((fit(line, look.width) for line in LEGEND), QUIET)
    return canvas


# -- castles ------------------------------------------------------------------------------------


def _draw_castles(
    canvas: Canvas, state: State, viewer: Seat | None, look: Look, detail: _Detail
) -> int:
    """As many castles side by side as there is room for, those of one player together.

    How wide they are together.
    """
    terms = state.terms
    per_player = terms.per_seat or 1
    fitting = max((look.width + 1) // (CASTLE_WIDTH + 1), 1)
    in_row = max(fitting - fitting % per_player, 1)
    in_row = min(in_row, len(state.castles))
    spare = look.width - in_row * CASTLE_WIDTH
    gap = min(max(spare // max(in_row - 1, 1), 1), GAP)
    for first in range(0, len(state.castles), in_row):
        if first and detail.airy:
            canvas.line()
        top = canvas.height
        for column, index in enumerate(range(first, min(first + in_row, len(state.castles)))):
            block = _castle_block(state, index, viewer, look, detail)
            canvas.paste(column * (CASTLE_WIDTH + gap), top, block)
    return in_row * (CASTLE_WIDTH + gap) - gap


def _castle_block(
    state: State, index: int, viewer: Seat | None, look: Look, detail: _Detail
) -> Canvas:
    terms = state.terms
    castle = state.castles[index]
    letter = index % 2 if terms.empire else PLAIN
    owner = NOBODY if terms.common else index // terms.per_seat
    block = Canvas()
    block.line(_castle_title(state, owner, letter, look), LEAD)
    note = f"{plan.occupied(castle).bit_count()} of 9"
    if state.closed >> index & 1:
        note = "destroyed for good"
    elif owner != NOBODY and letter <= 0:
        note += f", hand {len(state.hands[owner])}" + (", you" if owner == viewer else "")
    block.line(fit(note, CASTLE_WIDTH), QUIET)
    if detail.frames:
        block.paste(0, block.height, FRAME)
    marks = state.marks_on(owner, letter)
    whose = "" if owner in (NOBODY, viewer) else f"{owner + 1} "
    for row, cells in enumerate(plan.ROWS):
        for column, cell in enumerate(cells):
            x = column * (CELL_WIDTH + 1) + detail.frames
            y = 3 + 3 * row if detail.frames else 2 + row
            _draw_cell(block, x, y, castle, cell, bool(marks >> cell & 1), detail.frames)
            what = f"{standing(castle, cell)}."
            for name in _names(cell, whose, castle_letter(letter)):
                block.place(name, x, y, CELL_WIDTH, 1 + detail.frames, what=what)
    return block


def _castle_title(state: State, owner: Seat, letter: Letter, look: Look) -> str:
    """Who owns it, with the number that an attack names: `▶ 2 Anna B`."""
    if owner == NOBODY:
        return "Your castle" if state.seats == 1 else "The common castle"
    turn = "▶" if owner == state.active and state.phase != OVER else " "
    which = f" {castle_letter(letter)}" if letter != PLAIN else ""
    return f"{turn} {owner + 1} {fit(look.name(owner), CASTLE_WIDTH - 4 - len(which))}{which}"


def _names(cell: plan.Cell, whose: str, letter: str) -> list[str]:
    """A cell as moves name it: `N`, another player's `2 N`, with two castles `N A`, `A N`."""
    name = plan.CELLS[cell]
    return [f"{whose}{name} {letter}", f"{whose}{letter} {name}"] if letter else [whose + name]


def _draw_cell(
    block: Canvas, x: int, y: int, castle: plan.Castle, cell: plan.Cell, moved: bool, tall: bool
) -> None:
    """A tile, with a star if it was transferred in this turn; or what belongs there."""
    name = plan.CELLS[cell]
    if plan.occupied(castle) >> cell & 1:
        kind = plan.kind_at(castle, cell)
        _draw_tile(block, x, y, kind, tiles.KINDS[kind] + "*" * moved, tall)
    elif tall:
        block.put(x, y, PLACEHOLDER[plan.CELL_ROLE[cell]].center(CELL_WIDTH), EMPTY)
        block.put(x, y + 1, name.center(CELL_WIDTH), EMPTY)
    else:
        block.put(x, y, f"·{name}·".center(CELL_WIDTH), EMPTY)


def _draw_tile(canvas: Canvas, x: int, y: int, kind: tiles.Kind, code: str, tall: bool) -> None:
    style = TILE_STYLE[tiles.COLOUR[kind]]
    canvas.put(x, y, code.center(CELL_WIDTH), style)
    if tall:
        canvas.put(x, y + 1, PICTURES[kind].center(CELL_WIDTH), style)


# -- news: piles, reserves, what is known, the last turns -----------------------------------------


def _draw_news(canvas: Canvas, x: int, y: int, news: list[tuple[str, str]], look: Look) -> None:
    """A column of text at the right of the castles, or below them."""
    for text, style in news:
        for line in folded(text, look.width - x) or [""]:
            canvas.put(x, y, line, style)
            y += 1


def _news(state: State, viewer: Seat | None, look: Look, most: int) -> Iterator[tuple[str, str]]:
    yield f"Piles of {state.piles[0]} and {state.piles[1]}", ""
    if state.discard and state.terms.face_down:
        yield f"{plural(len(state.discard), 'discard')}, face down", ""
    elif state.discard:
        top = " ".join(tiles.codes(reversed(state.discard[-6:])))
        more = " …" if len(state.discard) > 6 else ""
        yield f"{plural(len(state.discard), 'discard')}, top first: {top}{more}", ""
    else:
        yield "No discards", ""
    if any(state.terms.victims):
        yield ("Attacks are allowed" if state.attacks_open() else "No attacks yet"), ""
    for seat in range(state.seats):
        name = look.name(seat)
        if state.terms.common and state.seats > 1:
            yield f"{name} holds {plural(len(state.hands[seat]), 'tile')}", ""
        if state.known[seat]:
            yield f"{name} is known to hold {' '.join(tiles.codes(state.known[seat]))}", ""
        yield from ((text, "") for text in facts_about(state, seat, name))
    recent = last_turns(look, viewer, state.seats + 1)[-most:] if most else []
    if recent:
        yield "", ""
        yield "Last turns", LEAD
    for seat, text in recent:
        yield f"{look.name(seat)}: {text}", ""


# -- the hand -------------------------------------------------------------------------------------


def _draw_hand(canvas: Canvas, hand: tiles.Tiles, look: Look) -> None:
    """The hand as tiles, each under the letter that names it in a move."""
    if not hand:
        canvas.line("  empty", QUIET)
    top = canvas.height
    in_row = max((look.width - 1) // (CELL_WIDTH + 1), 1)
    for place, kind in enumerate(hand):
        row, column = divmod(place, in_row)
        x, y = 1 + column * (CELL_WIDTH + 1), top + 3 * row
        canvas.place(tiles.KINDS[kind], x, y, CELL_WIDTH, 3, what=_in_hand(kind))
        canvas.put(x, y, HAND_LETTERS[place : place + 1].center(CELL_WIDTH), LEAD)
        _draw_tile(canvas, x, y + 1, kind, tiles.KINDS[kind], tall=True)


def _list_hand(canvas: Canvas, hand: tiles.Tiles, look: Look) -> None:
    """The hand in a line, as far as one is enough."""
    x, y = len("Hand: "), canvas.height
    canvas.line("Hand:" if hand else "Hand: empty", LEAD)
    for place, kind in enumerate(hand):
        named = f"{HAND_LETTERS[place : place + 1]} {tiles.KINDS[kind]}"
        if x + len(named) > look.width:
            x, y = 2, y + 1
        canvas.place(tiles.KINDS[kind], x, y, len(named), what=_in_hand(kind))
        x = canvas.put(x, y, named, LEAD) + 2


def _in_hand(kind: tiles.Kind) -> str:
    return f"{tiles.tile_words(kind)}, in your hand."


def legend(state: State, viewer: Seat | None) -> tuple[str, ...]:
    """What the signs of the drawing mean."""
    return (
        *LEGEND,
        "▶ whose turn it is   ♞ knight   * transferred in this turn   a b c tiles of the hand",
    )
