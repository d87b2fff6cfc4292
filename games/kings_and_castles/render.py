"""The table drawn in characters: map, line of kings, houses, and what can be attacked."""

from __future__ import annotations

from rulekeep.core.canvas import Canvas, Look
from rulekeep.games.kings_and_castles.attacks import ways
from rulekeep.games.kings_and_castles.components import SHEET, bits
from rulekeep.games.kings_and_castles.filling import named
from rulekeep.games.kings_and_castles.map_view import (
    CASTLE_SIGN,
    COLOUR_STYLES,
    FURTHER_SIGN,
    KING_SIGN,
    draw_map,
)
from rulekeep.games.kings_and_castles.notation import counted
from rulekeep.games.kings_and_castles.opening import pool_value
from rulekeep.games.kings_and_castles.pools import (
    CASTLE,
    HOUSES,
    MERCENARY,
    SIZES,
    THREE,
    TYPES,
    count,
    size,
    three,
)
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.table import ATTACK, BID, OVER, PLACE, TAKE
from rulekeep.games.kings_and_castles.views import sees_money

WIDE = 118
"""From this width on the line of kings stands beside the map."""
PANEL = SHEET + 1
ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
Span = tuple[str, str]


def render(state: State, viewer: int | None, look: Look) -> Canvas:
    """The table as the viewer sees it; the line of kings moves below the map if it is narrow."""
    canvas = Canvas()
    canvas.put(0, 0, _title(state, look)[: look.width], "bold")
    open_to = _attackable(state) if _sees_attacks(state, viewer) else []
    needs = {target: need for target, need, _, enough in open_to if enough}
    draw_map(canvas, 2, state, needs)
    if look.width >= WIDE:
        _kings(canvas, state)
    else:
        _kings_in_columns(canvas, state)
    _write(canvas, _legend(state), look.width)
    canvas.line()
    _houses(canvas, state, viewer, look)
    _table_matters(canvas, state, look)
    if open_to:
        _attacks(canvas, state, open_to, look.width)
    return canvas


def _write(canvas: Canvas, spans: list[Span], width: int, indent: int = 2) -> None:
    """Spans of text one after the other, wrapped between them."""
    y = canvas.height
    canvas.line()
    x = 0
    for text, style in spans:
        if x > indent and x + len(text.rstrip()) > width:
            y += 1
            x = indent
        text = text[: width - x]
        x = canvas.put(x, y, text, style)


def _title(state: State, look: Look) -> str:
    table = state.table
    if state.phase == OVER:
        return "Kings & Castles · the match is over"
    if not state.box:
        step = {PLACE: "the enemies are placed", BID: "auction for the first crown"}
        return f"Kings & Castles · {step.get(state.phase, 'before the first turn')}"
    box = table.board.boxes[state.box - 1]
    who = f"{look.name(state.active_seat)} ({table.colour(state.house)})"
    return (
        f"Kings & Castles · box {state.box} of {table.last_box} · {box.title}, "
        f"king in {table.country(box.country)} · {who}"
    )


def _legend(state: State) -> list[Span]:
    board = state.table.board
    spans = [
        (f"{board.letters[c]} {board.colours[c]}  ", COLOUR_STYLES[c])
        for c in (*state.table.houses, HOUSES)
    ]
    words = [f"{unit[0]} {unit} {board.strengths[i]}  " for i, unit in enumerate(TYPES)]
    words += ["m2 mercenary 2  ", f"{CASTLE_SIGN}2 castle 2  "]
    words += ["A anchor  ", "# portcullis  ", "⚑ flag  ", f"{KING_SIGN} king's country  "]
    words += [f"{FURTHER_SIGN} further country  ", "≥ strength needed  ", "* attacked"]
    return spans + [(word, "dim") for word in words]


# -- the line of kings --------------------------------------------------------------------------


def _kings(canvas: Canvas, state: State) -> None:
    """Beside the map, section by section."""
    canvas.put(PANEL, 2, "The line of kings", "bold")
    y = 3
    for first, last in state.table.sections:
        canvas.put(PANEL, y, "╌" * 40, "dim")
        for box in range(first, last + 1):
            y += 1
            _king(canvas, state, box, PANEL, y)
        y += 1


