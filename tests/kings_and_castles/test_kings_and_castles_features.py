"""What the learned estimate counts and prefers, compared with the map."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import pytest

from rulekeep.core.chance import SeededChance
from rulekeep.core.linear_estimate import read_weights
from rulekeep.games.kings_and_castles import GAME
from rulekeep.games.kings_and_castles.box.loading import PACKAGE
from rulekeep.games.kings_and_castles.evaluate import SHORT_FILE
from rulekeep.games.kings_and_castles.features import AT_LEAST, NAMES, STRONGEST, features
from rulekeep.games.kings_and_castles.moves import END_ATTACKS, Attack, Castle
from rulekeep.games.kings_and_castles.state import State
from rulekeep.games.kings_and_castles.terms.phases import ATTACK, CASTLES, TAX_STEP


def positions(seats: int, variant: str, seed: int) -> Iterator[State]:
    """Every position of a random match but the last."""
    chance = SeededChance("features", seed)
    options = {"variant": variant, "enemy_setup": "random"}
    state = GAME.setup(seats, options, chance).state
    while open_now := GAME.decisions(state):
        yield state
        seat = open_now[0].seat
        moves = GAME.legal_moves(state, seat)
        GAME.advance(state, seat, moves[chance.below(len(moves), "the move")], chance)


def test_the_worth_of_regions_is_counted_by_their_defence() -> None:
    defended = set()
    for state in positions(3, "short", 1):
        worth = state.terms.board.worth
        for seat, row in enumerate(features(state)):
            named = dict(zip(NAMES, row, strict=True))
            for least in range(2, STRONGEST + 1):
                held = [
                    worth.of(1 << spot)
                    for spot, defence in enumerate(state.defence)
                    if state.holder(spot) in state.terms.houses_of[seat] and defence >= least
                ]
                assert named[f"worth with defence {least} or more"] == sum(held)
                defended |= {least} if held else set()
    assert defended == set(range(2, STRONGEST + 1))


@pytest.mark.parametrize("file", ["weights.json", SHORT_FILE])
def test_more_defence_is_never_worth_less(file: str) -> None:
    for learned in read_weights(PACKAGE, NAMES, file).values():
        for stage in learned.stages:
            weights = dict(zip(NAMES, stage, strict=True))
            assert {name for name, least in AT_LEAST.items() if weights[name] < least} == set()


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("variant", ["full", "short"])
def test_a_castle_is_better_at_home_than_with_a_rival(seats: int, variant: str) -> None:
    compared = 0
    for state in chain.from_iterable(positions(seats, variant, seed) for seed in range(3)):
        if state.phase != CASTLES:
            continue
        seat = GAME.decisions(state)[0].seat
        own: dict[int, list[float]] = {}
        others: dict[int, list[float]] = {}
        for move in GAME.legal_moves(state, seat):
            if not isinstance(move, Castle) or not state.player_held >> move.region & 1:
                continue
            after = state.copy()
            GAME.advance(after, seat, move, SeededChance("next"))
            if after.phase == CASTLES:
                at_home = state.terms.owner[state.holder(move.region)] == seat
                values = (own if at_home else others).setdefault(move.size, [])
                values.append(GAME.evaluate(after, seat))
        for size in own.keys() & others.keys():
            if max(others[size]) < 1:  # otherwise it has won anyway
                assert min(own[size]) > max(others[size])
                compared += 1
    assert compared > 5


def test_to_end_the_attacks_loses_only_what_could_be_taken() -> None:
    """Otherwise any attack would look better than none, one on an own region too."""
    taken = [NAMES.index(name) for name in NAMES if " to take " in name]
    compared = 0
    for state in positions(2, "short", 4):
        if state.phase != ATTACK:
            continue
        after = state.copy()
        GAME.advance(after, state.active_seat, END_ATTACKS, SeededChance("next"))
        if after.phase in (CASTLES, TAX_STEP):
            before = features(state)
            for row in before:
                for place in taken:
                    row[place] = 0
            assert features(after) == before
            compared += 1
    assert len(taken) == 3 and compared > 5


@pytest.mark.parametrize("money", [[5, 9, 2], [7, 7, 3]])
def test_once_enemies_hold_the_whole_map_the_richest_has_won(money: list[int]) -> None:
    state = GAME.from_dict({"box": 3, "active": "blue", "seats": 3, "money": money})
    assert not state.player_held
    expected = [GAME.evaluate(state, seat) for seat in range(3)]
    chance = SeededChance("lost map", str(money))
    while open_now := GAME.decisions(state):
        seat = open_now[0].seat
        assert [GAME.evaluate(state, one) for one in range(3)] == expected
        moves = GAME.legal_moves(state, seat)
        assert not any(isinstance(move, Attack) for move in moves)
        GAME.advance(state, seat, moves[chance.below(len(moves), "the move")], chance)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert [outcome.share(seat) for seat in range(3)] == expected


def test_the_map_is_not_lost_where_players_land_from_the_sea_alone() -> None:
    options = {"anchor_origin": "free"}
    state = GAME.from_dict({"box": 3, "active": "blue", "seats": 3, "options": options})
    assert not state.player_held
    assert 0 < GAME.evaluate(state, 0) < 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_gives_the_map_away_for_a_draw(seats: int) -> None:
    """In the first turn enemies could take Rouen, the only region of a player, and nobody could land any more."""
    given = {"box": 1, "active": "blue", "seats": seats, "regions": {"rouen": "blue archer"}}
    state = GAME.from_dict({**given, "arrays": {"blue": {"black-knight": 1, "blue-foot": 1}}})
    values = {}
    for move in GAME.legal_moves(state, 0):
        after = state.copy()
        GAME.advance(after, 0, move, SeededChance("next"))
        values[after.player_held > 0, move] = GAME.evaluate(after, 0)
    assert {held for held, _ in values} == {True, False}
    (kept, _), _ = max(values.items(), key=lambda one: one[1])
    assert kept
