"""Complaints about a state: tiles that went astray, values that do not belong together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulekeep.games.castle_keep.castle import (
    COLOUR_SHIFT,
    FULL,
    castle_of,
    occupied,
    tiles_of,
)
from rulekeep.games.castle_keep.components import HAND, KINDS
from rulekeep.games.castle_keep.state import ASSAULT, DISCARD, DRAW, OVER, State


def audit(state: State) -> Iterator[str]:
    yield from _astray(state)
    yield from _hands(state)
    yield from _castles(state)
    yield from _flow(state)


def _astray(state: State) -> Iterator[str]:
    """Every tile of the box lies somewhere, and nothing else does."""
    copies = Counter(kind for castle in state.castles for _, kind in tiles_of(castle))
    for tiles in (*state.hands, *state.reserves, state.discard, state.flips):
        copies.update(tiles)
    for kind, count in enumerate(state.terms.box.copies):
        there = copies[kind] + state.bag.counts[kind]
        if there != count:
            yield f"there are {there} {KINDS[kind]} instead of {count}"
    if state.bag.total != sum(state.bag.counts) or min(state.bag.counts) < 0:
        yield "the bag of the piles is miscounted"
    if state.pile0 + state.pile1 != state.bag.total or min(state.pile0, state.pile1) < 0:
        yield f"piles of {state.pile0} and {state.pile1} do not hold {state.bag.total} tiles"


def _hands(state: State) -> Iterator[str]:
    terms = state.terms
    for seat, hand in enumerate(state.hands):
        for tiles in (hand, state.known[seat], state.reserves[seat]):
            if list(tiles) != sorted(tiles):
                yield f"tiles of player {seat + 1} are out of order"
        if Counter(state.known[seat]) - Counter(hand):
            yield f"player {seat + 1} is known to hold tiles that are not there"
        if state.reserves[seat] and not terms.takeover:
            yield f"player {seat + 1} has a reserve"
        limit = state.hand_limit(seat)
        if limit is not None and len(hand) > limit:
            yield f"player {seat + 1} holds {len(hand)} tiles"


def _castles(state: State) -> Iterator[str]:
    terms = state.terms
    for castle in state.castles:
        if castle_of(dict(tiles_of(castle))) != castle:
            yield f"castle {castle:x} has tiles of no kind"
        masks = [castle >> shift & FULL for shift in sorted(set(COLOUR_SHIFT))]
        if sum(mask.bit_count() for mask in masks) != occupied(castle).bit_count():
            yield f"castle {castle:x} has tiles of two colours"
    if state.phase == OVER:
        return
    full = [occupied(castle) == FULL for castle in state.castles]
    if terms.empire:
        if any(full[2 * seat] and full[2 * seat + 1] for seat in range(terms.seats)):
            yield "two castles of one player are complete and the match goes on"
    elif any(full):
        yield "a castle is complete and the match goes on"
    if terms.latch and not terms.siege and state.two_tiles_everywhere() and not state.unlocked:
        yield "attacks should be unlocked"


def _flow(state: State) -> Iterator[str]:
    terms = state.terms
    if bool(state.reason) != (state.phase == OVER):
        yield "the end and its reason do not belong together"
    if state.phase == OVER:
        return
    if state.is_out(state.active):
        yield "it is the turn of somebody who is out"
    if (state.phase == ASSAULT) != bool(state.flips):
        yield "flipped tiles and the open choice do not belong together"
    if state.phase == DISCARD and len(state.hands[state.active]) <= HAND:
        yield "a hand within its limit is to discard"
    if state.phase == DRAW and not (terms.a2 and state.discard):
        yield "there is no discarded tile to draw"
    for seat in range(terms.seats):
        closed = terms.all_opponents and state.is_closed(seat, 0) and state.is_closed(seat, 1)
        if closed != state.is_out(seat):
            yield f"player {seat + 1} and the closed castles do not belong together"
    if state.placed > terms.cap or state.attacks > terms.max_attacks:
        yield "too much was done in one turn"
