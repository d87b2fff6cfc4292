"""Every expressible move, for tests."""

from __future__ import annotations

from collections.abc import Iterator

from rulekeep.games.kilt_castle.box.pieces import CARDS, COLOURS, CRESTS
from rulekeep.games.kilt_castle.moves import ANY_COLOUR, SKIP, Move
from rulekeep.games.kilt_castle.state import NOWHERE, State


def universe(state: State) -> Iterator[Move]:
    """Every card to every position, every floor on every cell, every roof."""
    board, moves = state.terms.box, state.terms.moves
    for card in CARDS:
        at = state.at[card]
        origin = 0 if at == NOWHERE else at
        yield from moves.relocate[2 * card][origin]
        elsewhere = moves.relocate[2 * card][board.next_to(origin)]
        yield from elsewhere[:: max(1, board.positions // 3)]
    for cell in board.cells:
        yield moves.roof[cell]
        for colour in (ANY_COLOUR, *COLOURS):
            for crests in CRESTS:
                yield moves.build[cell, colour, crests]
    yield SKIP
