"""What the learned estimate looks at, for every seat."""

from __future__ import annotations

from functools import lru_cache

from rulekeep.core import left_of
from rulekeep.games.kilt_castle.box.board import Board, Cell, Cells
from rulekeep.games.kilt_castle.box.pieces import FACES, FLOOR_COLOUR, FLOOR_MASK, FLOORS, Colour
from rulekeep.games.kilt_castle.scoring import measured
from rulekeep.games.kilt_castle.state import BUILD_1, DUCATS, RELOCATE, State

ALL_FLOORS = sum(FLOORS)  # of a colour
HIGH = 5
"""Towers of this height and more count alike."""
POOR = 8
"""A purse with fewer ducats may be too small for what is to be overbuilt."""
_HEIGHTS = (*(f"height {height}" for height in range(1, HIGH)), f"height {HIGH} or more")
NAMES = (
    "ducats",
    f"ducats up to {POOR}",
    "best area",
    "best area on a ducat day that is due",
    "best area by rows of one card",
    "other areas",
    "crests on top",
    *(f"towers of the best area, {height}" for height in _HEIGHTS),
    *(f"other towers, {height}" for height in _HEIGHTS),
    "free neighbours",
    "foreign neighbours",
    "low foreign neighbours",
    "plain floors left",
    "single crests left",
    "double crests left",
    "moves a card next",
    "builds in this turn",
    "best build in this turn: area",
    "best build in this turn: area that a rival loses",
    "best build in this turn: price",
    "best build in this turn: height",
    "price of a rival's best build in this turn",
    "area lost by a rival's best build in this turn",
)
(DUCATS_HELD, SMALL_PURSE, BEST, DUE, BY_ROWS, OTHERS, CRESTS, IN_BEST) = range(8)
OUTSIDE = IN_BEST + HIGH
(
    FREE,
    FOREIGN,
    LOW_FOREIGN,
    PLAIN,
    _SINGLE,
    _DOUBLE,
    NEXT,
    BUILDS,
    GAIN,
    HARM,
    PRICE,
    HEIGHT,
    RECEIVED,
    LOST,
) = range(OUTSIDE + HIGH, len(NAMES))


def left(state: State) -> tuple[int, int]:
    """How many floors the player with the fewest has to build, and how many there were."""
    floors, terms = state.left, state.terms
    if terms.ends_by_colour:
        return min([floors[colour] for colour in terms.in_play]), ALL_FLOORS
    return min([floors[a] + floors[b] for a, b in terms.colours_of]), 2 * ALL_FLOORS


def features(state: State) -> list[list[int]]:
    """The features of every seat in the order of `NAMES`."""
    terms, board, heights = state.terms, state.terms.box, state.heights
    due = state.seal == DUCATS
    singles = sum([1 for row in state.rows if len(row) == 1])
    built = 0
    for tops in state.tops:
        built |= tops
    empty = board.mask & ~built
    rows = []
    for seat, colours in enumerate(terms.colours_of):
        row = [0] * len(NAMES)
        purse = state.bank.purses[seat]
        row[DUCATS_HELD] = purse
        row[SMALL_PURSE] = min(purse, POOR)
        for colour in colours:
            own = state.tops[colour] & ~state.roofed
            best, others, cells, free, foreign, crests = _land(
                board,
                own,
                state.roofed,
                own & state.crested,
                own & state.double_crested,
                terms.roof_connects,
                empty,
            )
            row[BEST] += best
            row[OTHERS] += others
            row[CRESTS] += crests
            row[FREE] += free
            row[FOREIGN] += foreign.bit_count()
            if due:
                row[DUE] += best
            row[BY_ROWS] += best * singles
            for crested in range(3):
                row[PLAIN + crested] += state.stock[3 * colour + crested]
            while own:
                bit = own & -own
                height = heights[bit.bit_length() - 1]
                at = IN_BEST if bit & cells else OUTSIDE
                row[at - 1 + (min(HIGH, height))] += 1
                own ^= bit
            while foreign:
                bit = foreign & -foreign
                if heights[bit.bit_length() - 1] < 3:
                    row[LOW_FOREIGN] += 1
                foreign ^= bit
        rows.append(row)
    following = state.active if state.phase == RELOCATE else left_of(state.active, terms.seats)
    rows[following][NEXT] = 1
    if state.is_building:
        for colour in FACES[state.moved][state.phase - BUILD_1 :]:
            _count_build(state, rows, colour)
    return rows


