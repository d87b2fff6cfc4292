"""The layout of the full screen for a window of some size."""

from __future__ import annotations

from attrs import frozen

WIDE = 120
"""From so many columns on, events and moves are beside the board."""
BOARD_BESIDE = 119
"""Columns for the board beside them, once there are so many: the widest full drawings."""
SIDE = range(40, 61)
"""Columns of events and moves beside the board."""
BAR_AND_PROMPT = 2
BOARD, EVENTS, MOVES = 17, 2, 3
"""Rows in the lowest window for which games draw: 24 with bar and prompt."""


@frozen
class Frame:
    """Columns and rows of each part."""

    width: int
    height: int
    beside: bool
    """Events and moves are beside the board, else below it."""
    board_width: int
    board: int
    side_width: int
    events: int
    moves: int


def frame(width: int, height: int) -> Frame:
    """The frame of a window."""
    rest = max(3, height - BAR_AND_PROMPT)
    if width >= WIDE:
        side = min(SIDE[-1], max(SIDE[0], width - 1 - BOARD_BESIDE))
        events = (rest - 1) * 2 // 5
        return Frame(width, height, True, width - side - 1, rest, side, events, rest - 1 - events)
    spare = rest - BOARD - EVENTS - MOVES
    if spare >= 0:
        events, moves = EVENTS + spare // 4, MOVES + spare // 4
    else:
        events, moves = (EVENTS, MOVES) if rest >= 12 else (1, 1)
    return Frame(width, height, False, width, max(1, rest - events - moves), width, events, moves)
