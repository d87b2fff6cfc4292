"""From the box to the first question; and positions completed where something is left out."""

from __future__ import annotations

from rulekeep.core import Chance, Emit, GivenKeys, SealedChoices
from rulekeep.games.kings_and_castles import events
from rulekeep.games.kings_and_castles.box import pieces
from rulekeep.games.kings_and_castles.box.board import bits
from rulekeep.games.kings_and_castles.legal import open_decisions
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms import phases
from rulekeep.games.kings_and_castles.turn import go_on, opening


def lay_out(state: State, chance: Chance, emit: Emit) -> None:
    """Put the enemies into the bag; players place them, or they are placed at random."""
    state.phase = phases.PLACE
    for unit, number in enumerate(state.terms.mix.enemy_units):
        state.bag.add(pieces.BLACK * 3 + unit, number)  # KG-009 KG-014
    _emit_table_laid(state, emit)
    if state.terms.random_setup:
        for spot in bits(state.empty_regions()):
            opening.draw_blindly(state, chance)
            opening.stand(state, pieces.NOBODY, spot, ("KG-010",), emit)
        opening.begin_auction(state, emit)
    go_on(state, chance, emit)  # KG-011: seat 0 places first


def _emit_table_laid(state: State, emit: Emit) -> None:
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
    """Fill in what a position leaves out, by what is plausible in its phase."""
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
    state.open = open_decisions(state)


def _is_left_out(given: GivenKeys, key: str) -> bool:
    """Whether a position does not mention a key at all; null is a value."""
    return key not in given and not given.is_null(key)


def _houses_left_out(state: State, given: GivenKeys, key: str) -> list[pieces.House]:
    terms = state.terms
    return [house for house in terms.houses if f"{key}.{terms.colour(house)}" not in given]


def _complete_time(state: State, given: GivenKeys) -> None:
    terms, phase = state.terms, state.phase
    if "box" not in given:
        first = 1 if phase >= phases.ATTACK else 0
        state.box = terms.last_box if phase == phases.OVER else first
    if "filling" not in given and phase == phases.TAKE and state.box:
        state.filling = phases.RESTOCK
    state.section = state.current_section()


# -- crowns


def _plan(state: State, box: int) -> pieces.House:
    """Whose crown is on a box by default: the houses take turns."""
    houses = state.terms.houses
    return houses[(box - 1) % len(houses)]


def _complete_crowns(state: State, given: GivenKeys) -> None:
    terms = state.terms
    if "crowns" not in given and state.phase not in (phases.PLACE, phases.BID, phases.CROWN):
        for box in state.crowned_boxes():
            state.crown_at[box] = _plan(state, box)
    if _is_left_out(given, "active") and state.box:
        state.house = _plan(state, state.box)
    _complete_crown_counts(state, given)
    if _is_left_out(given, "start"):
        state.start_house = _start_house(state)
    if terms.seats == 2 and "due" not in given:
        state.due = [_due_colour(state, *houses) for houses in terms.houses_of]
    if (
        state.phase == phases.CROWN
        and "turn" not in given
        and state.house >= 0
        and not state.opened
    ):
        state.asked = terms.owner[state.house]


def _complete_crown_counts(state: State, given: GivenKeys) -> None:
    placed = [state.crown_at.count(house) for house in range(pieces.HOUSES)]
    fair = _fair_share(state, placed)
    for house in _houses_left_out(state, given, "spent"):
        state.spent[house] = fair[house]
    for house in _houses_left_out(state, given, "unplaced"):
        state.unplaced[house] = state.terms.crowns - placed[house] - state.spent[house]


def _fair_share(state: State, placed: list[int]) -> list[int]:
    """Crowns spent so far by default: the houses have taken turns, as far as that fits."""
    terms = state.terms
    spent = [0] * pieces.HOUSES
    if state.box and state.house >= 0:
        spent[state.house] = 1
        wanted = [_plan(state, box) for box in range(1, state.box)]
        for house in [*wanted, *terms.houses * terms.crowns]:
            if sum(spent) < state.box and spent[house] + placed[house] < terms.crowns:
                spent[house] += 1
    return spent


def _due_colour(state: State, one: pieces.House, two: pieces.House) -> pieces.House:
    """Two players: the colour of the next crown, the one with fewer crowns laid."""
    crowns, unplaced = state.terms.crowns, state.unplaced
    if unplaced[one] == unplaced[two] == crowns:
        return pieces.NOBODY
    return two if unplaced[one] < unplaced[two] else one


def _start_house(state: State) -> pieces.House:
    if state.crown_at[1] >= 0:
        return state.crown_at[1]
    if state.box == 1:
        return state.house
    crowned = state.box or state.phase in (phases.TAKE, phases.ROUEN)
    return _plan(state, 1) if crowned else pieces.NOBODY


# -- markers


def _enemies_elsewhere(state: State) -> None:
    """Put enemies, weak ones first, on the regions that a position does not name."""
    pools = (*state.array, state.bonus, state.aside)
    left: list[pieces.Kind] = []
    for kind, number in enumerate(state.terms.mix.enemy_units, pieces.BLACK * 3):
        elsewhere = state.unit.count(kind) + sum(pieces.count(pool, kind) for pool in pools)
        left += [kind] * (number - elsewhere)
    for spot, kind in enumerate(state.unit):
        if left and kind < 0 and (state.box or spot != state.terms.board.start):
            state.unit[spot] = left.pop()


def _complete_households(state: State, given: GivenKeys) -> None:
    """Complete the households that a position does not name, as far as there are units."""
    there = state.totals()
    for house in _houses_left_out(state, given, "households"):
        state.household[house] = pieces.pack(
            max(0, min(n, n + most - there[house * 3 + unit]))
            for unit, (n, most) in enumerate(
                zip(pieces.three(state.household[house]), state.terms.mix.colour_units, strict=True)
            )
        )


def _fill_bag(state: State) -> None:
    """Put into the bag what is nowhere else; during the set-up only enemies."""
    there = state.totals()
    for kind, most in enumerate(pieces.counts(state.terms.markers)):
        if state.phase != phases.PLACE or kind // 3 == pieces.BLACK:
            state.bag.add(kind, max(0, most - there[kind]))
