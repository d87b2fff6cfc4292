"""Every expressible move, for tests."""

from __future__ import annotations

from collections.abc import Iterator

from rulekeep.core import Seat
from rulekeep.games.kilt_castle.box.pieces import CARDS, COLOURS, CRESTS
from rulekeep.games.kilt_castle.moves import ANY_COLOUR, SKIP, Move
from rulekeep.games.kilt_castle.state import State


def universe(state: State, seat: Seat) -> Iterator[Move]:
    """Every card to every position, every floor on every cell, every roof."""
    board, moves = state.terms.box, state.terms.moves
    for card in CARDS:
        origin = max(0, state.at[card])
        yield from moves.relocate[card][origin]
        elsewhere = moves.relocate[card][board.next_to(origin)]
        yield from elsewhere[:: max(1, board.positions // 3)]
    for cell in board.cells:
        yield moves.roof[cell]
        for colour in (ANY_COLOUR, *COLOURS):
            for crests in CRESTS:
                yield moves.build[cell, colour, crests]
    yield SKIP
