"""A second, slow reading of the rules of attack and succession, compared with the fast one."""

from __future__ import annotations

from itertools import product
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rulekeep.games.kings_and_castles import GAME, features
from rulekeep.games.kings_and_castles.box.board import Listing, Sum, Union, bits
from rulekeep.games.kings_and_castles.box.pieces import (
    BLACK,
    COLOUR_SHIFT,
    HOUSES,
    ONE,
    THREE,
    three,
)
from rulekeep.games.kings_and_castles.legal.attacks import ways
from rulekeep.games.kings_and_castles.moves import END_ATTACKS, Attack, Crown
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms.attack_sets import AttackSets, all_sets
from rulekeep.games.kings_and_castles.terms.phases import ATTACK, CROWN
from rulekeep.testing.hypothesis_strategies import Playout

BOARD = GAME.board
SETS = AttackSets(BOARD)
READINGS: dict[str, list[Any]] = {
    "anchor_origin": ["free", "any_player_coast", "same_colour"],
    "portcullis_origin": ["any_player", "same_colour"],
    "cross_border_attacks": [True, False],
    "enemy_in_contested": ["adjacent", "anywhere"],
    "same_colour_attack": [False, True],
    "two_player_own": ["both", "crown_colour"],
    "first_box_ban": ["round", "first_crown"],
    "variant": ["full", "short"],
}
OPTIONS = st.fixed_dictionaries(
    {}, optional={name: st.sampled_from(values) for name, values in READINGS.items()}
)
PLAYOUTS = st.builds(Playout, st.just(GAME), st.integers(2, 4), OPTIONS, st.integers(0, 2**32 - 1))


ONE_OF_EACH = sum(ONE[3 * colour] for colour in range(HOUSES + 1))


def may_attack(state: State, colour: int, target: int) -> bool:
    """Straight from the catalogue, region by region."""
    options = state.terms.options
    region = BOARD.regions[target]
    country = region.country
    mine = [i for i, r in enumerate(BOARD.regions) if r.country == country]
    black = [i for i in mine if state.holder(i) == BLACK]
    status = "liberated" if not black else "enemy" if len(black) == len(mine) else "contested"
    holder = state.holder(target)
    own = {state.house}
    if options["two_player_own"] == "both":
        seat = state.terms.owner[state.house]
        own = {h for h in state.terms.houses if state.terms.owner[h] == seat}
    near = [
        state.holder(i)
        for i in region.borders
        if options["cross_border_attacks"] or BOARD.regions[i].country == country
    ]
    everywhere = [state.holder(i) for i in region.borders]
    if holder == colour and not options["same_colour_attack"]:
        return False
    if colour in own and country != state.king:
        return False
    if colour not in own and country != state.king and state.further not in (-1, country):
        return False
    if colour == BLACK:
        if status == "liberated":
            return region.flag
        if status == "enemy":
            return False
        return options["enemy_in_contested"] == "anywhere" or BLACK in near
    if status == "liberated":
        return colour in near
    if holder != BLACK:
        return False
    if status == "contested":
        return any(h != BLACK for h in near)
    coasts = {state.holder(i) for i, r in enumerate(BOARD.regions) if r.coastal} - {BLACK}
    by_sea = region.anchor and (
        options["anchor_origin"] == "free"
        or (options["anchor_origin"] == "any_player_coast" and bool(coasts))
        or (options["anchor_origin"] == "same_colour" and colour in coasts)
    )
    own_gate = options["portcullis_origin"] == "same_colour"
    by_land = colour in everywhere if own_gate else any(h != BLACK for h in everywhere)
    return by_sea or (region.portcullis and by_land)


@given(PLAYOUTS)
@settings(max_examples=25)
def test_targets_are_those_of_the_catalogue(playout: Playout) -> None:
    for act in playout.steps():
        state = act.state
        if state.phase != ATTACK:
            continue
        fast = {colour: mask for colour, _, _, mask, _ in ways(state, ONE_OF_EACH)}
        for colour in range(HOUSES + 1):
            slow = [t for t in range(len(BOARD.regions)) if may_attack(state, colour, t)]
            assert list(bits(fast.get(colour, 0))) == slow


@given(PLAYOUTS, st.integers(0, 60))
@settings(max_examples=10)
def test_listed_attacks_are_exactly_the_irredundant_legal_ones(playout: Playout, skip: int) -> None:
    """Over every set of markers of every colour against every region, checked one by one."""
    state = None
    for act in playout.steps():
        if act.state.phase == ATTACK:
            state = act.state
            skip -= 1
            if skip < 0:
                break
    if state is None or state.phase != ATTACK:
        return
    area = state.area()
    legal: set[Attack] = set()
    for colour in range(HOUSES + 1):
        units = area >> COLOUR_SHIFT[colour] & THREE
        sets = all_sets(units | (area >> 120 & THREE) << 24)
        for packed, target in product(sets, range(len(BOARD.regions))):
            counts = (*three(packed & THREE), *three(packed >> 24))
            attack = Attack(target, colour, counts)
            if GAME.check(state, state.active_seat, attack) is None:
                legal.add(attack)
    irredundant = {attack for attack in legal if not any(d in legal for d in dropped(attack))}
    listed = set(GAME.legal_moves(state, state.active_seat)) - {END_ATTACKS}
    assert listed == irredundant


