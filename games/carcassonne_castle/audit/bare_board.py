"""Features worked out anew from the bare board, the slow way; the kept trees are not looked at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from rulekeep.core.graph import areas
from rulekeep.core.grid import opposite
from rulekeep.games.carcassonne_castle.box.board import Cell
from rulekeep.games.carcassonne_castle.box.contents import Box, Oriented
from rulekeep.games.carcassonne_castle.box.packing import SPOT
from rulekeep.games.carcassonne_castle.box.tiles import (
    COURT,
    PATH,
    PORTS,
    Port,
    Type,
    half_port,
    side_of,
)
from rulekeep.games.carcassonne_castle.state import State

Member = int
"""A segment: cell × SPOT + its number; or a start space: -1 - its number."""


class Feature(NamedTuple):
    """What a feature is, seen afresh; open edges are counted by halves."""

    type: Type
    members: frozenset[Member]
    cells: frozenset[Cell]
    size: int
    open_edges: int
    wells: int
    markets: int
    followers: tuple[int, int]

    @property
    def complete(self) -> bool:
        return self.type != COURT and not self.open_edges and bool(self.cells)

    @property
    def summary(self) -> tuple[object, ...]:
        """What the table keeps of it, in the same order."""
        return self.type, self.size, self.open_edges, self.wells > 0, self.markets, self.followers


def features(state: State) -> list[Feature]:
    """All features, from the tiles and their ports alone; the kept trees are not looked at."""
    box = state.terms.box
    shown = {
        cell * SPOT + number: segment
        for cell, tile in enumerate(state.board)
        if tile >= 0
        for number, segment in enumerate(box.oriented[tile].segments)
    }
    starts = {-1 - number: start for number, start in enumerate(box.starts)}
    kinds = {member: start.type for member, start in starts.items()}
    kinds |= {member: segment.type for member, segment in shown.items()}
    links: dict[Member, list[Member]] = {member: [] for member in kinds}
    open_edges = dict.fromkeys(kinds, 0)
    for cell, tile in enumerate(state.board):
        if tile >= 0:
            for member, other in _meetings(box, state.board, cell, kinds):
                if other is None:
                    open_edges[member] += 2 if kinds[member] == PATH else 1
                else:
                    links[member].append(other)
                    if other < 0:
                        links[other].append(member)
    men = {man >> 1: man & 1 for man in state.men}
    found = []
    for members in areas(kinds, links):
        laid = [member for member in members if member >= 0]
        begun = [starts[member] for member in members if member < 0]
        cells = frozenset([member // SPOT for member in laid])
        here = [men[member] for member in laid if member in men]
        found.append(
            Feature(
                kinds[next(iter(members))],
                frozenset(members),
                cells,
                len(cells) + len(begun),
                sum([open_edges[member] for member in laid]),
                sum([shown[member].well for member in laid]),
                sum([shown[member].market for member in laid]) + sum(s.market for s in begun),
                (here.count(0), here.count(1)),
            )
        )
    return found


def _meetings(
    box: Box, board: list[int], cell: Cell, kinds: dict[Member, Type]
) -> Iterator[tuple[Member, Member | None]]:
    """The segments of one tile, each with what a port of it connects to; None: the edge is open."""
    for port, number in ports_of(box.oriented[board[cell]]).items():
        member, side = cell * SPOT + number, side_of(port)
        kind, beyond = kinds[member], box.across[cell][side]
        if beyond < 0:
            for place, start in enumerate(box.starts):
                if (start.cell, start.side) == (cell, side) and start.type == kind:
                    yield member, -1 - place
        elif board[beyond] >= 0:
            met = ports_of(box.oriented[board[beyond]]).get(_FACING[port])
            if met is not None and kinds[beyond * SPOT + met] == kind:
                yield member, beyond * SPOT + met
        elif kind != COURT:
            yield member, None


@lru_cache(1024)
def ports_of(tile: Oriented) -> Mapping[Port, int]:
    """Every port of a tile and the segment it belongs to; all but paths own halves only."""
    ports: dict[Port, int] = {}
    for number, segment in enumerate(tile.segments):
        for port in segment.ports:
            if segment.type != PATH and port < 4:
                ports[half_port(port, 0)] = ports[half_port(port, 1)] = number
            else:
                ports[port] = number
    return ports


def _facing(port: Port) -> Port:
    """N–S, E–W; halves N1–S2, N2–S1, E1–W2, E2–W1."""
    if port < 4:
        return opposite(port)
    return half_port(opposite(side_of(port)), port % 2 ^ 1)


_FACING = [_facing(port) for port in range(len(PORTS))]
