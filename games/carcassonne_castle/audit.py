"""The slow way: everything that is kept up to date, worked out anew from the bare board."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulekeep.core.graph import areas
from rulekeep.core.grid import STEPS
from rulekeep.games.carcassonne_castle.board import COPIES
from rulekeep.games.carcassonne_castle.components import (
    MARKET_SHIFT,
    MEN_BITS,
    MUST_BE_PATH,
    NO_PATH,
    OPEN,
    OPEN_BITS,
    WELL_BITS,
)
from rulekeep.games.carcassonne_castle.final import points_by_item, points_waiting
from rulekeep.games.carcassonne_castle.scoring import name_of
from rulekeep.games.carcassonne_castle.state import (
    END_OF_TURN,
    NUMBERS,
    OVER,
    PLACE,
    SPOT,
    START,
    State,
)
from rulekeep.games.carcassonne_castle.tiles import COURT, PATH, half_port

Node = tuple[int, int]
"""A segment: (cell, number), or a start space: (-1, number)."""


@frozen
class Feature:
    """What a feature is, seen afresh."""

    type: int
    members: frozenset[Node]
    open_edges: int
    wells: int
    markets: int
    followers: tuple[int, int]

    @property
    def size(self) -> int:
        cells = {cell for cell, _ in self.members if cell >= 0}
        return len(cells) + sum(cell < 0 for cell, _ in self.members)


def features(state: State) -> list[Feature]:
    """All features, from the tiles and their ports alone; the kept trees are not looked at."""
    components = state.components
    kinds: dict[Node, int] = {
        (-1, number): start.type for number, start in enumerate(components.starts)
    }
    for cell, tile in enumerate(state.board):
        if tile >= 0:
            segments = components.tiles[tile // 4].turned(tile % 4)
            kinds.update({(cell, n): segment.type for n, segment in enumerate(segments)})
    links: dict[Node, list[Node]] = {node: [] for node in kinds}
    open_edges = dict.fromkeys(kinds, 0)
    for cell, tile in enumerate(state.board):
        if tile >= 0:
            _connect(state, cell, kinds, links, open_edges)
    found = []
    for members in areas(kinds, links):
        cells = [node for node in members if node[0] >= 0]
        shown = [components.tiles[state.board[c] // 4].segments[n] for c, n in cells]
        starts = [components.starts[n] for c, n in members if c < 0]
        spots = {c * SPOT + n for c, n in cells}
        men = [man & 1 for man in state.men if man >> 1 in spots]
        found.append(
            Feature(
                kinds[next(iter(members))],
                frozenset(members),
                sum(open_edges[node] for node in members),
                sum(segment.well for segment in shown),
                sum(segment.market for segment in shown) + sum(s.market for s in starts),
                (men.count(0), men.count(1)),
            )
        )
    return found


def _connect(
    state: State,
    cell: int,
    kinds: dict[Node, int],
    links: dict[Node, list[Node]],
    open_edges: dict[Node, int],
) -> None:
    """Link the segments of one tile with what their ports face."""
    components = state.components
    ports = _ports(state, cell)
    x, y = components.cells[cell]
    for port, node in ports.items():
        side = port if port < 4 else (port - 4) // 2
        dx, dy = STEPS[side]
        beyond = components.board.grid.index.get((x + dx, y + dy))
        if beyond is None:
            for number, start in enumerate(components.starts):
                if (start.cell, start.side) == (cell, side) and start.type == kinds[node]:
                    links[node].append((-1, number))
                    links[-1, number].append(node)
        elif state.board[beyond] < 0:
            open_edges[node] += kinds[node] != COURT
        else:
            other = _ports(state, beyond).get(_facing(port))
            if other is not None and kinds[other] == kinds[node]:
                links[node].append(other)


def _ports(state: State, cell: int) -> dict[int, Node]:
    """Every port of a tile and the segment it belongs to; courts own halves only."""
    tile = state.board[cell]
    ports: dict[int, Node] = {}
    for number, segment in enumerate(state.components.tiles[tile // 4].turned(tile % 4)):
        for port in segment.ports:
            if segment.type == COURT and port < 4:
                ports[half_port(port, 0)] = ports[half_port(port, 1)] = (cell, number)
            else:
                ports[port] = (cell, number)
    return ports


def _facing(port: int) -> int:
    """N–S, E–W; halves N1–S2, N2–S1, E1–W2, E2–W1."""
    if port < 4:
        return (port + 2) % 4
    side, half = divmod(port - 4, 2)
    return half_port((side + 2) % 4, 1 - half)


# -- complaints -----------------------------------------------------------------------------


def complaints(state: State) -> Iterator[str]:
    yield from _kept_features(state)
    yield from _kept_frontier(state)
    yield from _tiles(state)
    yield from _followers(state)
    yield from _wall_tiles(state)
    yield from _scores(state)


def _kept_features(state: State) -> Iterator[str]:
    for feature in features(state):
        roots = {_root(state, node) for node in feature.members}
        if len(roots) != 1:
            yield f"a feature is kept as {len(roots)} features: {sorted(feature.members)}"
            continue
        (root,) = roots
        info = state.info[root]
        kept = (
            state.type_of(root),
            state.size(root),
            (info & OPEN_BITS) // OPEN,
            info & WELL_BITS != 0,
            info >> MARKET_SHIFT,
            state.followers(root),
        )
        fresh = (
            feature.type,
            feature.size,
            feature.open_edges,
            feature.wells > 0,
            feature.markets,
            feature.followers,
        )
        if kept != fresh:
            yield f"{sorted(feature.members)} is kept as {kept}, but is {fresh}"
        cells = {cell for cell, _ in feature.members if cell >= 0}
        if cells and name_of(state, root).split()[1] != "{},{}".format(
            *state.components.cells[min(cells)]
        ):
            yield f"{name_of(state, root)} is not named after its first cell"
        complete = feature.type != COURT and not feature.open_edges and bool(cells)
        if complete and info & MEN_BITS and state.phase in (START, PLACE, END_OF_TURN, OVER):
            yield f"the {name_of(state, root)} is complete and holds followers"


def _root(state: State, node: Node) -> int:
    cell, number = node
    return state.find(number if cell < 0 else state.base[cell] + number)


def _kept_frontier(state: State) -> Iterator[str]:
    components = state.components
    frontier = []
    for cell, tile in enumerate(state.board):
        if tile >= 0:
            continue
        asks = components.first_asks[state.agreed.start_match][cell]
        touches = cell in components.start_cells
        for side, beyond in enumerate(components.across[cell]):
            if beyond >= 0 and state.board[beyond] >= 0:
                touches = True
                shown = components.sides[state.board[beyond]][(side + 2) % 4][0]
                asks |= (MUST_BE_PATH if shown == PATH else NO_PATH) << 2 * side
        if touches:
            frontier.append(cell)
        if asks != state.asks[cell]:
            yield f"cell {cell} is asked {state.asks[cell]:08b}, should be {asks:08b}"
    if frontier != state.frontier:
        yield f"the frontier is {state.frontier}, should be {frontier}"


def _tiles(state: State) -> Iterator[str]:
    components = state.components
    counts = list(state.stock.counts)
    for tile in state.board:
        if tile >= 0:
            counts[tile // 4] += 1
    for kind in state.removed:
        counts[kind] += 1
    if state.drawn >= 0:
        counts[state.drawn] += 1
    if tuple(counts) != components.counts:
        yield f"the tiles add up to {counts}, not {components.counts}"
    if state.stock.total != sum(state.stock.counts):
        yield "the stock's total is wrong"
    placed = [cell for cell, tile in enumerate(state.board) if tile >= 0]
    for group in areas(placed, components.board.grid.neighbours):
        if not group.intersection(components.start_cells):
            yield f"the tiles at {sorted(group)} hang on no start space"
    for cell in placed:
        for side, (type_, *_) in enumerate(components.sides[state.board[cell]]):
            beyond = components.across[cell][side]
            if beyond >= 0 and state.board[beyond] >= 0:
                other = components.sides[state.board[beyond]][(side + 2) % 4][0]
                if (type_ == PATH) != (other == PATH):
                    yield f"a path is cut between the cells {cell} and {beyond}"


def _followers(state: State) -> Iterator[str]:
    each = state.components.board.followers - 1
    for seat in (0, 1):
        placed = sum(man & 1 == seat for man in state.men)
        if state.supply[seat] + placed != each or state.supply[seat] < 0:
            yield f"seat {seat} has {state.supply[seat]} + {placed} followers, not {each}"
    if len({man >> 1 for man in state.men}) != len(state.men):
        yield "two followers stand on one segment"


def _wall_tiles(state: State) -> Iterator[str]:
    components = state.components
    taken = 0
    for number in range(1, NUMBERS):
        owned = state.owned[number] + state.owned[NUMBERS + number]
        used = state.used(number)
        taken += owned + used
        if used < 0 or (used and number > 3):
            yield f"{used} wall tiles {number} have been used"
        if owned + used + state.unseen.counts[number - 1] != COPIES:
            yield f"the wall tiles {number} do not add up"
    if any(state.fresh.count(at) > state.owned[at] for at in state.fresh):
        yield "more wall tiles wait than are owned"
    discarded = state.unseen.total - state.towers.bit_count() - components.left_over
    if discarded < 0 or (discarded and state.phase != OVER):
        yield f"{discarded} wall tiles are missing from the towers"
    if state.phase == OVER and state.towers:
        yield "wall tiles are left on the wall after the end"


def _scores(state: State) -> Iterator[str]:
    for seat in (0, 1):
        total = points_by_item(state, seat)
        if state.score[seat] + points_waiting(state, seat) != total:
            yield f"seat {seat} has {state.score[seat]} points, its items give {total}"
