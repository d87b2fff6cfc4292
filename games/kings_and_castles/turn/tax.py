"""A TAX marker is given up, and everybody is paid."""

from __future__ import annotations

from rulekeep.core.chance import Chance
from rulekeep.core.game import Emit
from rulekeep.core.seats import Seat
from rulekeep.games.kings_and_castles.events import StepEnded, StepSkipped
from rulekeep.games.kings_and_castles.moves import NoTax, Tax
from rulekeep.games.kings_and_castles.scoring import pay_tax
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.turn.restock import end_turn


def may_tax(state: State, chance: Chance, emit: Emit | None) -> bool:
    if state.tax[state.house]:  # KG-154
        return True
    if emit is not None:
        why = f"{state.terms.colour(state.house)} has no TAX marker left"
        emit(StepSkipped(("KG-224", "KG-154"), "tax", why, state.king_name))
    return False


def raise_tax(state: State, seat: Seat, move: Tax, chance: Chance, emit: Emit | None) -> None:
    state.tax[state.house] -= 1  # KG-150
    state.taxed = True
    pay_tax(state, emit)
    end_turn(state, emit)


def raise_none(state: State, seat: Seat, move: NoTax, chance: Chance, emit: Emit | None) -> None:
    if emit is not None:
        emit(StepEnded(("KG-082",), "tax", state.king_name, False))
    end_turn(state, emit)
