"""The start player enters the map: one unit goes to the start region."""

from __future__ import annotations

from rulekeep.core.chance import Chance
from rulekeep.core.game import Emit
from rulekeep.core.seats import Seat
from rulekeep.games.kings_and_castles.box.pieces import ONE, House, Kind, UnitType, count
from rulekeep.games.kings_and_castles.events import StartUnitMoved
from rulekeep.games.kings_and_castles.legal import Asked, questions
from rulekeep.games.kings_and_castles.moves import Rouen
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.turn.filling import draw
from rulekeep.games.kings_and_castles.turn.succession import take_back


def enter(state: State, chance: Chance, emit: Emit | None) -> Asked:
    units = state.start_units()
    if len(units) > 1:
        return questions(state)
    if units:
        _enter(state, units[0], ("KG-224",), emit)  # KG-224
    else:
        _enter_from_elsewhere(state, chance, emit)
    return ()


def move(state: State, seat: Seat, move: Rouen, chance: Chance, emit: Emit | None) -> None:
    _enter(state, move.unit, (), emit)
    begin_first_turn(state, emit)


def begin_first_turn(state: State, emit: Emit | None) -> None:
    take_back(state, 1, emit)


def _enter(state: State, unit: UnitType, more: tuple[str, ...], emit: Emit | None) -> None:
    """An own unit of the area, or of the household, goes to the start region."""
    house = state.start_house
    kind = house * 3 + unit
    if count(state.bonus, kind):  # KG-220
        state.bonus -= ONE[kind]
        rule, origin = "KG-065", "bonus area"
    elif count(state.array[house], kind):
        state.array[house] -= ONE[kind]  # KG-065 KG-067
        rule, origin = "KG-065", "array"
    else:
        state.household[house] -= ONE[unit]  # KG-066
        rule, origin = "KG-066", "household"
    _stand(state, kind, origin, (rule, *more), emit)


def _enter_from_elsewhere(state: State, chance: Chance, emit: Emit | None) -> None:
    """No own unit at hand: the weakest of the bag, else of another array."""
    own = [state.start_house * 3 + unit for unit in (2, 1, 0)]
    for kind in own:
        if state.bag.counts[kind]:
            state.bag.remove(kind)  # KG-066
            _stand(state, kind, "bag", ("KG-066",), emit)
            return
    for other in _others_clockwise(state):
        for kind in own:
            if count(state.array[other], kind):
                state.array[other] -= ONE[kind]  # KG-066
                origin = f"array of {state.terms.colour(other)}"
                _stand(state, kind, origin, ("KG-066",), emit)
                state.array[other] += draw(state, other, 1, chance, emit)
                return
    raise AssertionError("every colour has units")


def _others_clockwise(state: State) -> list[House]:
    """The other houses, from the left neighbour on; a player's own second house comes last."""
    terms = state.terms
    seat = terms.owner[state.start_house]
    seats = [*terms.clockwise_from[seat][1:], seat]
    return [house for s in seats for house in terms.houses_of[s] if house != state.start_house]


def _stand(
    state: State, kind: Kind, origin: str, rules: tuple[str, ...], emit: Emit | None
) -> None:
    terms = state.terms
    spot = terms.board.start
    state.settle(spot, kind)
    if emit is not None:
        seat = terms.owner[state.start_house]
        emit(StartUnitMoved(rules, seat, terms.board.kinds[kind], terms.region(spot), origin))