def dropped(attack: Attack) -> list[Attack]:
    """The attack without one of its markers."""
    found = []
    for place, number in enumerate(attack.counts):
        if number:
            k, f, a, m3, m2, m1 = (n - (i == place) for i, n in enumerate(attack.counts))
            found.append(Attack(attack.target, attack.colour, (k, f, a, m3, m2, m1)))
    return found


@given(st.lists(st.integers(0, 4), min_size=6, max_size=6), st.integers(1, 7))
@settings(max_examples=150)
def test_irredundant_sets_by_trying_them_all(numbers: list[int], need: int) -> None:
    there = sum(n << 8 * i for i, n in enumerate(numbers))
    strengths = (3, 2, 1, 3, 2, 1)

    def enough(counts: tuple[int, ...]) -> bool:
        strong = sum(n * s for n, s in zip(counts, strengths, strict=True)) >= need
        return strong and any(counts[:3])

    slow = set()
    for counts in product(*(range(n + 1) for n in numbers)):
        fewer = [
            tuple(n - (i == place) for i, n in enumerate(counts))
            for place in range(6)
            if counts[place]
        ]
        if enough(counts) and not any(enough(f) for f in fewer):
            slow.add(sum(n << 8 * i for i, n in enumerate(counts)))
    fast = SETS.irredundant_sets(there, need)
    assert len(fast) == len(set(fast))
    assert set(fast) == slow
    units, mercenaries = SETS.units.of(there & THREE), SETS.mercenaries.of(there >> 24)
    places = SETS.find_places(need - 1, units, mercenaries)
    assert units.places[need - 1][mercenaries.number[need - 1]] is places
    picked = [SETS.rows[0][0][need - 1][place].counts for place in places]
    assert [sum(n << 8 * i for i, n in enumerate(counts)) for counts in picked] == fast
    assert (units.strength + mercenaries.strength >= need and units.there > 0) == bool(slow)


@given(st.integers(0, 2**32 - 1))
def test_reach_is_the_union_of_borders(regions: int) -> None:
    slow = 0
    for region in bits(regions):
        slow |= BOARD.borders[region]
    assert BOARD.reach.of(regions) == slow


@given(st.integers(0, 2**50 - 1))
def test_reach_works_on_larger_maps_too(regions: int) -> None:
    ring = tuple(1 << (i + 1) % 50 | 1 << (i - 1) % 50 for i in range(50))
    slow = 0
    for region in bits(regions):
        slow |= ring[region]
    assert Union(ring).of(regions) == slow


@given(st.lists(st.integers(0, 9), max_size=50), st.integers(0, 2**50 - 1))
def test_worth_is_the_sum_of_values(values: list[int], regions: int) -> None:
    regions &= (1 << len(values)) - 1
    assert Sum(tuple(values)).of(regions) == sum(values[region] for region in bits(regions))


@given(st.integers(0, 50), st.integers(0, 2**50 - 1))
def test_a_listing_names_the_regions_of_a_set_in_order(size: int, regions: int) -> None:
    regions &= (1 << size) - 1
    found = [-1]
    Listing(range(size)).add_to(found, regions)
    assert found == [-1, *bits(regions)]


def test_every_feature_has_a_name() -> None:
    assert len(features.NAMES) == features.FEATURES


def legal_boxes(state: State, seat: int, colour: int) -> set[int]:
    """The succession by its words: bans first, then what is left."""
    table = state.terms
    first, last = table.sections[state.section]
    free = [b for b in range(first, last + 1) if state.crown_at[b] < 0]
    if state.section == 0 and all(c < 0 for c in state.crown_at):
        return {first}
    crowns = {b: c for b, c in enumerate(state.crown_at) if c >= 0 and table.owner[c] == seat}
    opener = state.finished >= 0 and table.owner[state.finished] == seat
    round_ban = table.options["first_box_ban"] == "round"
    if opener and (round_ban or all(c < 0 for c in state.crown_at)):
        crowns[first - 1] = state.finished
    if table.seats > 2:
        good = {b for b in free if b - 1 not in crowns and b + 1 not in crowns}
        return good or set(free)
    without = {b for b in free if b - 1 not in crowns and b + 1 not in crowns}
    other = {b for b in free if colour not in (crowns.get(b - 1), crowns.get(b + 1))}
    return without or other or set(free)


@given(PLAYOUTS)
@settings(max_examples=25)
def test_crowns_are_laid_as_the_succession_says(playout: Playout) -> None:
    for act in playout.steps():
        state = act.before
        if state.phase != CROWN:
            continue
        seat = state.asked
        table = state.terms
        colours = [table.houses_of[seat][0]]
        if table.seats == 2:
            colours = [state.due[seat]] if state.due[seat] >= 0 else list(table.houses_of[seat])
        slow = {(b, c) for c in colours for b in legal_boxes(state, seat, c)}
        fast = {
            (move.box, move.colour if move.colour >= 0 else colours[0])
            for move in GAME.legal_moves(state, seat)
            if isinstance(move, Crown)
        }
        assert fast == slow
