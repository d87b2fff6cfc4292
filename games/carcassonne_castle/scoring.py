"""Scoring completed features: points, marker, keep, wall tiles, followers going home."""

from __future__ import annotations

from rulekeep.core.chance import Chance
from rulekeep.core.game import Emit, Item
from rulekeep.core.grid import SIDES
from rulekeep.games.carcassonne_castle import events as e
from rulekeep.games.carcassonne_castle.components import MEN_BITS, WELL_BITS
from rulekeep.games.carcassonne_castle.moves import ScoreFeature
from rulekeep.games.carcassonne_castle.state import NUMBERS, SPOT, TALLY, State
from rulekeep.games.carcassonne_castle.tiles import HOUSE, PATH, TOWER, TYPES, Segment

POINTS = {PATH: 1, TOWER: 2, HOUSE: 1}
"""Per size unit of a completed feature (CC-061, CC-063, CC-064)."""
WELL_FACTOR = 2
DOUBLING = {TOWER: 2, HOUSE: 3}
"""The wall tile that doubles a completed feature (CC-124, CC-125)."""
FIRST_LINE = {PATH: 1, TOWER: 3, HOUSE: 6}
"""The tally's line for plain points; wells and doublings follow it."""

_VALUE_RULE = {PATH: "CC-061", TOWER: "CC-063", HOUSE: "CC-064"}
_DOUBLE_RULE = {TOWER: "CC-124", HOUSE: "CC-125"}


def unit_value(state: State, root: int, doubles: int = 0) -> int:
    """Points per size unit of a completed feature."""
    type_ = state.type_of(root)
    if type_ == PATH:
        return POINTS[PATH] * (WELL_FACTOR if state.info[root] & WELL_BITS else 1)
    return POINTS[type_] << doubles


def most_doubles(state: State, root: int) -> int:
    """How many wall tiles the feature's owner may spend on it (CC-100, CC-101, CC-126)."""
    number = DOUBLING.get(state.type_of(root))
    owner = state.winner(root)
    if number is None or owner < 0:
        return 0
    if owner != state.active and state.agreed.wall_use_turn == "own_turn":
        return 0
    return min(state.usable(owner, number), state.agreed.most_doubles)


def next_group(state: State) -> list[int]:
    """The features among which the next one to be scored is found (CC-069)."""
    own = [root for root in state.closed if state.winner(root) == state.active]
    return own or [root for root in state.closed if state.winner(root) >= 0]


def in_fixed_order(state: State, roots: list[int]) -> list[int]:
    """Most points first; then the smallest cell, then path, tower, house (option order_choice)."""

    def rank(root: int) -> tuple[int, int, int, int]:
        points = state.size(root) * unit_value(state, root)
        spot = state.spot_of(root)
        return -points, spot // SPOT, state.type_of(root), first_side(state, spot)

    return sorted(roots, key=rank)


def first_side(state: State, spot: int) -> int:
    return segment_on(state, spot).ports[0]


def segment_on(state: State, spot: int) -> Segment:
    cell, number = divmod(spot, SPOT)
    return state.components.oriented[state.board[cell]].segments[number]


