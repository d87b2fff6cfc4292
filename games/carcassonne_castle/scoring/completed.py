"""Completed features: what they are worth, the order, and the scoring of one.

Points, the keep, followers that return, the marker and the wall tile it stops at.
"""

from __future__ import annotations

from itertools import accumulate, permutations

from rulekeep.core import Chance, Emit, Item, Seat, because
from rulekeep.games.carcassonne_castle import events as e
from rulekeep.games.carcassonne_castle.box.board import Number, Tower
from rulekeep.games.carcassonne_castle.box.packing import MEN_BITS, SPOT, WELL_BITS, Keep
from rulekeep.games.carcassonne_castle.box.tiles import HOUSE, TOWER, Type
from rulekeep.games.carcassonne_castle.moves import ScoreFeature
from rulekeep.games.carcassonne_castle.state import (
    FIRST_LINE,
    LINES,
    NOBODY,
    NUMBERS,
    TALLY,
    Root,
    State,
    in_order,
)

# CC-124 CC-125 CC-127
DOUBLING: dict[Type, Number] = {TOWER: 2, HOUSE: 3}
"""The wall tile that doubles a completed feature."""


def line_of(state: State, root: Root, doubles: int) -> int:
    """The line of the tally that a completed feature counts for."""
    line = FIRST_LINE[state.type_of(root)] + doubles  # CC-124 CC-125 CC-126
    return line + 1 if state.info[root] & WELL_BITS else line  # CC-062


def unit_value(state: State, root: Root, doubles: int = 0) -> int:
    """Points per size unit of a completed feature."""
    return TALLY[line_of(state, root, doubles)][1]


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


# -- scoring one of them ----------------------------------------------------------------------


def settle_unclaimed(state: State, emit: Emit | None) -> None:
    """Features that give nobody points are settled first."""
    scored: list[Root] = []
    for root in state.closed:
        claimed = state.info[root] & MEN_BITS
        if claimed and state.winner(root) >= 0:  # CC-071
            scored.append(root)
            continue
        if emit is not None:
            # Nobody could claim what lies on older tiles.
            older = not claimed and not state.mask[root] >> state.last & 1
            rules = because("CC-066", ("CC-071", claimed), ("CC-045", older))
            emit(e.NobodyScored(rules, state.name_of(root), *state.followers(root)))
        if claimed:
            return_followers(state, root, emit)  # CC-071
    state.closed = tuple(scored)  # CC-071


def score(state: State, root: Root, doubles: int, chance: Chance, emit: Emit | None) -> None:
    owner = state.winner(root)  # CC-065
    type_, size, line = state.type_of(root), state.size(root), line_of(state, root, doubles)
    points = size * TALLY[line][1]
    if emit is not None:
        _report_score(state, root, doubles, emit)
    if doubles:
        state.use_up(owner, DOUBLING[type_], doubles)
    state.tally[owner * LINES + line] += size
    state.closed = tuple(other for other in state.closed if other != root)
    if type_ == HOUSE:
        move_keep(state, owner, root, doubles, emit)
    return_followers(state, root, emit)
    if not state.terms.sums_up:  # CC-068
        move_marker(state, owner, points, chance, emit)
        return
    state.gathered += points
    if not any(state.winner(other) == owner for other in state.closed):
        points, state.gathered = state.gathered, 0
        move_marker(state, owner, points, chance, emit)


def _report_score(state: State, root: Root, doubles: int, emit: Emit) -> None:
    owner, size, name = state.winner(root), state.size(root), state.name_of(root)
    line = line_of(state, root, doubles)
    label, each, _ = TALLY[line]
    first, *more = [rule for _, _, rule in TALLY[line - doubles : line + 1]]
    for _ in range(doubles):
        how = because(more[0], ("CC-101", owner != state.active))
        number = DOUBLING[state.type_of(root)]
        emit(e.WallTileUsed(how, owner, number, f"the {name} is doubled"))
    if not doubles:
        more = _not_doubled(state, root)
    others = [state.winner(other) for other in state.closed if other != root]
    rules = because(
        first,
        *((rule, True) for rule in more),
        ("CC-060", _counts_specially(state, root)),
        ("CC-065", owner != state.active or all(state.followers(root))),
        ("CC-069", 1 - owner in others),
        ("CC-070", owner in others),
    )
    item = Item(label, size, each, first)
    emit(e.FeatureScored(rules, owner, name, size * each, (item,)))


def _counts_specially(state: State, root: Root) -> bool:
    """A start space counts, or a tile with several segments counts once."""
    if state.mask[root] >> len(state.board):
        return True
    return any(state.roots_on(cell).count(root) > 1 for cell in range(len(state.board)))


def _not_doubled(state: State, root: Root) -> list[str]:
    """The rules why a wall tile that fits was not used; none if the owner has none."""
    number = DOUBLING.get(state.type_of(root))
    owner = state.winner(root)
    if number is None or not state.owns(owner, number):
        return []
    if most_doubles(state, root):
        return ["CC-103"]
    return ["CC-101"] if state.usable(owner, number) else ["CC-100"]


