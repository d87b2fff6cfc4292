"""A rough chance of winning, for bots.

It counts only what the seat may know: the other hands and the piles are taken together, as one
heap of unseen tiles, of which every hand is a handful. The weights below were chosen by playing
many matches; they give roughly the share of matches won from such positions.
"""

from __future__ import annotations

from math import exp

from rulekeep.games.castle_keep.castle import (
    CENTRE_MASK,
    FULL,
    GROUP,
    RING_MASK,
    cells_in,
    group_of,
    occupied,
    where,
)
from rulekeep.games.castle_keep.components import FIRST_KNIGHT, FIRST_WALL, KINDS
from rulekeep.games.castle_keep.fitting import room_for
from rulekeep.games.castle_keep.state import (
    ACTION,
    ATTACK,
    BUILD,
    DRAW,
    NOBODY,
    TAKEN,
    State,
)

HELD = 0.3
"""What a cell is worth for which a fitting tile is in the hand; a filled cell is worth 1."""
HOPED = 0.3
"""What a cell is worth that a drawn tile may fill, times the chance of drawing one."""
UNREACHED = 0.5
"""The chance to fill, in time, a cell that nothing fitting lies beside yet."""
LOSS = 0.5
"""What an own tile is worth less for being exposed, times the chance that it is hit."""
PREY = 0.2
"""The same for an opponent's tile that this seat may hit."""
HUNT = 1.0
"""What the chance to destroy the whole castle of an opponent takes away from that opponent."""
ENEMY = 6
"""The tiles among which an opponent looks for an attack."""
STEEP = 0.45
"""How much one tile more decides."""
FALL, THREAT, FINISH = 0.4, 0.4, 0.6
"""How much it counts that one may be destroyed, that others, that oneself may finish next."""

Heap = list[int]
"""Unseen tiles by kind, and their total at the end."""


def evaluate(state: State, seat: int) -> float:
    """From 0 to 1; exactly 1, 0 or a shared part when the match is over."""
    if state.reason:
        if state.winner != NOBODY:
            return 1.0 if state.winner == seat else 0.0
        return 0.0 if state.terms.siege else 1 / state.seats
    heap = _unseen(state, seat)
    if state.terms.siege:
        value = _under_siege(state, heap)
    elif state.terms.king:
        value = _king(state, seat, heap)
    else:
        value = _among_rivals(state, seat, heap)
    return min(max(value, 0.001), 0.999)


def _unseen(state: State, seat: int) -> Heap:
    heap = state.bag.counts[:]
    for other, hand in enumerate(state.hands):
        if other != seat:
            for kind in hand:
                heap[kind] += 1
    heap.append(sum(heap) or 1)
    return heap


def _prospects(
    state: State, castle: int, tiles: tuple[int, ...], heap: Heap, draws: int
) -> tuple[float, float]:
    """How far a castle is (9 is complete), and the chance to complete it in the next turn."""
    terms = state.terms
    cells = occupied(castle)
    likely = [0] * 9
    held = usable = 0
    for kind in range(len(KINDS)):
        room = room_for(kind, castle, terms)
        if room:
            copies = tiles.count(kind)
            if copies:
                held |= room
                usable += copies
            for cell in cells_in(room):
                likely[cell] += heap[kind]
    filled = cells.bit_count()
    served = held.bit_count()
    progress = filled + HELD * min(served, usable)
    chance = 1.0 if usable >= served else 0.3
    for cell in cells_in(FULL & ~cells & ~held):
        hope = 1 - (1 - likely[cell] / heap[-1]) ** draws if likely[cell] else UNREACHED
        progress += HOPED * hope
        chance *= hope
    if 9 - filled > min(terms.cap, len(tiles) + draws):
        chance = 0.0
    return progress, chance