def score_move(state: State, root: int, doubles: int) -> ScoreFeature:
    """The move that scores a feature, as it is listed."""
    spot = state.spot_of(root)
    by_cell = state.components.score_moves[state.type_of(root)][spot // SPOT]
    return by_cell[first_side(state, spot)][doubles]


def name_of(state: State, root: int) -> str:
    """What people and notation call a feature: `house 2,7 N`."""
    spot = state.spot_of(root)
    x, y = state.components.cells[spot // SPOT]
    return f"{TYPES[state.type_of(root)]} {x},{y} {SIDES[first_side(state, spot) % 4]}"


# -- one feature ----------------------------------------------------------------------------


def settle_unclaimed(state: State, emit: Emit | None) -> None:
    """Features that give nobody points are settled first (CC-066, CC-071)."""
    waiting = []
    for root in state.closed:
        claimed = state.info[root] & MEN_BITS
        if claimed and state.winner(root) >= 0:
            waiting.append(root)
            continue
        if emit is not None:
            black, white = state.followers(root)
            rules = ("CC-066", "CC-071", "CC-065") if black else ("CC-066", "CC-071")
            emit(e.NobodyScored(rules, name_of(state, root), black, white))
        if claimed:
            send_home(state, root, emit)
    state.closed = tuple(waiting)


def score(state: State, root: int, doubles: int, chance: Chance, emit: Emit | None) -> None:
    """Score one completed feature for the player who has the majority (CC-065)."""
    owner = state.winner(root)
    type_ = state.type_of(root)
    size = state.size(root)
    each = unit_value(state, root, doubles)
    well = type_ == PATH and each != POINTS[PATH]
    if doubles:
        state.owned[owner * NUMBERS + DOUBLING[type_]] -= doubles
    if emit is not None:
        _tell_score(state, root, doubles, emit)
    state.tally[owner * len(TALLY) + FIRST_LINE[type_] + doubles + well] += size
    state.closed = tuple(other for other in state.closed if other != root)
    if type_ == HOUSE:
        move_keep(state, owner, root, doubles, emit)
    send_home(state, root, emit)
    if not state.agreed.sums_up:
        move_marker(state, owner, size * each, chance, emit)
        return
    state.gathered += size * each
    if not any(state.winner(other) == owner for other in state.closed):
        points, state.gathered = state.gathered, 0
        move_marker(state, owner, points, chance, emit)


def _tell_score(state: State, root: int, doubles: int, emit: Emit) -> None:
    owner, type_, size = state.winner(root), state.type_of(root), state.size(root)
    name = name_of(state, root)
    each = unit_value(state, root, doubles)
    rules = ["CC-060", _VALUE_RULE[type_], "CC-065", "CC-067"]
    rules.append("CC-068")
    label = f"{TYPES[type_]} tiles"
    if type_ == PATH and each != POINTS[PATH]:
        rules[1:2] = ["CC-062"]
        label += ", with a well"
    if doubles:
        label += ", doubled" + " twice" * (doubles - 1)
        rules.append(_DOUBLE_RULE[type_])
        if doubles > 1:
            rules.append("CC-126")
        for _ in range(doubles):
            emit(
                e.WallTileUsed(_use_rules(state), owner, DOUBLING[type_], f"the {name} is doubled")
            )
    else:
        rules += _not_doubled(state, root)
    others = [state.winner(r) for r in state.closed if r != root]
    if state.active in others or owner != state.active:
        rules.append("CC-069")
    if owner in others:
        rules.append("CC-070")
    item = Item(label, size, each, rules[1])
    emit(e.FeatureScored(tuple(rules), owner, name, size * each, (item,)))


def _use_rules(state: State) -> tuple[str, ...]:
    rule = "CC-101" if state.agreed.wall_use_turn == "any_scoring" else "CC-100"
    return ("CC-102", "CC-103", "CC-104", rule)


def _not_doubled(state: State, root: int) -> list[str]:
    """The rules that kept a wall tile from being used, if the owner has one that fits."""
    number = DOUBLING.get(state.type_of(root))
    owner = state.winner(root)
    if number is None or not state.owned[owner * NUMBERS + number]:
        return []
    if most_doubles(state, root):
        return ["CC-103"]
    return ["CC-100"] if not state.usable(owner, number) else ["CC-101"]


def send_home(state: State, root: int, emit: Emit | None) -> None:
    """The followers of a feature that has been settled go back (CC-049)."""
    if emit is not None:
        black, white = state.followers(root)
        emit(e.FollowersReturned(("CC-049",), name_of(state, root), black, white))
    staying = []
    for man in state.men:
        if state.root_at(man >> 1) == root:
            state.supply[man & 1] += 1
        else:
            staying.append(man)
    state.men = staying
    state.info[root] &= ~MEN_BITS


def move_keep(state: State, owner: int, root: int, doubles: int, emit: Emit | None) -> None:
    """The keep stands on the largest house its owner has scored (CC-080 … CC-083)."""
    if state.agreed.keep_rule == "majority_and_own_tile" and owner != state.active:
        if emit is not None:
            rules = ("CC-082",)
            emit(e.KeepStayed(rules, owner, state.keep_size[owner], state.size(root)))
        return
    size, before = state.size(root), state.keep_size[owner]
    if emit is not None:
        extra = ["CC-083"] if doubles else []
        if owner != state.active:
            extra.append("CC-082")
        house = name_of(state, root)
        if size <= before:
            emit(e.KeepStayed(("CC-081", "CC-084"), owner, before, size))
        elif before:
            emit(e.KeepMoved(("CC-081", "CC-084", *extra), owner, house, size, before))
        else:
            emit(e.KeepPlaced(("CC-080", *extra), owner, house, size))
    if size > before:
        state.keep_size[owner] = size
        state.keep_at[owner] = state.spot_of(root)


# -- the score track ------------------------------------------------------------------------


def tower_reached(state: State, score: int) -> int:
    """The corner tower whose wall tile is taken at this score, or -1 (CC-090, CC-096)."""
    lap, space = divmod(score, state.components.track)
    tower = state.components.tower_at[space]
    if tower < 0 or not state.towers >> tower & 1:
        return -1
    return -1 if lap and state.agreed.second_lap_pickup == "no" else tower


def move_marker(state: State, seat: int, points: int, chance: Chance, emit: Emit | None) -> None:
    """Move a marker and take the wall tile of the corner tower it stops on (CC-090 … CC-096)."""
    before = state.score[seat]
    now = state.score[seat] = before + points
    tower = tower_reached(state, now)
    if emit is not None:
        _tell_move(state, seat, before, tower, emit)
    if tower < 0:
        return
    number = state.unseen.draw(chance, "the wall tile taken") + 1
    if emit is not None:
        name = state.components.wall_towers[tower].name
        emit(e.WallTileTaken(_taking_rules(state, seat), seat, name, number))
    state.towers &= ~(1 << tower)
    state.owned[seat * NUMBERS + number] += 1
    state.fresh += (seat * NUMBERS + number,)


def _taking_rules(state: State, seat: int) -> tuple[str, ...]:
    rules = ["CC-090", "CC-094"]
    taken = any(at // NUMBERS == state.active for at in state.fresh)
    if (state.closed or taken) and not state.agreed.sums_up:
        rules.append("CC-092")
    if seat != state.active:
        rules.append("CC-093")
    if state.score[seat] >= state.components.track:
        rules.append("CC-096")
    return tuple(rules)


def _tell_move(state: State, seat: int, before: int, reached: int, emit: Emit) -> None:
    now, track = state.score[seat], state.components.track
    space = now % track
    rules = ["CC-068"]
    if now >= track:
        rules.append("CC-072")
    emit(e.MarkerMoved(tuple(rules), seat, now - before, now, space))
    on_the_way = dict.fromkeys(tower_reached(state, step) for step in range(before + 1, now))
    passed = [tower for tower in on_the_way if tower not in (-1, reached)]
    if passed:
        names = tuple(state.components.wall_towers[tower].name for tower in passed)
        emit(e.TowersPassed(("CC-091",), seat, names))
    if reached >= 0:
        return
    for corner in state.components.board.towers:
        if space in corner.spaces:
            tower = state.components.tower_at[space]
            if tower >= 0 and state.towers >> tower & 1:
                because = "the second lap takes none"
                emit(e.NothingTaken(("CC-096",), seat, corner.name, because))
            else:
                emit(e.NothingTaken(("CC-095",), seat, corner.name, "no wall tile lies there"))
