"""Arrays and bonus areas are filled: household choices first, sealed, then blind draws."""

from __future__ import annotations

from rulekeep.core import Chance, Emit, SealedChoices, Seat, because
from rulekeep.games.kings_and_castles import events, moves
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.box.pieces import ONE, THREE, House, Pool
from rulekeep.games.kings_and_castles.legal import Decisions, take_decisions
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms import phases

NOTHING_ASKED: SealedChoices[phases.Task, moves.Take] = SealedChoices()


def begin(state: State, filling: phases.Filling) -> None:
    state.phase = phases.TAKE
    state.filling = filling
    state.choices = state.terms.unanswered.of(state.tasks())
    state.bonus_house = state.bonus_owner()


def next_choice(state: State, chance: Chance, emit: Emit | None) -> Decisions:
    """Ask everyone who has a choice; when all have chosen, move units and draw markers."""
    if _waits(state, emit):
        return take_decisions(state)
    _fill(state, chance, emit)
    state.choices = NOTHING_ASKED
    return ()


def choose(state: State, seat: Seat, move: moves.Take, chance: Chance, emit: Emit | None) -> None:
    number = state.asked_task(seat)
    house, _, places = state.choices.questions[number]
    knights, foot, archers = move.units
    if move.draw == places - knights - foot - archers:
        move = moves.Take(move.units)  # drawing all the rest is the default
    state.choices = state.choices.with_answer(number, move)  # KG-061 KG-164 KG-225
    if emit is not None and state.is_sealed():
        emit(events.ChoiceSealed(("KG-225",), seat, state.terms.colour(house)))


def _waits(state: State, emit: Emit | None) -> bool:
    """Whether a player still has a choice; an empty household leaves none."""
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


def _fill(state: State, chance: Chance, emit: Emit | None) -> None:
    """All choices are made: units leave the households, then everybody draws."""
    terms, choices = state.terms, state.choices
    for number, (house, area, _) in enumerate(choices.questions):
        take = choices.answers[number]
        assert take is not None
        if emit is not None:
            rules, units = _of_choice(state, house, area, take), pieces.named_units(take.packed)
            where = terms.owner[house], terms.colour(house), phases.AREAS[area]
            emit(events.HouseholdChosen(rules, *where, units))
        if take.packed:
            state.household[house] -= take.packed  # KG-165
            _put(state, house, area, take.packed << pieces.COLOUR_SHIFT[house])
    for number, (house, area, places) in enumerate(choices.questions):  # KG-062 KG-164
        take = choices.answers[number]
        assert take is not None
        knights, foot, archers = take.units
        rest = places - knights - foot - archers
        wanted = rest if take.draw == moves.FILL else take.draw  # KG-166
        drawn = draw(state, house, wanted, chance, emit)
        _put(state, house, area, drawn)
        if emit is not None:
            rules, markers = _of_draw(state, house, area, drawn), terms.board.named(drawn)
            where = terms.owner[house], terms.colour(house), phases.AREAS[area]
            emit(events.MarkersDrawn(rules, *where, markers))


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
            refill_if_empty(state, emit)  # KG-168
            if not bag.total:  # KG-169
                if emit is not None:
                    emit(events.FillingStopped(("KG-169",), state.terms.colour(house)))
                break
        pool += ONE[bag.draw(chance, "the marker drawn")]  # KG-064
    if state.terms.refill_at_once:
        refill_if_empty(state, emit)
    return pool


def refill_if_empty(state: State, emit: Emit | None) -> None:
    """The casualties go back into an empty bag."""
    if not state.bag.total and state.aside:  # KG-168
        state.put_into_bag(state.aside)  # KG-165
        state.aside = 0
        if emit is not None:
            emit(events.BagRefilled(("KG-168",), state.bag.total))


# -- the rules at work --------------------------------------------------------------------------

_FIRST = {phases.FIRST_ARRAYS: "KG-060", phases.FIRST_BONUS: "KG-063"}


def _rule(state: State, area: phases.Area) -> str:
    return _FIRST.get(state.filling, "KG-162" if area == phases.ARRAY else "KG-163")


def _of_choice(state: State, house: House, area: phases.Area, take: moves.Take) -> tuple[str, ...]:
    both = state.filling == phases.RESTOCK and len(state.choices) > 1
    return because(
        _rule(state, area),
        ("KG-061", state.filling in _FIRST and not take.packed and state.household[house]),
        ("KG-164", both and state.is_sealed()),
        ("KG-170", both and not state.is_sealed()),
        ("KG-181", state.filling in (phases.SECTION_ARRAY, phases.SECTION_BONUS)),
    )


def _of_draw(state: State, house: House, area: phases.Area, drawn: Pool) -> tuple[str, ...]:
    terms, boxes, rule = state.terms, state.terms.board.boxes, _rule(state, area)
    own = terms.houses_of[terms.owner[house]]
    others = [other for other in terms.houses if other != house]
    restocks = rule == "KG-162"  # KG-182
    later = house != state.choices.questions[0][0]
    return because(
        rule,
        ("KG-062", state.filling == phases.FIRST_ARRAYS and later),
        ("KG-172", area == phases.BONUS and boxes[state.box].bonus != boxes[0].bonus),
        ("KG-182", restocks and any(map(state.free_places, others))),
        ("KG-064", any(n and kind // 3 not in own for kind, n in enumerate(pieces.counts(drawn)))),
        ("KG-165", state.filling not in _FIRST and drawn >> pieces.COLOUR_SHIFT[house] & THREE),
    )
