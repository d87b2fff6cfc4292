"""A rough chance of winning, for bots.

It counts only what the seat may know: the other hands and the piles are taken together, as one
heap of unseen tiles, of which every hand is a handful. The weights below were chosen by playing
many matches; they give roughly the share of matches won from such positions.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp, fsum

from attrs import frozen

from rulekeep.core import Seat
from rulekeep.games.castle_keep.box import castle as plan
from rulekeep.games.castle_keep.box.tiles import FIRST_KNIGHT, FIRST_WALL, HAND, KINDS, Kind, Tiles
from rulekeep.games.castle_keep.legal.building import room_for
from rulekeep.games.castle_keep.state import NO_TILE, NOBODY, State
from rulekeep.games.castle_keep.terms import ACTION, ATTACK, BUILD, DISCARD, DRAW, TAKEN, Terms

UNREACHED = 0.5  # the chance to fill, in time, a cell that nothing fitting lies beside yet

# What counts among rivals; 1 is worth odds of e to 1. Where there are two figures, the first is
# for one whose turn goes on and who may still do it, the second for one who has to wait.
FILLED = 0.45  # a filled cell
PLACEABLE = 0.2  # a tile in the hand that fits, after others that fit, as many as a turn allows
SPARE = 0.05  # any tile in the hand, except those that are about to be discarded
WAITING = 0.3
"""A castle of fewer than two tiles. That is safe, but the others build meanwhile."""
TURN = 0.15  # the own turn, until it is over
OPEN_TO = 0.17
"""A rival's empty cell, times the chance that one of the rival's unseen tiles fits it."""
WIN = (3.0, 0.7)  # to hold all the tiles that complete the castle
THREAT = 1.0  # that a rival holds them, times the chance of it
PREY = (0.35, 0.28)  # a rival's tile that may be hit, times the chance of holding what hits it
HUNT = (2.6, 0.9)  # that a rival's castle may be destroyed, times the chance of it
LOSS = 0.15  # an own tile that may be hit, times the chance of it
FALL = 1.4  # that the own castle may be destroyed, times the chance of it
ONE_OF_TWO = 0.3  # how much of that is left where a castle is one of two (Empire)

# What counts under siege, where a filled cell is worth 1.
HELD = 0.3  # a cell for which a fitting tile is in the hand
HOPED = 0.3  # a cell that a drawn tile may fill, times the chance of drawing one

Heap = list[int]
"""Unseen tiles by kind, and their total at the end."""


def evaluate(state: State, seat: Seat) -> float:
    """From 0 to 1; exactly 1, 0 or a shared part when the match is over."""
    if state.reason:
        if state.winner != NOBODY:
            return 1.0 if state.winner == seat else 0.0
        return 0.0 if state.seats == 1 else 1 / state.seats
    heap = _unseen(state, seat)
    if state.seats == 1:
        value = _under_siege(state, heap)
    elif state.terms.common:
        value = _king(state, seat, heap)
    else:
        value = _among_rivals(state, seat, heap)
    return min(max(value, 0.001), 0.999)


def _unseen(state: State, seat: Seat) -> Heap:
    heap = state.bag.counts[:]
    for other, hand in enumerate(state.hands):
        if other != seat:
            for kind in hand + state.buried[other]:
                heap[kind] += 1
    heap.append(sum(heap) or 1)
    return heap


@frozen
class Openings:
    """What builders see in a castle."""

    rooms: tuple[tuple[Kind, plan.Cells], ...]
    """The kinds that fit, with the cells that take them."""
    takers: tuple[tuple[plan.Cells, tuple[Kind, ...]], ...]
    """The empty cells, each as a mask and with the kinds that it takes."""


@frozen
class Targets:
    """What attackers see in a castle."""

    filled: int
    hits: tuple[tuple[Kind, int, bool], ...]
    """The towers and walls that hit something: how many tiles fall, and whether it is all."""
    knight: Kind
    """The knight in the centre, or NO_TILE."""


class CastleTables:
    """What was found out about castles under some terms, because search meets them again."""

    __slots__ = ("_openings", "_placeable", "_targets", "terms")

    MOST = 1 << 13
    """Castles in a table; one that is full is emptied."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self._openings: dict[plan.Castle, Openings] = {}
        self._targets: dict[plan.Castle, Targets] = {}
        self._placeable: dict[tuple[plan.Castle, Tiles, int], int] = {}

    def openings(self, castle: plan.Castle) -> Openings:
        found = self._openings.get(castle)
        if found is None:
            if len(self._openings) >= self.MOST:
                self._openings.clear()
            found = self._openings[castle] = _openings(castle, self.terms)
        return found

    def targets(self, castle: plan.Castle) -> Targets:
        found = self._targets.get(castle)
        if found is None:
            if len(self._targets) >= self.MOST:
                self._targets.clear()
            found = self._targets[castle] = _targets(castle, self.terms)
        return found

    def placeable(self, castle: plan.Castle, tiles: Tiles, most: int) -> int:
        """How many of these tiles can be placed one after another, `most` being enough."""
        key = castle, tiles, most
        found = self._placeable.get(key)
        if found is None:
            if len(self._placeable) >= 2 * self.MOST:
                self._placeable.clear()
            found = self._placeable[key] = self._placed_at_best(castle, tiles, most)
        return found

    def _placed_at_best(self, castle: plan.Castle, tiles: Tiles, most: int) -> int:
        cells = plan.occupied(castle)
        found = 0
        last = NO_TILE
        for at, kind in enumerate(tiles):
            if kind == last:
                continue
            last = kind
            room = room_for(kind, castle, cells, self.terms)
            if room:
                rest = tiles[:at] + tiles[at + 1 :]
                for cell in plan.CELLS_IN[room]:
                    grown = castle | plan.BIT[kind][cell]
                    further = self.placeable(grown, rest, most - 1) if most > 1 and rest else 0
                    if further >= found:
                        found = 1 + further
                        if found == most:
                            return found
        return found