def return_followers(state: State, root: Root, emit: Emit | None) -> None:
    """Return the followers of a settled feature; a keep on it stays."""
    if emit is not None:
        carries_a_keep = any(k.at >= 0 and state.root_at(k.at) == root for k in state.keeps)
        rules = because("CC-049", ("CC-084", carries_a_keep))
        emit(e.FollowersReturned(rules, state.name_of(root), *state.followers(root)))
    staying = []
    for man in state.men:  # CC-049
        if state.root_at(man >> 1) == root:
            state.supply[man & 1] += 1
        else:
            staying.append(man)
    state.men = staying
    state.info[root] &= ~MEN_BITS  # CC-049


def move_keep(state: State, owner: Seat, root: Root, doubles: int, emit: Emit | None) -> None:
    """Move the keep to the largest house its owner has scored."""
    size, before = state.size(root), state.keeps[owner].size  # CC-083
    if state.terms.keep_asks_own_tile and owner != state.active:  # CC-082
        if emit is not None:
            emit(e.KeepStayed(("CC-082",), owner, before, size))
        return
    if emit is not None:
        house = state.name_of(root)
        extra = ("CC-083", doubles), ("CC-082", owner != state.active)
        if size <= before:
            emit(e.KeepStayed(("CC-081",), owner, before, size))
        elif before:
            emit(e.KeepMoved(because("CC-081", *extra), owner, house, size, before))
        else:
            emit(e.KeepPlaced(because("CC-080", *extra), owner, house, size))
    if size > before:  # CC-080 CC-081 CC-084
        state.keeps[owner] = Keep(size, state.spot_of(root))


def order_is_asked(state: State, group: list[Root]) -> bool:
    """Whether another order would take other wall tiles, or some might be used on the way."""
    if len(group) == 1 or not state.terms.order_is_chosen:  # CC-070
        return False
    if not state.terms.order_must_matter:  # CC-070
        return True
    if any(most_doubles(state, root) for root in group):
        return True
    before = state.score[state.winner(group[0])]
    points = [state.size(root) * unit_value(state, root) for root in group]
    taken = set()
    for order in set(permutations(points)):
        stops = (before + stop for stop in accumulate(order))
        taken.add(frozenset(tower_reached(state, stop) for stop in stops) - {-1})
    return len(taken) > 1  # CC-070


# -- the score track ------------------------------------------------------------------------


def tower_reached(state: State, points: int) -> Tower:
    """The corner tower whose wall tile is taken at this score, or -1."""
    lap, space = divmod(points, state.terms.box.track)  # CC-072
    tower = state.terms.box.tower_at[space]  # CC-090 CC-091
    if tower < 0 or not state.towers >> tower & 1:  # CC-095
        return -1
    return -1 if lap and not state.terms.takes_on_every_lap else tower  # CC-096


def move_marker(state: State, seat: Seat, points: int, chance: Chance, emit: Emit | None) -> None:
    """Move a marker and take the wall tile of the corner tower it stops on."""
    before = state.score[seat]
    now = state.score[seat] = before + points  # CC-072
    tower = tower_reached(state, now)  # CC-092 CC-093
    if emit is not None:
        _report_move(state, seat, before, tower, emit)
    if tower >= 0:  # CC-091
        take_wall_tile(state, seat, tower, chance, emit)  # CC-090 CC-092 CC-093


def take_wall_tile(
    state: State, seat: Seat, tower: Tower, chance: Chance, emit: Emit | None
) -> None:
    """Take a wall tile. Its face is drawn now: any that nobody has seen yet may be there."""
    number = state.unseen.draw(chance, "the wall tile taken") + 1
    state.towers &= ~(1 << tower)
    if emit is not None:
        name = state.terms.box.wall_towers[tower].name
        rules = _taking_rules(state, seat, number)
        emit(e.WallTileTaken(rules, seat, name, number))  # CC-094: everybody sees it
    state.owned[seat * NUMBERS + number] += 1
    state.fresh = in_order((*state.fresh, seat * NUMBERS + number))  # CC-100


def _taking_rules(state: State, seat: Seat, number: Number) -> tuple[str, ...]:
    one_of_several = state.closed or any(at // NUMBERS == state.active for at in state.fresh)
    return because(
        "CC-090",
        ("CC-092", one_of_several and not state.terms.sums_up),
        ("CC-093", seat != state.active),
        ("CC-094", not state.unseen.counts[number - 1]),  # both lie open: nobody expects a third
        ("CC-096", state.score[seat] >= state.terms.box.track),
        # The last one, and still it might have been any of several.
        ("CC-005", not state.towers and state.unseen.total),
    )


def _report_move(state: State, seat: Seat, before: int, reached: Tower, emit: Emit) -> None:
    box = state.terms.box
    now = state.score[seat]
    space = now % box.track  # CC-072
    rules = because("CC-068", ("CC-072", now >= box.track))
    emit(e.MarkerMoved(rules, seat, now - before, now, space))
    on_the_way = dict.fromkeys(tower_reached(state, step) for step in range(before + 1, now))
    passed = [tower for tower in on_the_way if tower not in (-1, reached)]
    if passed:
        names = tuple(box.wall_towers[tower].name for tower in passed)
        emit(e.TowersPassed(("CC-091",), seat, names))
    if reached >= 0:
        return
    for corner in box.board.towers:
        if space in corner.spaces:
            tower = box.tower_at[space]
            rule, why = "CC-095", "no wall tile lies there"
            if tower >= 0 and state.towers >> tower & 1:
                rule, why = "CC-096", "the second lap takes none"
            emit(e.NothingTaken((rule,), seat, corner.name, why))