def _danger(
    state: State, castle: int, tiles: tuple[int, ...], heap: Heap, draws: int
) -> tuple[float, float]:
    """How many tiles an attacker who holds `tiles` and some unseen ones is likely to destroy,
    and the chance that the whole castle falls at one blow."""
    terms = state.terms
    cells = occupied(castle)
    expected = 0.0
    spared = 1.0
    for kind in range(0 if terms.a1 else FIRST_WALL, FIRST_KNIGHT):
        targets = where(castle, kind) & terms.reach[kind]
        if targets:
            likely = 1.0 if kind in tiles else 1 - (1 - heap[kind] / heap[-1]) ** draws
            group = group_of(castle, targets.bit_length() - 1)
            expected += likely * group.bit_count()
            if group == cells:
                spared *= 1 - likely
    if cells & CENTRE_MASK:
        knight = next(k for k in range(FIRST_KNIGHT, len(KINDS)) if where(castle, k))
        needed = 1 if cells == CENTRE_MASK else 2
        drawn = min(draws * heap[knight] / heap[-1], 1.0)
        likely = 1.0 if tiles.count(knight) >= needed else drawn**needed
        expected += likely
        if cells == CENTRE_MASK:
            spared = 1 - likely
    return min(expected, float(cells.bit_count())), 1 - spared


def _among_rivals(state: State, seat: int, heap: Heap) -> float:
    """Everybody's progress and dangers weighed against each other, as if the turn ended now."""
    terms = state.terms
    weights = []
    safe = 1.0
    finish = 0.0
    for other in range(terms.seats):
        if state.is_out(other):
            weights.append(0.0)
            continue
        strength, chance, ruin = _strength(state, other, seat, heap)
        if other == seat:
            finish = chance
            safe *= 1 - FALL * ruin
        else:
            safe *= 1 - THREAT * chance
            strength -= HUNT * ruin
        weights.append(exp(STEEP * strength))
    share = weights[seat] / (sum(weights) or 1.0)
    return safe * (share + (1 - share) * FINISH * finish)


def _strength(state: State, seat: int, viewer: int, heap: Heap) -> tuple[float, float, float]:
    """A seat's progress, its chance to finish next and the chance that it is destroyed."""
    terms = state.terms
    seen = state.hands[viewer] + state.reserves[viewer]
    attacked = state.attacks_open() or state.phase in (ATTACK, TAKEN)
    own = seat == viewer
    tiles = seen if own else state.reserves[seat]
    draws = 2 if own else 2 + len(state.hands[seat])
    strength, chance, ruin = 0.0, 1.0, 0.0
    for castle in state.castles_of(seat):
        progress, complete = _prospects(state, castle, tiles, heap, draws)
        strength += progress
        chance *= complete
        if castle and attacked:
            if own:
                expected, whole = _danger(state, castle, (), heap, ENEMY)
                strength -= LOSS * expected
            else:
                expected, whole = _danger(state, castle, state.hands[viewer], heap, 2)
                strength -= PREY * expected
            ruin = max(ruin, whole)
    if terms.empire:
        strength = 0.7 * strength + 1.5 * state.razed[seat]
        ruin *= 0.3
    return strength, chance, ruin


def _king(state: State, seat: int, heap: Heap) -> float:
    """Whoever can complete the common castle next has the better half."""
    castle = state.castles[0]
    moving = state.active == seat and state.phase in (DRAW, ACTION, BUILD)
    _, mine = _prospects(state, castle, state.hands[seat], heap, 0 if moving else 2)
    if moving and mine:
        return 0.5 + 0.49 * mine
    _, theirs = _prospects(state, castle, (), heap, ENEMY)
    return 0.5 + 0.45 * ((1 - theirs) * 0.5 * mine - theirs)


def _under_siege(state: State, heap: Heap) -> float:
    """Progress, the turns that are left, and how much of the castle hangs together."""
    castle = state.castles[0]
    progress, chance = _prospects(state, castle, state.hands[0], heap, 1)
    together = 0.0
    for colour in range(3):
        ring = castle >> 9 * colour & RING_MASK
        together += sum(GROUP[ring][cell].bit_count() ** 2 for cell in cells_in(ring)) / 9
    level = 0.75 * (progress - 6.5) + 0.03 * state.bag.total - 0.15 * together
    share = 1 / (1 + exp(-level))
    return chance + (1 - chance) * share
