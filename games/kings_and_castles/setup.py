"""From the box to the first question; and positions completed where something is left out."""

from __future__ import annotations

from rulekeep.core import Chance, Emit, GivenKeys, SealedChoices
from rulekeep.games.kings_and_castles import events
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.box.board import bits
from rulekeep.games.kings_and_castles.legal import questions
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms import phases
from rulekeep.games.kings_and_castles.turn import go_on, opening


def lay_out(state: State, chance: Chance, emit: Emit) -> None:
    """Only the enemies are in the bag; they are placed by the players, or by lot."""
    state.phase = phases.PLACE
    for unit, number in enumerate(state.terms.mix.enemy_units):
        state.bag.add(pieces.BLACK * 3 + unit, number)  # KG-009 KG-014
    _tell(state, emit)
    if state.terms.random_setup:
        for spot in bits(state.empty_regions()):
            opening.draw_blindly(state, chance)
            opening.stand(state, pieces.NOBODY, spot, ("KG-010",), emit)
        opening.begin_auction(state, emit)
    go_on(state, chance, emit)  # KG-011: seat 0 is asked first


def _tell(state: State, emit: Emit) -> None:
    terms = state.terms
    players = {2: "KG-004", 3: "KG-003", 4: "KG-002"}[terms.seats]
    emit(
        events.TableLaid(
            ("KG-014", players, *terms.cites("KG-005", "KG-006", "KG-007")),
            terms.seats,
            {terms.colour(house): terms.owner[house] for house in terms.houses},
            pieces.named_units(terms.household),
            terms.crowns,
            terms.tax_markers,
            terms.last_box,
        )
    )


# -- positions ----------------------------------------------------------------------------------


def complete(state: State, said: GivenKeys) -> None:
    """What a position leaves out is that of a sensible table in its phase."""
    _complete_time(state, said)
    _complete_crowns(state, said)
    if state.phase == phases.BID and "turn" not in said:
        state.asked = state.next_bidder()
    if state.phase == phases.PLACE:
        state.drawn = state.drawn if "drawn" in said else 2
    else:
        _enemies_elsewhere(state)
    state.look_at_the_map()
    if "attacks" not in said:
        state.attacks = state.stormed.bit_count()
    _complete_households(state, said)
    if state.phase == phases.TAKE and "choices" not in said and state.box < state.terms.last_box:
        state.choices = SealedChoices(state.tasks())
    if not state.bonus:
        state.bonus_house = state.bonus_owner()
    if "bag" not in said:
        _fill_bag(state)
    state.open = questions(state)


def _is_left_out(said: GivenKeys, key: str) -> bool:
    """Not said at all: where nothing is a value, null says it."""
    return key not in said and not said.is_null(key)


def _unsaid(state: State, said: GivenKeys, key: str) -> list[pieces.House]:
    terms = state.terms
    return [house for house in terms.houses if f"{key}.{terms.colour(house)}" not in said]


def _complete_time(state: State, said: GivenKeys) -> None:
    terms, phase = state.terms, state.phase
    if "box" not in said:
        first = 1 if phase >= phases.ATTACK else 0
        state.box = terms.last_box if phase == phases.OVER else first
    if "filling" not in said and phase == phases.TAKE and state.box:
        state.filling = phases.RESTOCK
    state.section = state.current_section()


# -- crowns


def _plan(state: State, box: int) -> pieces.House:
    """Whose crown a box carries where nothing is said: the houses take turns."""
    houses = state.terms.houses
    return houses[(box - 1) % len(houses)]


def _complete_crowns(state: State, said: GivenKeys) -> None:
    terms = state.terms
    if "crowns" not in said and state.phase not in (phases.PLACE, phases.BID, phases.CROWN):
        for box in state.crowned_boxes():
            state.crown_at[box] = _plan(state, box)
    if _is_left_out(said, "active") and state.box:
        state.house = _plan(state, state.box)
    placed = [state.crown_at.count(house) for house in range(pieces.HOUSES)]
    fair = _fair_share(state, placed)
    for house in _unsaid(state, said, "spent"):
        state.spent[house] = fair[house]
    for house in _unsaid(state, said, "unplaced"):
        state.unplaced[house] = terms.crowns - placed[house] - state.spent[house]
    if _is_left_out(said, "start"):
        state.start_house = _start_house(state)
    if terms.seats == 2 and "due" not in said:
        for seat, (one, two) in enumerate(terms.houses_of):
            laid = [terms.crowns - state.unplaced[house] for house in (one, two)]
            state.due[seat] = pieces.NOBODY if not any(laid) else two if laid[0] > laid[1] else one
    if state.phase == phases.CROWN and "turn" not in said and state.house >= 0 and not state.opened:
        state.asked = terms.owner[state.house]


def _fair_share(state: State, placed: list[int]) -> list[int]:
    """Crowns spent so far where nothing is said: as the houses take turns, if it fits."""
    terms = state.terms
    spent = [0] * pieces.HOUSES
    if state.box and state.house >= 0:
        spent[state.house] = 1
        wanted = [_plan(state, box) for box in range(1, state.box)]
        for house in [*wanted, *terms.houses * terms.crowns]:
            if sum(spent) < state.box and spent[house] + placed[house] < terms.crowns:
                spent[house] += 1
    return spent


def _start_house(state: State) -> pieces.House:
    if state.crown_at[1] >= 0:
        return state.crown_at[1]
    if state.box == 1:
        return state.house
    crowned = state.box or state.phase in (phases.TAKE, phases.ROUEN)
    return _plan(state, 1) if crowned else pieces.NOBODY


# -- markers


def _enemies_elsewhere(state: State) -> None:
    """Regions nobody has named are held by enemies, weak ones first."""
    pools = (*state.array, state.bonus, state.aside)
    left: list[pieces.Kind] = []
    for kind, number in enumerate(state.terms.mix.enemy_units, pieces.BLACK * 3):
        elsewhere = state.unit.count(kind) + sum(pieces.count(pool, kind) for pool in pools)
        left += [kind] * (number - elsewhere)
    for spot, kind in enumerate(state.unit):
        if left and kind < 0 and (state.box or spot != state.terms.board.start):
            state.unit[spot] = left.pop()


def _complete_households(state: State, said: GivenKeys) -> None:
    """A household nobody speaks of is whole, as far as its units are not elsewhere."""
    there = state.totals()
    for house in _unsaid(state, said, "households"):
        state.household[house] = pieces.pack(
            max(0, min(n, n + most - there[house * 3 + unit]))
            for unit, (n, most) in enumerate(
                zip(pieces.three(state.household[house]), state.terms.mix.colour_units, strict=True)
            )
        )


def _fill_bag(state: State) -> None:
    """The bag holds what is nowhere else; at first only the enemies."""
    there = state.totals()
    for kind, most in enumerate(pieces.counts(state.terms.markers)):
        if state.phase != phases.PLACE or kind // 3 == pieces.BLACK:
            state.bag.add(kind, max(0, most - there[kind]))
