"""A rough chance of winning, from points at hand and points in sight."""

from __future__ import annotations

from math import exp
from operator import mul

from rulekeep.core import Seat
from rulekeep.games.carcassonne_castle.box import packing
from rulekeep.games.carcassonne_castle.box.packing import MAN, SPOT
from rulekeep.games.carcassonne_castle.box.tiles import COURT, PATH
from rulekeep.games.carcassonne_castle.legal import free_segments
from rulekeep.games.carcassonne_castle.scoring.final import MARKET_POINTS, keep_with_bonus
from rulekeep.games.carcassonne_castle.state import FOLLOWER, NUMBERS, OVER, Root, State

_EACH = (1.0, 2.0, 1.0)
"""Points per size unit of paths, towers and houses."""
_WALL_TILE = (0.0, 4.0, 4.0, 2.0, 1.5, 3.0, 1.5, 2.5, 4.0, 5.0)
"""What a wall tile is worth, by number."""
_COURT = 2.5
"""What a court may still grow to be worth at the start, beyond its markets."""
_SUPPLY = (0.0, 2.5, 4.2, 5.4, 6.2, 6.8, 7.2)
"""What followers in the supply are worth at the start, by how many there are."""
_COMPLETED = (0.0, 0.85, 0.62, 0.42, 0.28, 0.18)
"""The chance that a feature will be complete, by its open edges."""
BLACK, WHITE = MAN


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
    base, parent, infos = state.base, state.parent, state.info
    court = _COURT * left
    shared: list[Root] = []
    for man in state.men:
        spot = man >> 1
        root = base[spot // SPOT] + spot % SPOT
        while parent[root] != root:
            root = parent[root]
        info = infos[root]
        owners = info & packing.MEN_BITS
        ahead = owners == BLACK
        if not ahead and owners != WHITE:
            black, white = state.followers(root)
            if black == white or root in shared:
                continue
            shared.append(root)
            ahead = black > white
        # Most followers are merchants.
        if info & packing.TYPE_BITS == COURT:
            value = MARKET_POINTS * (info >> packing.MARKET_SHIFT) + court
        else:
            value = _value(state, root, info, left)
        lead += value if ahead else -value
    lead += _wall_tiles(state, 0) + _followers(state.supply[0], left)
    lead -= _wall_tiles(state, 1) + _followers(state.supply[1], left)
    keeps = keep_with_bonus(state, 0) - keep_with_bonus(state, 1)
    if keeps:
        lead += (9.0 if keeps > 0 else -9.0) * (1.0 - 0.7 * left) + keeps * left
    if state.phase == FOLLOWER and state.supply[state.active]:
        lead += _best_claim(state, left) if state.active == 0 else -_best_claim(state, left)
    return lead


def _wall_tiles(state: State, seat: Seat) -> float:
    """What a player's wall tiles are worth; halves and wholes add up alike in any order."""
    at = seat * NUMBERS
    worth: float = sum(map(mul, state.owned[at : at + NUMBERS], _WALL_TILE))
    return worth


def _followers(supply: int, left: float) -> float:
    """A supply is worth something while tiles are left; the last followers most."""
    return left * _SUPPLY[min(supply, 6)]


def _value(state: State, root: Root, info: packing.Info, left: float) -> float:
    """What the feature is worth to the player who has it."""
    type_ = info & packing.TYPE_BITS
    if type_ == COURT:
        return MARKET_POINTS * (info >> packing.MARKET_SHIFT) + _COURT * left
    each = 2.0 if type_ == PATH and info & packing.WELL_BITS else _EACH[type_]
    points = each * state.mask[root].bit_count()
    if not info & packing.OPEN_BITS:
        return points
    open_edges = max(1, (info & packing.OPEN_BITS) // packing.OPEN)
    likely = _COMPLETED[min(open_edges, 5)] * (left / (left + 0.08))
    return (points + each * open_edges * 0.6) * likely


def _best_claim(state: State, left: float) -> float:
    """The best that the follower still to be placed can do, its own price deducted."""
    base = state.base[state.last]
    supply = state.supply[state.active]
    price = _followers(supply, left) - _followers(supply - 1, left)
    best = 0.0
    for segment in free_segments(state):
        root = state.find(base + segment)
        info = state.info[root]
        value = _value(state, root, info, left)
        if info & packing.OPEN_BITS or info & packing.TYPE_BITS == COURT:
            value -= price
        best = max(best, value)
    return best
