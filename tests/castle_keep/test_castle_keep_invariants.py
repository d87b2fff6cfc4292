"""The catalogue's invariants over random play: every table, advanced rule and preset."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulekeep.core.chance import SeededChance
from rulekeep.games.castle_keep import GAME
from rulekeep.games.castle_keep.box.castle import (
    CELL_ROLE,
    CELLS_IN,
    CENTRE_MASK,
    RING_MASK,
    kind_at,
    occupied,
    tiles_of,
)
from rulekeep.games.castle_keep.box.tiles import COLOUR, ROLE
from rulekeep.games.castle_keep.events import (
    DiscardsReshuffled,
    TakenTilesJoined,
    TilesDrawn,
    TurnBegan,
)
from rulekeep.games.castle_keep.moves import DONE, Attack, Choose, Discard, Place, Swap, Transfer
from rulekeep.games.castle_keep.state import State
from rulekeep.games.castle_keep.terms import ACTION, ATTACK, BUILD, DISCARD, DRAW, OVER, TAKEN
from rulekeep.testing.hypothesis_strategies import Playout, PlayoutStep

TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("standard", 2, {}),
    ("standard", 3, {}),
    ("standard", 4, {"discards": "face_down"}),
    ("standard", 2, {"attack_unlock": "continuous", "max_attacks": 1}),
    ("standard", 3, {"cross_type_attack": True, "first_player": "random"}),
    ("takeover", 2, {}),
    ("takeover", 2, {"takeover_timing": "immediate"}),
    ("takeover", 2, {"takeover_store": "hand", "takeover_timing": "subsequent"}),
    ("takeover", 2, {"takeover_choice": "each_tile", "reshuffle": "at_once"}),
    ("empire", 2, {}),
    ("empire", 3, {"empire_unlock": "player_total"}),
    ("empire", 4, {"attack_unlock": "continuous", "empire_unlock": "one_castle"}),
    ("king", 2, {}),
    ("king", 2, {"king_destroy_wins": True, "attack_unlock": "continuous"}),
    ("siege", 1, {}),
    ("siege", 1, {"siege_trigger": "either", "siege_knights": "two"}),
    ("takeover_empire", 2, {}),
    ("takeover_empire", 2, {"takeover_timing": "immediate"}),
]
MOST = 250
"""Acts looked at in one match; random Empires can last for thousands."""


@st.composite
def playouts(draw: st.DrawFn, table: tuple[str, int, dict[str, Any]]) -> Playout:
    variant, seats, given_ = table
    preset = GAME.presets[draw(st.sampled_from(sorted(GAME.presets)))]
    advanced = {"A3": draw(st.booleans())}
    if variant != "siege":
        advanced |= {"A1": draw(st.booleans()), "A2": draw(st.booleans())}
    options = {**preset, **advanced, **given_, "variant": variant}
    return Playout(GAME, seats, options, draw(st.integers(0, 2**32 - 1)))


def each_table(test: Any) -> Any:
    """The test on every table, over presets, advanced rules and seeds."""

    @pytest.mark.parametrize("table", TABLES, ids=lambda t: f"{t[0]}-{t[1]}-{'-'.join(t[2])}")
    @settings(max_examples=8)
    @given(data=st.data())
    def run(table: tuple[str, int, dict[str, Any]], data: st.DataObject) -> None:
        test(data.draw(playouts(table)))

    run.__name__ = test.__name__
    run.__doc__ = test.__doc__
    return run


def turns(playout: Playout) -> Iterator[list[PlayoutStep]]:
    """The acts of each complete turn."""
    acts: list[PlayoutStep] = []
    for act in playout.steps(MOST):
        acts.append(act)
        if act.state.turn != act.before.turn or act.state.phase == OVER:
            yield acts
            acts = []


def tiles_in(state: State) -> Counter[int]:
    """Every tile outside the piles."""
    found = Counter(kind for castle in state.castles for _, kind in tiles_of(castle))
    for tiles in (*state.hands, *state.reserves, state.discard, state.flips):
        found.update(tiles)
    return found


def size(castles: list[int]) -> int:
    return sum(occupied(castle).bit_count() for castle in castles)


@each_table
def test_inv_1_no_tile_is_lost(playout: Playout) -> None:
    for act in playout.steps(MOST):
        found = tiles_in(act.state)
        for kind, copies in enumerate(act.state.terms.box.copies):
            assert found[kind] + act.state.bag.counts[kind] == copies == (6 if kind >= 18 else 4)
        assert found.total() + sum(act.state.piles) == 90


@each_table
def test_inv_2_and_13_hands_keep_their_limits(playout: Playout) -> None:
    start = playout.start()
    most = 5 if playout.seats == 1 else 6
    for seat, hand in enumerate(start.hands):
        assert len(hand) in (4, most if seat == start.active else 4)
    for acts in turns(playout):
        end = acts[-1]
        for act in acts:
            if not act.state.terms.to_hand or act.state.phase in (ACTION, BUILD, ATTACK):
                assert max(map(len, act.state.hands)) <= most
        seat = acts[0].seat
        due = [act for act in acts if isinstance(act.move, Discard)]
        if end.state.phase == OVER and end.state.reason not in ("turn_limit", "siege_lost"):
            assert not due
            continue
        if due:
            assert len(due) == len(due[0].before.hands[seat]) - 4
        others = [s for s in range(playout.seats) if s != end.state.active]
        assert all(len(end.state.hands[s]) <= 4 for s in others)


@each_table
def test_inv_3_and_4_castles_are_built_rightly(playout: Playout) -> None:
    for act in playout.steps(MOST):
        state = act.state
        for castle in state.castles:
            for cell, kind in tiles_of(castle):
                assert CELL_ROLE[cell] == ROLE[kind]
        if state.phase != OVER:
            for seat in range(playout.seats):
                assert size(state.castles_of(seat)) <= (17 if state.terms.empire else 8)


@each_table
def test_inv_5_building_adds_to_own_castles_only(playout: Playout) -> None:
    for acts in turns(playout):
        placed = [act for act in acts if isinstance(act.move, Place)]
        attacked = [act for act in acts if isinstance(act.move, Attack)]
        if not placed or attacked:
            continue
        seat, first, last = acts[0].seat, acts[0].before, placed[-1].before
        assert 1 <= len(placed) <= first.terms.cap
        if first.terms.cap > 4:
            assert len(placed) <= len(placed[0].before.hands[seat]) + len(first.reserves[seat])
        assert size(last.castles_of(seat)) + 1 == size(first.castles_of(seat)) + len(placed)
        for other in range(playout.seats):
            if other != seat and not first.terms.common:
                assert placed[-1].state.castles_of(other) == first.castles_of(other)


@each_table
def test_inv_6_and_7_attacks_destroy_a_whole_group_and_no_more(playout: Playout) -> None:
    for act in playout.steps(MOST):
        if not isinstance(act.move, Attack | Choose):
            continue
        changed = [i for i, c in enumerate(act.before.castles) if c != act.state.castles[i]]
        if isinstance(act.move, Choose) and playout.seats == 1:
            assert changed == [0]
            if act.state.phase != ACTION or len(act.before.flips) > 1:
                continue  # the second tile may have struck as well
        assert len(changed) == 1
        before, after = act.before.castles[changed[0]], act.state.castles[changed[0]]
        if isinstance(act.move, Attack) and not act.before.terms.common:
            assert changed[0] // act.before.terms.per_seat == act.move.seat != act.seat
        removed = occupied(before) & ~occupied(after)
        target = act.move.cell
        assert removed >> target & 1
        assert before & after == after
        if removed & CENTRE_MASK:
            assert removed == CENTRE_MASK
            continue
        colours = {COLOUR[kind_at(before, cell)] for cell in CELLS_IN[removed]}
        assert colours == {COLOUR[kind_at(before, target)]}
        reached, frontier = {target}, [target]
        while frontier:
            cell = frontier.pop()
            for beside in ((cell - 1) % 8, (cell + 1) % 8):
                if removed >> beside & 1 and beside not in reached:
                    reached.add(beside)
                    frontier.append(beside)
                elif occupied(after) >> beside & 1:
                    assert COLOUR[kind_at(after, beside)] not in colours
        assert reached == set(CELLS_IN[removed & RING_MASK])


@each_table
def test_inv_8_attacks_once_open_stay_open(playout: Playout) -> None:
    open_before = playout.start().unlocked
    for act in playout.steps(MOST):
        assert act.state.unlocked or not open_before
        open_before = act.state.unlocked
        if isinstance(act.move, Attack) and act.before.phase == ACTION:
            assert act.before.attacks_open()


def drawn_in(act: PlayoutStep) -> list[TilesDrawn]:
    return [event for event in act.events if isinstance(event, TilesDrawn)]


@each_table
def test_inv_11_and_12_there_is_always_something_to_draw(playout: Playout) -> None:
    least = {"standard": (66, 54, 42), "takeover": (66,), "empire": (48, 27, 6), "king": (74,)}
    for act in playout.steps(MOST):
        terms = act.state.terms
        if playout.seats == 1 or not any(isinstance(event, TurnBegan) for event in act.events):
            continue
        state, drawn = act.state, drawn_in(act)
        there = sum(state.piles) + len(state.discard)
        there += sum(len(event.tiles) for event in drawn)
        bound = least[terms.variant.name.replace("takeover_", "")][playout.seats - 2]
        assert there >= bound - sum(map(len, state.reserves))
        if not any(isinstance(event, DiscardsReshuffled) for event in act.events):
            sizes = list(state.piles)
            for event in drawn:
                for pile in event.piles:
                    sizes[pile] += 1
            assert abs(sizes[0] - sizes[1]) <= 1


@each_table
def test_inv_14_hands_grow_by_what_is_drawn(playout: Playout) -> None:
    for act in playout.steps(MOST):
        for seat in range(playout.seats):
            gained = Counter(act.state.hands[seat]) - Counter(act.before.hands[seat])
            came: Counter[str] = Counter()
            for event in act.events:
                if isinstance(event, TilesDrawn | TakenTilesJoined) and event.seat == seat:
                    came.update(event.tiles)
            taken = act.before.phase == DRAW and act.move.discard and act.before.active == seat
            if taken:
                assert act.state.terms.a2
                came.update([GAME.to_dict(act.before)["discard"][-1]])
            names = Counter({GAME_KINDS[kind]: count for kind, count in gained.items()})
            assert not names - came


GAME_KINDS = GAME.setup(2, {}, SeededChance(0)).state.bag.kinds


@pytest.mark.parametrize("seed", range(12))
def test_inv_15_a_siege_uses_three_tiles_in_a_turn(seed: int) -> None:
    playout = Playout(GAME, 1, {"variant": "siege", "siege_trigger": "both"}, seed)
    phases = 1
    for act in playout.steps():
        if act.state.turn != act.before.turn:
            phases += 1
            assert act.state.bag.total == 85 - 3 * (act.state.turn - 1) - 1
        assert act.state.turn <= 29
    assert phases <= 29


@each_table
def test_inv_16_transfers_never_finish(playout: Playout) -> None:
    for act in playout.steps(MOST):
        if isinstance(act.move, Transfer | Swap):
            before, after = act.before.castles_of(act.seat), act.state.castles_of(act.seat)
            assert size(before) == size(after)
            assert act.state.phase != OVER
        if act.state.reason == "built":
            assert isinstance(act.move, Place)


@each_table
def test_inv_17_there_is_always_a_move_and_an_end_to_the_action(playout: Playout) -> None:
    for act in playout.steps(MOST):
        moves = GAME.legal_moves(act.before, act.seat)
        assert moves
        acting = act.before.phase in (ACTION, BUILD, ATTACK, TAKEN)
        assert (DONE in moves) == acting
        assert (GAME.decisions(act.state) == ()) == (act.state.phase == OVER)


@each_table
def test_inv_18_same_seed_same_match_and_the_last_mover_wins(playout: Playout) -> None:
    first = [act.state for act in playout.steps(MOST)]
    assert first == [act.state for act in playout.steps(MOST)]
    for act in playout.steps(MOST):
        if act.state.reason not in ("", "last_standing", "siege_lost", "turn_limit"):
            assert act.state.winner == act.seat


@each_table
def test_inv_19_a_view_does_not_depend_on_what_is_hidden(playout: Playout) -> None:
    for number, act in enumerate(playout.steps(MOST)):
        if number % 7:
            continue
        for seat in range(playout.seats):
            other = GAME.determinize(act.state, seat, SeededChance(number))
            assert GAME.observation(act.state, seat) == GAME.observation(other, seat)
            assert other.known == act.state.known
            for hand, known in zip(other.hands, other.known, strict=True):
                assert not Counter(known) - Counter(hand)
            assert not list(GAME.audit(other))


@each_table
def test_kept_values_are_never_out_of_date(playout: Playout) -> None:
    for act in playout.steps(MOST):
        assert list(GAME.audit(act.state)) == []
        assert act.state.phase != DISCARD or len(act.state.hands[act.state.active]) > 4
