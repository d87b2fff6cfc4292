"""What the learned estimate looks at, for every seat."""

from __future__ import annotations

from functools import lru_cache

from rulekeep.core import Seat, left_of
from rulekeep.games.kilt_castle.box.board import Board, Cells
from rulekeep.games.kilt_castle.box.pieces import FACES, FLOOR_MASK, FLOORS, Colour
from rulekeep.games.kilt_castle.scoring import measured
from rulekeep.games.kilt_castle.state import BUILD_1, DUCATS, RELOCATE, State

ALL_FLOORS = sum(FLOORS)  # of a colour
HIGH = 4
"""Towers of this height and more count alike."""
NAMES = (
    "ducats",
    "best area",
    "best area on a ducat day that is due",
    "best area by rows of one card",
    "other areas",
    "towers",
    "crests on top",
    "towers of height 1",
    "towers of height 2",
    "towers of height 3",
    "towers of height 4 or more",
    "free neighbours",
    "foreign neighbours",
    "plain floors left",
    "single crests left",
    "double crests left",
    "moves a card next",
    "builds in this turn",
    "best build in this turn",
)
(
    DUCATS_HELD,
    BEST,
    DUE,
    BY_ROWS,
    OTHERS,
    TOWERS,
    CRESTS,
    HEIGHT_1,
    _HEIGHT_2,
    _HEIGHT_3,
    _HEIGHT_4,
    FREE,
    FOREIGN,
    PLAIN,
    _SINGLE,
    _DOUBLE,
    NEXT,
    BUILDS,
    BEST_BUILD,
) = range(len(NAMES))


def left(state: State) -> tuple[int, int]:
    """How many floors the player with the fewest has to build, and how many there were."""
    floors, terms = state.left, state.terms
    if terms.ends_by_colour:
        return min([floors[colour] for colour in terms.in_play]), ALL_FLOORS
    return min([floors[a] + floors[b] for a, b in terms.colours_of]), 2 * ALL_FLOORS


def features(state: State) -> list[list[int]]:
    """The features of every seat in the order of `NAMES`."""
    terms, board = state.terms, state.terms.box
    due = state.seal == DUCATS
    singles = sum([1 for row in state.rows if len(row) == 1])
    empty = board.mask & ~_built(state)
    rows = []
    for seat, colours in enumerate(terms.colours_of):
        row = [0] * len(NAMES)
        row[DUCATS_HELD] = state.bank.purses[seat]
        for colour in colours:
            own = state.tops[colour] & ~state.roofed
            best, others, free, foreign, crests = _land(
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
            row[TOWERS] += own.bit_count()
            row[CRESTS] += crests
            row[FREE] += free
            row[FOREIGN] += foreign
            if due:
                row[DUE] += best
            row[BY_ROWS] += best * singles
            for crested in range(3):
                row[PLAIN + crested] += state.stock[3 * colour + crested]
            _count_heights(row, state.heights, own)
        rows.append(row)
    following = state.active if state.phase == RELOCATE else left_of(state.active, terms.seats)
    rows[following][NEXT] = 1
    if state.is_building:
        _count_builds(state, rows)
    return rows


def _built(state: State) -> Cells:
    cells = 0
    for tops in state.tops:
        cells |= tops
    return cells


def _count_heights(row: list[int], heights: list[int], own: Cells) -> None:
    while own:
        bit = own & -own
        row[HEIGHT_1 - 1 + min(HIGH, heights[bit.bit_length() - 1])] += 1
        own ^= bit


@lru_cache(maxsize=1 << 13)
def _land(
    board: Board,
    own: Cells,
    roofed: Cells,
    crested: Cells,
    double: Cells,
    joined: bool,
    empty: Cells,
) -> tuple[int, int, int, int, int]:
    """What a colour's best area is worth, what the others are, and what lies around it."""
    found = sorted(measured(board, own, roofed, crested, double, joined), reverse=True)
    crests = crested.bit_count() + double.bit_count()
    if not found:
        return 0, 0, 0, 0, crests
    around = board.neighbours(found[0][4]) & ~own & ~roofed
    others = sum([area[0] for area in found[1:]])
    return found[0][0], others, (around & empty).bit_count(), (around & ~empty).bit_count(), crests


def _count_builds(state: State, rows: list[list[int]]) -> None:
    """The builds that are still to come in this turn, and what the best of them would change."""
    faces = FACES[state.moved][state.phase - BUILD_1 :]
    for colour in faces:
        seat = state.terms.owner[colour]
        rows[seat][BUILDS] += 1
        rows[seat][BEST_BUILD] += _best_build(state, colour, seat)


def _best_build(state: State, colour: Colour, seat: Seat) -> int:
    """The most that a build of this colour adds to areas, less its price."""
    terms, board = state.terms, state.terms.box
    crests = 2 if state.stock[3 * colour + 2] else 1 if state.stock[3 * colour + 1] else 0
    own, roofed = state.tops[colour] & ~state.roofed, state.roofed
    crested, double = own & state.crested, own & state.double_crested
    joined, purse = terms.roof_connects, state.bank.purses[seat]
    before = _worth(board, own, roofed, crested, double, joined)
    best, free = 0, True
    for cell in state.line():
        tower = state.towers[cell]
        owner = terms.owner_of_floor[tower & FLOOR_MASK]
        price = state.heights[cell] if tower and owner != seat else 0
        if price > purse or roofed >> cell & 1 or (not tower and not free):
            continue
        free = free and bool(tower)
        bit = 1 << cell
        now = _worth(
            board,
            own | bit,
            roofed,
            crested | bit if crests else crested & ~bit,
            double | bit if crests == 2 else double & ~bit,
            joined,
        )
        gain = now - before - price
        if price:  # the rival loses a tower
            gain += 1
        best = max(best, gain)
    return best


@lru_cache(maxsize=1 << 14)
def _worth(
    board: Board, own: Cells, roofed: Cells, crested: Cells, double: Cells, joined: bool
) -> int:
    found = measured(board, own, roofed, crested, double, joined)
    return max(found)[0] if found else 0
