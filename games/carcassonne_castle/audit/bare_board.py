"""Features worked out anew from the bare board, the slow way; the kept trees are not looked at."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulekeep.core.graph import areas
from rulekeep.core.grid import STEPS
from rulekeep.games.carcassonne_castle.box.board import Cell
from rulekeep.games.carcassonne_castle.box.contents import Box
from rulekeep.games.carcassonne_castle.box.packing import SPOT
from rulekeep.games.carcassonne_castle.box.tiles import COURT, PATH, Port, Type, half_port, side_of
from rulekeep.games.carcassonne_castle.state import State

Member = tuple[Cell, int]
"""A segment: (cell, number), or a start space: (-1, number)."""


@frozen
class Feature:
    """What a feature is, seen afresh; open edges are counted by halves."""

    type: Type
    members: frozenset[Member]
    open_edges: int
    wells: int
    markets: int
    followers: tuple[int, int]

    @property
    def cells(self) -> set[Cell]:
        return {cell for cell, _ in self.members if cell >= 0}

    @property
    def complete(self) -> bool:
        return self.type != COURT and not self.open_edges and bool(self.cells)

    @property
    def size(self) -> int:
        return len(self.cells) + sum(cell < 0 for cell, _ in self.members)

    @property
    def summary(self) -> tuple[object, ...]:
        """What the table keeps of it, in the same order."""
        return self.type, self.size, self.open_edges, self.wells > 0, self.markets, self.followers


def features(state: State) -> list[Feature]:
    """All features, from the tiles and their ports alone; the kept trees are not looked at."""
    box = state.terms.box
    kinds: dict[Member, int] = {(-1, number): start.type for number, start in enumerate(box.starts)}
    ports: dict[Cell, dict[Port, Member]] = {}
    for cell, tile in enumerate(state.board):
        if tile >= 0:
            segments = box.oriented[tile].segments
            kinds.update({(cell, n): segment.type for n, segment in enumerate(segments)})
            ports[cell] = ports_of(state, cell)
    links: dict[Member, list[Member]] = {member: [] for member in kinds}
    open_edges = dict.fromkeys(kinds, 0)
    for cell in ports:
        for member, other in _meetings(box, cell, ports, kinds):
            if other is None:
                open_edges[member] += 2 if kinds[member] == PATH else 1
            else:
                links[member].append(other)
                links[other].append(member)
    found = []
    for members in areas(kinds, links):
        cells = [member for member in members if member[0] >= 0]
        shown = [box.tiles[state.board[c] // 4].segments[n] for c, n in cells]
        starts = [box.starts[n] for c, n in members if c < 0]
        spots = {c * SPOT + n for c, n in cells}
        men = [man & 1 for man in state.men if man >> 1 in spots]
        found.append(
            Feature(
                kinds[next(iter(members))],
                frozenset(members),
                sum(open_edges[member] for member in members),
                sum(segment.well for segment in shown),
                sum(segment.market for segment in shown) + sum(s.market for s in starts),
                (men.count(0), men.count(1)),
            )
        )
    return found


def _meetings(
    box: Box, cell: Cell, ports: dict[Cell, dict[Port, Member]], kinds: dict[Member, Type]
) -> Iterator[tuple[Member, Member | None]]:
    """The segments of one tile, each with what a port of it connects to; None: the edge is open."""
    x, y = box.cells[cell]
    for port, member in ports[cell].items():
        side = side_of(port)
        dx, dy = STEPS[side]
        beyond = box.board.grid.index.get((x + dx, y + dy))
        if beyond is None:
            for number, start in enumerate(box.starts):
                if (start.cell, start.side) == (cell, side) and start.type == kinds[member]:
                    yield member, (-1, number)
        elif beyond in ports:
            other = ports[beyond].get(_facing(port))
            if other is not None and kinds[other] == kinds[member]:
                yield member, other
        elif kinds[member] != COURT:
            yield member, None


def ports_of(state: State, cell: Cell) -> dict[Port, Member]:
    """Every port of a tile and the segment it belongs to; all but paths own halves only."""
    ports: dict[Port, Member] = {}
    for number, segment in enumerate(state.terms.box.oriented[state.board[cell]].segments):
        for port in segment.ports:
            if segment.type != PATH and port < 4:
                ports[half_port(port, 0)] = ports[half_port(port, 1)] = (cell, number)
            else:
                ports[port] = (cell, number)
    return ports


def _facing(port: Port) -> Port:
    """N–S, E–W; halves N1–S2, N2–S1, E1–W2, E2–W1."""
    if port < 4:
        return (port + 2) % 4
    side, half = divmod(port - 4, 2)
    return half_port((side + 2) % 4, 1 - half)
