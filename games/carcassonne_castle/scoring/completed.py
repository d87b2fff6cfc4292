"""Completed features that wait to be scored: what they are worth, whose turn they are."""

from __future__ import annotations

from rulekeep.core.seats import Seat
from rulekeep.games.carcassonne_castle.box.board import Number
from rulekeep.games.carcassonne_castle.box.packing import SPOT, WELL_BITS
from rulekeep.games.carcassonne_castle.box.tiles import HOUSE, PATH, TOWER, Type
from rulekeep.games.carcassonne_castle.moves import ScoreFeature
from rulekeep.games.carcassonne_castle.state import NOBODY, Root, State

POINTS: dict[Type, int] = {
    PATH: 1,  # CC-061
    TOWER: 2,  # CC-063
    HOUSE: 1,  # CC-064
}
"""Per size unit of a completed feature."""
WELL_FACTOR = 2
# CC-124 CC-125 CC-127
DOUBLING: dict[Type, Number] = {TOWER: 2, HOUSE: 3}
"""The wall tile that doubles a completed feature."""


def unit_value(state: State, root: Root, doubles: int = 0) -> int:
    """Points per size unit of a completed feature."""
    type_ = state.type_of(root)
    if type_ == PATH:
        return POINTS[PATH] * (WELL_FACTOR if state.info[root] & WELL_BITS else 1)  # CC-062
    return POINTS[type_] << doubles  # CC-124 CC-125 CC-126


def most_doubles(state: State, root: Root) -> int:
    """How many wall tiles the feature's owner may spend on it."""
    number = DOUBLING.get(state.type_of(root))
    owner = state.winner(root)
    if number is None or owner == NOBODY:  # CC-104 CC-127
        return 0
    if owner != state.active and not state.terms.doubles_any_time:  # CC-101
        return 0
    return min(state.usable(owner, number), state.terms.most_doubles)  # CC-126


def next_group(state: State) -> list[Root]:
    """The features among which the next one to be scored is found."""
    own = [root for root in state.closed if state.winner(root) == state.active]
    return own or [root for root in state.closed if state.winner(root) >= 0]  # CC-069


def in_fixed_order(state: State, roots: list[Root]) -> list[Root]:
    """Most points first; then the smallest cell, then path, tower, house."""

    def rank(root: Root) -> tuple[int, int, int, int]:
        points = state.size(root) * unit_value(state, root)
        spot = state.spot_of(root)
        side = state.segment_on(spot).ports[0]
        return -points, spot // SPOT, state.type_of(root), side

    return sorted(roots, key=rank)  # CC-070


def waiting(state: State, seat: Seat) -> int:
    """Points scored but not yet moved, where a turn's sum is one move."""
    own = any(state.winner(root) == state.active for root in state.closed)
    return state.gathered if (seat == state.active) == own else 0


def score_move(state: State, root: Root, doubles: int) -> ScoreFeature:
    """The move that scores a feature, as it is listed."""
    spot = state.spot_of(root)
    side = state.segment_on(spot).named_by
    return ScoreFeature(state.type_of(root), spot // SPOT, side, doubles)
