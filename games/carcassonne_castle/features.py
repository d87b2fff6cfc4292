"""What the learned estimate looks at, for both seats."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import isqrt
from operator import mul

from rulekeep.core import Seat
from rulekeep.games.carcassonne_castle.box import packing
from rulekeep.games.carcassonne_castle.box.contents import Box
from rulekeep.games.carcassonne_castle.box.packing import MEN_MASK, MEN_SHIFT
from rulekeep.games.carcassonne_castle.box.tiles import COURT, HOUSE, PATH
from rulekeep.games.carcassonne_castle.legal import free_segments
from rulekeep.games.carcassonne_castle.scoring.final import KEEP_BONUS, keep_with_bonus
from rulekeep.games.carcassonne_castle.state import NUMBERS, PLACE, START, Root, State, Tiles

KINDS = ("paths", "paths with a well", "towers", "houses")
EDGES = ("1 open edge", "2 open edges", "3 open edges", "more open edges")
SUPPLY = 6
"""So many followers at home are counted one by one."""
AWAY = 10
"""The next corner tower with a wall tile is looked for within so many points."""
LAST_TILES = 12
"""The hole in the castle is measured when so few tiles are left."""
NAMES = (
    "points",
    *(f"follower {number} at home" for number in range(1, SUPPLY + 1)),
    *(f"own {kind}, {edges}: number" for kind in KINDS for edges in EDGES),
    *(f"own {kind}, {edges}: points" for kind in KINDS for edges in EDGES),
    "points with 1 open edge when it is the own turn",
    "own courts without a market",
    "own courts with a market",
    "markets in own courts",
    "size of own courts",
    "own followers in features of the other",
    "own features with followers of the other",
    *(f"wall tiles {number}" for number in range(1, NUMBERS)),
    "towers that wall tiles 2 may double",
    "houses that wall tiles 3 may double",
    "unfinished points for wall tiles 4 to 6",
    "markets for wall tiles 7",
    "wall tile taken now",
    *(f"tower {points} points away" for points in range(1, AWAY + 1)),
    "features with 1 open edge that may stop on a tower",
    "largest keep",
    "largest keep by 3 or more",
    "hole for the largest keep in the last turns",
    "size of the keep",
    "open house larger than both keeps, 1 open edge",
    "open house larger than both keeps, more open edges",
    "own turn",
)
_HOME = 1
_NUMBER = _HOME + SUPPLY
_POINTS = _NUMBER + len(KINDS) * len(EDGES)
_READY = _POINTS + len(KINDS) * len(EDGES)
_BARE_COURT, _COURT, _MARKETS, _COURT_SIZE, _LOST, _WON = range(_READY + 1, _READY + 7)
_WALL = _WON + 1
_DOUBLE_TOWER, _DOUBLE_HOUSE, _UNFINISHED, _BEST_COURT, _TAKEN = range(
    _WALL + NUMBERS - 1, _WALL + NUMBERS + 4
)
_AWAY = _TAKEN + 1
_MAY_STOP = _AWAY + AWAY
_LEADS, _LEADS_WELL, _HOLE, _KEEP, _LARGE_HOUSE, _LARGE_OPEN_HOUSE, _TURN = range(
    _MAY_STOP + 1, _MAY_STOP + 8
)
_FINE = 1000


def left(state: State) -> tuple[int, int]:
    """The root of the share of tiles that are to be drawn: the last ones change values most."""
    return isqrt(_FINE * _FINE * state.stock.total // max(1, state.terms.box.total)), _FINE


def features(state: State) -> list[list[int]]:
    """The features of both seats in the order of `NAMES`; what is complete counts as scored."""
    rows = [[0] * len(NAMES), [0] * len(NAMES)]
    score, supply = state.score[:], state.supply[:]
    keeps = [keep_with_bonus(state, 0), keep_with_bonus(state, 1)]
    if state.closed:
        _score_complete(state, rows, score, supply, keeps)
    box = state.terms.box
    stops = [_stops(box, score[0] % box.track, state.towers), 0]
    stops[1] = _stops(box, score[1] % box.track, state.towers)
    seen: list[Root] = []
    for man in state.men:
        root = state.root_at(man >> 1)
        if root not in seen:
            seen.append(root)
            _count_claimed(state, rows, root, stops, max(keeps))
    for seat, row in enumerate(rows):
        row[0] = score[seat]
        for number in range(min(supply[seat], SUPPLY)):
            row[_HOME + number] = 1
        _count_wall_tiles(state, row, seat, seen)
        near = stops[seat] & (2 << AWAY) - 1
        if near:
            row[_AWAY - 2 + (near & -near).bit_length()] = 1
        row[_KEEP] = keeps[seat]
    _compare_keeps(state, rows)
    now = state.active
    if state.phase not in (START, PLACE) and not state.extra:
        now = 1 - now
    rows[now][_TURN] = 1
    row = rows[now]
    for kind in range(len(KINDS)):
        row[_READY] += row[_POINTS + kind * len(EDGES)]
    return rows


def _score_complete(
    state: State, rows: list[list[int]], score: list[int], supply: list[int], keeps: list[int]
) -> None:
    """The points, keeps and followers of what is complete and claimed."""
    for root in state.closed:
        info = state.info[root]
        men = info >> MEN_SHIFT[0] & MEN_MASK, info >> MEN_SHIFT[1] & MEN_MASK
        supply[0] += men[0]
        supply[1] += men[1]
        if men[0] == men[1]:
            continue
        seat = 0 if men[0] > men[1] else 1
        type_, size = info & packing.TYPE_BITS, state.mask[root].bit_count()
        _, each = _kind(type_, info)
        _score_one(state, rows[seat], score[seat], each * size)
        score[seat] += each * size
        if type_ == HOUSE:
            keeps[seat] = max(keeps[seat], _keep_of_size(state, seat, size))


def _score_one(state: State, row: list[int], before: int, points: int) -> None:
    """Whether the marker stops on a tower that has its wall tile."""
    box = state.terms.box
    tower = box.tower_at[(before + points) % box.track]
    if tower >= 0 and state.towers >> tower & 1:
        row[_TAKEN] += 1


def _keep_of_size(state: State, seat: Seat, size: int) -> int:
    """What a house of this size counts as a keep."""
    return size + KEEP_BONUS * state.owned[seat * NUMBERS + 8]


@lru_cache(maxsize=1 << 12)
def _stops(box: Box, space: int, towers: int) -> int:
    """A bit for each number of points that leads to a wall tile."""
    found = 0
    for points in range(1, 3 * AWAY):
        tower = box.tower_at[(space + points) % box.track]
        if tower >= 0 and towers >> tower & 1:
            found |= 1 << points
    return found


def _count_claimed(
    state: State, rows: list[list[int]], root: Root, stops: list[int], keep: int
) -> None:
    info = state.info[root]
    if not info & packing.OPEN_BITS and info & packing.TYPE_BITS != COURT:
        return
    black, white = (info >> MEN_SHIFT[0] & MEN_MASK, info >> MEN_SHIFT[1] & MEN_MASK)
    if black == white:
        return
    seat = 0 if black > white else 1
    if black and white:
        rows[seat][_WON] += 1
        rows[1 - seat][_LOST] += min(black, white)
    _count_feature(state, rows[seat], root, stops[seat], keep)


def _count_feature(state: State, row: list[int], root: Root, stops: int, keep: int) -> None:
    """A feature that one seat has and that is not complete."""
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
    at = kind * len(EDGES) + open_edges - 1
    points = each * size
    row[_NUMBER + at] += 1
    row[_POINTS + at] += points
    if open_edges == 1:
        # A path ends on a tile of its own. Any edge but a path's closes a house or a tower.
        one_more = stops >> (points + each)
        if (one_more if type_ == PATH else one_more | stops >> points) & 1:
            row[_MAY_STOP] += 1
    if type_ == HOUSE and size + (open_edges > 1) > keep:
        row[_LARGE_HOUSE if open_edges == 1 else _LARGE_OPEN_HOUSE] += 1


def _open_edges(info: packing.Info) -> int:
    return min(len(EDGES), max(1, (info & packing.OPEN_BITS) // packing.OPEN))


def _kind(type_: int, info: packing.Info) -> tuple[int, int]:
    """The place in KINDS, and the points for each tile."""
    if type_ == PATH:
        return (1, 2) if info & packing.WELL_BITS else (0, 1)
    return (3, 1) if type_ == HOUSE else (2, 2)


def _count_wall_tiles(state: State, row: list[int], seat: Seat, claimed: list[Root]) -> None:
    """The wall tiles of a seat, and what it has for them."""
    owned = state.owned[seat * NUMBERS + 1 : (seat + 1) * NUMBERS]
    if not any(owned):
        return
    row[_WALL : _WALL + NUMBERS - 1] = owned
    best = [0, 0, 0, 0]
    for root in claimed:
        if state.winner(root) == seat:
            info = state.info[root]
            type_ = info & packing.TYPE_BITS
            if type_ == COURT:
                worth = info >> packing.MARKET_SHIFT
            elif info & packing.OPEN_BITS:
                worth = _kind(type_, info)[1] * state.mask[root].bit_count()
            else:
                continue
            best[type_] = max(best[type_], worth)
    path, tower, house, court = best
    if owned[1]:
        row[_DOUBLE_TOWER] = tower
    if owned[2]:
        row[_DOUBLE_HOUSE] = house
    if owned[3]:
        row[_UNFINISHED] += path
    if owned[4]:
        row[_UNFINISHED] += tower
    if owned[5]:
        row[_UNFINISHED] += house
    if owned[6]:
        row[_BEST_COURT] = court


def _compare_keeps(state: State, rows: list[list[int]]) -> None:
    """Who has the larger keep, and how large the hole is that it will be paid for."""
    lead = rows[0][_KEEP] - rows[1][_KEEP]
    if not lead:
        return
    row = rows[0 if lead > 0 else 1]
    row[_LEADS] = 1
    row[_LEADS_WELL] = int(abs(lead) >= 3)
    if state.stock.total <= LAST_TILES:
        row[_HOLE] = _hole(state)


def _hole(state: State) -> int:
    """The spaces of the largest connected region without tiles."""
    neighbours = state.terms.box.board.grid.neighbours
    board = state.board
    largest = 0
    seen: Tiles = 0
    for cell in range(len(board)):
        if board[cell] >= 0 or seen >> cell & 1:
            continue
        seen |= 1 << cell
        region = [cell]
        for inside in region:
            for beyond in neighbours[inside]:
                if board[beyond] < 0 and not seen >> beyond & 1:
                    seen |= 1 << beyond
                    region.append(beyond)
        largest = max(largest, len(region))
    return largest


def place_follower(state: State, rows: list[list[int]], weights: Sequence[int]) -> None:
    """Count the follower to be placed where it is worth most by the weights."""
    seat = state.active
    row = rows[seat]
    home = sum(row[_HOME : _HOME + SUPPLY])
    box, other = state.terms.box, rows[1 - seat]
    stops = _stops(box, row[0] % box.track, state.towers)
    keep = max(row[_KEEP], other[_KEEP])
    best, found = sum(map(mul, weights, row)), row
    base = state.base[state.last]
    for segment in free_segments(state):
        root = state.find(base + segment)
        claimed = row[:]
        info = state.info[root]
        if info & packing.OPEN_BITS or info & packing.TYPE_BITS == COURT:
            claimed[_HOME - 1 + home] = 0
            _count_feature(state, claimed, root, stops, keep)
        else:
            _count_scored(state, claimed, other, root)
        total = sum(map(mul, weights, claimed))
        if total > best:
            best, found = total, claimed
    rows[seat] = found


def _count_scored(state: State, row: list[int], other: list[int], root: Root) -> None:
    """A feature that is claimed and scored at once, so that the follower comes back."""
    info = state.info[root]
    type_, size = info & packing.TYPE_BITS, state.mask[root].bit_count()
    _, each = _kind(type_, info)
    _score_one(state, row, row[0], each * size)
    row[0] += each * size
    keep = _keep_of_size(state, state.active, size)
    if type_ == HOUSE and keep > row[_KEEP]:
        if keep > other[_KEEP] and not row[_LEADS]:
            # The other seat's lead is lost too, and only the difference counts.
            row[_LEADS] = 1 + other[_LEADS]
        row[_KEEP] = keep
