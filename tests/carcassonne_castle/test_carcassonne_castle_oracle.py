"""A slow second opinion, made from the bare board and the data files alone.

It shares no table and no function with the game: ports are words, connections are looked up in
the YAML, and sizes are counted one tile at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import resources
from typing import Any

import pytest
from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from rulekeep.core.data import read_yaml
from rulekeep.games.carcassonne_castle import GAME
from rulekeep.games.carcassonne_castle.audit import complaints
from rulekeep.games.carcassonne_castle.features import lay
from rulekeep.games.carcassonne_castle.state import State
from rulekeep.games.carcassonne_castle.tiles import PORTS, TYPES

Watch = Callable[..., Iterator[Any]]

_PACKAGE = resources.files("rulekeep.games.carcassonne_castle")
BOARD = read_yaml(_PACKAGE / "board.yaml").plain()
TILES = {tile["id"]: tile for tile in read_yaml(_PACKAGE / "tiles.yaml").plain()["tiles"]}
CELLS = {
    (x, y)
    for y, row in enumerate(BOARD["interior"]["map"].splitlines())
    for x, mark in enumerate(row)
    if mark == "#"
}
STARTS = {(*s["cell"], s["side"]): s for s in BOARD["start_spaces"]["items"]}
STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
FACING = {"N": "S", "S": "N", "E": "W", "W": "E"}
FACING |= {"N1": "S2", "N2": "S1", "S1": "N2", "S2": "N1"}
FACING |= {"E1": "W2", "E2": "W1", "W1": "E2", "W2": "E1"}
TURN = {"N": "E", "E": "S", "S": "W", "W": "N"}


def turned(port: str, quarters: int) -> str:
    for _ in range(quarters):
        port = TURN[port[0]] + port[1:]
    return port


@frozen
class Opinion:
    """What a feature should be."""

    type: str
    tiles: frozenset[tuple[int, int]]
    starts: frozenset[str]
    open_edges: int
    well: bool
    markets: int
    followers: tuple[int, int]
    ports: frozenset[tuple[int, int, str]]

    @property
    def size(self) -> int:
        return len(self.tiles) + len(self.starts)


def ports_of(segment: dict[str, Any], quarters: int) -> list[str]:
    """A court that fills an edge is at both of its halves."""
    found = []
    for port in segment["ports"]:
        port = turned(port, quarters)
        if segment["type"] == "court" and len(port) == 1:
            found += [port + "1", port + "2"]
        else:
            found.append(port)
    return found


def opinions(data: dict[str, Any]) -> list[Opinion]:
    """Every feature of a board given as data, by spreading from port to port."""
    port_segment: dict[tuple[int, int, str], tuple[Any, ...]] = {}
    segments: dict[tuple[Any, ...], dict[str, Any]] = {}
    for name, text in data["board"].items():
        x, y = map(int, name.split(","))
        tile, rotation = text.split()
        for number, segment in enumerate(TILES[tile]["segments"]):
            key = (x, y, number)
            segments[key] = segment | {"at": ports_of(segment, int(rotation[1]))}
            for port in segments[key]["at"]:
                port_segment[x, y, port] = key
    men: dict[tuple[Any, ...], list[int]] = {}
    for seat, places in enumerate(data["followers"]):
        for place in places:
            cell, type_, port = place.split()
            x, y = map(int, cell.split(","))
            if type_ == "court" and len(port) == 1:
                port += "1"
            men.setdefault(port_segment[x, y, port], []).append(seat)
    found = []
    unseen = dict.fromkeys(segments)
    while unseen:
        found.append(_spread(next(iter(unseen)), segments, port_segment, men, unseen))
    return found


def _spread(
    first: tuple[Any, ...],
    segments: dict[tuple[Any, ...], dict[str, Any]],
    port_segment: dict[tuple[int, int, str], tuple[Any, ...]],
    men: dict[tuple[Any, ...], list[int]],
    unseen: dict[tuple[Any, ...], None],
) -> Opinion:
    type_ = segments[first]["type"]
    queue, tiles, starts, ports = [first], set(), set(), set()
    open_edges, markets, well, followers = 0, 0, False, [0, 0]
    del unseen[first]
    while queue:
        key = queue.pop()
        x, y = key[:2]
        segment = segments[key]
        tiles.add((x, y))
        well |= segment.get("well", False)
        markets += segment.get("market", False)
        for seat in men.get(key, ()):
            followers[seat] += 1
        for port in segment["at"]:
            ports.add((x, y, port))
            dx, dy = STEP[port[0]]
            beyond = (x + dx, y + dy)
            if beyond not in CELLS:
                start = STARTS.get((x, y, port[0]))
                if start is not None and start["feature"] == type_:
                    starts.add(start["id"])
                continue
            other = port_segment.get((*beyond, FACING[port]))
            if other is None:
                taken = any((*beyond, p) in port_segment for p in ("N", "N1"))
                open_edges += type_ != "court" and not taken
            elif segments[other]["type"] == type_ and other in unseen:
                del unseen[other]
                queue.append(other)
    markets += sum(s.get("market", False) for s in STARTS.values() if s["id"] in starts)
    return Opinion(
        type_,
        frozenset(tiles),
        frozenset(starts),
        open_edges,
        well,
        markets,
        (followers[0], followers[1]),
        frozenset(ports),
    )


def kept(state: State, opinion: Opinion) -> tuple[Any, ...]:
    """What the game has kept up to date about the same feature."""
    roots = set()
    for x, y, port in opinion.ports:
        cell = GAME.components.board.grid.index[x, y]
        tile = GAME.components.oriented[state.board[cell]]
        roots.add(state.find(state.base[cell] + tile.segment_at[PORTS.index(port)]))
    (root,) = roots
    info = state.info[root]
    return (
        TYPES[state.type_of(root)],
        state.size(root),
        0 if state.type_of(root) == 3 else info >> 2 & 0xFFF,
        info >> 26 & 0xFFF != 0,
        info >> 38,
        state.followers(root),
    )


def same(state: State, data: dict[str, Any]) -> None:
    found = opinions(data)
    for o in found:
        expected = (o.type, o.size, o.open_edges, o.well, o.markets, o.followers)
        assert kept(state, o) == expected, sorted(o.ports)
    claimed = {state.root_at(man >> 1) for man in state.men}
    assert len(claimed) == sum(any(o.followers) for o in found)


@settings(max_examples=20)
@given(st.integers(0, 10**6))
def test_features_kept_agree_with_the_bare_board_after_every_move(watch: Watch, seed: int) -> None:
    for moment in watch({}, seed):
        same(moment.state, moment.after)


@settings(max_examples=10)
@given(st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_the_order_of_placement_does_not_matter(watch: Watch, seed: int, random: Any) -> None:
    """Invariant 14: the same tiles laid in another order are the same features."""
    *_, moment = watch({}, seed)
    last = moment.state
    cells = [cell for cell, tile in enumerate(last.board) if tile >= 0]
    random.shuffle(cells)
    other = State(last.components, last.agreed)
    for cell in cells:
        if cell not in other.frontier:
            other.frontier.append(cell)
        lay(other, cell, last.board[cell])
        other.frontier.sort()
    assert other.frontier == last.frontier
    assert [other.asks[c] for c in other.frontier] == [last.asks[c] for c in last.frontier]
    for o in opinions(moment.after | {"followers": [[], []]}):
        assert kept(other, o)[:5] == kept(last, o)[:5]


@settings(max_examples=5)
@given(st.integers(0, 10**6))
def test_feature_trees_stay_flat(watch: Watch, seed: int) -> None:
    """Finding a feature takes a few steps however many tiles lie there."""
    for moment in watch({}, seed):
        state = moment.state
        depths = []
        for node in range(len(state.parent)):
            depth = 0
            while state.parent[node] != node:
                node = state.parent[node]
                depth += 1
            depths.append(depth)
    assert max(depths) <= len(state.board).bit_length()


def test_a_broken_count_is_noticed() -> None:
    """The audit and the oracle both complain about a feature that is kept wrongly."""
    state = GAME.from_dict({"board": {"2,1": "C08 r0", "2,2": "C06 r0"}, "drawn": "A11"})
    assert not list(complaints(state))
    root = state.find(state.base[GAME.components.board.grid.index[2, 2]])
    state.info[root] -= 4
    assert any("is kept as" in complaint for complaint in complaints(state))
    with pytest.raises(AssertionError):
        same(state, GAME.to_dict(state))


@pytest.mark.parametrize("tile", GAME.components.tiles, ids=lambda tile: tile.id)
def test_four_quarter_turns_are_none(tile: Any) -> None:
    for rotation in range(4):
        turned_on = [segment.turned(4 - rotation) for segment in tile.turned(rotation)]
        assert frozenset(turned_on) == tile.picture(0)
    pictures = [tile.picture(rotation) for rotation in range(4)]
    listed = GAME.components.listed_rotation[GAME.components.kinds.index(tile.id)]
    assert [pictures[r] for r in listed] == pictures
