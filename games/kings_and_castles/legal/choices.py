"""The list for people: moves that `legal_moves` leaves out because another one is as good."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from rulekeep.core import Seat
from rulekeep.games.kings_and_castles import moves
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.box.board import bits
from rulekeep.games.kings_and_castles.legal import legal_moves
from rulekeep.games.kings_and_castles.legal.attacks import all_attacks, are_few, ways
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms import phases

MOST_MIXED_BIDS = 500
"""Only the cheapest bids out of two households are listed; there are more than 15,000."""


def choices(state: State, seat: Seat) -> Sequence[moves.Move]:
    """Every legal move that a person sees as different; those of `legal_moves` come first."""
    listed = legal_moves(state, seat)
    if not listed or state.phase not in _UNLISTED:
        return listed
    return tuple(dict.fromkeys((*listed, *_UNLISTED[state.phase](state, seat))))


def _attacks(state: State, seat: Seat) -> list[moves.Move]:
    """Attacks with more markers than needed too (KG-103)."""
    found = ways(state, state.area())
    return all_attacks(state, found) if are_few(found) else []


def _castles(state: State, seat: Seat) -> list[moves.Move]:
    """Castles in any order (KG-222)."""
    castles = state.area() >> pieces.CASTLE_SHIFT
    free = list(bits(state.terms.board.everywhere ^ state.castled))
    sizes = [size for size, n in zip(pieces.SIZES, pieces.three(castles), strict=True) if n]
    return [moves.Castle(size, region) for size, region in product(sizes, free)]


def _mixed_bids(state: State, seat: Seat) -> list[moves.Move]:
    """Bids out of both households of a player (KG-030), cheap ones first."""
    houses = sorted(state.terms.houses_of[seat])
    if len(houses) == 1:
        return []
    strength, least = state.terms.board.strength, state.standing_bid() + 1
    parts: list[list[tuple[int, moves.Part]]] = [
        [
            (strength(pieces.pack((k, f, a))), (house, k, f, a))
            for k, f, a in product(*(range(n + 1) for n in pieces.three(state.household[house])))
            if k or f or a
        ]
        for house in houses
    ]
    bids = sorted((a + b, one, two) for (a, one), (b, two) in product(*parts) if a + b >= least)
    return [moves.Bid((one, two)) for _, one, two in bids[:MOST_MIXED_BIDS]]


_UNLISTED = {phases.BID: _mixed_bids, phases.ATTACK: _attacks, phases.CASTLES: _castles}
