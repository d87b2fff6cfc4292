"""A rough chance of winning, from points at hand and points in sight."""

from __future__ import annotations

from math import exp

from rulekeep.games.carcassonne_castle.box import packing
from rulekeep.games.carcassonne_castle.box.tiles import COURT, PATH
from rulekeep.games.carcassonne_castle.legal import free_segments
from rulekeep.games.carcassonne_castle.scoring.final import MARKET_POINTS, keep_with_bonus, markets
from rulekeep.games.carcassonne_castle.state import FOLLOWER, NUMBERS, OVER, State

_EACH = (1.0, 2.0, 1.0)
"""Points per size unit of paths, towers and houses."""
_WALL_TILE = (0.0, 4.0, 4.0, 2.0, 1.5, 3.0, 1.5, 2.5, 4.0, 5.0)
"""What a wall tile is worth, by number."""


def evaluate(state: State, seat: int) -> float:
    if state.phase == OVER:
        own, other = state.score[seat], state.score[1 - seat]
        return 0.5 if own == other else float(own > other)
    lead = advantage(state)
    if seat == 1:
        lead = -lead
    spread = 6.0 + 0.3 * state.stock.total
    return 1.0 / (1.0 + exp(-lead / spread))


def advantage(state: State) -> float:
    """Black's points minus White's, with what the table promises them."""
    left = state.stock.total / max(1, state.terms.box.total)
    lead = float(state.score[0] - state.score[1])
    for root in state.claimed_roots():
        lead += _promise(state, root, left)
    for seat, sign in ((0, 1.0), (1, -1.0)):
        at = seat * NUMBERS
        owned = sum(n * w for n, w in zip(state.owned[at : at + NUMBERS], _WALL_TILE, strict=True))
        lead += sign * (owned + _followers(state.supply[seat], left))
    keeps = keep_with_bonus(state, 0) - keep_with_bonus(state, 1)
    if keeps:
        lead += (9.0 if keeps > 0 else -9.0) * (1.0 - 0.7 * left) + keeps * left
    if state.phase == FOLLOWER and state.supply[state.active]:
        lead += _best_claim(state, left) if state.active == 0 else -_best_claim(state, left)
    return lead


def _followers(supply: int, left: float) -> float:
    """A supply is worth something while tiles are left; the last followers most."""
    return left * (0.0, 2.5, 4.2, 5.4, 6.2, 6.8, 7.2)[min(supply, 6)]


def _promise(state: State, root: int, left: float) -> float:
    """What a claimed feature is likely to bring, counted for Black."""
    info = state.info[root]
    black, white = (
        info >> packing.MEN_SHIFT[0] & packing.MEN_MASK,
        info >> packing.MEN_SHIFT[1] & packing.MEN_MASK,
    )
    if black == white:
        return 0.0
    value = _value(state, root, left)
    return value if black > white else -value


def _value(state: State, root: int, left: float) -> float:
    """What the feature is worth to the player who has it."""
    info = state.info[root]
    type_ = info & packing.TYPE_BITS
    if type_ == COURT:
        return MARKET_POINTS * markets(state, root) + 2.5 * left
    each = 2.0 if type_ == PATH and info & packing.WELL_BITS else _EACH[type_]
    points = each * state.mask[root].bit_count()
    if not info & packing.OPEN_BITS:
        return points
    open_edges = max(1, (info & packing.OPEN_BITS) // packing.OPEN)
    likely = (0.0, 0.85, 0.62, 0.42, 0.28, 0.18)[min(open_edges, 5)] * (left / (left + 0.08))
    return (points + each * open_edges * 0.6) * likely


def _best_claim(state: State, left: float) -> float:
    """The best that the follower still to be placed can do, its own price deducted."""
    base = state.base[state.last]
    supply = state.supply[state.active]
    price = _followers(supply, left) - _followers(supply - 1, left)
    best = 0.0
    for segment in free_segments(state):
        root = state.find(base + segment)
        value = _value(state, root, left)
        if state.info[root] & packing.OPEN_BITS or state.info[root] & packing.TYPE_BITS == COURT:
            value -= price
        best = max(best, value)
    return best
