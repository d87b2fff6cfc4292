"""The table on a sheet of characters: castles side by side, the hand, the last turns."""

from __future__ import annotations

from collections.abc import Iterator

from rulekeep.core.canvas import Canvas, Look
from rulekeep.core.layout import first_that_fits
from rulekeep.core.prose import fit, folded, plural
from rulekeep.core.seats import Seat
from rulekeep.core.values import frozen
from rulekeep.games.castle_keep.box import castle as plan
from rulekeep.games.castle_keep.box import tiles
from rulekeep.games.castle_keep.box.castle import Castle, Cell, Cells
from rulekeep.games.castle_keep.box.tiles import Kind
from rulekeep.games.castle_keep.events import HOW, castle_letter
from rulekeep.games.castle_keep.moves import HAND_LETTERS, PLAIN, Letter
from rulekeep.games.castle_keep.state import NOBODY, State
from rulekeep.games.castle_keep.terms import ASSAULT, BUILD, DISCARD, OVER, UNLIMITED
from rulekeep.games.castle_keep.view.turns import last_turns

CELL_WIDTH = 5
CASTLE_WIDTH = 3 * CELL_WIDTH + 4
GAP = 3
NEWS_WIDTH = 30
"""The least room at the right of the castles in which the news are readable."""

TILE_STYLE = ("bold white on red", "bold white on blue", "bold black on yellow")
EMPTY = "dim"
LEAD = "bold"
QUIET = "dim"

TOWER_PICTURE = ("(●)", "<◆>", "[■]")
WALL_PICTURE = ("≈≈≈≈≈", "╱╲╱╲╱", "═════")
KNIGHT_PICTURE = "♞"
PLACEHOLDER = ("T··", "W··", "K·")
"""An empty cell says what belongs there: a tower, a wall, the knight."""

LEGEND = (
    "T tower, corner   W wall, side   K knight, centre   R red   B blue   Y yellow",
    "C curvy (●) ≈≈   Z zigzag <◆> ╱╲   S straight [■] ══   T·· free for a tower",
)


@frozen
class _Detail:
    """How much is drawn."""

    legend: bool = True
    turns: int = 9
    """Of the last turns, how many are told."""
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

    for line in folded(_heading(state, look), look.width):
        canvas.line(line, LEAD)
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
        _draw_hand(canvas, state, viewer, look, detail)
    if detail.legend:
        gap()
        for line in LEGEND:
            canvas.line(fit(line, look.width), QUIET)
    return canvas


def _heading(state: State, look: Look) -> str:
    turn = f"Castle Keep · turn {state.turn}"
    if state.phase == OVER:
        return f"{turn} · {_result(state, look)}"
    text = f"{turn} · {look.name(state.active)}: {state.terms.prompts[state.phase]}"
    if state.phase == BUILD and state.terms.cap < UNLIMITED:
        text += f" ({state.placed} of {state.terms.cap} placed)"
    if state.phase == DISCARD:
        text += f" ({len(state.hands[state.active]) - tiles.HAND} to go)"
    if state.phase == ASSAULT:
        text += f" (turned over: {' '.join(tiles.codes(state.flips))})"
    return text


def _result(state: State, look: Look) -> str:
    if state.reason == "turn_limit":
        return "the turn limit is reached, a draw"
    if state.winner == NOBODY:
        return "the siege is lost"
    return f"{look.name(state.winner)} {HOW[state.reason]} and wins"


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
    marks = state.marks_on(owner, letter)
    block = Canvas()
    block.line(*_castle_title(state, owner, letter, look))
    built = f"{plan.occupied(castle).bit_count()} of 9"
    if state.closed >> index & 1:
        note = "destroyed for good"
    elif owner == NOBODY or letter > 0:
        note = built
    else:
        you = ", you" if owner == viewer else ""
        note = f"{built}, hand {len(state.hands[owner])}{you}"
    block.line(fit(note, CASTLE_WIDTH), QUIET)
    if detail.frames:
        _draw_framed(block, castle, marks)
    else:
        _draw_codes(block, castle, marks)
    whose = "" if owner in (NOBODY, viewer) else f"{owner + 1} "
    _name_cells(block, castle, whose, castle_letter(letter) if letter != PLAIN else "", detail)
    return block


