"""Laying a tile: features joined, edges closed, the frontier moved on.

The cost depends on the tile alone, not on how many lie there already.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulekeep.core import Seat
from rulekeep.games.carcassonne_castle.box import packing
from rulekeep.games.carcassonne_castle.box.board import Cell
from rulekeep.games.carcassonne_castle.box.contents import Edge
from rulekeep.games.carcassonne_castle.box.packing import OPEN, OPEN_BITS
from rulekeep.games.carcassonne_castle.box.tiles import COURT, PATH, SPLIT, Side, Type
from rulekeep.games.carcassonne_castle.state import Part, State


def lay(state: State, cell: Cell, tile: packing.Laid) -> None:
    """Put a tile on the board and note the features it completes."""
    box = state.terms.box
    board, parent, info, mask, asks = state.board, state.parent, state.info, state.mask, state.asks
    base, infos = len(parent), box.infos[tile]
    board[cell] = tile  # CC-020
    state.base[cell] = base
    parent += box.parts[base][len(infos)]  # CC-034 CC-036 CC-037 CC-038 CC-039
    mask += box.masks[cell][len(infos)]
    info += infos
    frontier = state.frontier
    at = place_in(frontier, cell, cell * len(frontier) // len(board))
    frontier.pop(at)
    sides, asking = box.sides[tile], box.asking[tile]
    closed: list[Part] = []
    for side, beyond in enumerate(box.across[cell]):
        if beyond >= 0 and board[beyond] < 0:
            asked = asks[beyond]
            if not asked and beyond not in box.start_cells:
                frontier.insert(place_in(frontier, beyond, at), beyond)  # CC-022
            asks[beyond] = asked | asking[side]  # CC-024
        elif box.by_halves:
            _, _, facing, start = box.borders[cell][side]
            for part in _meet_by_halves(state, base, sides[side], beyond, facing, start):
                if part not in closed:
                    closed.append(part)
        elif beyond >= 0:
            theirs = box.facing[board[beyond]][side]
            _meet_tile(state, base, sides[side], state.base[beyond], theirs, closed)
        else:
            _meet_wall(state, base, sides[side], box.start_at[cell][side])
    for segment in box.closable[tile]:  # CC-053
        part = base + segment
        while (above := parent[part]) != part:  # as `find` does, without a call
            part = above
        if not info[part] & OPEN_BITS and part not in closed:  # CC-054
            closed.append(part)
    state.closed = tuple(closed)


def place_in(ordered: list[int], value: int, near: int) -> int:
    """Where a value stands, or would stand, in an ordered list; the search begins near there."""
    while near < len(ordered) and ordered[near] < value:
        near += 1
    while near and ordered[near - 1] >= value:
        near -= 1
    return near


def _meet_tile(
    state: State, base: Part, edge: Edge, their_base: Part, theirs: Edge, closed: list[Part]
) -> None:
    """Join what is equal where two tiles meet, else close both edges; note what that completes."""
    type_ = edge.type
    if type_ == theirs.type:
        join(state, base + edge.segment, their_base + theirs.segment, type_)  # CC-030 CC-031
        if type_ == PATH:
            join(state, base + edge.first, their_base + theirs.second, COURT)  # CC-031
            join(state, base + edge.second, their_base + theirs.first, COURT)
        return
    parent, info = state.parent, state.info
    if type_ != COURT:  # CC-032
        part = base + edge.segment
        while (above := parent[part]) != part:
            part = above
        info[part] -= OPEN
    if theirs.type != COURT:  # CC-032
        part = their_base + theirs.segment
        while (above := parent[part]) != part:
            part = above
        info[part] -= OPEN
        if not info[part] & OPEN_BITS and part not in closed:  # CC-052
            closed.append(part)


def join(state: State, one: Part, other: Part, type_: Type, both: int = 2 * OPEN) -> None:
    """Make one feature of two that meet at an edge, or half of one, that both no longer have open."""
    parent, mask, info = state.parent, state.mask, state.info
    while (above := parent[one]) != one:
        one = above
    while (above := parent[other]) != other:
        other = above
    if one == other:
        if type_ != COURT:
            info[one] -= both  # CC-050: a loop has no end
        return
    parent[one] = other  # CC-028: of any player
    ours, theirs = mask[one], mask[other]
    mask[other] = ours | theirs
    known = info[one] + info[other] - type_  # CC-047: followers add up
    if type_ != COURT:
        known -= both
    if ours & theirs:
        known -= packing.SIZE * (ours & theirs).bit_count()  # CC-060: a tile counts once
    info[other] = known


def _meet_wall(state: State, base: Part, edge: Edge, start: int) -> None:
    """The wall closes an edge; a start space in it joins an edge of its own type."""
    type_ = edge.type
    if type_ != COURT:
        parent, part = state.parent, base + edge.segment
        while (above := parent[part]) != part:
            part = above
        state.info[part] -= OPEN  # CC-050 CC-051
    if start < 0:
        return
    start_type = state.terms.box.starts[start].type
    if type_ == start_type:
        join(state, start, base + edge.segment, type_, 0)  # CC-033
    elif type_ == PATH and start_type == COURT:
        join(state, start, base + edge.first, COURT)  # CC-027
        join(state, start, base + edge.second, COURT)


# -- tiles on which half edges differ ---------------------------------------------------------


def _meet_by_halves(
    state: State, base: Part, edge: Edge, beyond: Cell, facing: Side, start: int
) -> list[Part]:
    """Any edge against any other, or the wall; the features next door that are complete now."""
    theirs: tuple[Part, Part, Part] = (-1, -1, -1)
    if beyond >= 0:
        theirs = _parts(state.base[beyond], state.terms.box.sides[state.board[beyond]][facing])
    crossing, first, second = theirs
    own_crossing, own_first, own_second = _parts(base, edge)
    _meet(state, own_crossing, crossing, OPEN, start)
    _meet(state, own_first, second, packing.OPEN_HALF, start)
    _meet(state, own_second, first, packing.OPEN_HALF, start)
    roots = [state.find(part) for part in theirs if part >= 0]
    return [r for r in roots if state.type_of(r) != COURT and not state.info[r] & OPEN_BITS]


def _meet(state: State, part: Part, other: Part, open_: int, start: int) -> None:
    """What crosses an edge, or has half of it, against what faces it; -1 for nothing."""
    types = [state.type_of(state.find(p)) if p >= 0 else -1 for p in (part, other)]
    if part >= 0 and types[0] == types[1]:
        join(state, part, other, types[0], 2 * open_)  # CC-030 CC-031
        return
    for closing, type_ in zip((part, other), types, strict=True):
        if closing >= 0 and type_ != COURT:
            state.info[state.find(closing)] -= open_  # CC-032 CC-050 CC-051
    if start >= 0 and types[0] == state.terms.box.starts[start].type:
        join(state, start, part, types[0], 0)  # CC-033


def _parts(base: Part, edge: Edge) -> tuple[Part, Part, Part]:
    """The path that crosses an edge, and what its two halves belong to; -1 for none."""
    type_, segment, first, second = edge.type, edge.segment, edge.first, edge.second
    if type_ == PATH or segment < 0:
        return (base + segment if type_ == PATH else -1), base + first, base + second
    return -1, base + segment, base + segment


def rules_of_the_edges(state: State, cell: Cell, tile: packing.Laid) -> Iterator[str]:
    """The rules at work where the edges of a tile meet the wall, start spaces, older tiles."""
    box = state.terms.box
    segments = box.oriented[tile].segments
    for side, beyond, facing, start in box.borders[cell]:
        edge = box.sides[tile][side]
        type_ = edge.type
        if start >= 0:
            yield "CC-027"
            halves = (edge.first, edge.second) if type_ == SPLIT else ()
            types = [type_, *(segments[n].type for n in halves)]
            if box.starts[start].type in types:
                yield "CC-033"
        elif beyond < 0:
            if type_ == PATH:
                yield "CC-026"
        elif state.board[beyond] >= 0:
            theirs = box.sides[state.board[beyond]][facing]
            segment = theirs.segment if theirs.segment >= 0 else theirs.first
            if type_ != theirs.type or type_ == SPLIT:
                yield from ("CC-025", "CC-032")
            elif type_ == COURT:
                yield "CC-031"
            else:
                yield from ("CC-030", "CC-024", "CC-031") if type_ == PATH else ("CC-030",)
            if state.followers(state.root_at(beyond * packing.SPOT + segment))[1 - state.active]:
                yield "CC-028"


def put_follower(state: State, seat: Seat, segment: int) -> None:
    """On the newest tile."""
    state.info[state.find(state.base[state.last] + segment)] += packing.MAN[seat]
    man = (state.last * packing.SPOT + segment) * 2 + seat
    state.men.insert(place_in(state.men, man, len(state.men) // 2), man)
    state.supply[seat] -= 1  # CC-040