def _kings_in_columns(canvas: Canvas, state: State) -> None:
    """Below the map, in two columns."""
    canvas.line()
    canvas.line("The line of kings", "bold")
    top = canvas.height
    rows = -(-state.table.last_box // 2)
    for box in range(1, state.table.last_box + 1):
        column, row = divmod(box - 1, rows)
        _king(canvas, state, box, column * 40, top + row)


def _king(canvas: Canvas, state: State, box: int, x: int, y: int) -> None:
    """`▶ 7 Henry II        France    III ♔B`."""
    table = state.table
    king = table.board.boxes[box - 1]
    now = box == state.box and state.phase != OVER
    done = box <= state.box and not now
    mark = "▶" if now else "·" if done else " "
    country = table.country(king.country)[:9]
    text = f"{mark}{box:2} {king.title[:15]:15} {country:9} {ROMAN[king.bonus]:4}"
    canvas.put(x, y, text, "bold" if now else "dim" if done else "")
    crown = state.house if now else state.crown_at[box]
    if crown >= 0:
        letter = table.board.letters[crown]
        canvas.put(x + len(text), y, f"{KING_SIGN}{letter}", COLOUR_STYLES[crown])
    elif not done:
        canvas.put(x + len(text), y, "··", "dim")


# -- houses -------------------------------------------------------------------------------------


def _houses(canvas: Canvas, state: State, viewer: int | None, look: Look) -> None:
    table = state.table
    for seat in range(table.seats):
        for house in table.houses_of[seat]:
            _house(canvas, state, viewer, look, seat, house)


def _house(
    canvas: Canvas, state: State, viewer: int | None, look: Look, seat: int, house: int
) -> None:
    table = state.table
    letter = table.board.letters[house]
    mark = "▶ " if house == state.house and state.phase != OVER else "  "
    laid = state.crown_at.count(house)
    crowns = f"crowns {state.unplaced[house]} left, {laid} laid  "
    left = state.tax[house]
    tax = "■" * left + "□" * (table.tax_markers - left)
    money = f"money {_money(state, viewer, seat)}  "
    if house != table.houses_of[seat][0]:
        money = ""
    spans = [
        (mark, "bold"),
        (f"{letter} {table.colour(house)}, {look.name(seat)[:20]}  ", COLOUR_STYLES[house]),
        (money, "bold"),
        (f"TAX {tax}  ", ""),
        (crowns, ""),
        (f"regions {state.held[house].bit_count()}", ""),
        (f" worth {table.board.worth(state.held[house])}  ", ""),
    ]
    _write(canvas, spans, look.width, 4)
    household = counted(three(state.household[house])) or "none"
    spans = [("    household ", "dim"), (f"{household}  ", "")]
    spans += [("array ", "dim"), *_markers(state, state.array[house])]
    if state.bonus_house == house and state.phase not in (TAKE, OVER):
        spans += [("bonus ", "dim"), *_markers(state, state.bonus)]
    _write(canvas, spans, look.width, 4)


def _money(state: State, viewer: int | None, seat: int) -> str:
    purse = state.money[seat]
    return str(purse) if sees_money(state, viewer, seat) else f"?{purse % 10}"


def _markers(state: State, pool: int) -> list[Span]:
    """`(8) B 2k 1a  x 1k  2m3  1⌂1`: how many, then colour by colour, mercenaries, castles."""
    board = state.table.board
    spans: list[Span] = [(f"({size(pool)}) ", "dim")]
    for colour in range(HOUSES + 1):
        units = pool >> 24 * colour & THREE
        if units:
            text = f"{board.letters[colour]} {counted(three(units))}  "
            spans.append((text, COLOUR_STYLES[colour]))
    for sign, first in (("m", MERCENARY), (CASTLE_SIGN, CASTLE)):
        numbers = [(count(pool, first + i), n) for i, n in enumerate(SIZES)]
        words = [f"{number}{sign}{n}" for number, n in numbers if number]
        if words:
            spans.append((f"{' '.join(words)}  ", ""))
    return spans


# -- bag, pile and what is going on -------------------------------------------------------------


def _table_matters(canvas: Canvas, state: State, look: Look) -> None:
    table = state.table
    canvas.line()
    bag = f"bag {state.bag.total} markers  "
    spans: list[Span] = [(bag, ""), ("aside ", "dim"), *_markers(state, state.aside)]
    _write(canvas, spans, look.width)
    if state.phase == PLACE:
        _write(canvas, [(f"drawn: an enemy {TYPES[state.drawn]}", "bold")], look.width)
    for seat, bid in enumerate(state.bids):
        passed = state.passed >> seat & 1
        if state.phase == BID and (bid or passed):
            words = ", ".join(f"{n} {kind}" for kind, n in named(state, bid).items())
            text = f"{look.name(seat)[:20]} bids {words}, worth {pool_value(state, bid)}"
            if passed:
                text = f"{look.name(seat)[:20]} has passed"
            stands = " (stands)" if seat == state.bidder else ""
            _write(canvas, [(text + stands, "")], look.width)
    for (house, _, _), taken in zip(state.tasks, state.taken, strict=True):
        if taken is not None:
            _write(canvas, [(f"{table.colour(house)} has chosen, sealed", "")], look.width)
    for decision in state.open:
        text = f"{look.name(decision.seat)[:20]}: {decision.prompt}"
        _write(canvas, [(text, "bold")], look.width)


# -- attacks ------------------------------------------------------------------------------------


def _sees_attacks(state: State, viewer: int | None) -> bool:
    return state.phase == ATTACK and viewer == state.active_seat


def _attackable(state: State) -> list[tuple[int, int, list[int], bool]]:
    """Regions that may be attacked: strength needed, colours, whether some colour is enough."""
    armoury = state.table.armoury
    found: dict[int, tuple[list[int], bool]] = {}
    for colour, there, mask in ways(state):
        strength = armoury.strength(there)
        for target in bits(mask):
            colours, enough = found.get(target, ([], False))
            strong = strength > state.defence[target]
            found[target] = (colours + [colour] * strong, enough or strong)
    return [
        (target, state.defence[target] + 1, colours, enough)
        for target, (colours, enough) in sorted(found.items())
    ]


def _attacks(
    canvas: Canvas, state: State, open_to: list[tuple[int, int, list[int], bool]], width: int
) -> None:
    board = state.table.board
    spans: list[Span] = [("You can attack: ", "bold")]
    for target, need, colours, enough in open_to:
        if enough:
            letters = "".join(board.letters[colour] for colour in colours)
            spans.append((f"{board.regions[target].code} ≥{need} {letters}  ", ""))
    if len(spans) > 1:
        _write(canvas, spans, width)
    weak = [f"{board.regions[t].code} ≥{need}  " for t, need, _, enough in open_to if not enough]
    if weak:
        _write(canvas, [("Too strong now: ", "dim"), *((w, "dim") for w in weak)], width)
