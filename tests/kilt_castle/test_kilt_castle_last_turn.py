"""Endings: what the estimate says of a match that ends with this turn, and what the one-move bot makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rulekeep.bots import make_bot
from rulekeep.core import NoChance
from rulekeep.core.chance import SeededChance
from rulekeep.core.registry import load
from rulekeep.games.kilt_castle.state import OVER, RELOCATE, State

GAME = load("kilt_castle")
FEW = 4
"""Positions are looked at once a player has so few floors left."""


def ends(state: State) -> Iterator[State | None]:
    """All ends of this turn, whatever is built; None where the match goes on."""
    if state.phase in (RELOCATE, OVER):
        yield state if state.phase == OVER else None
        return
    for move in GAME.legal_moves(state, state.builder):
        yield from ends(after(state, state.builder, move))


def after(state: State, seat: int, move: Any) -> State:
    table = state.copy()
    GAME.advance(table, seat, move, NoChance())
    return table


def sure_winners(state: State) -> tuple[int, ...] | None:
    """Who wins if the match ends with this turn, whatever is built; None if that is open."""
    found = {None if end is None else outcome(end) for end in ends(state)}
    return found.pop() if len(found) == 1 else None


def outcome(state: State) -> tuple[int, ...]:
    found = GAME.outcome(state)
    assert found is not None
    return found.winners


def closing_positions(seats: int, options: dict[str, Any] | None = None) -> Iterator[State]:
    """The relocations of the last turns of some matches of the one-move bot, some moves at random."""
    for number in range(4):
        dice, bot = Random(number), make_bot("greedy", number)
        state = GAME.setup(seats, options or {}, SeededChance("endings", number)).state
        while open_now := GAME.decisions(state):
            seat = open_now[0].seat
            least = min(state.floors_left(player) for player in range(seats))
            if state.phase == RELOCATE and least <= FEW:
                yield state.copy()
            move = bot.choose(GAME, state, seat).move
            if dice.random() < 0.1:
                move = dice.choice(GAME.legal_moves(state, seat))
            GAME.advance(state, seat, move, NoChance())


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_sure_end_is_judged_by_its_winners(seats: int) -> None:
    seen = 0
    for state in closing_positions(seats):
        for move in GAME.legal_moves(state, state.active):
            built = after(state, state.active, move)
            winners = sure_winners(built)
            if winners is not None:
                seen += 1
                for seat in range(seats):
                    share = 1 / len(winners) if seat in winners else 0
                    assert GAME.evaluate(built, seat) == share
    assert seen > 10


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_one_move_bot_ends_a_match_that_it_wins_and_none_that_it_loses(seats: int) -> None:
    wins = losses = 0
    for number, state in enumerate(closing_positions(seats)):
        seat = state.active
        moves = GAME.legal_moves(state, seat)
        results = {move: sure_winners(after(state, seat, move)) for move in moves}
        chosen = results[make_bot("greedy", number).choose(GAME, state, seat).move]
        if any(won == (seat,) for won in results.values()):
            wins += 1
            assert chosen is None or chosen == (seat,)
        elif any(won is None for won in results.values()):
            losses += any(won is not None for won in results.values())
            assert chosen is None or seat in chosen
    assert wins
    assert losses


def lead_at_the_end(state: State, seat: int, number: int) -> int:
    """The ducats that a seat is ahead of all others, if the one-move bot builds in the rest of the match."""
    bot = make_bot("greedy", number)
    while open_now := GAME.decisions(state):
        state = after(state, open_now[0].seat, bot.choose(GAME, state, open_now[0].seat).move)
    purses = list(state.bank.purses)
    return purses.pop(seat) - max(purses)


def test_the_one_move_bot_minds_ducats_when_the_winner_is_sure() -> None:
    seen = 0
    for number, state in enumerate(closing_positions(2)):
        for move in GAME.legal_moves(state, state.active):
            built = after(state, state.active, move)
            open_now = GAME.decisions(built)
            if sure_winners(built) is None or not open_now:
                continue
            seat = open_now[0].seat
            chosen = make_bot("greedy", number).choose(GAME, built, seat).move
            leads = {
                answer: lead_at_the_end(after(built, seat, answer), seat, number)
                for answer in GAME.legal_moves(built, seat)
            }
            seen += min(leads.values()) < max(leads.values())
            assert leads[chosen] == max(leads.values())
    assert seen > 10


def test_the_turn_limit_is_an_end_too() -> None:
    limit = 9
    state = GAME.setup(2, {"max_turns": limit}, SeededChance("limit")).state
    bot = make_bot("greedy", 1)
    while state.turn < limit:
        seat = GAME.decisions(state)[0].seat
        GAME.advance(state, seat, bot.choose(GAME, state, seat).move, NoChance())
    seen = 0
    for move in GAME.legal_moves(state, state.active):
        built = after(state, state.active, move)
        winners = sure_winners(built)
        if winners is not None:
            seen += 1
            assert GAME.evaluate(built, winners[0]) == 1 / len(winners)
    assert seen


def test_a_player_who_can_end_the_match_and_win_has_won() -> None:
    found = 0
    for state in closing_positions(3):
        seat = state.active
        built = [after(state, seat, move) for move in GAME.legal_moves(state, seat)]
        if any(sure_winners(one) == (seat,) for one in built):
            found += 1
            assert [GAME.evaluate(state, other) for other in range(3)] == [
                float(other == seat) for other in range(3)
            ]
    assert found
