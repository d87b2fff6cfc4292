"""What moves do, in the order of a turn.

A player draws two tiles, then builds, attacks or passes, and discards down to four. Building ends
at a limit, attacks go against one opponent; who fills a castle or empties an opponent's wins at
once. `building` and `attacking` are the actions, `course` is everything between them: the draw,
the discards, the assaults of a siege, the end. What a variant changes is in `variants`.

`emit` is None in search, where nobody reads events; scenarios always have it.
"""

from __future__ import annotations

from rulekeep.core import Chance, Emit, Seat
from rulekeep.games.castle_keep.moves import (
    Attack,
    Discard,
    Done,
    Draw,
    Move,
    Place,
    Swap,
    Transfer,
)
from rulekeep.games.castle_keep.state import State
from rulekeep.games.castle_keep.turn.attacking import attack
from rulekeep.games.castle_keep.turn.building import place, swap, transfer
from rulekeep.games.castle_keep.turn.course import choose, discard, done, draw


def advance(state: State, seat: Seat, move: Move, chance: Chance, emit: Emit | None = None) -> None:
    """What a legal move does; the frequent ones are asked for first."""
    if isinstance(move, Place):
        place(state, seat, move, chance, emit)
    elif isinstance(move, Done):
        done(state, seat, move, chance, emit)
    elif isinstance(move, Discard):
        discard(state, seat, move, chance, emit)
    elif isinstance(move, Attack):
        attack(state, seat, move, chance, emit)
    elif isinstance(move, Transfer):
        transfer(state, seat, move, chance, emit)
    elif isinstance(move, Swap):
        swap(state, seat, move, chance, emit)
    elif isinstance(move, Draw):
        draw(state, seat, move, chance, emit)
    else:
        choose(state, seat, move, chance, emit)
