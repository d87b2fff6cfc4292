"""The layout of the full screen for a window of some size."""

from __future__ import annotations

from attrs import frozen

WIDE = 120
"""From so many columns on, events and moves are beside the board."""
SIDE = 40
"""Columns that events and moves have at least beside the board."""
BOARD, EVENTS, MOVES = 17, 2, 3
"""Rows in the lowest window for which games draw: 24 with a bar of one row and the prompt."""


@frozen
class Frame:
    """Columns and rows of each part."""

    width: int
    height: int
    beside: bool
    """Events and moves are beside the board, else below it."""
    draw_width: int
    """Columns for which the game draws the board."""
    board_width: int
    board: int
    side_width: int
    events: int
    moves: int


def frame(
    width: int,
    height: int,
    bar: int = 1,
    drawn: int = 0,
    wider: int = 0,
    taller: int = 0,
    chosen: int = 0,
) -> Frame:
    """The frame of a window.

    The bar has `bar` rows. The drawing of the board takes `drawn` columns, 0 if that is not known;
    the side gets the rest. The player has dragged the side to be `wider` and the events `taller`.
    The chosen move takes `chosen` rows; in a low window the board makes room for them.
    """
    rest = max(3, height - bar - 1)
    if width >= WIDE:
        room = width - 1 - SIDE
        board = min(room, drawn or room)
        if wider:
            room = board = min(width - 21, max(20, board - wider))
        events = min(rest - 2, max(1, (rest - 1) * 2 // 5 + taller))
        side = width - 1 - board
        return Frame(width, height, True, room, board, rest, side, events, rest - 1 - events)
    spare = height - 2 - BOARD - EVENTS - MOVES
    if spare >= 0:
        events, moves = EVENTS + spare // 4, MOVES + spare // 4
    else:
        events, moves = (EVENTS, MOVES) if height >= 14 else (1, 1)
    # A bar of several rows takes them from moves and events before it takes them from the board.
    for _ in range(bar - 1):
        if moves > 1:
            moves -= 1
        elif events > 1:
            events -= 1
    moves = max(moves, min(chosen, height // 4))
    events = min(rest - moves - 1, max(1, events + taller))
    return Frame(width, height, False, width, width, rest - events - moves, width, events, moves)
