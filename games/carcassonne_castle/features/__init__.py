"""What the learned estimate looks at, for both seats."""

from __future__ import annotations

from collections.abc import Iterable
from math import isqrt

from rulekeep.core import Seat
from rulekeep.games.carcassonne_castle.box import packing
from rulekeep.games.carcassonne_castle.box.packing import (
    MEN_MASK,
    MEN_SHIFT,
    NOWHERE,
    SIZE_MASK,
    SIZE_SHIFT,
)
from rulekeep.games.carcassonne_castle.box.tiles import COURT, HOUSE, PATH, TOWER
from rulekeep.games.carcassonne_castle.features.scoring_ahead import (
    NOTHING_SCORED,
    Complete,
    Prices,
    Scored,
    best_scoring,
    only_scoring,
)
from rulekeep.games.carcassonne_castle.legal import free_segments
from rulekeep.games.carcassonne_castle.scoring.final import (
    KEEP_BONUS,
    keep_with_bonus,
    largest_empty_region,
)
from rulekeep.games.carcassonne_castle.state import FOLLOWER, NUMBERS, PLACE, START, Root, State

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
_MOST_STOPS = 1 << 12


class Weighed:
    """What one seat has, each feature weighed as it is counted."""

    __slots__ = (
        *("before", "complete", "home", "keep", "leads", "points", "ready"),
        *("scored", "total", "unfinished", "weights"),
    )

    def __init__(self, weights: tuple[int, ...]) -> None:
        self.weights = weights
        self.total = 0
        self.points = 0
        self.home = 0
        """Followers at home, as far as they are counted."""
        self.ready = 0
        """Points of own features with 1 open edge."""
        self.keep = 0
        self.leads = 0
        """1 for the larger keep."""
        self.before = 0
        """The score before what is complete is scored."""
        self.complete: list[Complete] = []
        """What is complete and gives this seat points."""
        self.scored: Scored = NOTHING_SCORED
        """What that brings."""
        self.unfinished: list[int] | None = None
        """By kind the points of the best feature that is not complete, once they are known."""

    def add(self, feature: int, count: int) -> None:
        self.total += self.weights[feature] * count


class Listed(Weighed):
    """What one seat has, also as a row in the order of `NAMES`."""

    __slots__ = ("row",)

    def __init__(self, weights: tuple[int, ...]) -> None:
        super().__init__(weights)
        self.row = [0] * len(NAMES)

    def add(self, feature: int, count: int) -> None:
        self.row[feature] += count
        self.total += self.weights[feature] * count


_NO_WEIGHTS = (0,) * len(NAMES)


Sides = list[Weighed]


