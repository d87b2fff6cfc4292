"""Where a castle cannot be placed."""

from __future__ import annotations

from rulekeep.core.rulebook import forbids
from rulekeep.core.seats import Seat
from rulekeep.games.kings_and_castles.box.pieces import CASTLE_KIND, count
from rulekeep.games.kings_and_castles.moves import Castle
from rulekeep.games.kings_and_castles.state import State


@forbids("KG-140", Castle)
def no_such_castle_is_at_hand(state: State, seat: Seat, move: Castle) -> str | None:
    if not count(state.area(), CASTLE_KIND[move.size]):
        return f"your action area holds no castle of size {move.size}"
    return None


@forbids("KG-142", Castle)
def a_castle_stands_there(state: State, seat: Seat, move: Castle) -> str | None:
    there = state.castle[move.region]
    if there:
        return f"a castle of size {there} stands on {state.terms.region(move.region)} already"
    return None
