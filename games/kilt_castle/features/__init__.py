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
"""Towers of this height and more count alike, see `_by_height`."""
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
_COMING = len(NAMES) - 8
"""So many features are known at once; the others are of the turn to come."""
NEXT, BUILDS, GAIN, HARM, PRICE, HEIGHT, RECEIVED, LOST = range(_COMING, len(NAMES))
MOST_LANDS = 1 << 11
"""What is remembered for one set of roofs; a full table is emptied."""
MOST_ROOFS = 32
"""Sets of roofs with a table of their own."""


def left(state: State) -> tuple[int, int]:
    """How many floors the player with the fewest has to build, and how many there were."""
    floors, terms = state.left, state.terms
    if terms.ends_by_colour:
        fewest = ALL_FLOORS
        for colour in terms.in_play:
            fewest = min(fewest, floors[colour])
        return fewest, ALL_FLOORS
    fewest = 2 * ALL_FLOORS
    for colours in terms.colours_of:
        fewest = min(fewest, floors[colours[0]] + floors[colours[1]])
    return fewest, 2 * ALL_FLOORS


def features(state: State) -> list[list[int]]:
    """The features of every seat in the order of `NAMES`."""
    terms, roofed, stock = state.terms, state.roofed, state.stock
    crested_cells, double_cells = state.crested, state.double_crested
    lands = _lands(terms.box, terms.roof_connects, roofed)
    one, two, three, four, more = _by_height(state)
    low_towers = one | two
    built = low_towers | three | four | more
    due = state.seal == DUCATS
    singles = 0
    for cards in state.rows:
        if len(cards) == 1:
            singles += 1
    worth = [0] * len(state.tops)
    rows: list[list[int]] = []
    for seat, colours in enumerate(terms.colours_of):
        best = others = crests = free = foreign = low = plain = single = double = 0
        inside = outside = 0
        for colour in colours:
            own = state.tops[colour] & ~roofed
            land = lands.land(own, own & crested_cells, own & double_cells)
            worth[colour] = land.best
            best += land.best
            others += land.others
            crests += land.crests
            free += (land.around & ~built).bit_count()
            foreign += (land.around & built).bit_count()
            low += (land.around & low_towers).bit_count()
            inside |= land.inside
            outside |= own & ~land.inside
            plain += stock[3 * colour]
            single += stock[3 * colour + 1]
            double += stock[3 * colour + 2]
        purse = state.bank.purses[seat]
        row = [
            purse,
            min(purse, POOR),
            best,
            best if due else 0,
            best * singles,
            others,
            crests,
            (inside & one).bit_count(),
            (inside & two).bit_count(),
            (inside & three).bit_count(),
            (inside & four).bit_count(),
            (inside & more).bit_count(),
            (outside & one).bit_count(),
            (outside & two).bit_count(),
            (outside & three).bit_count(),
            (outside & four).bit_count(),
            (outside & more).bit_count(),
            free,
            foreign,
            low,
            plain,
            single,
            double,
            *(0, 0, 0, 0, 0, 0, 0, 0),  # of the turn to come
        ]
        rows.append(row)
    following = state.active if state.phase == RELOCATE else left_of(state.active, terms.seats)
    rows[following][NEXT] = 1
    if state.is_building:
        for colour in FACES[state.moved][state.phase - BUILD_1 :]:
            _count_build(state, rows, colour, worth, lands)
    return rows


def _by_height(state: State) -> tuple[Cells, Cells, Cells, Cells, Cells]:
    """The cells with towers of the height 1, 2, 3, 4, and 5 or more."""
    one = two = three = four = more = 0
    bit = 1
    for height in state.heights:
        if height:
            if height == 1:
                one |= bit
            elif height == 2:
                two |= bit
            elif height == 3:
                three |= bit
            elif height == 4:
                four |= bit
            else:
                more |= bit
        bit += bit
    return one, two, three, four, more


@frozen
class Land:
    """A colour's best area, its other areas, and what is around the best one."""

    best: int
    """What it is worth."""
    others: int
    crests: int
    """On all towers of the colour."""
    inside: Cells
    """The towers of the best area."""
    around: Cells
    """Its neighbours, without roofs and own towers."""


class Lands:
    """Areas on a board with these roofs that were measured before, because search meets them again."""

    __slots__ = ("_known", "board", "joined", "roofed")

    def __init__(self, board: Board, joined: bool, roofed: Cells) -> None:
        self.board = board
        self.joined = joined
        self.roofed = roofed
        self._known: dict[int, Land] = {}

    def land(self, own: Cells, crested: Cells, double: Cells) -> Land:
        """What a colour has that is on top of these towers."""
        # Two crests are crests, and crests are on own towers: so two sets tell all three.
        key = own ^ double | crested << self.board.size
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= MOST_LANDS:
                self._known.clear()
            found = self._known[key] = self._measured(own, crested, double)
        return found

    def _measured(self, own: Cells, crested: Cells, double: Cells) -> Land:
        board, roofed = self.board, self.roofed
        crests = crested.bit_count() + double.bit_count()
        best = others = cells = 0
        areas = measured(board, own, roofed, crested, double, self.joined)
        if areas:
            chosen = max(areas)
            best, cells = chosen[0], chosen[4]
            others = sum([area[0] for area in areas]) - best
        return Land(best, others, crests, own & cells, board.neighbours(cells) & ~own & ~roofed)


_LATEST: list[Lands] = []
"""The table that was asked for last: mostly it is the next one too."""


def _lands(board: Board, joined: bool, roofed: Cells) -> Lands:
    for lands in _LATEST:
        if lands.roofed == roofed and lands.board is board and lands.joined == joined:
            return lands
    lands = _known_lands(board, joined, roofed)
    _LATEST[:] = [lands]
    return lands


@lru_cache(maxsize=MOST_ROOFS)
def _known_lands(board: Board, joined: bool, roofed: Cells) -> Lands:
    return Lands(board, joined, roofed)


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
        gain = lands.land(own | bit, crested & ~bit, double & ~bit).best - before
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
    left = lands.land(less, less & state.crested, less & state.double_crested)
    return worth[colour] - left.best
