"""Where a card may go: the caravan, its front, and rules I to III."""

from __future__ import annotations

from rulekeep.games.kilt_castle.components import TURN_BIT
from rulekeep.games.kilt_castle.moves import Relocate
from rulekeep.games.kilt_castle.state import State
from rulekeep.games.kilt_castle.table import CHUNK, CHUNK_MASK


def behind(front: int, position: int, positions: int) -> int:
    """How many steps clockwise lie between a position and the front."""
    return (front - position) % positions


def is_alone(state: State, position: int) -> bool:
    """One card lies there, which would leave an empty row."""
    return len(state.rows[position]) == 1


def front_after_lifting(state: State, origin: int) -> int:
    """The front once a card of this row is in the hand: it may fall back to the next row."""
    front = state.front
    if origin != front or not is_alone(state, origin):
        return front
    positions = state.table.board.positions
    others = state.occupied & ~(1 << origin)
    while not others >> front & 1:
        front = (front - 1) % positions
    return front


def rear_row(occupied: int, front: int, positions: int) -> int:
    """The last row of the caravan, just ahead of the front on the loop."""
    position = (front + 1) % positions
    while not occupied >> position & 1:
        position = (position + 1) % positions
    return position


def _laps(state: State, origin: int, occupied: int) -> int:
    """Where a card may go if it may go round: all but the open space before the front."""
    positions = state.table.board.positions
    front = front_after_lifting(state, origin)
    rear = rear_row(occupied, front, positions)
    return (state.table.ahead[front][rear] | 1 << rear) & ~(1 << origin)


def destinations(state: State, origin: int) -> int:
    """The positions, as a mask, where a card of this row may be laid down."""
    table = state.table
    front = state.front
    alone = len(state.rows[origin]) == 1
    occupied = state.occupied
    if alone:
        occupied &= ~(1 << origin)
    targets = _laps(state, origin, occupied) if table.lapping else table.ahead[front][origin]
    targets &= ~state.full
    if occupied.bit_count() >= table.most_rows:
        return targets & occupied
    positions = table.board.positions
    if table.neighbour_always:
        neighbours = occupied << 1
        return targets & (occupied | neighbours | neighbours >> positions)
    if alone and origin == front and not table.lapping:
        return targets & occupied
    return targets


def legal_relocations(state: State) -> list[Relocate]:
    table = state.table
    chunks = table.chunks
    relocate = table.moves.relocate
    found: list[Relocate] = []
    for origin, row in enumerate(state.rows):
        if not row:
            continue
        targets = destinations(state, origin)
        if not targets:
            continue
        to: tuple[int, ...] = ()
        for chunk in chunks:
            to += chunk[targets & CHUNK_MASK]
            targets >>= CHUNK
        for card in row:
            found += map(relocate[card][origin].__getitem__, to)
    return found


def relocate(state: State, move: Relocate) -> bool:
    """Carry out a relocation; whether it left an empty row."""
    positions = state.table.board.positions
    front = front_after_lifting(state, move.origin) if state.table.lapping else state.front
    emptied = state.lift(move.card)
    state.lay(move.card, move.to)
    state.turned ^= TURN_BIT[move.card]
    following = (front + 1) % positions
    state.front = following if move.to == following else front
    return emptied
