"""From the box to the first question, and from a position to a whole table."""

from __future__ import annotations

from bisect import insort
from collections import Counter

from rulekeep.core import Bag, Chance, Emit, GivenKeys
from rulekeep.games.carcassonne_castle import events as e
from rulekeep.games.carcassonne_castle import state as table
from rulekeep.games.carcassonne_castle.box.board import COPIES
from rulekeep.games.carcassonne_castle.box.contents import WALL_NUMBERS
from rulekeep.games.carcassonne_castle.box.packing import MAN, NOTHING, Keep
from rulekeep.games.carcassonne_castle.scoring.completed import waiting
from rulekeep.games.carcassonne_castle.scoring.final import items
from rulekeep.games.carcassonne_castle.state import State
from rulekeep.games.carcassonne_castle.terms import AT_RANDOM
from rulekeep.games.carcassonne_castle.turn.course import begin_turn
from rulekeep.games.carcassonne_castle.turn.laying import lay


def lay_out(state: State, chance: Chance, emit: Emit) -> None:
    if state.terms.first_player == AT_RANDOM:  # CC-006
        state.active = chance.below(2, "who starts")
    emit(e.PiecesHandedOut(("CC-002",), state.supply[0]))
    emit(e.StockShuffled(("CC-003",), state.stock.total))  # CC-003
    carrying = state.towers.bit_count()
    emit(e.WallTilesLaidOut(("CC-004",), carrying, state.terms.box.left_over))  # CC-004
    emit(e.FirstPlayerNamed(("CC-006",), state.active))
    begin_turn(state, chance, emit)


# -- positions ------------------------------------------------------------------------------


def complete(state: State, said: GivenKeys) -> None:
    """What a position leaves out, and all that follows from the rest."""
    named = state.closed
    build(state)
    if "phase" not in said:
        state.phase = table.PLACE if state.drawn >= 0 else state.phase
    _stock(state, said)
    _wall_tiles(state, said)
    # Names are read as spots; now that the features have grown they can be looked up.
    state.keeps = [
        Keep(size, state.spot_of(state.root_at(at))) if at >= 0 else Keep(size, at)
        for size, at in state.keeps
    ]
    if state.chosen >= 0:
        state.chosen = state.spot_of(state.root_at(state.chosen))
    if "completed" in said:
        state.closed = tuple(map(state.root_at, named))
    elif state.phase in table.SCORING:
        state.closed = tuple(root for root in state.closed if state.is_claimed(root))
    elif state.phase != table.FOLLOWER:
        state.closed = ()
    if "tally" not in said:
        for seat in (0, 1):
            known = sum(item.total for item in items(state, seat))
            before = state.score[seat] + waiting(state, seat) - known
            state.tally[seat * table.LINES] = max(before, 0)


def build(state: State) -> None:
    """Lay the tiles of the board, the newest last, and put the followers on them."""
    tiles, state.board = state.board, [NOTHING] * len(state.board)
    placed = [cell for cell, tile in enumerate(tiles) if tile >= 0]
    for cell in sorted(placed, key=lambda cell: cell == state.last):
        if cell not in state.frontier:
            insort(state.frontier, cell)
        lay(state, cell, tiles[cell])
    for man in state.men:
        state.info[state.root_at(man >> 1)] += MAN[man & 1]
        state.supply[man & 1] -= 1


def _stock(state: State, given: GivenKeys) -> None:
    """Of stock and removed tiles, what is not given is the rest."""
    left = Counter(dict(enumerate(state.terms.box.counts)))
    left.subtract(tile // 4 for tile in state.board if tile >= 0)
    left.subtract([state.drawn] if state.drawn >= 0 else [])
    left.subtract(state.removed)
    if "stock" not in given:
        kinds = state.terms.box.kinds
        state.stock = Bag(kinds, [max(left[kind], 0) for kind in range(len(kinds))])
    elif "removed" not in given:
        left.subtract(dict(enumerate(state.stock.counts)))
        state.removed = tuple(sorted(left.elements()))


def _wall_tiles(state: State, given: GivenKeys) -> None:
    """The towers not given as empty are the last ones on the track."""
    numbers = range(1, table.NUMBERS)
    gone = [state.owns(0, n) + state.owns(1, n) + state.used.count(n) for n in numbers]
    state.unseen = Bag(WALL_NUMBERS, [max(COPIES - taken, 0) for taken in gone])
    if "towers" not in given:
        taken = (1 << sum(gone)) - 1
        state.towers = 0 if state.phase == table.OVER else state.terms.box.all_towers & ~taken
