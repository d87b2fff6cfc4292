"""The houses: whose they are, money, TAX markers, crowns, household, array and bonus."""

from __future__ import annotations

from rulekeep.core import INK_FAINT, INK_LINE, Ink, Picture, Value, fit, in_lines, plural
from rulekeep.games.kings_and_castles.box.pieces import (
    COLOUR_SHIFT,
    HOUSES,
    THREE,
    House,
    Kind,
    Pool,
    counted,
    counts,
    size,
    tally,
    three,
)
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms import phases
from rulekeep.games.kings_and_castles.view.looking import is_active, purse
from rulekeep.games.kings_and_castles.view.picture import tokens
from rulekeep.games.kings_and_castles.view.picture.marks import View, frame, legal

WIDTH = 246
INSIDE = 10
"""From the edge of a panel to its contents."""
BOARD = Ink("#f4f1e9", "#26272c")
GAP = 10
IN_A_ROW = 5
ROW = tokens.PIECE_HEIGHT + 4


def draw_houses(picture: Picture, state: State, view: View, x: float, y: float) -> None:
    """The panels, two in a row, from a point on."""
    for row in _rows_of_houses(state):
        for column, house in enumerate(row):
            seat, high = state.terms.owner[house], _height(state, house)
            left = x + column * (WIDTH + GAP)
            with (
                picture.part(
                    "seat", left - 2, y - 2, WIDTH + 4, high + 4, mine=seat == view.viewer,
                    least=tokens.PIECE_HEIGHT + 4, data_seat=str(seat + 1),
                ),
                picture.at(
                    left, y, data_colour=state.terms.colour(house),
                    data_legal=legal(house in view.names.colours),
                ),
            ):  # fmt: skip
                tokens.panel(picture, WIDTH, high, BOARD, now=is_active(state, house))
                _head(picture, state, view, house)
                _markers(picture, state, view, house)
                frame(picture, 2, 2, WIDTH - 4, high - 4, view.news.houses.get(house))
        y += max(_height(state, house) for house in row) + GAP


def _rows_of_houses(state: State) -> list[list[House]]:
    every = [house for seat in range(state.terms.seats) for house in state.terms.houses_of[seat]]
    return [every[n : n + 2] for n in range(0, len(every), 2)]


def height_of(state: State) -> float:
    return sum(max(_height(state, house) for house in row) + GAP for row in _rows_of_houses(state))


def _height(state: State, house: House) -> float:
    rows = _rows(_places(state, state.array[house]))
    bonus = bonus_of(state, house)
    return 134 + ROW * rows + (22 + ROW * _rows(size(bonus)) if bonus else 0)


