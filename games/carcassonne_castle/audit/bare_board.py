"""Features computed from the bare board, without the trees that the state maintains."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import NamedTuple

from rulekeep.core import Seat, areas
from rulekeep.games.carcassonne_castle.box import tiles
from rulekeep.games.carcassonne_castle.box.board import Cell, StartSpace
from rulekeep.games.carcassonne_castle.box.contents import Oriented
from rulekeep.games.carcassonne_castle.box.packing import SPOT
from rulekeep.games.carcassonne_castle.box.tiles import COURT, PATH, Port, Segment, Type
from rulekeep.games.carcassonne_castle.state import State

Member = int
"""A segment: cell × SPOT + its number; or a start space: -1 - its number."""
Parts = dict[Member, Segment | StartSpace]


class Feature(NamedTuple):
    """What a feature is, seen afresh; open edges are counted by halves."""

    type: Type
    size: int
    open_edges: int
    has_well: bool
    markets: int
    followers: tuple[int, int]
    members: frozenset[Member]
    cells: frozenset[Cell]

    @property
    def complete(self) -> bool:
        return self.type != COURT and not self.open_edges and bool(self.cells)


def features(state: State) -> list[Feature]:
    """All features, from the tiles and their ports alone."""
    parts: Parts = {-1 - number: start for number, start in enumerate(state.terms.box.starts)}
    for cell, tile in enumerate(state.board):
        if tile >= 0:
            parts |= {cell * SPOT + n: part for n, part in enumerate(state.tile_on(cell).segments)}
    links: dict[Member, list[Member]] = {member: [] for member in parts}
    open_edges = dict.fromkeys(parts, 0)
    for member, other in _meetings(state, parts):
        if other is None:
            open_edges[member] += 2 if parts[member].type == PATH else 1
        else:
            links[member].append(other)
            if other < 0:
                links[other].append(member)
    men = {man >> 1: man & 1 for man in state.men}
    return [_feature(parts, members, open_edges, men) for members in areas(parts, links)]


def _feature(
    parts: Parts,
    members: AbstractSet[Member],
    open_edges: Mapping[Member, int],
    men: Mapping[Member, Seat],
) -> Feature:
    here = [parts[member] for member in members]
    cells = frozenset([member // SPOT for member in members if member >= 0])
    seats = [men[member] for member in members if member in men]
    return Feature(
        here[0].type,
        len(cells) + sum(member < 0 for member in members),
        sum([open_edges[member] for member in members]),
        any(part.well for part in here),
        sum([part.markets for part in here]),
        (seats.count(0), seats.count(1)),
        frozenset(members),
        cells,
    )


def _meetings(state: State, parts: Parts) -> Iterator[tuple[Member, Member | None]]:
    """The segments, each with what a port of it connects to; None: the edge is open."""
    box, board = state.terms.box, state.board
    for cell in [cell for cell, tile in enumerate(board) if tile >= 0]:
        for port, number in ports_of(state.tile_on(cell)).items():
            member, side = cell * SPOT + number, tiles.side_of(port)
            type_, beyond = parts[member].type, box.across[cell][side]
            if beyond < 0:
                start = box.start_at[cell][side]
                if start >= 0 and box.starts[start].type == type_:
                    yield member, -1 - start
            elif board[beyond] >= 0:
                met = ports_of(state.tile_on(beyond)).get(_FACING[port])
                if met is not None and parts[beyond * SPOT + met].type == type_:
                    yield member, beyond * SPOT + met
            elif type_ != COURT:
                yield member, None


@lru_cache(1024)
def ports_of(tile: Oriented) -> Mapping[Port, int]:
    """Every port of a tile and the segment it belongs to; all but paths own halves only."""
    ports: dict[Port, int] = {}
    for number, segment in enumerate(tile.segments):
        for port in segment.ports:
            if segment.type != PATH and port < 4:
                ports[tiles.half_port(port, 0)] = ports[tiles.half_port(port, 1)] = number
            else:
                ports[port] = number
    return ports


# N–S, E–W; halves N1–S2, N2–S1, E1–W2, E2–W1.
_FACING = [tiles.rotated(port, 2) ^ (port >= 4) for port in range(len(tiles.PORTS))]
