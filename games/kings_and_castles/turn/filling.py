"""Arrays and bonus areas are filled: household choices first, sealed, then blind draws."""

from __future__ import annotations

from rulekeep.core.chance import Chance
from rulekeep.core.game import Emit
from rulekeep.core.sealed import Sealed
from rulekeep.core.seats import Seat
from rulekeep.games.kings_and_castles import events, moves
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.box.pieces import ONE, House, Pool
from rulekeep.games.kings_and_castles.legal import Asked, about_the_households
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms import phases

NOTHING_ASKED: Sealed[phases.Task, moves.Take] = Sealed()


def begin(state: State, filling: phases.Filling) -> None:
    state.phase = phases.TAKE
    state.filling = filling
    tasks = state.tasks()
    state.choices = state.terms.unanswered[tasks]
    for house, area, _ in tasks:
        if area == phases.BONUS:
            state.bonus_house = house


def next_choice(state: State, chance: Chance, emit: Emit | None) -> Asked:
    """Whoever has a choice is asked; when all have chosen, units move and markers are drawn."""
    if _waits(state, emit):
        return about_the_households(state)
    _reveal(state, emit)
    _draw_in_turn(state, chance, emit)
    state.choices = NOTHING_ASKED
    return ()


def choose(state: State, seat: Seat, move: moves.Take, chance: Chance, emit: Emit | None) -> None:
    number = state.asked_task(seat)
    house, _, places = state.choices.questions[number]
    if move.draw == places - sum(move.units):
        move = moves.Take(move.units)  # to draw all the rest is what one does anyway
    state.choices = state.choices.with_answer(number, move)  # KG-061 KG-164 KG-225
    if emit is not None and state.is_sealed():
        emit(events.ChoiceSealed(("KG-225",), seat, state.terms.colour(house)))


def _waits(state: State, emit: Emit | None) -> bool:
    """Whether somebody has a choice: not with an empty household, and every place to be filled."""
    terms, choices = state.terms, state.choices
    waiting = 0  # a bit per seat
    for number, (house, area, _) in enumerate(choices.questions):
        if choices.answers[number] is not None:
            continue
        bit = 1 << terms.owner[house]
        has_units = state.household[house] and state.household_left(number)
        if waiting & bit or has_units or state.may_draw_less(area):
            waiting |= bit
            continue
        choices = state.choices = choices.with_answer(number, moves.NOTHING)  # KG-224
        if emit is not None:
            why, who = "its household is empty", terms.colour(house)
            emit(events.StepSkipped(("KG-224",), "household choice", why, who))
    return waiting > 0


def _reveal(state: State, emit: Emit | None) -> None:
    """All choices are made: units leave the households."""
    terms, choices = state.terms, state.choices
    for number, (house, area, _) in enumerate(choices.questions):
        take = choices.answers[number]
        assert take is not None
        if emit is not None:
            rules, seat = _choice_because(state, house, area, take), terms.owner[house]
            units = pieces.named_units(take.packed)
            emit(
                events.HouseholdChosen(rules, seat, terms.colour(house), phases.AREAS[area], units)
            )
        if take.packed:
            state.household[house] -= take.packed  # KG-165
            _put(state, house, area, take.packed << pieces.COLOUR_SHIFT[house])


def _draw_in_turn(state: State, chance: Chance, emit: Emit | None) -> None:
    terms, choices = state.terms, state.choices
    for number, (house, area, places) in enumerate(choices.questions):  # KG-062 KG-164
        take = choices.answers[number]
        assert take is not None
        wanted = places - sum(take.units) if take.draw == moves.FILL else take.draw  # KG-166
        drawn = draw(state, house, wanted, chance, emit)
        _put(state, house, area, drawn)
        if emit is not None:
            rules, seat = _draw_because(state, number, house, area, drawn), terms.owner[house]
            markers = terms.board.named(drawn)
            emit(events.MarkersDrawn(rules, seat, terms.colour(house), phases.AREAS[area], markers))


def _put(state: State, house: House, area: phases.Area, markers: Pool) -> None:
    if area == phases.ARRAY:
        state.array[house] += markers
    else:
        state.bonus += markers


def draw(state: State, house: House, wanted: int, chance: Chance, emit: Emit | None) -> Pool:
    """Blind draws out of the bag, which is refilled when it is empty."""
    bag = state.bag
    pool = 0
    for _ in range(wanted):
        if not bag.total:
            if not state.aside:  # KG-169
                if emit is not None:
                    emit(events.FillingStopped(("KG-169",), state.terms.colour(house)))
                break
            _refill(state, emit)  # KG-168
        pool += ONE[bag.draw(chance, "the marker drawn")]  # KG-064
    if state.terms.refill_at_once:
        refill_if_empty(state, emit)
    return pool


def _refill(state: State, emit: Emit | None) -> None:
    bag = state.bag
    for kind, number in enumerate(pieces.counts(state.aside)):
        bag.add(kind, number)  # KG-165
    state.aside = 0
    if emit is not None:
        emit(events.BagRefilled(("KG-168",), bag.total))


def refill_if_empty(state: State, emit: Emit | None) -> None:
    """With the option `bag_refill: immediate`."""
    if not state.bag.total and state.aside:  # KG-168
        _refill(state, emit)


# -- the rules at work --------------------------------------------------------------------------

_FIRST = {phases.FIRST_ARRAYS: "KG-060", phases.FIRST_BONUS: "KG-063"}


def _rule(state: State, area: phases.Area) -> str:
    return _FIRST.get(state.filling, "KG-162" if area == phases.ARRAY else "KG-163")


def _choice_because(
    state: State, house: House, area: phases.Area, take: moves.Take
) -> tuple[str, ...]:
    rules = [_rule(state, area)]
    if state.filling in _FIRST:
        if not take.packed and state.household[house]:
            rules.append("KG-061")
    elif state.filling == phases.RESTOCK:
        if len(state.choices) > 1:
            rules.append("KG-164" if state.is_sealed() else "KG-170")
    else:
        rules.append("KG-181")
    return tuple(rules)


def _draw_because(
    state: State, number: int, house: House, area: phases.Area, drawn: Pool
) -> tuple[str, ...]:
    terms = state.terms
    rules = [_rule(state, area)]
    if state.filling == phases.FIRST_ARRAYS and number:
        rules.append("KG-062")
    if area == phases.BONUS and state.bonus_task(state.box + 1)[2] != terms.board.boxes[0].bonus:
        rules.append("KG-172")
    others = [other for other in terms.houses if other != house]
    if rules == ["KG-162"] and any(state.free_places(other) for other in others):
        rules.append("KG-182")  # KG-182
    own = terms.houses_of[terms.owner[house]]
    if any(n and kind // 3 not in own for kind, n in enumerate(pieces.counts(drawn))):
        rules.append("KG-064")
    if state.filling not in _FIRST and drawn >> pieces.COLOUR_SHIFT[house] & pieces.THREE:
        rules.append("KG-165")
    return tuple(rules)
