"""Arrays and bonus areas are filled: household choices first, sealed, then blind draws."""

from __future__ import annotations

from rulekeep.core.chance import Chance
from rulekeep.core.game import Decision, Emit
from rulekeep.games.kings_and_castles import events
from rulekeep.games.kings_and_castles.moves import FILL, NOTHING, Take
from rulekeep.games.kings_and_castles.pools import (
    BLACK,
    COLOUR_SHIFT,
    KINDS,
    ONE,
    TYPES,
    counts,
    size,
    three,
)
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.table import (
    AREAS,
    ARRAY,
    BONUS,
    FIRST_ARRAYS,
    FIRST_BONUS,
    RESTOCK,
    SECTION_BONUS,
    TAKE,
    Task,
)


def named(state: State, pool: int) -> dict[str, int]:
    """A pool by the names of its kinds."""
    kinds = state.table.board.kinds
    return {kinds[kind]: n for kind, n in enumerate(counts(pool)) if n}


def named_units(units: int) -> dict[str, int]:
    """Three counts of one colour by type."""
    return {unit: n for unit, n in zip(TYPES, three(units), strict=True) if n}


# -- the questions ------------------------------------------------------------------------------


def open_filling(state: State, filling: int, tasks: tuple[Task, ...]) -> None:
    """Ask for the household choices of a filling."""
    state.phase = TAKE
    state.filling = filling
    state.tasks = tasks
    state.taken = (None,) * len(tasks)
    for house, area, _ in tasks:
        if area == BONUS:
            state.bonus_house = house


def asked_task(state: State, seat: int) -> int:
    """The number of the task this seat must answer now; -1 for none."""
    owner = state.table.owner
    for index, (house, _, _) in enumerate(state.tasks):
        if state.taken[index] is None and owner[house] == seat:
            return index
    return -1


def household_left(state: State, index: int) -> int:
    """The household of a task's house without what an earlier task has chosen."""
    house = state.tasks[index][0]
    household = state.household[house]
    for earlier in range(index):
        taken = state.taken[earlier]
        if state.tasks[earlier][0] == house and taken is not None:
            household -= taken.packed
    return household


def listed_takes(state: State, index: int) -> tuple[Take, ...]:
    """The choices for a task."""
    _, area, places = state.tasks[index]
    may_draw_less = state.table.may_fill and area == BONUS
    return state.table.takes(household_left(state, index), places, may_draw_less)


def is_sealed(state: State) -> bool:
    """Whether several players choose at the same time."""
    owner = state.table.owner
    return len({owner[house] for house, _, _ in state.tasks}) > 1


def take_questions(state: State) -> tuple[Decision, ...]:
    """One question per player with a choice left, in the order of the draws."""
    table = state.table
    sealed = is_sealed(state)
    asked: list[Decision] = []
    seats = 0
    for index, (house, area, places) in enumerate(state.tasks):
        seat = table.owner[house]
        if state.taken[index] is None and not seats >> seat & 1:
            seats |= 1 << seat
            asked.append(table.question("take", seat, house, area, places, sealed))
    return tuple(asked)


def answer_forced(state: State, emit: Emit | None) -> None:
    """Answer for those who have no choice: an empty household, and every place to be filled."""
    for index, (house, area, _) in enumerate(state.tasks):
        if state.taken[index] is not None or household_left(state, index):
            continue
        if state.table.may_fill and area == BONUS:
            continue
        if asked_task(state, state.table.owner[house]) == index:
            seal(state, index, NOTHING)
            if emit is not None:
                why, who = "its household is empty", state.table.colour(house)
                emit(events.StepSkipped(("KG-224",), "household choice", why, who))


def seal(state: State, index: int, take: Take) -> None:
    if take.draw == state.tasks[index][2] - sum(take.units):
        take = Take(take.units)
    taken = list(state.taken)
    taken[index] = take
    state.taken = tuple(taken)


# -- the answers --------------------------------------------------------------------------------


def reveal(state: State, chance: Chance, emit: Emit | None) -> None:
    """All choices are made: units leave the households, then everybody draws in turn."""
    for (house, area, _), take in zip(state.tasks, state.taken, strict=True):
        assert take is not None
        state.household[house] -= take.packed
        units = take.packed << COLOUR_SHIFT[house]
        if area == ARRAY:
            state.array[house] += units
        else:
            state.bonus += units
        if emit is not None:
            emit(
                events.HouseholdChosen(
                    _choice_rules(state, area),
                    state.table.owner[house],
                    state.table.colour(house),
                    AREAS[area],
                    named_units(take.packed),
                )
            )
    for (house, area, places), take in zip(state.tasks, state.taken, strict=True):
        assert take is not None
        wanted = take.draw
        if wanted == FILL:
            wanted = places - sum(take.units)
        drawn = draw(state, house, wanted, chance, emit)
        if area == ARRAY:
            state.array[house] += drawn
        else:
            state.bonus += drawn
        if emit is not None:
            emit(
                events.MarkersDrawn(
                    _draw_rules(state, house, area, places, take, drawn),
                    state.table.owner[house],
                    state.table.colour(house),
                    AREAS[area],
                    named(state, drawn),
                )
            )
    state.tasks = ()
    state.taken = ()


