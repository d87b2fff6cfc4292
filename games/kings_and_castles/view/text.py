"""The table drawn in characters: map, line of kings, houses, and what can be attacked."""

from __future__ import annotations

from attrs import evolve

from rulekeep.core.canvas import Canvas, Look
from rulekeep.core.layout import first_that_fits
from rulekeep.core.prose import a, plural
from rulekeep.core.seats import Seat
from rulekeep.core.values import frozen
from rulekeep.games.kings_and_castles import scoring
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.box.board import SHEET, Spot, bits
from rulekeep.games.kings_and_castles.legal.attacks import ways
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms import phases
from rulekeep.games.kings_and_castles.view import map
from rulekeep.games.kings_and_castles.view.sheet import sheet_of

GAME_NAME = "Kings & Castles"
WIDE = 118
"""From this width on the line of kings stands beside the map."""
PANEL = SHEET + 1
HIDDEN_COINS = "…"
ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
Span = tuple[str, str]
Target = tuple[Spot, int, list[pieces.Colour]]
"""A region that may be attacked: the strength needed, and the colours that have it."""


@frozen
class Plan:
    """What is drawn, and how much of it."""

    full_map: bool = True
    legend: bool = True
    all_kings: bool = True
    """Else the boxes that come next, in a row or two."""
    kings: bool = True
    other_houses: bool = True
    """Else a row for each of them."""
    only_own: bool = False
    pile: bool = True
    """Bag and casualties."""
    gaps: bool = True
    attacks: bool = True
    matters: bool = True
    """Bids and sealed choices in sentences; else all in a row or two."""


_RICH = (
    Plan(),
    Plan(legend=False),
    Plan(legend=False, all_kings=False),
    Plan(legend=False, all_kings=False, other_houses=False),
)
_TIGHT = Plan(legend=False, other_houses=False, pile=False, gaps=False)
"""The full map before all else."""
_BARE = evolve(_TIGHT, full_map=False, all_kings=False)
PLANS = (
    *_RICH,
    _TIGHT,
    evolve(_TIGHT, all_kings=False),
    *(evolve(plan, full_map=False) for plan in _RICH),
    _BARE,
    evolve(_BARE, only_own=True),
    evolve(_BARE, only_own=True, kings=False),
    evolve(_BARE, only_own=True, kings=False, attacks=False),
    evolve(_BARE, only_own=True, kings=False, attacks=False, matters=False),
)
"""From everything to what the player to move cannot do without."""


def render(state: State, viewer: Seat | None, look: Look) -> Canvas:
    """The table as the viewer sees it: as much of it as there are rows and columns for."""
    plans = [plan for plan in PLANS if look.width >= SHEET or not plan.full_map]
    return first_that_fits((_draw(state, viewer, look, plan) for plan in plans), look)


def _draw(state: State, viewer: Seat | None, look: Look, plan: Plan) -> Canvas:
    canvas = Canvas()
    title = f"{GAME_NAME} · {_title(state, look)}"
    if len(title) > look.width:
        title = _title(state, look)
    _say(canvas, title, "bold", look.width, " · ")
    open_to = _attackable(state) if _sees_attacks(state, viewer) else []
    needs = {target: need for target, need, colours in open_to if colours}
    top = canvas.height + (1 if plan.gaps else 0)
    if plan.full_map:
        map.draw_map(canvas, top, state, needs)
    else:
        map.draw_small_map(canvas, top, state, needs, look.width)
    if not plan.all_kings:
        if plan.kings and state.phase != phases.OVER:
            _coming_kings(canvas, state, look.width)
    elif plan.full_map and look.width >= WIDE:
        _kings(canvas, state)
    else:
        _kings_in_columns(canvas, state, look.width)
    if plan.legend:
        walled = plan.full_map and sheet_of(state.terms.board).tells
        canvas.flow(_legend(state, viewer, walled), look.width)
        if not walled:
            canvas.flow(_borders(state), look.width)
    if plan.gaps:
        canvas.line()
    _houses(canvas, state, viewer, look, plan)
    if plan.pile:
        if plan.gaps:
            canvas.line()
        _pile(canvas, state, look)
    if plan.matters:
        _table_matters(canvas, state, look)
    else:
        _matters_in_short(canvas, state, look)
    if open_to and plan.attacks:
        _attacks(canvas, state, open_to, look.width)
    return canvas