@lru_cache(maxsize=64)
def _tables(terms: Terms) -> CastleTables:
    return CastleTables(terms)


def _openings(castle: plan.Castle, terms: Terms) -> Openings:
    cells = plan.occupied(castle)
    every = [(kind, room_for(kind, castle, cells, terms)) for kind in range(len(KINDS))]
    rooms = [(kind, room) for kind, room in every if room]
    takers = [
        (1 << cell, tuple([kind for kind, room in rooms if room >> cell & 1]))
        for cell in plan.CELLS_IN[plan.FULL & ~cells]
    ]
    return Openings(tuple(rooms), tuple(takers))


def _targets(castle: plan.Castle, terms: Terms) -> Targets:
    cells = plan.occupied(castle)
    hits = []
    for kind in range(0 if terms.a1 else FIRST_WALL, FIRST_KNIGHT):
        colour = castle >> plan.COLOUR_SHIFT[kind]
        hit = colour & castle >> plan.SHAPE_SHIFT[kind] & terms.reach[kind]
        if hit:
            group = plan.GROUP[colour & plan.RING_MASK][hit.bit_length() - 1]
            hits.append((kind, group.bit_count(), group == cells))
    knight = plan.kind_at(castle, plan.CENTRE) if cells & plan.CENTRE_MASK else NO_TILE
    return Targets(cells.bit_count(), tuple(hits), knight)


def _prospects(
    castle: plan.Castle, tiles: Tiles, heap: Heap, draws: int, tables: CastleTables
) -> tuple[int, float, float]:
    """The empty cells that `tiles` can fill, those that drawn tiles are likely to fill, and the
    chance to complete the castle in the next turn."""
    openings = tables.openings(castle)
    takers = openings.takers
    held = usable = 0
    if tiles:
        for kind, room in openings.rooms:
            copies = tiles.count(kind)
            if copies:
                held |= room
                usable += copies
    served = held.bit_count() if held else 0
    hoped = 0.0
    chance = 1.0 if usable >= served else 0.3
    count, total = heap.__getitem__, heap[-1]
    for cell, kinds in takers:
        if cell & held:
            continue
        likely = sum(map(count, kinds))
        hope = 1 - (1 - likely / total) ** draws if likely else UNREACHED
        hoped += hope
        chance *= hope
    if len(takers) > min(tables.terms.cap, len(tiles) + draws):
        chance = 0.0
    return min(served, usable), hoped, chance


def _danger(
    targets: Targets, tiles: Tiles, heap: Heap, draws: int, terms: Terms
) -> tuple[float, float]:
    """How many tiles an attacker who holds `tiles` and some unseen ones is likely to destroy,
    and how much of a defeat it is, by the chance that the whole castle falls at one blow."""
    total = heap[-1]
    expected = 0.0
    spared = 1.0
    for kind, falling, whole in targets.hits:
        likely = 1.0 if kind in tiles else 1 - (1 - heap[kind] / total) ** draws
        expected += likely * falling
        if whole:
            spared *= 1 - likely
    knight = targets.knight
    if knight != NO_TILE:
        alone = targets.filled == 1
        needed = 1 if alone else 2
        drawn = min(draws * heap[knight] / total, 1.0)
        likely = 1.0 if tiles.count(knight) >= needed else drawn**needed
        expected += likely
        if alone:
            spared = 1 - likely
    fall = 1 - spared
    return min(expected, float(targets.filled)), ONE_OF_TWO * fall if terms.empire else fall


