"""What moves do, in the order of a turn.

A player draws two tiles, then builds, attacks or passes, and discards down to four. Building ends
at a limit, attacks go against one opponent; who fills a castle or empties an opponent's wins at
once. `building` and `attacking` are the actions, `course` is everything between them: the draw,
the discards, the assaults of a siege, the end. What a variant changes is in `variants`.

`emit` is None in search, where nobody reads events; scenarios always have it.
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
