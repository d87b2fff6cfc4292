"""What must hold in every match, at every seat count, in both lengths, with all options."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, TypeVar

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from rulekeep.core.chance import SeededChance
from rulekeep.core.events import Event
from rulekeep.games.kings_and_castles import GAME
from rulekeep.games.kings_and_castles.box.pieces import BLACK, HOUSES, counts, size
from rulekeep.games.kings_and_castles.events import (
    BagRefilled,
    BonusKept,
    FinalTaxPaid,
    MarkerDiscarded,
    RegionConquered,
    TaxPaid,
    TaxRaised,
    TurnBegan,
)
from rulekeep.games.kings_and_castles.moves import Attack
from rulekeep.games.kings_and_castles.scoring import worth
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms.phases import ATTACK, CASTLES, OVERFLOW, PLACE, TAX_STEP
from rulekeep.testing.hypothesis_strategies import Playout, PlayoutStep

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        option.name: st.sampled_from(option.values)
        for option in GAME.options
        if option.name != "attack_enumeration"
    },
)
PLAYOUTS = st.builds(Playout, st.just(GAME), st.integers(2, 4), OPTIONS, st.integers(0, 2**32 - 1))
few = settings(max_examples=30, phases=[Phase.explicit, Phase.generate])
E = TypeVar("E", bound=Event)


def of(events: tuple[Event, ...], kind: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def in_turn(state: State) -> bool:
    return state.phase in (ATTACK, CASTLES, TAX_STEP)


def is_attack(act: PlayoutStep) -> bool:
    return isinstance(act.move, Attack)


@given(PLAYOUTS)
@few
def test_ki_01_markers_are_conserved_by_kind_and_colour(playout: Playout) -> None:
    expected = list(counts(playout.start().terms.markers))
    for act in playout.steps():
        if act.state.phase != PLACE:
            assert act.state.totals() == expected


def test_ki_01_the_shipped_mix_has_168_or_150_markers() -> None:
    for seats, number in ((2, 168), (3, 150), (4, 168)):
        table = GAME.setup(seats, {}, SeededChance(seats)).state.terms
        assert sum(counts(table.markers)) == number


@given(PLAYOUTS)
@few
def test_ki_02_and_03_units_alone_hold_regions(playout: Playout) -> None:
    for act in playout.steps():
        state = act.state
        assert all(kind < 3 * (HOUSES + 1) for kind in state.unit)
        assert sum(state.castle) <= 3 * len(state.unit)
        if state.box:
            assert min(state.unit) >= 0
            assert all(0 <= castle <= 3 for castle in state.castle)


@given(PLAYOUTS)
@few
def test_ki_04_households_never_grow_and_areas_keep_their_size(playout: Playout) -> None:
    room = GAME.board.array_size
    for act in playout.steps():
        before, state = act.before, act.state
        for house in state.terms.houses:
            pairs = zip(
                counts(before.household[house]), counts(state.household[house]), strict=True
            )
            assert all(old >= new for old, new in pairs)
        if state.box != before.box and in_turn(state):
            bonus = GAME.board.boxes[state.box - 1].bonus
            if before.box:  # the first turn begins after a marker went to the start region
                full = playout.options.get("bonus_fill") != "optional"
                drained = not state.bag.total and not state.aside
                assert size(state.bonus) == bonus or not full or drained
            if state.terms.surplus_aside:
                assert all(size(array) <= room for array in state.array)
        if state.phase != OVERFLOW and in_turn(state):
            kept = [size(a) for a in before.array]
            grown = [size(a) > max(room, k) for a, k in zip(state.array, kept, strict=True)]
            assert not any(grown) or any(isinstance(e, BonusKept) for e in act.events)
        if state.bonus:
            assert state.bonus_house in (state.house, state.start_house)


@given(PLAYOUTS)
@few
def test_ki_05_and_12_crowns_and_turns_add_up(playout: Playout) -> None:
    state = playout.start()
    table = state.terms
    turns: Counter[str] = Counter()
    for act in playout.steps():
        state = act.state
        for house in table.houses:
            placed = state.crown_at.count(house)
            assert placed + state.unplaced[house] + state.spent[house] == table.crowns
        assert sum(state.spent) == state.box
        turns.update(event.colour for event in of(act.events, TurnBegan))
    assert (
        sum(turns.values()) == table.last_box == (12 if table.options["variant"] == "short" else 24)
    )
    assert set(turns.values()) == {table.crowns}
    assert len(turns) == len(table.houses)


@given(PLAYOUTS)
@few
def test_ki_06_tax_markers_fall_one_a_turn_and_money_never_does(playout: Playout) -> None:
    raised: Counter[int] = Counter()
    for act in playout.steps():
        raised[act.before.box] += len(of(act.events, TaxRaised))
        given_up = [a - b for a, b in zip(act.before.tax, act.state.tax, strict=True)]
        assert sum(given_up) == len(of(act.events, TaxRaised))
        assert min(given_up) >= 0
        assert min(act.state.tax) >= 0
        assert all(a <= b for a, b in zip(act.before.money, act.state.money, strict=True))
    assert max(raised.values()) <= 1


@given(PLAYOUTS)
@few
def test_ki_07_taxes_pay_what_players_hold(playout: Playout) -> None:
    board = GAME.board
    for act in playout.steps():
        state = act.state
        table = state.terms
        held = sum(worth(state, seat) for seat in range(table.seats))
        if state.box:
            assert held + board.worth.of(state.held[BLACK]) == 41
        paid = sum(event.amount for event in of(act.events, TaxPaid))
        final = sum(event.amount for event in of(act.events, FinalTaxPaid))
        if of(act.events, TaxRaised):
            active = act.before.active_seat
            twice = worth(act.before, active)
            if not table.double_both:
                twice = board.worth.of(act.before.held[act.before.house])
            assert paid == held + twice
        else:
            assert paid == 0
        if not state.open:
            assert final == held * (1 if table.options["variant"] == "short" else 2)
        assert sum(state.money) - sum(act.before.money) == paid + final


@given(PLAYOUTS)
@few
def test_ki_08_an_attack_changes_one_region_and_fills_the_pile(playout: Playout) -> None:
    for act in playout.steps():
        if not is_attack(act):
            continue
        before, state, move = act.before, act.state, act.move
        changed = [
            r for r, (a, b) in enumerate(zip(before.unit, state.unit, strict=True)) if a != b
        ]
        assert set(changed) <= {move.target}
        assert state.holder(move.target) == move.colour
        assert state.unit[move.target] == move.force.settler
        assert state.castle[move.target] == 0
        if not of(act.events, BagRefilled) and state.box == before.box:
            losses = sum(move.counts) + bool(before.castle[move.target])
            if not of(act.events, MarkerDiscarded):
                assert size(state.aside) - size(before.aside) == losses


@given(PLAYOUTS)
@few
def test_ki_09_liberated_england_never_sees_an_enemy_again(playout: Playout) -> None:
    england = GAME.board.countries[0].regions
    liberated = False
    for act in playout.steps():
        if act.state.box:
            free = not act.state.held[BLACK] & england
            assert free or not liberated
            liberated = liberated or free


@given(PLAYOUTS)
@few
def test_ki_10_own_units_stay_and_one_further_country_is_entered(playout: Playout) -> None:
    abroad: dict[int, set[int]] = {}
    for act in playout.steps():
        if not is_attack(act):
            continue
        before = act.before
        country = GAME.board.country_of[act.move.target]
        own = before.terms.own[before.house]
        if act.move.colour < BLACK and own >> act.move.colour & 1:
            assert country == before.king
        if country != before.king:
            abroad.setdefault(before.box, set()).add(country)
    assert all(len(countries) == 1 for countries in abroad.values())


@given(PLAYOUTS)
@few
def test_ki_11_the_pile_shrinks_into_the_bag_only_and_then_to_nothing(playout: Playout) -> None:
    for act in playout.steps():
        if size(act.state.aside) < size(act.before.aside):
            assert of(act.events, BagRefilled)


@given(PLAYOUTS, st.integers(0, 200))
@few
def test_ki_13_a_restored_match_goes_on_the_same(playout: Playout, cut: int) -> None:
    states = [act.state for act in playout.steps(cut)]
    if not states:
        return
    again = GAME.from_dict(json.loads(json.dumps(GAME.to_dict(states[-1]))))
    assert again == states[-1]
    lots = SeededChance("go on"), SeededChance("go on")
    for state, lot in zip((states[-1].copy(), again), lots, strict=True):
        while decisions := GAME.decisions(state):
            seat = decisions[lot.below(len(decisions))].seat
            moves = GAME.legal_moves(state, seat)
            assert moves
            move = moves[lot.below(len(moves))]
            assert GAME.check(state, seat, move) is None
            GAME.advance(state, seat, move, lot)
    assert GAME.to_dict(again)["phase"] == "over"


@given(PLAYOUTS)
@few
def test_the_same_seed_gives_the_same_match(playout: Playout) -> None:
    one = [GAME.notation(act.move) for act in playout.steps()]
    two = [GAME.notation(act.move) for act in playout.steps()]
    assert one == two


@given(PLAYOUTS)
@few
def test_the_event_of_a_conquest_says_what_it_did(playout: Playout) -> None:
    for act in playout.steps():
        for event in of(act.events, RegionConquered):
            assert event.strength > event.defence
            assert sum(event.markers.values()) == sum(act.move.counts)


def test_every_option_takes_part_in_the_properties() -> None:
    drawn: set[str] = set()

    @given(OPTIONS)
    @settings(max_examples=100, database=None)
    def draw(options: dict[str, Any]) -> None:
        drawn.update(options)

    draw()
    assert drawn == {option.name for option in GAME.options} - {"attack_enumeration"}
