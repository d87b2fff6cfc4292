"""A turn, from the draw to the next player's draw.

The player draws two tiles, then builds, attacks or passes, and discards down to four. Building
ends at a limit, attacking goes against one opponent; whoever fills a castle or empties an
opponent's wins at once. Each chapter is a module: `drawing`, `building`, `attacking`, `siege` for
the assaults on a lone builder, and `course`, which leads from one to the next.
What a variant does otherwise it says itself, in the room `variants`.
"""

from __future__ import annotations

from collections.abc import Callable

from rulekeep.core import Chance, Emit, Seat
from rulekeep.games.castle_keep import moves
from rulekeep.games.castle_keep.state import State
from rulekeep.games.castle_keep.turn.attacking import attack
from rulekeep.games.castle_keep.turn.building import place, swap, transfer
from rulekeep.games.castle_keep.turn.course import choose, discard, done, draw

EFFECTS: dict[type[moves.Move], Callable[..., None]] = {
    moves.Draw: draw,
    moves.Place: place,
    moves.Transfer: transfer,
    moves.Swap: swap,
    moves.Attack: attack,
    moves.Done: done,
    moves.Discard: discard,
    moves.Choose: choose,
}
"""What each move does."""


def advance(
    state: State, seat: Seat, move: moves.Move, chance: Chance, emit: Emit | None = None
) -> None:
    EFFECTS[type(move)](state, seat, move, chance, emit)