def _name_cells(block: Canvas, castle: Castle, whose: str, letter: str, detail: _Detail) -> None:
    """The cells as moves name them: `N`, another player's `2 N`, with two castles `N A`, `A N`."""
    for row, cells in enumerate(plan.ROWS):
        for column, cell in enumerate(cells):
            x = column * (CELL_WIDTH + 1) + detail.frames
            y = 3 + 3 * row if detail.frames else 2 + row
            name, what = f"{whose}{plan.CELLS[cell]}", _standing(castle, cell)
            names = (
                [f"{name} {letter}", f"{whose}{letter} {plan.CELLS[cell]}"] if letter else [name]
            )
            for said in names:
                block.place(said, x, y, CELL_WIDTH, 1 + detail.frames, what=what)


def _standing(castle: Castle, cell: Cell) -> str:
    if not plan.occupied(castle) >> cell & 1:
        return f"free for a {tiles.ROLE_NAMES[plan.CELL_ROLE[cell]]}."
    kind = plan.kind_at(castle, cell)
    return f"{tiles.KINDS[kind]}, {tiles.tile_words(kind)}."


def _draw_codes(block: Canvas, castle: Castle, marks: Cells) -> None:
    """A row of text for each row of cells; an empty cell is its name between dots."""
    for cells in plan.ROWS:
        y = block.height
        for column, cell in enumerate(cells):
            x = column * (CELL_WIDTH + 1)
            if plan.occupied(castle) >> cell & 1:
                kind = plan.kind_at(castle, cell)
                block.put(x, y, _code(kind, marks, cell), TILE_STYLE[tiles.COLOUR[kind]])
            else:
                block.put(x, y, f"·{plan.CELLS[cell]}·".center(CELL_WIDTH), EMPTY)


def _code(kind: Kind, marks: Cells, cell: Cell) -> str:
    """A tile's code, with a star if it was transferred in this turn."""
    return (f"{tiles.KINDS[kind]}*" if marks >> cell & 1 else tiles.KINDS[kind]).center(CELL_WIDTH)


def _draw_framed(block: Canvas, castle: Castle, marks: Cells) -> None:
    bar = "─" * CELL_WIDTH
    for row, cells in enumerate(plan.ROWS):
        left, middle, right = ("┌┬┐", "├┼┤", "├┼┤")[row]
        block.line(left + middle.join([bar] * 3) + right)
        top = block.height
        for _ in range(2):
            block.line("│".join(["", *[" " * CELL_WIDTH] * 3, ""]))
        for column, cell in enumerate(cells):
            _draw_cell(block, column * (CELL_WIDTH + 1) + 1, top, castle, cell, marks)
    block.line("└" + "┴".join([bar] * 3) + "┘")


def _castle_title(state: State, owner: Seat, letter: Letter, look: Look) -> tuple[str, str]:
    """Who owns it, with the number that an attack names: `▶ 2 Anna B`."""
    if owner == NOBODY:
        return ("Your castle" if state.seats == 1 else "The common castle"), LEAD
    turn = "▶" if owner == state.active and state.phase != OVER else " "
    which = f" {castle_letter(letter)}" if letter != PLAIN else ""
    name = fit(look.name(owner), CASTLE_WIDTH - 4 - len(which))
    return f"{turn} {owner + 1} {name}{which}", LEAD


def picture(kind: Kind) -> str:
    """A tile's shape, drawn."""
    if tiles.ROLE[kind] == tiles.KNIGHT:
        return KNIGHT_PICTURE
    return (
        TOWER_PICTURE[tiles.SHAPE[kind]]
        if tiles.ROLE[kind] == tiles.TOWER
        else WALL_PICTURE[tiles.SHAPE[kind]]
    )


def _draw_cell(block: Canvas, x: int, y: int, castle: Castle, cell: Cell, marks: Cells) -> None:
    if plan.occupied(castle) >> cell & 1:
        kind = plan.kind_at(castle, cell)
        _draw_tile(block, x, y, kind, _code(kind, marks, cell))
    else:
        block.put(x, y, PLACEHOLDER[plan.CELL_ROLE[cell]].center(CELL_WIDTH), EMPTY)
        block.put(x, y + 1, plan.CELLS[cell].center(CELL_WIDTH), EMPTY)


