"""A turn, from the draw to the next player's draw.

The player draws two tiles, then builds, attacks or passes, and discards down to four. Building
ends at a limit, attacking goes against one opponent; whoever fills a castle or empties an
opponent's wins at once. Each chapter is a module: `drawing`, `building`, `attacking`, `siege` for
the assaults on a lone builder, and `course`, which leads from one to the next.
What a variant does otherwise it says itself, in the room `variants`.
"""

from __future__ import annotations

from collections.abc import Callable

from rulekeep.games.castle_keep.moves import (
    Attack,
    Choose,
    Discard,
    Done,
    Draw,
    Move,
    Place,
    Swap,
    Transfer,
)
from rulekeep.games.castle_keep.turn.attacking import attack
from rulekeep.games.castle_keep.turn.building import place, swap, transfer
from rulekeep.games.castle_keep.turn.course import choose, discard, done, draw

EFFECTS: dict[type[Move], Callable[..., None]] = {
    Draw: draw,
    Place: place,
    Transfer: transfer,
    Swap: swap,
    Attack: attack,
    Done: done,
    Discard: discard,
    Choose: choose,
}
"""What each move does; called with the state, the seat, the move, chance and emit."""
