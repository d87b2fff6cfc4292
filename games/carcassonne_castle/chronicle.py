"""Telling what a placement meant: which rules were at work. Only when somebody listens."""

from __future__ import annotations

from rulekeep.core.game import Emit
from rulekeep.core.grid import STEPS
from rulekeep.games.carcassonne_castle import events as e
from rulekeep.games.carcassonne_castle.scoring import name_of
from rulekeep.games.carcassonne_castle.state import SPOT, State
from rulekeep.games.carcassonne_castle.tiles import COURT, PATH, PORTS, ROLES, TYPES

_DIAGONALS = ((-1, -1), (1, -1), (-1, 1), (1, 1))


def tell_placement(before: State, after: State, emit: Emit) -> None:
    tile = after.components.oriented[after.board[after.last]]
    x, y = after.components.cells[after.last]
    first = all(cell < 0 for cell in before.board)
    rules = ["CC-020", "CC-021" if first else "CC-022"]
    rules += _edge_rules(after)
    rules += _tile_rules(after)
    rules += _meeting_rules(before, after)
    emit(
        e.TilePlaced(
            tuple(dict.fromkeys(rules)),
            after.active,
            after.components.kinds[tile.kind],
            f"{x},{y}",
            tile.rotation,
        )
    )


def _edge_rules(state: State) -> list[str]:
    """What lies on the other side of each edge."""
    components, cell = state.components, state.last
    rules: list[str] = []
    for side, (type_, *_) in enumerate(components.sides[state.board[cell]]):
        beyond = components.across[cell][side]
        if beyond < 0:
            start = components.start_at[cell][side]
            if start < 0:
                rules.append("CC-026")
            else:
                rules.append("CC-027")
                if components.starts[start].type == type_:
                    rules.append("CC-033")
        elif state.board[beyond] >= 0:
            other = components.sides[state.board[beyond]][(side + 2) % 4][0]
            if type_ == PATH:
                rules += ["CC-024", "CC-030", "CC-031"]
            elif type_ == other:
                rules += ["CC-025", "CC-031" if type_ == COURT else "CC-030"]
            else:
                rules += ["CC-025", "CC-032"]
    return rules


def _tile_rules(state: State) -> list[str]:
    """What the tile itself shows, and which of its segments stay apart."""
    segments = state.components.oriented[state.board[state.last]].segments
    base = state.base[state.last]
    rules: list[str] = []
    for type_ in range(4):
        of_type = [n for n, segment in enumerate(segments) if segment.type == type_]
        if len({state.find(base + n) for n in of_type}) > 1:
            rules.append("CC-039" if type_ == COURT else "CC-034")
    for segment in segments:
        if segment.inner_end == "square":
            rules.append("CC-036")
        elif segment.type == PATH and len(segment.ports) > 2:
            rules.append("CC-037")
        if segment.well:
            rules.append("CC-038")
    return rules


def _meeting_rules(before: State, after: State) -> list[str]:
    """Whose features are touched, what hangs together only at a corner."""
    components, cell = after.components, after.last
    rules: list[str] = []
    touched = set()
    for side in range(4):
        beyond = components.across[cell][side]
        if beyond >= 0 and before.board[beyond] >= 0:
            segment = components.sides[before.board[beyond]][(side + 2) % 4][1]
            touched.add(before.find(before.base[beyond] + segment))
    if any(before.followers(root)[1 - after.active] for root in touched):
        rules.append("CC-028")
    claimed = [root for root in touched if before.is_claimed(root)]
    for root in {after.find(root) for root in claimed}:
        if sum(after.find(other) == root for other in claimed) > 1:
            rules.append("CC-047")
    if _apart_at_a_corner(after):
        rules.append("CC-035")
    return rules


def _apart_at_a_corner(state: State) -> bool:
    """A tile at a corner shows the same type, and they are not connected."""
    components, cell = state.components, state.last
    own = _buildings(state, cell)
    x, y = components.cells[cell]
    for dx, dy in _DIAGONALS:
        other = components.board.grid.index.get((x + dx, y + dy), -1)
        if other >= 0 and state.board[other] >= 0:
            theirs = _buildings(state, other)
            if any(t == u and r != s for t, r in own for u, s in theirs):
                return True
    return False


def _buildings(state: State, cell: int) -> list[tuple[int, int]]:
    tile = state.components.oriented[state.board[cell]]
    base = state.base[cell]
    return [
        (segment.type, state.find(base + n))
        for n, segment in enumerate(tile.segments)
        if segment.type not in (PATH, COURT)
    ]


def tell_completed(state: State, emit: Emit) -> None:
    """The features the newest tile has completed (CC-050 … CC-053)."""
    on_tile = {
        state.find(state.base[state.last] + n)
        for n in state.components.closable[state.board[state.last]]
    }
    for root in state.closed:
        path = state.type_of(root) == PATH
        rules = ["CC-050" if path else "CC-051", "CC-053"]
        if root not in on_tile:
            rules.append("CC-052")
        black, white = state.followers(root)
        name, size = name_of(state, root), state.size(root)
        emit(e.FeatureCompleted(tuple(rules), name, size, black, white))


def tell_follower(state: State, segment: int, emit: Emit) -> None:
    tile = state.components.oriented[state.board[state.last]]
    shown = tile.segments[segment]
    root = state.find(state.base[state.last] + segment)
    rules = ["CC-040", "CC-041"]
    if _somebody_stands_near(state):
        rules.append("CC-043")
    if root in state.closed:
        rules.append("CC-044")
    if state.size(root) > 1:
        rules.append("CC-045")
    if shown.type == COURT:
        rules += ["CC-048", "CC-055"]
    x, y = state.components.cells[state.last]
    named = f"{TYPES[shown.type]} {PORTS[shown.ports[0]]}"
    emit(e.FollowerPlaced(tuple(rules), state.active, ROLES[shown.type], f"{x},{y}", named))


def _somebody_stands_near(state: State) -> bool:
    """A follower on a tile next to the newest one, in another feature."""
    x, y = state.components.cells[state.last]
    index = state.components.board.grid.index
    near = {index.get((x + dx, y + dy), -1) for dx, dy in STEPS}
    return any(man // (2 * SPOT) in near for man in state.men)