@lru_cache(maxsize=1 << 13)
def _land(
    board: Board,
    own: Cells,
    roofed: Cells,
    crested: Cells,
    double: Cells,
    joined: bool,
    empty: Cells,
) -> tuple[int, int, Cells, int, Cells, int]:
    """What a colour's best area is worth, what the others are, its cells, and what is around it."""
    found = sorted(measured(board, own, roofed, crested, double, joined), reverse=True)
    crests = crested.bit_count() + double.bit_count()
    if not found:
        return 0, 0, 0, 0, 0, crests
    cells = found[0][4]
    around = board.neighbours(cells) & ~own & ~roofed
    others = sum([area[0] for area in found[1:]])
    return found[0][0], others, cells, (around & empty).bit_count(), around & ~empty, crests


def _count_build(state: State, rows: list[list[int]], colour: Colour) -> None:
    """A build that is still to come in this turn, and what the best one would change."""
    seat = state.terms.owner[colour]
    rows[seat][BUILDS] += 1
    best, found = 0, (0, 0, 0, 0, seat)
    before, free = _worth_with(state, colour, 0), True
    purse = state.bank.purses[seat]
    for cell in state.line():
        tower = state.towers[cell]
        if state.roofed >> cell & 1 or (not tower and not free):
            continue
        price, harm, owner = 0, 0, seat
        if tower:
            owner = state.terms.owner_of_floor[tower & FLOOR_MASK]
            if owner != seat:
                price = state.heights[cell]
                if price > purse:
                    continue
                harm = _harm(state, cell)
        else:
            free = False
        gain = _worth_with(state, colour, 1 << cell) - before
        height = state.heights[cell] + 1
        value = 4 * (gain + harm) + height + 4 - 3 * price
        if value > best:
            best, found = value, (gain, harm, price, height, owner)
    gain, harm, price, height, owner = found
    row = rows[seat]
    row[GAIN] += gain
    row[HARM] += harm
    row[PRICE] += price
    row[HEIGHT] += min(height, HIGH)
    if owner != seat:
        rows[owner][RECEIVED] += price
        rows[owner][LOST] += harm


def _worth_with(state: State, colour: Colour, more: Cells) -> int:
    """The worth of a colour's best area with a plain floor more."""
    own = state.tops[colour] & ~state.roofed
    return _worth(
        state.terms.box,
        own | more,
        state.roofed,
        own & state.crested & ~more,
        own & state.double_crested & ~more,
        state.terms.roof_connects,
    )


def _harm(state: State, cell: Cell) -> int:
    """What the colour on top of a tower loses of its best area if it is overbuilt."""
    colour = FLOOR_COLOUR[state.towers[cell] & FLOOR_MASK]
    own = state.tops[colour] & ~state.roofed
    less = own & ~(1 << cell)
    board, roofed, joined = state.terms.box, state.roofed, state.terms.roof_connects
    crested, double = state.crested, state.double_crested
    now = _worth(board, own, roofed, own & crested, own & double, joined)
    return now - _worth(board, less, roofed, less & crested, less & double, joined)


@lru_cache(maxsize=1 << 14)
def _worth(
    board: Board, own: Cells, roofed: Cells, crested: Cells, double: Cells, joined: bool
) -> int:
    found = measured(board, own, roofed, crested, double, joined)
    return max(found)[0] if found else 0
