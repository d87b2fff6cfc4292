"""Enemies are drawn and put on the map, one after the other."""

from __future__ import annotations

from rulekeep.core.chance import Chance
from rulekeep.core.game import Emit
from rulekeep.core.seats import Seat, left_of
from rulekeep.games.kings_and_castles.box.board import Spot
from rulekeep.games.kings_and_castles.box.pieces import BLACK, NOBODY, TYPES
from rulekeep.games.kings_and_castles.events import EnemyDrawn, EnemyPlaced
from rulekeep.games.kings_and_castles.moves import Place
from rulekeep.games.kings_and_castles.state import State


def draw(state: State, chance: Chance, emit: Emit | None) -> bool:
    """The next player draws one; the last one has one place only."""
    empty = state.empty_regions()
    if not empty:
        return False
    draw_blindly(state, chance)
    if emit is not None:
        first = () if state.held[BLACK] else ("KG-011",)
        emit(EnemyDrawn(("KG-009", *first), state.asked, TYPES[state.drawn]))
    if empty & empty - 1:
        return True
    stand(state, state.asked, empty.bit_length() - 1, ("KG-010", "KG-224"), emit)
    return False


def draw_blindly(state: State, chance: Chance) -> None:
    state.drawn = state.bag.draw(chance, "the enemy drawn") - BLACK * 3  # KG-009


def place(state: State, seat: Seat, move: Place, chance: Chance, emit: Emit | None) -> None:
    stand(state, seat, move.region, ("KG-010",), emit)
    state.asked = left_of(seat, state.terms.seats)  # KG-010 KG-012


def stand(state: State, seat: Seat, spot: Spot, rules: tuple[str, ...], emit: Emit | None) -> None:
    """The enemy drawn comes to stand on a region; seat NOBODY: by lot."""
    unit, state.drawn = state.drawn, NOBODY
    state.settle(spot, BLACK * 3 + unit)
    if emit is not None:
        emit(EnemyPlaced(rules, seat, TYPES[unit], state.terms.region(spot)))