def _say(canvas: Canvas, text: str, style: str, width: int, between: str = " ") -> None:
    """A sentence, wrapped between its words."""
    *words, last = text.split(between)
    canvas.flow([*((word + between, style) for word in words), (last, style)], width)


def _title(state: State, look: Look) -> str:
    terms = state.terms
    if state.phase == phases.OVER:
        return "the match is over"
    if not state.box:
        if state.phase == phases.PLACE:
            return f"the enemies are placed, now {a(pieces.marker(pieces.TYPES[state.drawn]))}"
        return (
            "auction for the first crown" if state.phase == phases.BID else "before the first turn"
        )
    box = terms.board.boxes[state.box - 1]
    who = f"{look.name(state.active_seat)} ({terms.colour(state.house)})"
    return (
        f"box {state.box} of {terms.last_box} · {box.title}, "
        f"king in {terms.country(box.country)} · {who}"
    )


def _legend(state: State, viewer: Seat | None, walled: bool) -> list[Span]:
    board = state.terms.board
    spans = [
        (f"{board.letters[c]} {board.colours[c]}  ", map.COLOUR_STYLES[c])
        for c in (*state.terms.houses, pieces.HOUSES)
    ]
    words = [
        f"{unit[0]} {pieces.marker(unit)} {board.strengths[i]}  "
        for i, unit in enumerate(pieces.TYPES)
    ]
    words += ["m2 mercenary 2  ", f"{map.CASTLE_SIGN}2 castle 2  "]
    words += ["A anchor  ", "# portcullis  ", "⚑ flag  ", f"{map.KING_SIGN} king's country  "]
    words += [f"{map.FURTHER_SIGN} further country  ", "4+ strength needed  ", "* attacked  "]
    if not all(scoring.sees_money(state, viewer, seat) for seat in range(state.terms.seats)):
        words.append(f"{HIDDEN_COINS}7 hidden coins, last digit 7  ")
    if walled:
        words.append("a wall between regions: they are neighbours")
    return spans + [(word, "dim") for word in words]


def legend(state: State, viewer: Seat | None) -> list[str]:
    """What the signs of the drawing mean, a line for colours and one for the rest."""
    signs = _legend(state, viewer, walled=True)
    colours = len(state.terms.houses) + 1
    return [
        "".join(text for text, _ in part).strip() for part in (signs[:colours], signs[colours:])
    ]


def _borders(state: State) -> list[Span]:
    """Where walls do not tell: every region with its neighbours."""
    regions = state.terms.board.regions
    spans: list[Span] = [("Neighbours  ", "bold")]
    for region in regions:
        near = " ".join(regions[spot].code for spot in region.borders)
        spans.append((f"{region.code}: {near or 'none'}  ", "dim"))
    return spans


# -- the line of kings --------------------------------------------------------------------------


def _kings(canvas: Canvas, state: State) -> None:
    """Beside the map, section by section."""
    canvas.put(PANEL, 2, "The line of kings", "bold")
    y = 3
    for first, last in state.terms.sections:
        canvas.put(PANEL, y, "╌" * 40, "dim")
        for box in range(first, last + 1):
            y += 1
            _king(canvas, state, box, PANEL, y)
        y += 1