def _among_rivals(state: State, seat: Seat, heap: Heap) -> float:
    """Everybody's prospects weighed against each other."""
    weights = [0.0] * state.seats
    tables = _tables(state.terms)
    attacks = _attacks_go_on(state)
    for other in state.playing:
        if other == seat:
            level = _own(state, seat, heap, attacks, tables)
        else:
            level = _rival(state, other, seat, heap, attacks, tables)
        if state.terms.empire:  # each tile matters less, and castles destroyed count
            level = 0.7 * level + 0.7 * state.razed[other]
        weights[other] = exp(level)
    return weights[seat] / (fsum(weights) or 1.0)


def _own(state: State, seat: Seat, heap: Heap, attacks: bool, tables: CastleTables) -> float:
    """How well the seat itself stands."""
    terms = state.terms
    castles = state.castles_of(seat)
    tiles = state.hands[seat] + state.reserves[seat]
    filled = placeable = enemy = 0
    danger = 0.0
    for other in range(terms.seats):
        if other != seat:
            enemy = max(enemy, _unseen_tiles(state, other))
    for castle in castles:
        targets = tables.targets(castle)
        filled += targets.filled
        most = min(9 - targets.filled, terms.cap, len(tiles))
        placeable += tables.placeable(castle, tiles, most)
        if castle and attacks:
            expected, defeat = _danger(targets, (), heap, enemy, terms)
            danger += LOSS * expected + FALL * defeat
    discarding = state.phase == DISCARD and state.active == seat
    surplus = len(state.hands[seat]) - HAND if discarding else 0
    level = FILLED * filled + PLACEABLE * min(placeable, terms.cap) - danger
    level += SPARE * (len(tiles) - surplus)
    if filled < 2 * len(castles):
        level -= WAITING
    if state.active == seat and not discarding:
        level += TURN
    lacking = 9 * len(castles) - filled
    if lacking <= min(placeable, terms.cap):
        building = state.active == seat and state.phase in (ACTION, BUILD)
        level += WIN[0 if building and lacking <= terms.cap - state.placed else 1]
    return level


def _rival(
    state: State, seat: Seat, viewer: Seat, heap: Heap, attacks: bool, tables: CastleTables
) -> float:
    """How well another seat stands, as far as the viewer knows."""
    tiles = state.reserves[seat]
    draws = _unseen_tiles(state, seat)
    wait = 0 if state.active == viewer and state.phase in (ACTION, ATTACK) else 1
    level, threat = 0.0, 1.0
    filled = 0
    castles = state.castles_of(seat)
    for castle in castles:
        targets = tables.targets(castle)
        filled += targets.filled
        held, hoped, chance = _prospects(castle, tiles, heap, draws, tables)
        level += FILLED * targets.filled + PLACEABLE * held + OPEN_TO * hoped
        threat *= chance
        if castle and attacks:
            expected, defeat = _danger(targets, state.hands[viewer], heap, 2 * wait, state.terms)
            level -= PREY[wait] * expected + HUNT[wait] * defeat
    if filled < 2 * len(castles):
        level -= WAITING
    return level + THREAT * threat


def _attacks_go_on(state: State) -> bool:
    return state.attacks_open() or state.phase in (ATTACK, TAKEN)


def _unseen_tiles(state: State, seat: Seat) -> int:
    """How many tiles of a rival the others do not see when the rival's next action begins."""
    drawn = state.active == seat and state.phase != DRAW
    return len(state.hands[seat]) + (0 if drawn else 2)


def _king(state: State, seat: Seat, heap: Heap) -> float:
    """The player who can complete the common castle next has the better chance."""
    tables = _tables(state.terms)
    castle = state.castles[0]
    moving = state.active == seat and state.phase in (DRAW, ACTION, BUILD)
    *_, mine = _prospects(castle, state.hands[seat], heap, 0 if moving else 2, tables)
    if moving and mine:
        return 0.5 + 0.49 * mine
    *_, theirs = _prospects(castle, (), heap, _unseen_tiles(state, 1 - seat), tables)
    return 0.5 + 0.45 * ((1 - theirs) * 0.5 * mine - theirs)


def _under_siege(state: State, heap: Heap) -> float:
    """Progress, the turns that are left, and how much of the castle hangs together."""
    castle = state.castles[0]
    held, hoped, chance = _prospects(castle, state.hands[0], heap, 1, _tables(state.terms))
    progress = plan.occupied(castle).bit_count() + HELD * held + HOPED * hoped
    together = 0.0
    for colour in range(3):
        ring = castle >> 9 * colour & plan.RING_MASK
        together += sum(plan.GROUP[ring][cell].bit_count() ** 2 for cell in plan.CELLS_IN[ring]) / 9
    level = 0.75 * (progress - 6.5) + 0.03 * state.bag.total - 0.15 * together
    share = 1 / (1 + exp(-level))
    return chance + (1 - chance) * share