def _rows(places: int) -> int:
    return -(-places // IN_A_ROW)


def _places(state: State, array: Pool) -> int:
    return max(state.terms.board.array_size, size(array))


def bonus_of(state: State, house: House) -> Pool:
    """The bonus area, while it is this house's and in use."""
    there = house == state.bonus_house and state.phase not in (phases.TAKE, phases.OVER)
    return state.bonus if there else 0


# -- the upper part -----------------------------------------------------------------------------


def _head(picture: Picture, state: State, view: View, house: House) -> None:
    terms = state.terms
    seat = terms.owner[house]
    strong = tokens.STRONG[house]
    picture.path("M10 10H38V26C38 34 30 38 24 42C18 38 10 34 10 26Z", fill=strong)
    tokens.bold(picture, 24, 30, terms.board.letters[house], tokens.ON_STRONG[house], 19)
    owner = f"{fit(view.look.name(seat), 12)}, {terms.colour(house)}"
    picture.text(48, 27, fit(owner, 20), size=17, font_weight="bold")
    first = terms.houses_of[seat][0]
    own = f"money {purse(state, view.viewer, seat)}"
    shared = f"purse: {terms.colour(first)}"
    picture.text(48, 50, own if house == first else shared, size=17)
    _tax(picture, state, view, house)
    tokens.crown(picture, 26, 66, terms.board, house)
    held = state.held[house]
    picture.text(48, 73, f"×{state.unplaced[house]}", size=17, tip="crowns not yet laid")
    worth = f"{plural(held.bit_count(), 'region')} worth {terms.board.worth.of(held)}"
    picture.text(WIDTH - INSIDE, 73, worth, size=16, anchor="end")


def _tax(picture: Picture, state: State, view: View, house: House) -> None:
    """TAX markers: those left are full, those given up are empty."""
    left, all_of_them = state.tax[house], state.terms.tax_markers
    may = view.names.tax and house == state.house
    with picture.group(
        tip=f"{left} of {plural(all_of_them, 'TAX marker')} left",
        data_tax="tax",
        data_legal=legal(may),
    ):
        for index in range(all_of_them):
            tokens.tax(picture, WIDTH - INSIDE - 22 * (all_of_them - index) + 12, 44, index < left)


# -- markers ------------------------------------------------------------------------------------


def _markers(picture: Picture, state: State, view: View, house: House) -> None:
    _household(picture, state, view, house)
    array, bonus = state.array[house], bonus_of(state, house)
    places = state.terms.board.array_size
    y = 124.0
    picture.text(INSIDE, y, f"array {size(array)}/{places}", size=16, fill=INK_FAINT)
    picture.text(WIDTH - INSIDE, y, _note(state, house), size=16, anchor="end", font_style="italic")
    _pool(picture, state, view, house, array, y + 8, places)
    if bonus:
        y += 22 + ROW * _rows(_places(state, array))
        picture.text(INSIDE, y + 2, "king's bonus", size=16, fill=INK_FAINT)
        _pool(picture, state, view, house, bonus, y + 8)


def _household(picture: Picture, state: State, view: View, house: House) -> None:
    board = state.terms.board
    picture.text(INSIDE, 101, "household", size=16, fill=INK_FAINT)
    for unit, number in enumerate(three(state.household[house])):
        kind = 3 * house + unit
        x = 102 + 48 * unit
        with picture.group(
            tip=f"household: {tally({board.kinds[kind]: number})}",
            **tokens.words_of(board, kind),
            data_legal=legal(kind in view.names.home),
        ):
            ink = tokens.STRONG[house] if number else INK_FAINT
            tokens.unit_sign(picture, x + 10, 95, unit, ink)
            picture.text(x + 27, 101, str(number), size=17, font_weight="bold")


def _pool(
    picture: Picture, state: State, view: View, house: House, pool: Pool, y: float, places: int = 0
) -> None:
    """Markers in rows; then the places that are free."""
    board = state.terms.board
    kinds: list[Kind] = [kind for kind, n in enumerate(counts(pool)) for _ in range(n)]
    for index in range(max(places, len(kinds))):
        row, column = divmod(index, IN_A_ROW)
        x, top = INSIDE - 4 + column * 47.5, y + row * ROW
        if index < len(kinds):
            kind = kinds[index]
            words: dict[str, Value] = tokens.words_of(board, kind)
            words["data_legal"] = legal((house, kind) in view.names.area)
            tokens.piece(picture, board, kind, x, top, **words)
        else:
            tokens.free_place(picture, x, top)


def _note(state: State, house: House) -> str:
    """What the house has bid, or that it has chosen."""
    seat = state.terms.owner[house]
    if state.phase == phases.BID:
        if state.passed >> seat & 1:
            return "has passed"
        units = counted(three(state.bids[seat] >> COLOUR_SHIFT[house] & THREE))
        if units:
            return f"{'top bid' if seat == state.bidder else 'bid'} {units}"
    for (chooser, _, _), taken in state.choices:
        if chooser == house and taken is not None:
            return "has chosen"
    return ""


# -- what lies beside ---------------------------------------------------------------------------


def pile_height(state: State) -> float:
    return 24 + 22 * len(_in_words(state))


def draw_pile(picture: Picture, state: State) -> None:
    """The bag, whose contents nobody sees drawn, and the casualties."""
    bag = plural(state.bag.total, "marker")
    picture.text(0, 16, f"Bag: {bag}   Aside: {size(state.aside)}", size=16)
    for row, words in enumerate(_in_words(state)):
        picture.text(0, 38 + 22 * row, words, size=16, fill=INK_LINE)


def _in_words(state: State) -> list[str]:
    """The casualties in rows of what fits: `B 2k 1a, x 1k, 2m3, 1 castle 2`."""
    board = state.terms.board
    pool = state.aside
    words = [
        f"{board.letters[colour]} {counted(three(units))}"
        for colour in range(HOUSES + 1)
        if (units := pool >> COLOUR_SHIFT[colour] & THREE)
    ]
    others = counts(pool)[3 * (HOUSES + 1) :]
    names = ("m3", "m2", "m1", "⌂3", "⌂2", "⌂1")
    words += [f"{n}{name}" for n, name in zip(others, names, strict=True) if n]
    return in_lines(words, "  ", 53)
