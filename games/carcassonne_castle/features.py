"""Laying a tile: features joined, edges closed, the frontier moved on.

The cost depends on the tile alone, not on how many lie there already.
"""

from __future__ import annotations

from bisect import bisect_left

from rulekeep.games.carcassonne_castle.components import (
    MAN,
    MEN_BITS,
    MUST_BE_PATH,
    NO_PATH,
    OPEN,
    OPEN_BITS,
)
from rulekeep.games.carcassonne_castle.state import SPOT, State
from rulekeep.games.carcassonne_castle.tiles import COURT, PATH


def lay(state: State, cell: int, oriented: int) -> None:
    """Put a tile on the board and note the features it completes (CC-030 … CC-033, CC-053)."""
    components = state.components
    board, bases, parent, info = state.board, state.base, state.parent, state.info
    base = len(parent)
    infos = components.infos[oriented]
    board[cell] = oriented
    bases[cell] = base
    parent.extend(range(base, base + len(infos)))
    info.extend(infos)
    state.mask.extend([components.bits[cell]] * len(infos))
    all_sides, asks, frontier = components.sides, state.asks, state.frontier
    frontier.remove(cell)
    closed = []
    sides = all_sides[oriented]
    for side, beyond, facing, start in components.borders[cell]:
        type_, segment, first, second = edge = sides[side]
        if beyond < 0:
            if start >= 0:
                _meet_start_space(state, base, edge, start)
            elif type_ != COURT:
                node = base + segment
                while parent[node] != node:
                    node = parent[node]
                info[node] -= OPEN
        elif (neighbour := board[beyond]) < 0:
            if not asks[beyond]:
                place = bisect_left(frontier, beyond)
                if place == len(frontier) or frontier[place] != beyond:
                    frontier.insert(place, beyond)
            asks[beyond] |= (NO_PATH if type_ else MUST_BE_PATH) << 2 * facing
        else:
            other, their_segment, their_first, their_second = all_sides[neighbour][facing]
            their_base = bases[beyond]
            if type_ == other:
                join(state, base + segment, their_base + their_segment, type_)
                if type_ == PATH:
                    join(state, base + first, their_base + their_second, COURT)
                    join(state, base + second, their_base + their_first, COURT)
            else:
                if type_ != COURT:
                    node = base + segment
                    while parent[node] != node:
                        node = parent[node]
                    info[node] -= OPEN
                if other != COURT:
                    node = their_base + their_segment
                    while parent[node] != node:
                        node = parent[node]
                    info[node] -= OPEN
                    if not info[node] & OPEN_BITS:
                        closed.append(node)
    for segment in components.closable[oriented]:
        node = base + segment
        while parent[node] != node:
            node = parent[node]
        if not info[node] & OPEN_BITS:
            closed.append(node)
    state.closed = tuple(dict.fromkeys(closed)) if len(closed) > 1 else tuple(closed)


def join(state: State, one: int, other: int, type_: int) -> None:
    """Make one feature of two that meet at an edge; the edge is no longer open."""
    parent, mask, info = state.parent, state.mask, state.info
    while parent[one] != one:
        one = parent[one]
    while parent[other] != other:
        other = parent[other]
    if one == other:
        if type_ != COURT:
            info[one] -= 2 * OPEN
        return
    small, large = mask[one], mask[other]
    if small.bit_count() > large.bit_count():
        one, other = other, one
    parent[one] = other
    mask[other] = small | large
    if type_ != COURT:
        info[other] += info[one] - type_ - 2 * OPEN
    else:
        info[other] += info[one] - COURT


def _meet_start_space(state: State, base: int, edge: tuple[int, int, int, int], start: int) -> None:
    """A start space joins the facing edge of its own type (CC-033), or closes it."""
    type_, segment, first, second = edge
    start_type = state.components.starts[start].type
    if type_ != COURT:
        state.info[state.find(base + segment)] -= OPEN
    if type_ == start_type:
        _join_start(state, base + segment, start, type_)
    elif type_ == PATH and start_type == COURT:
        _join_start(state, base + first, start, COURT)
        _join_start(state, base + second, start, COURT)


def _join_start(state: State, node: int, start: int, type_: int) -> None:
    one, other = state.find(node), state.find(start)
    if one != other:
        state.parent[other] = one
        state.mask[one] |= state.mask[other]
        state.info[one] += state.info[other] - type_


def put_follower(state: State, seat: int, cell: int, segment: int) -> None:
    state.info[state.find(state.base[cell] + segment)] += MAN[seat]
    state.men.append((cell * SPOT + segment) * 2 + seat)
    state.supply[seat] -= 1


def free_segments(state: State) -> list[int]:
    """The segments of the newest tile whose whole feature holds no follower (CC-042)."""
    parent, info = state.parent, state.info
    base = state.base[state.last]
    free = []
    for segment in range(len(state.components.infos[state.board[state.last]])):
        node = base + segment
        while parent[node] != node:
            node = parent[node]
        if not info[node] & MEN_BITS:
            free.append(segment)
    return free


def can_be_claimed(state: State) -> bool:
    """Whether any segment of the newest tile is free."""
    parent, info = state.parent, state.info
    base = state.base[state.last]
    for node in range(base, base + len(state.components.infos[state.board[state.last]])):
        root = node
        while parent[root] != root:
            root = parent[root]
        if not info[root] & MEN_BITS:
            return True
    return False


def just_completed(state: State) -> tuple[int, ...]:
    """The complete features on the newest tile and at the edges that face it (CC-053)."""
    components, cell = state.components, state.last
    nodes = [state.base[cell] + n for n in components.closable[state.board[cell]]]
    for side, beyond in enumerate(components.across[cell]):
        if beyond >= 0 and state.board[beyond] >= 0:
            type_, segment, *_ = components.sides[state.board[beyond]][side + 2 & 3]
            if type_ != COURT:
                nodes.append(state.base[beyond] + segment)
    roots = dict.fromkeys(map(state.find, nodes))
    return tuple(root for root in roots if not state.info[root] & OPEN_BITS)
