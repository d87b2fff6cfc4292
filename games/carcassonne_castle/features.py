"""What the learned estimate looks at, for both seats."""

from __future__ import annotations

from rulekeep.core import Seat
from rulekeep.games.carcassonne_castle.box import packing
from rulekeep.games.carcassonne_castle.box.packing import MEN_MASK, MEN_SHIFT
from rulekeep.games.carcassonne_castle.box.tiles import COURT, HOUSE, PATH
from rulekeep.games.carcassonne_castle.legal import free_segments
from rulekeep.games.carcassonne_castle.scoring.final import keep_with_bonus
from rulekeep.games.carcassonne_castle.state import FOLLOWER, NUMBERS, Root, State

KINDS = ("paths", "paths with a well", "towers", "houses")
EDGES = ("complete", "1 open edge", "2 open edges", "3 open edges", "more open edges")
SUPPLY = 6
"""So many followers at home are counted one by one."""
REACH = (1, 3, 6, 10)
"""Points to the next corner tower with a wall tile."""
NAMES = (
    "points",
    *(f"follower {number} at home" for number in range(1, SUPPLY + 1)),
    *(f"own {kind}, {edges}: number" for kind in KINDS for edges in EDGES),
    *(f"own {kind}, {edges}: points" for kind in KINDS for edges in EDGES),
    "own courts without a market",
    "own courts with a market",
    "markets in own courts",
    "size of own courts",
    "shared features",
    *(f"wall tiles {number}" for number in range(1, NUMBERS)),
    *(f"tower at most {points} points away" for points in REACH),
    "largest keep",
    "size of the keep",
    "larger open house than the other's keep",
    "turn",
)
_HOME = 1
_NUMBER = _HOME + SUPPLY
_POINTS = _NUMBER + len(KINDS) * len(EDGES)
_BARE_COURT = _POINTS + len(KINDS) * len(EDGES)
_COURT, _MARKETS, _COURT_SIZE, _SHARED = range(_BARE_COURT + 1, _BARE_COURT + 5)
_WALL = _SHARED + 1
_TOWER = _WALL + NUMBERS - 1
_LEADS, _KEEP, _OPEN_HOUSE, _TURN = range(_TOWER + len(REACH), _TOWER + len(REACH) + 4)

_WORTH_CLAIMING = (0.0, 0.85, 0.62, 0.42, 0.28)
"""The chance to complete a feature, by its open edges: only to choose which claim is looked at."""


def left(state: State) -> tuple[int, int]:
    """How many tiles are to be drawn, and how many there were."""
    return state.stock.total, max(1, state.terms.box.total)


def features(state: State) -> list[list[int]]:
    """The features of both seats in the order of `NAMES`."""
    rows = [[0] * len(NAMES), [0] * len(NAMES)]
    supply = state.supply[:]
    keeps = [keep_with_bonus(state, seat) for seat in (0, 1)]
    seen: list[Root] = []
    for man in state.men:
        root = state.root_at(man >> 1)
        if root not in seen:
            seen.append(root)
            _count_claimed(state, rows, root, keeps)
    if state.phase == FOLLOWER and supply[state.active]:
        claim = _best_claim(state)
        if claim >= 0:
            supply[state.active] -= 1
            _count_feature(state, rows[state.active], claim, keeps[1 - state.active])
    for seat, row in enumerate(rows):
        row[0] = state.score[seat]
        for number in range(min(supply[seat], SUPPLY)):
            row[_HOME + number] = 1
        row[_WALL : _WALL + NUMBERS - 1] = state.owned[seat * NUMBERS + 1 : (seat + 1) * NUMBERS]
        _count_towers(state, row, seat)
        row[_KEEP] = keeps[seat]
        row[_LEADS] = int(keeps[seat] > keeps[1 - seat])
    rows[state.active][_TURN] = 1
    return rows


def _count_claimed(state: State, rows: list[list[int]], root: Root, keeps: list[int]) -> None:
    info = state.info[root]
    black, white = (info >> MEN_SHIFT[0] & MEN_MASK, info >> MEN_SHIFT[1] & MEN_MASK)
    if black == white:
        rows[0][_SHARED] += 1
        rows[1][_SHARED] += 1
        return
    seat = 0 if black > white else 1
    _count_feature(state, rows[seat], root, keeps[1 - seat])


def _count_feature(state: State, row: list[int], root: Root, other_keep: int) -> None:
    """A feature that one seat has for itself."""
    info = state.info[root]
    type_ = info & packing.TYPE_BITS
    size = state.mask[root].bit_count()
    if type_ == COURT:
        markets = info >> packing.MARKET_SHIFT
        row[_COURT if markets else _BARE_COURT] += 1
        row[_MARKETS] += markets
        row[_COURT_SIZE] += size
        return
    open_edges = _open_edges(info)
    kind, each = _kind(type_, info)
    at = kind * len(EDGES) + open_edges
    row[_NUMBER + at] += 1
    row[_POINTS + at] += each * size
    if type_ == HOUSE and open_edges and size > other_keep:
        row[_OPEN_HOUSE] += 1


def _open_edges(info: packing.Info) -> int:
    if not info & packing.OPEN_BITS:
        return 0
    return min(4, max(1, (info & packing.OPEN_BITS) // packing.OPEN))


def _kind(type_: int, info: packing.Info) -> tuple[int, int]:
    """The place in KINDS, and the points for each tile."""
    if type_ == PATH:
        return (1, 2) if info & packing.WELL_BITS else (0, 1)
    return (3, 1) if type_ == HOUSE else (2, 2)


def _best_claim(state: State) -> Root:
    """The feature that the follower to be placed would rather claim; -1 for none."""
    base, best, found = state.base[state.last], 1.5, -1
    for segment in free_segments(state):
        root = state.find(base + segment)
        info = state.info[root]
        type_ = info & packing.TYPE_BITS
        if type_ == COURT:
            value = 3.0 * (info >> packing.MARKET_SHIFT)
        else:
            open_edges = _open_edges(info)
            _, each = _kind(type_, info)
            points = each * (state.mask[root].bit_count() + 0.6 * open_edges)
            value = points * _WORTH_CLAIMING[open_edges] if open_edges else points + 1.5
        if value > best:
            best, found = value, root
    return found


def _count_towers(state: State, row: list[int], seat: Seat) -> None:
    """How near the next corner tower is whose wall tile is still there."""
    track = state.terms.box.track
    space = state.score[seat] % track
    away = [
        (tower.spaces[0] - space) % track
        for number, tower in enumerate(state.terms.box.wall_towers)
        if state.towers >> number & 1
    ]
    nearest = min(away, default=track)
    for place, points in enumerate(REACH):
        if nearest <= points:
            row[_TOWER + place] = 1