def _draw_tile(canvas: Canvas, x: int, y: int, kind: Kind, code: str) -> None:
    style = TILE_STYLE[tiles.COLOUR[kind]]
    canvas.put(x, y, code, style)
    canvas.put(x, y + 1, picture(kind).center(CELL_WIDTH), style)


# -- news: piles, reserves, what is known, the last turns -----------------------------------------


def _draw_news(canvas: Canvas, x: int, y: int, news: list[tuple[str, str]], look: Look) -> None:
    """A column of text at the right of the castles, or below them."""
    for text, style in news:
        for line in folded(text, look.width - x) or [""]:
            canvas.put(x, y, line, style)
            y += 1


def _news(state: State, viewer: Seat | None, look: Look, most: int) -> Iterator[tuple[str, str]]:
    yield f"Piles of {state.pile0} and {state.pile1}", ""
    if state.discard and state.terms.face_down:
        yield f"{plural(len(state.discard), 'discard')}, face down", ""
    elif state.discard:
        top = " ".join(tiles.codes(reversed(state.discard[-6:])))
        more = " …" if len(state.discard) > 6 else ""
        yield f"{plural(len(state.discard), 'discard')}, top first: {top}{more}", ""
    else:
        yield "No discards", ""
    if any(state.terms.victims):
        yield ("Attacks are open" if state.attacks_open() else "No attacks yet"), ""
    for seat in range(state.seats):
        yield from _news_of(state, seat, look.name(seat))
    told = last_turns(look, viewer, state.seats + 1)[-most:] if most else []
    if told:
        yield "", ""
        yield "Last turns", LEAD
    for seat, text in told:
        yield f"{look.name(seat)}: {text}", ""


def _news_of(state: State, seat: Seat, name: str) -> Iterator[tuple[str, str]]:
    if state.terms.common and state.seats > 1:
        yield f"{name} holds {plural(len(state.hands[seat]), 'tile')}", ""
    if state.reserves[seat]:
        yield f"Reserve of {name}: {' '.join(tiles.codes(state.reserves[seat]))}", ""
    if state.known[seat]:
        yield f"{name} is known to hold {' '.join(tiles.codes(state.known[seat]))}", ""
    if state.razed[seat]:
        yield f"{name} has emptied {plural(state.razed[seat], 'castle')}", ""
    if state.is_out(seat):
        yield f"{name} is out", ""


# -- the hand -------------------------------------------------------------------------------------


def _draw_hand(canvas: Canvas, state: State, viewer: Seat, look: Look, detail: _Detail) -> None:
    """The hand as tiles, each under the letter that names it in a move."""
    hand = state.hands[viewer]
    if not detail.tall_hand:
        named = "  ".join(
            f"{_letter(place)} {tiles.KINDS[kind]}" for place, kind in enumerate(hand)
        )
        for line in folded(f"Hand: {named or 'empty'}", look.width):
            canvas.line(line, LEAD)
        return
    canvas.line(f"Hand of {fit(look.name(viewer), look.width - 8)}", LEAD)
    if not hand:
        canvas.line("  empty", QUIET)
    in_row = max((look.width - 1) // (CELL_WIDTH + 1), 1)
    for first in range(0, len(hand), in_row):
        top = canvas.height
        for column, kind in enumerate(hand[first : first + in_row]):
            x = 1 + column * (CELL_WIDTH + 1)
            canvas.place(tiles.KINDS[kind], x, top, CELL_WIDTH, 3, what=_in_hand(kind))
            canvas.put(x, top, _letter(first + column).center(CELL_WIDTH), LEAD)
            _draw_tile(canvas, x, top + 1, kind, tiles.KINDS[kind].center(CELL_WIDTH))


def _in_hand(kind: Kind) -> str:
    return f"{tiles.tile_words(kind)}, in your hand."


def legend(state: State, viewer: Seat | None) -> tuple[str, ...]:
    """What the signs of the drawing mean."""
    return (
        *LEGEND,
        "▶ whose turn it is   * transferred in this turn   a b c the tiles of the hand",
    )


def _letter(place: int) -> str:
    """What names the tile at this place of the hand in a move."""
    return HAND_LETTERS[place] if place < len(HAND_LETTERS) else ""
