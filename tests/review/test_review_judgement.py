"""Judgements of single decisions: fair to what was known, blunders named, luck adds up to nothing."""

from __future__ import annotations

import pytest

from rulekeep.bots import make_bot
from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.match.match import Match
from rulekeep.review.decision_search import normalised
from rulekeep.review.judgement import DEPTHS, judge, verdict
from rulekeep.review.match_review import add_up, as_data, review_move

QUICK = DEPTHS[0]


def greedy_match(game: str, seats: int, seed: str) -> Match:
    match = Match.new(game, seats, seed)
    bot = make_bot("greedy", seed)
    while not match.is_over:
        seat = match.decisions[0].seat
        match.play(bot.choose(match.game, match.state, seat).move, seat)
    return match


@pytest.fixture(scope="module")
def keep() -> Match:
    return greedy_match("castle_keep", 2, "review")


def test_words_for_lost_chances() -> None:
    words = [verdict(lost) for lost in (0.0, 0.049, 0.05, 0.1, 0.2, 1.0)]
    assert words == ["", "", "inaccuracy", "mistake", "blunder", "blunder"]


def test_estimates_are_scaled_to_one() -> None:
    assert normalised([0.2, 0.2]) == (0.5, 0.5)
    assert normalised([0.3]) == (0.3,)


def test_a_seat_is_judged_by_what_it_could_know(keep: Match) -> None:
    game = keep.game
    for number in range(1, len(keep.plies)):
        ply, before = keep.plies[number], keep.plies[number - 1].state
        if len(game.legal_moves(before, ply.seat)) > 1:
            other = game.determinize(before, ply.seat, SeededChance("other deal", number))
            if game.to_dict(other) != game.to_dict(before):
                break
    else:
        raise AssertionError("no position hides anything")
    move = game.read(before, ply.seat, ply.move)
    found = [judge(game, state, ply.seat, move, QUICK, 1, 2) for state in (before, other)]
    assert found[0] == found[1]


def test_a_winning_move_that_is_not_played_is_a_blunder() -> None:
    match = greedy_match("castle_keep", 2, "blunder")
    game = match.game
    for number in range(len(match.plies) - 1, 0, -1):
        ply, before = match.plies[number], match.plies[number - 1].state
        ended = game.outcome(ply.state)
        moves = game.legal_moves(before, ply.seat)
        if ended is not None and ply.seat in ended.winners and len(moves) > 1:
            break
    played = game.listed_as(before, ply.seat, game.read(before, ply.seat, ply.move))
    losses = [judge(game, before, ply.seat, move, QUICK, 1, 2) for move in moves]
    by_move = {move: found for move, found in zip(moves, losses, strict=True) if found}
    assert by_move[played].lost == 0
    worst = max(by_move.values(), key=lambda found: found.lost)
    assert verdict(worst.lost) and worst.best != worst.played


@pytest.mark.parametrize("seats", [2, 3])
def test_the_parts_of_an_account_add_up_to_the_result(seats: int) -> None:
    match = greedy_match("castle_keep", seats, "account")
    review = add_up(
        match, [review_move(match, number, QUICK) for number in range(1, len(match))], QUICK
    )
    outcome = match.outcome
    assert outcome is not None
    for account in review.accounts:
        parts = (account.start, account.luck, account.own, account.others, account.unforeseen)
        assert sum(parts) == pytest.approx(outcome.share(account.seat))
        assert account.own <= 0
    assert sum(account.start for account in review.accounts) == pytest.approx(1)
    assert sum(account.luck for account in review.accounts) == pytest.approx(0, abs=1e-9)
    assert any(account.luck for account in review.accounts)
    assert all(sum(shares) == pytest.approx(1) for shares in review.curve)
    assert len(review.curve) == len(match)


def test_a_move_is_reviewed_the_same_again(keep: Match) -> None:
    assert review_move(keep, 3, QUICK) == review_move(keep, 3, QUICK)


def test_a_match_from_a_position_has_no_luck_of_the_deal(keep: Match) -> None:
    given = keep.game.to_dict(keep.plies[-2].state)
    match = Match.from_position(keep.game, given, 1)
    match.play(match.legal_moves()[0])
    review = add_up(match, [review_move(match, 1, QUICK)], QUICK)
    drawn = review.moves[0].luck
    for account in review.accounts:
        assert account.luck == (drawn[account.seat] if drawn else 0)


def test_a_player_alone_can_be_reviewed() -> None:
    game = registry.load("castle_keep")
    match = Match.new(game, 1, 4, {"variant": "siege"})
    bot = make_bot("greedy", 1)
    while not match.is_over:
        match.play(bot.choose(match.game, match.state, 0).move, 0)
    numbers = range(1, len(match))
    review = add_up(match, [review_move(match, number, QUICK) for number in numbers], QUICK)
    data = as_data(review)
    assert len(data["moves"]) == len(match) - 1
    assert all(0 <= shares[0] <= 1 for shares in review.curve)
