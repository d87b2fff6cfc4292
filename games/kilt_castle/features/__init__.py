"""What the learned estimate looks at, for every seat."""

from __future__ import annotations

from functools import lru_cache

from attrs import frozen

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
    SINGLE,
    DOUBLE,
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
    terms, heights, roofed = state.terms, state.heights, state.roofed
    lands = _lands(terms.box, terms.roof_connects)
    due = state.seal == DUCATS
    singles = sum([1 for row in state.rows if len(row) == 1])
    built = 0
    for tops in state.tops:
        built |= tops
    worth = [0] * len(state.tops)
    rows: list[list[int]] = []
    for seat, colours in enumerate(terms.colours_of):
        row = [0] * len(NAMES)
        best = others = crests = free = foreign = low = plain = single = double = 0
        for colour in colours:
            own = state.tops[colour] & ~roofed
            land = lands.land(own, roofed, own & state.crested, own & state.double_crested, built)
            worth[colour] = land.best
            best += land.best
            others += land.others
            crests += land.crests
            free += land.free
            foreign += len(land.foreign)
            for cell in land.foreign:
                if heights[cell] < 3:
                    low += 1
            plain += state.stock[3 * colour]
            single += state.stock[3 * colour + 1]
            double += state.stock[3 * colour + 2]
            for cell in land.inside:
                row[IN_BEST - 1 + min(HIGH, heights[cell])] += 1
            for cell in land.outside:
                row[OUTSIDE - 1 + min(HIGH, heights[cell])] += 1
        purse = state.bank.purses[seat]
        row[DUCATS_HELD] = purse
        row[SMALL_PURSE] = min(purse, POOR)
        row[BEST] = best
        row[DUE] = best if due else 0
        row[BY_ROWS] = best * singles
        row[OTHERS] = others
        row[CRESTS] = crests
        row[FREE] = free
        row[FOREIGN] = foreign
        row[LOW_FOREIGN] = low
        row[PLAIN] = plain
        row[SINGLE] = single
        row[DOUBLE] = double
        rows.append(row)
    following = state.active if state.phase == RELOCATE else left_of(state.active, terms.seats)
    rows[following][NEXT] = 1
    if state.is_building:
        for colour in FACES[state.moved][state.phase - BUILD_1 :]:
            _count_build(state, rows, colour, worth, lands)
    return rows


@frozen
class Land:
    """A colour's best area, its other areas, and what is around the best one."""

    best: int
    """What it is worth."""
    others: int
    crests: int
    """On all towers of the colour."""
    free: int
    foreign: tuple[Cell, ...]
    inside: tuple[Cell, ...]
    """The towers of the best area, and the others."""
    outside: tuple[Cell, ...]


class Lands:
    """Areas on a board that were measured before, because search meets them again."""

    __slots__ = ("_board", "_joined", "_lands", "_worth")

    MOST = 1 << 13
    """Positions of a colour in a table; one that is full is emptied."""

    def __init__(self, board: Board, joined: bool) -> None:
        self._board = board
        self._joined = joined
        self._lands: dict[tuple[Cells, Cells, Cells, Cells, Cells], Land] = {}
        self._worth: dict[tuple[Cells, Cells, Cells, Cells], int] = {}

    def land(self, own: Cells, roofed: Cells, crested: Cells, double: Cells, built: Cells) -> Land:
        """What a colour has that is on top of these towers."""
        key = own, roofed, crested, double, built
        found = self._lands.get(key)
        if found is None:
            if len(self._lands) >= self.MOST:
                self._lands.clear()
            found = self._lands[key] = self._measured(own, roofed, crested, double, built)
        return found

    def _measured(
        self, own: Cells, roofed: Cells, crested: Cells, double: Cells, built: Cells
    ) -> Land:
        board = self._board
        areas = sorted(measured(board, own, roofed, crested, double, self._joined), reverse=True)
        crests = crested.bit_count() + double.bit_count()
        if not areas:
            return Land(0, 0, crests, 0, (), (), ())
        best = areas[0][4]
        around = board.neighbours(best) & ~own & ~roofed
        return Land(
            areas[0][0],
            sum([area[0] for area in areas[1:]]),
            crests,
            (around & ~built).bit_count(),
            self._cells(around & built),
            self._cells(own & best),
            self._cells(own & ~best),
        )

    def _cells(self, mask: Cells) -> tuple[Cell, ...]:
        return tuple([cell for cell in self._board.cells if mask >> cell & 1])

    def worth(self, own: Cells, roofed: Cells, crested: Cells, double: Cells) -> int:
        """What the best area of these towers is worth."""
        key = own, roofed, crested, double
        found = self._worth.get(key)
        if found is None:
            if len(self._worth) >= 2 * self.MOST:
                self._worth.clear()
            areas = measured(self._board, own, roofed, crested, double, self._joined)
            found = self._worth[key] = max(areas)[0] if areas else 0
        return found


@lru_cache(maxsize=64)
def _lands(board: Board, joined: bool) -> Lands:
    return Lands(board, joined)


def _count_build(
    state: State, rows: list[list[int]], colour: Colour, worth: list[int], lands: Lands
) -> None:
    """A build that is still to come in this turn, and what the best one would change."""
    terms, heights, roofed = state.terms, state.heights, state.roofed
    seat = terms.owner[colour]
    rows[seat][BUILDS] += 1
    best, found = 0, (0, 0, 0, 0, seat)
    before, free = worth[colour], True
    own = state.tops[colour] & ~roofed
    crested, double = own & state.crested, own & state.double_crested
    purse = state.bank.purses[seat]
    for cell in state.line():
        tower = state.towers[cell]
        bit = 1 << cell
        if roofed & bit or (not tower and not free):
            continue
        price, harm, owner = 0, 0, seat
        height = heights[cell]
        if tower:
            owner = terms.owner_of_floor[tower & FLOOR_MASK]
            if owner != seat:
                price = height
                if price > purse:
                    continue
                harm = _harm(state, cell, worth, lands)
        else:
            free = False
        gain = lands.worth(own | bit, roofed, crested & ~bit, double & ~bit) - before
        value = 4 * (gain + harm) + height + 5 - 3 * price
        if value > best:
            best, found = value, (gain, harm, price, height + 1, owner)
    gain, harm, price, height, owner = found
    row = rows[seat]
    row[GAIN] += gain
    row[HARM] += harm
    row[PRICE] += price
    row[HEIGHT] += min(height, HIGH)
    if owner != seat:
        rows[owner][RECEIVED] += price
        rows[owner][LOST] += harm


def _harm(state: State, cell: Cell, worth: list[int], lands: Lands) -> int:
    """What the colour on top of a tower loses of its best area if it is overbuilt."""
    colour = FLOOR_COLOUR[state.towers[cell] & FLOOR_MASK]
    less = state.tops[colour] & ~state.roofed & ~(1 << cell)
    left = lands.worth(less, state.roofed, less & state.crested, less & state.double_crested)
    return worth[colour] - left
