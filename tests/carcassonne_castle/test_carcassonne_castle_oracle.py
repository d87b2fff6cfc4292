"""A slow second opinion, made from the bare board and the data files alone.

It shares no table and no function with the game: ports are words, connections are looked up in
the YAML, and sizes are counted one tile at a time.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterator
from importlib import resources
from typing import Any

import pytest
from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from rulekeep.core.data_files import read_yaml
from rulekeep.games.carcassonne_castle import GAME
from rulekeep.games.carcassonne_castle.audit.faults import audit
from rulekeep.games.carcassonne_castle.box.tiles import PORTS, TYPES
from rulekeep.games.carcassonne_castle.events import FeatureScored
from rulekeep.games.carcassonne_castle.state import State
from rulekeep.games.carcassonne_castle.turn.laying import lay

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
        cell = GAME.box.board.grid.index[x, y]
        tile = GAME.box.oriented[state.board[cell]]
        roots.add(state.find(state.base[cell] + tile.segment_at[PORTS.index(port)]))
    (root,) = roots
    info = state.info[root]
    return (
        TYPES[state.type_of(root)],
        state.size(root),
        0 if state.type_of(root) == 3 else (info >> 2 & 0xFFF) / 2,  # kept by halves
        info >> 38 & 0xFFF != 0,
        info >> 50,
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
    other = State(last.terms)
    for cell in cells:
        if cell not in other.frontier:
            insort(other.frontier, cell)
        lay(other, cell, last.board[cell])
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
    assert not list(audit(state))
    root = state.find(state.base[GAME.box.board.grid.index[2, 2]])
    state.info[root] -= 4
    assert any("is stored as" in complaint for complaint in audit(state))
    with pytest.raises(AssertionError):
        same(state, GAME.to_dict(state))


@pytest.mark.parametrize("tile", GAME.box.tiles, ids=lambda tile: tile.id)
def test_four_quarter_turns_are_none(tile: Any) -> None:
    for rotation in range(4):
        turned_on = [segment.rotated(4 - rotation) for segment in tile.rotated(rotation)]
        assert frozenset(turned_on) == frozenset(tile.segments)
    pictures = [frozenset(tile.rotated(rotation)) for rotation in range(4)]
    listed = GAME.box.listed_rotation[GAME.box.kinds.index(tile.id)]
    assert [pictures[r] for r in listed] == pictures


# -- placements, points and the final scoring, worked out a second time ----------------------

POINTS = {"path": 1, "tower": 2, "house": 1}
READINGS = ("keep8_alone", "court7_size", "court7_second", "path4_well", "keep_rule")


def edges_of(tile: str, quarters: int) -> dict[str, str]:
    return {turned(side, quarters): shown for side, shown in TILES[tile]["edges"].items()}


def fitting(data: dict[str, Any], match: str) -> set[str]:
    """Where the drawn tile may be laid; rotations that look alike are named by the first."""
    board = {tuple(map(int, k.split(","))): v.split() for k, v in data["board"].items()}
    shown = {at: edges_of(tile, int(rotation[1])) for at, (tile, rotation) in board.items()}
    pictures: dict[Any, int] = {}
    for quarters in range(4):
        look = frozenset(
            (s["type"], frozenset(turned(p, quarters) for p in s["ports"]), s.get("market"))
            for s in TILES[data["drawn"]]["segments"]
        )
        pictures.setdefault(look, quarters)
    found = set()
    for x, y in CELLS - shown.keys():
        for quarters in pictures.values():
            edges = edges_of(data["drawn"], quarters)
            matches = []
            for side, (dx, dy) in STEP.items():
                path = edges[side] == "path"
                if (x + dx, y + dy) in shown:
                    matches.append(path == (shown[x + dx, y + dy][FACING[side]] == "path"))
                elif (x, y, side) in STARTS:
                    start = STARTS[x, y, side]["feature"] == "path"
                    free = match == "wall" or (match == "lenient" and path)
                    matches.append(path == start or free)
            if matches and all(matches):
                found.add(f"place {x},{y} r{quarters}")
    return found


@settings(max_examples=6)
@given(st.integers(0, 10**6), st.sampled_from(("strict", "lenient", "wall")))
def test_tiles_fit_where_the_bare_board_says(watch: Watch, seed: int, match: str) -> None:
    for moment in watch({"start_match": match}, seed):
        if moment.after["phase"] == "place":
            moves = GAME.legal_moves(moment.state, moment.after["active"])
            assert {GAME.notation(move) for move in moves} == fitting(moment.after, match)


def due(moment: Any) -> list[tuple[int, str, int, int]]:
    """What a placement must score: player, type, size, points per size unit."""
    table = moment.after | {"followers": [list(men) for men in moment.before["followers"]]}
    words = moment.move.split()
    if words[0] == "follower" and words[1] != "none":
        place = " ".join((moment.before["last"], *words[1:]))
        table["followers"][moment.seat].append(place)
    return sorted(
        (int(o.followers[1] > o.followers[0]), o.type, o.size, POINTS[o.type] * (1 + o.well))
        for o in opinions(table)
        if o.type != "court" and not o.open_edges and o.followers[0] != o.followers[1]
    )


@settings(max_examples=4)
@given(st.integers(0, 10**6))
def test_a_follower_is_asked_for_where_one_can_be_placed(watch: Watch, seed: int) -> None:
    """In the supply one is left, and on the new tile a feature without any."""
    for moment in watch({}, seed):
        if moment.before["phase"] == "place":
            table = moment.after | {"followers": moment.before["followers"]}
            x, y = map(int, moment.after["last"].split(","))
            free = [o for o in opinions(table) if (x, y) in o.tiles and not any(o.followers)]
            asked = moment.after["phase"] == "follower"
            assert asked == bool(moment.before["supply"][moment.seat] and free)


def final_points(data: dict[str, Any], options: dict[str, str]) -> list[int]:
    points = [0, 0]
    numbers = data["wall_tiles"]
    keeps = [keep["size"] if keep else 0 for keep in data["keeps"]]
    for seat in (0, 1):
        if keeps[seat] or options["keep8_alone"] == "from_zero":
            keeps[seat] += 2 * numbers[seat].count(8)
    if keeps[0] != keeps[1]:
        points[int(keeps[1] > keeps[0])] += largest_hole(data)
    for seat in (0, 1):
        own = [o for o in opinions(data) if o.followers[seat] > o.followers[1 - seat]]
        courts = sorted((o.markets, o.size) for o in own if o.type == "court")
        if options["court7_size"] == "tiles":
            courts.sort(key=lambda court: (court[1], court[0]))
        sevens = numbers[seat].count(7)
        if options["court7_second"] == "void":
            sevens = min(sevens, 1)
        points[seat] += 3 * sum(count for count, _ in courts)
        points[seat] += sum(count for count, _ in courts[::-1][:sevens])
        for number, type_ in ((4, "path"), (5, "tower"), (6, "house")):
            worth = [
                o.size * POINTS[type_] * (1 + (o.well and options["path4_well"] == "doubled"))
                for o in own
                if o.type == type_
            ]
            points[seat] += sum(sorted(worth)[::-1][: numbers[seat].count(number)])
        points[seat] += 5 * numbers[seat].count(9)
    return points


def largest_hole(data: dict[str, Any]) -> int:
    empty = CELLS - {tuple(map(int, at.split(","))) for at in data["board"]}
    largest = 0
    while empty:
        region = [empty.pop()]
        for x, y in region:
            near = empty & {(x + dx, y + dy) for dx, dy in STEP.values()}
            empty -= near
            region += near
        largest = max(largest, len(region))
    return largest


@settings(max_examples=12)
@given(
    st.integers(0, 10**6),
    st.fixed_dictionaries(
        {o.name: st.sampled_from(o.values) for o in GAME.options if o.name in READINGS}
    ),
)
def test_points_are_those_of_the_bare_board(watch: Watch, seed: int, options: Any) -> None:
    """What is scored, in which group, for how much; the keeps; the final scoring."""
    scores, keeps = [0, 0], [0, 0]
    owed: list[tuple[int, str, int, int]] = []
    for moment in watch(options, seed):
        if moment.before["phase"] in ("place", "follower") and moment.after["phase"] != "follower":
            assert not owed
            owed = due(moment)
        for event in moment.events:
            if not isinstance(event, FeatureScored):
                continue
            (item,) = event.items
            active = moment.before["active"]
            assert event.seat == active or all(seat != active for seat, *_ in owed)
            factor = 2 if "doubled" in item.label else 1
            owed.remove((event.seat, event.feature.split()[0], item.count, item.each // factor))
            scores[event.seat] += item.count * item.each
            own_tile = event.seat == active or options["keep_rule"] == "majority"
            if event.feature.startswith("house") and own_tile:
                keeps[event.seat] = max(keeps[event.seat], item.count)
        assert [keep["size"] if keep else 0 for keep in moment.after["keeps"]] == keeps
        if moment.after["phase"] != "over":
            assert moment.after["scores"] == scores
    assert not owed
    final = final_points(moment.after, options)
    assert moment.after["scores"] == [a + b for a, b in zip(scores, final, strict=True)]