def _kings_in_columns(canvas: Canvas, state: State, width: int) -> None:
    """Below the map, in two columns or one."""
    canvas.line()
    canvas.line("The line of kings", "bold")
    top = canvas.height
    rows = -(-state.terms.last_box // (2 if width >= 80 else 1))
    for box in range(1, state.terms.last_box + 1):
        column, row = divmod(box - 1, rows)
        _king(canvas, state, box, column * 40, top + row)


def _coming_kings(canvas: Canvas, state: State, width: int) -> None:
    """Where there is no room: the boxes of the section from the current one on."""
    terms = state.terms
    first, last = terms.sections[state.section]
    spans: list[Span] = [("Kings: ", "bold")]
    boxes = range(max(first, state.box), last + 1)
    for box in boxes:
        king = terms.board.boxes[box - 1]
        now, crown = _crown_on(state, box)
        letter = f"{map.KING_SIGN}{terms.board.letters[crown]}" if crown >= 0 else "··"
        text = (
            f"{'▶' if now else ''}{box} {terms.country(king.country)} {ROMAN[king.bonus]} {letter}"
        )
        spans.append((f"{text}  ", "bold" if now else ""))
    corners = canvas.flow(spans, width)
    for box, (x, y), (text, _) in zip(boxes, corners[1:], spans[1:], strict=True):
        _name_box(canvas, state, box, x, y, len(text.rstrip()))


def _crown_on(state: State, box: int) -> tuple[bool, pieces.Colour]:
    """Whether it is this box's turn, and the colour of its crown; NOBODY for none."""
    now = box == state.box and state.phase != phases.OVER
    return now, state.house if now else state.crown_at[box]


def _name_box(canvas: Canvas, state: State, box: int, x: int, y: int, width: int) -> None:
    terms, king, (_, crown) = state.terms, state.terms.board.boxes[box - 1], _crown_on(state, box)
    owner = f"the crown of {terms.colour(crown)}" if crown >= 0 else "no crown yet"
    what = f"{king.title}, {terms.country(king.country)}, bonus {king.bonus}: {owner}."
    canvas.place(f"crown {box}", x, y, width, what=what)


def _king(canvas: Canvas, state: State, box: int, x: int, y: int) -> None:
    """`▶ 7 Henry II        France    III ♔B`."""
    terms = state.terms
    king = terms.board.boxes[box - 1]
    now, crown = _crown_on(state, box)
    done = box <= state.box and not now
    mark = "▶" if now else "·" if done else " "
    country = terms.country(king.country)[:9]
    text = f"{mark}{box:2} {king.title[:15]:15} {country:9} {ROMAN[king.bonus]:4}"
    canvas.put(x, y, text, "bold" if now else "dim" if done else "")
    _name_box(canvas, state, box, x, y, len(text) + 2)
    if crown >= 0:
        letter = terms.board.letters[crown]
        canvas.put(x + len(text), y, f"{map.KING_SIGN}{letter}", map.COLOUR_STYLES[crown])
    elif not done:
        canvas.put(x + len(text), y, "··", "dim")


# -- houses -------------------------------------------------------------------------------------


def _houses(canvas: Canvas, state: State, viewer: Seat | None, look: Look, plan: Plan) -> None:
    terms = state.terms
    own = _own_houses(state, viewer)
    for seat in range(terms.seats):
        for house in terms.houses_of[seat]:
            full = plan.other_houses or house in own
            if full or not plan.only_own:
                _house(canvas, state, viewer, look, seat, house)
            if full:
                _markers_of(canvas, state, look, house)


def _own_houses(state: State, viewer: Seat | None) -> tuple[int, ...]:
    """The houses that matter most to the viewer: the active one, else his own."""
    asked = {decision.seat for decision in state.open}
    if state.is_turn() and (viewer is None or viewer in asked):
        return (state.house,)
    return state.terms.houses_of[viewer] if viewer is not None else ()


def _house(
    canvas: Canvas, state: State, viewer: Seat | None, look: Look, seat: Seat, house: pieces.House
) -> None:
    terms = state.terms
    letter = terms.board.letters[house]
    mark = "▶ " if house == state.house and state.phase != phases.OVER else "  "
    laid = state.crown_at.count(house)
    left = state.tax[house]
    tax = "■" * left + "□" * (terms.tax_markers - left)
    first = house == terms.houses_of[seat][0]
    held = state.held[house]
    spans = [
        (mark, "bold"),
        (f"{letter} {terms.colour(house)}, {look.name(seat)[:16]}  ", map.COLOUR_STYLES[house]),
        (f"money {_money(state, viewer, seat)}  " if first else "", "bold"),
        (f"TAX {tax}  ", ""),
        (f"{plural(state.unplaced[house], 'crown')}, {laid} laid  ", ""),
        (f"regions {held.bit_count()} worth {terms.board.worth(held)}", ""),
    ]
    canvas.flow(spans, look.width, indent=4)


def _markers_of(canvas: Canvas, state: State, look: Look, house: pieces.House) -> None:
    household = pieces.counted(pieces.three(state.household[house])) or "none"
    spans: list[Span] = [("    household ", "dim"), (f"{household}  ", "")]
    spans += _markers(state, state.array[house], "array")
    if state.bonus_house == house and state.phase not in (phases.TAKE, phases.OVER):
        spans += _markers(state, state.bonus, "bonus")
    canvas.flow(spans, look.width, indent=4)


def _money(state: State, viewer: Seat | None, seat: Seat) -> str:
    purse = state.money[seat]
    return str(purse) if scoring.sees_money(state, viewer, seat) else f"{HIDDEN_COINS}{purse % 10}"


def _markers(state: State, pool: pieces.Pool, name: str) -> list[Span]:
    """`array (8) B 2k 1a  x 1k  2m3  1⌂1`: how many, colour by colour, mercenaries, castles."""
    board = state.terms.board
    spans: list[Span] = [(f"{name} ({pieces.size(pool)}) ", "dim")]
    for colour in range(pieces.HOUSES + 1):
        units = pool >> pieces.COLOUR_SHIFT[colour] & pieces.THREE
        if units:
            text = f"{board.letters[colour]} {pieces.counted(pieces.three(units))}  "
            spans.append((text, map.COLOUR_STYLES[colour]))
    for sign, first in (("m", pieces.MERCENARY), (map.CASTLE_SIGN, pieces.CASTLE)):
        numbers = [(pieces.count(pool, first + i), n) for i, n in enumerate(pieces.SIZES)]
        words = [f"{number}{sign}{n}" for number, n in numbers if number]
        if words:
            spans.append((f"{' '.join(words)}  ", ""))
    return spans


# -- bag, pile and what is going on -------------------------------------------------------------


def _pile(canvas: Canvas, state: State, look: Look) -> None:
    bag = f"bag {state.bag.total} markers  "
    spans: list[Span] = [(bag, ""), *_markers(state, state.aside, "aside")]
    canvas.flow(spans, look.width)


def _table_matters(canvas: Canvas, state: State, look: Look) -> None:
    """What the step at hand is about."""
    for seat, bid in enumerate(state.bids):
        passed = state.passed >> seat & 1
        if state.phase == phases.BID and (bid or passed):
            units = pieces.tally(state.terms.board.named(bid))
            text = f"{look.name(seat)[:20]} bids {units}, worth {state.terms.board.strength(bid)}"
            if passed:
                text = f"{look.name(seat)[:20]} has passed"
            stands = " (stands)" if seat == state.bidder else ""
            _say(canvas, text + stands, "", look.width)
    for (house, _, _), taken in state.choices:
        if taken is not None:
            _say(canvas, f"{state.terms.colour(house)} has chosen, sealed", "", look.width)


def _matters_in_short(canvas: Canvas, state: State, look: Look) -> None:
    """The same where there are no rows for sentences."""
    spans: list[Span] = []
    for seat, bid in enumerate(state.bids if state.phase == phases.BID else ()):
        name = look.name(seat)[:20]
        if state.passed >> seat & 1:
            spans.append((f"{name} passed  ", "dim"))
        elif bid:
            stands = "bold" if seat == state.bidder else ""
            spans.append((f"{name} bids {state.terms.board.strength(bid)}  ", stands))
    chosen = [
        state.terms.colour(house) for (house, _, _), taken in state.choices if taken is not None
    ]
    if chosen:
        spans.append((f"chosen, sealed: {', '.join(chosen)}", ""))
    if spans:
        canvas.flow(spans, look.width)


# -- attacks ------------------------------------------------------------------------------------


def _sees_attacks(state: State, viewer: Seat | None) -> bool:
    return state.phase == phases.ATTACK and viewer == state.active_seat


def _attackable(state: State) -> list[Target]:
    found: dict[int, list[int]] = {}
    for colour, _, mask, beaten in ways(state, state.area()):
        for target in bits(mask):
            found.setdefault(target, []).extend([colour] * (beaten >> target & 1))
    return [(target, state.defence[target] + 1, found[target]) for target in sorted(found)]


def _attacks(canvas: Canvas, state: State, open_to: list[Target], width: int) -> None:
    board = state.terms.board
    spans: list[Span] = [("You can attack: ", "bold")]
    for target, need, colours in open_to:
        if colours:
            letters = "".join(board.letters[colour] for colour in colours)
            spans.append((f"{board.regions[target].code} {need}+ {letters}  ", ""))
    if len(spans) > 1:
        canvas.flow(spans, width)
    weak = [f"{board.regions[t].code} {need}+  " for t, need, colours in open_to if not colours]
    if weak:
        canvas.flow([("Too strong now: ", "dim"), *((w, "dim") for w in weak)], width)