def left(state: State) -> tuple[int, int]:
    """The root of the share of tiles that are to be drawn: the last ones change values most."""
    return isqrt(_FINE * _FINE * state.stock.total // max(1, state.terms.box.total)), _FINE


def features(state: State) -> list[list[int]]:
    """The features of both seats in the order of `NAMES`; what is complete counts as scored."""
    black, white = Listed(_NO_WEIGHTS), Listed(_NO_WEIGHTS)
    count(state, [black, white])
    return [black.row, white.row]


def settled(state: State, weights: tuple[int, ...]) -> list[list[int]]:
    """The features of both seats, with the follower that is placed next."""
    black, white = Listed(weights), Listed(weights)
    count(state, [black, white])
    if state.phase == FOLLOWER:
        place_follower(state, [black, white])
    return [black.row, white.row]


def totals(state: State, weights: tuple[int, ...]) -> tuple[int, int]:
    """What the features of both seats weigh, with the follower that is placed next."""
    black, white = Weighed(weights), Weighed(weights)
    count(state, [black, white])
    if state.phase == FOLLOWER:
        place_follower(state, [black, white])
    return black.total, white.total


def count(state: State, sides: Sides) -> None:
    """Count the features of both seats; what is complete counts as scored."""
    score, supply = state.score[:], state.supply[:]
    keeps = [keep_with_bonus(state, 0), keep_with_bonus(state, 1)]
    if state.closed:
        _score_complete(state, sides, score, supply, keeps)
    stops = [_stops(state, score[0]), _stops(state, score[1])]
    keep = max(keeps[0], keeps[1])
    seen: set[Root] = set()
    for man in state.men:
        root = state.root_at(man >> 1)
        if root not in seen:
            seen.add(root)
            _count_claimed(state, sides, root, stops, keep)
    for seat in (0, 1):
        side = sides[seat]
        side.points, side.keep = score[seat], keeps[seat]
        side.home = min(supply[seat], SUPPLY)
        side.add(0, side.points)
        for number in range(side.home):
            side.add(_HOME + number, 1)
        _count_wall_tiles(state, side, seat, seen)
        near = stops[seat] & (2 << AWAY) - 1
        if near:
            side.add(_AWAY - 2 + (near & -near).bit_length(), 1)
        side.add(_KEEP, side.keep)
    _compare_keeps(state, sides)
    now = state.active
    if state.phase not in (START, PLACE) and not state.extra:
        now = 1 - now
    side = sides[now]
    side.add(_TURN, 1)
    side.add(_READY, side.ready)


def _score_complete(
    state: State, sides: Sides, score: list[int], supply: list[int], keeps: list[int]
) -> None:
    """The points, keeps and followers of what is complete and claimed."""
    for root in state.closed:
        info = state.info[root]
        black, white = (info >> MEN_SHIFT[0] & MEN_MASK, info >> MEN_SHIFT[1] & MEN_MASK)
        supply[0] += black
        supply[1] += white
        if black == white:
            continue
        seat = 0 if black > white else 1
        type_, size = info & packing.TYPE_BITS, info >> SIZE_SHIFT & SIZE_MASK
        sides[seat].complete.append((type_, _each(type_, info) * size))
        if type_ == HOUSE:
            keeps[seat] = max(keeps[seat], _keep_of_size(state, seat, size))
    towers = state.towers
    for seat in (state.active, 1 - state.active):  # in the order of scoring
        side = sides[seat]
        side.before = score[seat]
        if side.complete:
            scored = _scoring(state, side, seat, side.complete, towers)
            side.scored = scored
            towers = scored.towers
            score[seat] += scored.points
            side.add(_TAKEN, scored.taken)


def _scoring(
    state: State, side: Weighed, seat: Seat, complete: list[Complete], towers: int
) -> Scored:
    """How a seat's complete features will be scored."""
    own = seat == state.active
    # In the other player's turn they may be used with an option only.
    usable = (state.usable(seat, 2), state.usable(seat, 3)) if own else (0, 0)
    if len(complete) == 1 and not usable[0] and not usable[1]:  # most of the time
        return only_scoring(state.terms, towers, side.before, complete[0][1])
    prices = _prices(state, side, seat, usable)
    return best_scoring(state.terms, towers, side.before, complete, usable, prices, own)


def _prices(state: State, side: Weighed, seat: Seat, usable: tuple[int, int]) -> Prices:
    """What a point, a wall tile from a tower, and wall tiles 2 and 3 weigh."""
    weights = side.weights
    towers = houses = 0
    if usable[0] or usable[1]:
        best = _unfinished(state, side, seat, state.claimed_roots())
        towers, houses = weights[_WALL + 1], weights[_WALL + 2]
        if state.owned[seat * NUMBERS + 2] == 1:
            towers += weights[_DOUBLE_TOWER] * best[TOWER]
        if state.owned[seat * NUMBERS + 3] == 1:
            houses += weights[_DOUBLE_HOUSE] * best[HOUSE]
    return Prices(weights[0], weights[_TAKEN], towers, houses)


def _keep_of_size(state: State, seat: Seat, size: int) -> int:
    """What a house of this size counts as a keep."""
    return size + KEEP_BONUS * state.owned[seat * NUMBERS + 8]


def _stops(state: State, score: int) -> int:
    """A bit for each number of points that leads from this score to a wall tile."""
    box, towers = state.terms.box, state.towers
    space = score % box.track
    key = towers * box.track + space
    known = box.stops.get(key)
    if known is not None:
        return known
    found = 0
    for points in range(1, 3 * AWAY):
        tower = box.tower_at[(space + points) % box.track]
        if tower >= 0 and towers >> tower & 1:
            found |= 1 << points
    if len(box.stops) >= _MOST_STOPS:
        box.stops.clear()
    box.stops[key] = found
    return found


def _count_claimed(state: State, sides: Sides, root: Root, stops: list[int], keep: int) -> None:
    info = state.info[root]
    if not info & packing.OPEN_BITS and info & packing.TYPE_BITS != COURT:
        return
    black, white = (info >> MEN_SHIFT[0] & MEN_MASK, info >> MEN_SHIFT[1] & MEN_MASK)
    if black == white:
        return
    seat = 0 if black > white else 1
    if black and white:
        sides[seat].add(_WON, 1)
        sides[1 - seat].add(_LOST, min(black, white))
    _count_feature(sides[seat], info, stops[seat], keep)


def _count_feature(side: Weighed, info: packing.Info, stops: int, keep: int) -> None:
    """A feature that one seat has and that is not complete."""
    type_ = info & packing.TYPE_BITS
    size = info >> SIZE_SHIFT & SIZE_MASK
    if type_ == COURT:
        markets = info >> packing.MARKET_SHIFT
        side.add(_COURT if markets else _BARE_COURT, 1)
        if markets:
            side.add(_MARKETS, markets)
        side.add(_COURT_SIZE, size)
        return
    open_edges = min(len(EDGES), max(1, (info & packing.OPEN_BITS) // packing.OPEN))
    each = _each(type_, info)
    points = each * size
    at = _kind(type_, info) * len(EDGES) + open_edges - 1
    side.add(_NUMBER + at, 1)
    side.add(_POINTS + at, points)
    if open_edges == 1:
        side.ready += points
        # A path ends on a tile of its own. Any edge but a path's closes a house or a tower.
        one_more = stops >> (points + each)
        if (one_more if type_ == PATH else one_more | stops >> points) & 1:
            side.add(_MAY_STOP, 1)
    if type_ == HOUSE and size + (open_edges > 1) > keep:
        side.add(_LARGE_HOUSE if open_edges == 1 else _LARGE_OPEN_HOUSE, 1)


def _kind(type_: int, info: packing.Info) -> int:
    """The place in KINDS."""
    if type_ == PATH:
        return 1 if info & packing.WELL_BITS else 0
    return 3 if type_ == HOUSE else 2


def _each(type_: int, info: packing.Info) -> int:
    """The points for each tile."""
    if type_ == PATH:
        return 2 if info & packing.WELL_BITS else 1
    return 1 if type_ == HOUSE else 2


def _count_wall_tiles(state: State, side: Weighed, seat: Seat, claimed: set[Root]) -> None:
    """The wall tiles of a seat, and what it has for them."""
    owned = state.owned[seat * NUMBERS + 1 : (seat + 1) * NUMBERS]
    if not any(owned):
        return
    owned[1] -= side.scored.towers_doubled
    owned[2] -= side.scored.houses_doubled
    for number in range(NUMBERS - 1):
        if owned[number]:
            side.add(_WALL + number, owned[number])
    path, tower, house, court = _unfinished(state, side, seat, claimed)
    if owned[1]:
        side.add(_DOUBLE_TOWER, tower)
    if owned[2]:
        side.add(_DOUBLE_HOUSE, house)
    if owned[3]:
        side.add(_UNFINISHED, path)
    if owned[4]:
        side.add(_UNFINISHED, tower)
    if owned[5]:
        side.add(_UNFINISHED, house)
    if owned[6]:
        side.add(_BEST_COURT, court)


def _unfinished(state: State, side: Weighed, seat: Seat, claimed: Iterable[Root]) -> list[int]:
    """By kind the points of a seat's best unfinished feature; of courts, the markets."""
    best = side.unfinished
    if best is not None:
        return best
    best = side.unfinished = [0, 0, 0, 0]
    for root in claimed:
        if state.winner(root) == seat:
            info = state.info[root]
            type_ = info & packing.TYPE_BITS
            if type_ == COURT:
                worth = info >> packing.MARKET_SHIFT
            elif info & packing.OPEN_BITS:
                worth = _each(type_, info) * (info >> SIZE_SHIFT & SIZE_MASK)
            else:
                continue
            best[type_] = max(best[type_], worth)
    return best


def _compare_keeps(state: State, sides: Sides) -> None:
    """Who has the larger keep, and how large the hole is that it will be paid for."""
    lead = sides[0].keep - sides[1].keep
    if not lead:
        return
    side = sides[0 if lead > 0 else 1]
    side.leads = 1
    side.add(_LEADS, 1)
    if abs(lead) >= 3:
        side.add(_LEADS_WELL, 1)
    if state.stock.total <= LAST_TILES:
        side.add(_HOLE, largest_empty_region(state))


def place_follower(state: State, sides: Sides) -> None:
    """Count the follower to be placed where it is worth most by the weights."""
    own, other = sides[state.active], sides[1 - state.active]
    stops = _stops(state, own.points)
    base = state.base[state.last]
    best, found = 0, NOWHERE
    for segment in free_segments(state):
        root = state.find(base + segment)
        gain = Weighed(own.weights)
        _claim(state, gain, root, stops, own, other)
        if gain.total > best:
            best, found = gain.total, root
    if found != NOWHERE:
        _claim(state, own, found, stops, own, other)


def _claim(
    state: State, side: Weighed, root: Root, stops: int, own: Weighed, other: Weighed
) -> None:
    """What a follower on a feature changes in what the seat has of its own."""
    info = state.info[root]
    if info & packing.OPEN_BITS or info & packing.TYPE_BITS == COURT:
        side.add(_HOME - 1 + own.home, -1)
        _count_feature(side, info, stops, max(own.keep, other.keep))
    else:
        _count_scored(state, side, info, own, other)


def _count_scored(
    state: State, side: Weighed, info: packing.Info, own: Weighed, other: Weighed
) -> None:
    """A feature that is claimed and scored at once, so that the follower comes back."""
    type_, size = info & packing.TYPE_BITS, info >> SIZE_SHIFT & SIZE_MASK
    complete = [*own.complete, (type_, _each(type_, info) * size)]
    before, after = own.scored, _scoring(state, own, state.active, complete, state.towers)
    side.add(0, after.points - before.points)
    side.add(_TAKEN, after.taken - before.taken)
    _count_doubling(state, side, own, before, after)
    keep = _keep_of_size(state, state.active, size)
    if type_ == HOUSE and keep > own.keep:
        if keep > other.keep and not own.leads:
            # The other seat's lead is lost too, and only the difference counts.
            side.add(_LEADS, 1 + other.leads)
        side.add(_KEEP, keep - own.keep)


def _count_doubling(
    state: State, side: Weighed, own: Weighed, before: Scored, after: Scored
) -> None:
    """The wall tiles 2 and 3 that are spent on what is claimed."""
    for number, spent, now, feature, type_ in (
        (2, before.towers_doubled, after.towers_doubled, _DOUBLE_TOWER, TOWER),
        (3, before.houses_doubled, after.houses_doubled, _DOUBLE_HOUSE, HOUSE),
    ):
        if spent == now:
            continue
        owned = state.owned[state.active * NUMBERS + number]
        side.add(_WALL + number - 1, spent - now)
        best = _unfinished(state, own, state.active, state.claimed_roots())[type_]
        side.add(feature, best * ((owned > now) - (owned > spent)))
