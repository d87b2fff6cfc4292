"""Every expressible move, legal or not, and which listed move stands for it; for tests."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product, starmap

from rulekeep.core import Seat
from rulekeep.games.carcassonne_castle import moves
from rulekeep.games.carcassonne_castle.box.tiles import PORTS, TYPES
from rulekeep.games.carcassonne_castle.scoring.completed import score_move
from rulekeep.games.carcassonne_castle.state import SCORING, State


def universe(state: State, seat: Seat) -> Iterator[moves.Move]:
    box = state.terms.box
    yield from (moves.DRAW, moves.END, moves.AGAIN, moves.NO_FOLLOWER)
    yield from starmap(moves.PlaceFollower, product(range(len(TYPES)), range(len(PORTS))))
    drawn = max(state.drawn, 0)
    for cell, placements in enumerate(state.terms.catalogue.place):
        yield from placements
        yield moves.PlaceTile(cell, 3, drawn)
        yield moves.PlaceTile(cell, 0, (drawn + 1) % len(box.kinds))
    # Where nothing is to be scored a few of these will do.
    step = 1 if state.phase in SCORING else 7
    how = range(box.score_ports), range(moves.MOST_DOUBLES + 1)
    for type_ in range(len(TYPES)):
        cells = range(type_ % step, len(box.cells), step)
        yield from starmap(moves.ScoreFeature, product((type_,), cells, *how))


def listed_as(state: State, seat: Seat, move: moves.Move) -> moves.Move:
    """Rotations of one picture, ports of one segment and places of one feature are one move."""
    box, catalogue = state.terms.box, state.terms.catalogue
    if isinstance(move, moves.PlaceTile):
        return catalogue.place[move.cell][box.listed_rotation[state.drawn][move.rotation]]
    if isinstance(move, moves.PlaceFollower):
        tile = state.board[state.last]
        return catalogue.claims[tile][box.oriented[tile].segment_at[move.port]]
    if isinstance(move, moves.ScoreFeature):
        return score_move(state, state.root_reaching(move.cell, move.side), move.doubles)
    return move
