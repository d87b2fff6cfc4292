"""A turn begins: the house whose crown lies on the next box takes it back."""

from __future__ import annotations

from rulekeep.core.game import Emit
from rulekeep.games.kings_and_castles.box.pieces import NOBODY, size
from rulekeep.games.kings_and_castles.events import CrownTaken, TurnBegan
from rulekeep.games.kings_and_castles.state import NOWHERE, State
from rulekeep.games.kings_and_castles.terms.phases import ATTACK


def take_back(state: State, box: int, emit: Emit | None) -> None:
    before = state.active_seat
    house = state.crown_at[box]  # KG-080 KG-084
    state.crown_at[box] = NOBODY
    state.spent[house] += 1  # KG-055
    state.phase = ATTACK
    state.box = box
    state.house = house  # KG-084
    state.further = NOWHERE  # KG-095
    state.attacks = 0
    state.stormed = 0
    state.razed = 0
    state.castle_mark = NOWHERE
    state.taxed = False
    if emit is not None:
        _tell(state, before, emit)


def _tell(state: State, before: int, emit: Emit) -> None:
    terms, house, box = state.terms, state.house, state.box
    seat, colour = terms.owner[house], terms.colour(house)
    last = not state.unplaced[house] and house not in state.crown_at
    emit(CrownTaken(("KG-080", "KG-055") if last else ("KG-080",), seat, colour, box))
    king = terms.board.boxes[box - 1]
    rules = ["KG-083"]
    if box == 1:
        rules.append("KG-068")
        if size(state.area()) < terms.board.array_size + king.bonus:
            rules.append("KG-067")
    if before == seat:
        rules.append("KG-084")
    if len(terms.houses_of[seat]) > 1:
        rules.append("KG-210")
    country = terms.country(king.country)
    emit(TurnBegan(tuple(rules), seat, colour, box, king.title, country))