def draw(state: State, house: int, wanted: int, chance: Chance, emit: Emit | None) -> int:
    """Blind draws out of the bag, which is refilled when it is empty."""
    bag = state.bag
    numbers = bag.counts
    pool = 0
    for _ in range(wanted):
        if not bag.total:
            if not state.aside:
                if emit is not None:
                    emit(events.FillingStopped(("KG-169",), state.table.colour(house)))
                break
            refill(state, emit)
        kind = chance.pick(bag, "the marker drawn")
        numbers[kind] -= 1
        bag.total -= 1
        pool += ONE[kind]
    refill_if_empty(state, emit)
    return pool


def refill(state: State, emit: Emit | None) -> None:
    """The casualties go back into the bag."""
    bag = state.bag
    numbers = counts(state.aside)
    for kind in range(KINDS):
        bag.counts[kind] += numbers[kind]
    bag.total += sum(numbers)
    state.aside = 0
    if emit is not None:
        emit(events.BagRefilled(("KG-168", "KG-165"), bag.total))


def refill_if_empty(state: State, emit: Emit | None) -> None:
    """With the option `bag_refill: immediate`."""
    if state.table.refill_at_once and not state.bag.total and state.aside:
        refill(state, emit)


# -- the rules at work --------------------------------------------------------------------------


def _choice_rules(state: State, area: int) -> tuple[str, ...]:
    filling = state.filling
    if filling == FIRST_ARRAYS:
        rules = ["KG-060", "KG-061", "KG-062"]
    elif filling == FIRST_BONUS:
        rules = ["KG-063", "KG-061"]
    else:
        rules = ["KG-162" if area == ARRAY else "KG-163"]
        if filling == RESTOCK:
            rules.append("KG-164")
            if len(state.tasks) > 1 and not is_sealed(state):
                rules.append("KG-170")
        else:
            rules.append("KG-181")
    if is_sealed(state):
        rules.append("KG-225")
    return tuple(rules)


def _draw_rules(
    state: State, house: int, area: int, places: int, take: Take, drawn: int
) -> tuple[str, ...]:
    filling = state.filling
    if filling == FIRST_ARRAYS:
        rules = ["KG-060", "KG-062"]
    elif filling == FIRST_BONUS:
        rules = ["KG-063"]
    elif area == ARRAY:
        rules = ["KG-162", "KG-164", "KG-182"]
    else:
        rules = ["KG-163", "KG-172"]
        if filling == SECTION_BONUS:
            rules.append("KG-181")
    rules.append("KG-166")
    own = state.table.houses_of[state.table.owner[house]]
    foreign = any(
        n and (kind // 3 not in own or kind // 3 == BLACK) for kind, n in enumerate(counts(drawn))
    )
    if foreign:
        rules.append("KG-064")
    return tuple(rules)


def free_places(state: State, house: int) -> int:
    """How many markers an array still takes."""
    return max(0, state.table.board.array_size - size(state.array[house]))


# -- who fills what -----------------------------------------------------------------------------


def first_tasks(state: State) -> tuple[Task, ...]:
    """Every house fills its array, from the start player clockwise."""
    table = state.table
    start = table.owner[state.start_house]
    return tuple(
        (house, ARRAY, table.board.array_size)
        for seat in table.clockwise_from[start]
        for house in table.houses_of[seat]
    )


def bonus_task(state: State, box: int) -> Task:
    """The house of a box fills its bonus area to the number of that box."""
    return state.crown_at[box], BONUS, state.table.board.boxes[box - 1].bonus


def restock_tasks(state: State, with_bonus: bool) -> tuple[Task, ...]:
    """The active house fills its array, and the next one its bonus area."""
    free = free_places(state, state.house)
    tasks: tuple[Task, ...] = ((state.house, ARRAY, free),) if free else ()
    return (*tasks, bonus_task(state, state.box + 1)) if with_bonus else tasks


def tasks_of(state: State) -> tuple[Task, ...]:
    """The tasks that the filling at hand consists of."""
    filling = state.filling
    if filling == FIRST_ARRAYS:
        return first_tasks(state)
    if filling == FIRST_BONUS:
        return (bonus_task(state, 1),)
    if filling == SECTION_BONUS:
        return (bonus_task(state, state.box + 1),)
    return restock_tasks(state, with_bonus=filling == RESTOCK)
