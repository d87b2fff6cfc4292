"""Puzzles: positions of matches with one clearly best move, written as lessons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulekeep.bots.mcts import Limit
from rulekeep.core.chance import SeededChance
from rulekeep.core.frozen_values import frozen
from rulekeep.core.game import AnyGame, apply
from rulekeep.core.text import listed
from rulekeep.match.lessons import NAMES
from rulekeep.match.match import Match
from rulekeep.match.smaller_positions import smallest_position
from rulekeep.review.decision_search import DecisionSearch, fair_view
from rulekeep.review.judgement import BLUNDER, DEPTHS
from rulekeep.review.retry_lessons import rules_of_move

AHEAD = BLUNDER
"""The best move is better than all others by so much of the chance to win."""
SEEDS = 5
"""So many searches must agree."""
TIMES = 10
"""They are so many times as long as a usual one."""
SPREAD = AHEAD / 2
"""One move ahead, the best and the worst move must differ by so much before anything is searched."""
SCREENS = ((DEPTHS[0].playouts, 0.6), (DEPTHS[1].playouts, 0.8))
"""Short searches, and which part of the difference each must find before a longer one follows."""
RIVALS = 3
"""So many moves are compared, each equally often."""
FEWEST_MOVES = 4
"""With fewer legal moves there is not enough to choose from."""
HOPELESS, WON = 0.25, 0.9
"""The best move must give at least the first chance, and the next best at most the second."""

FINISH, HOLD, TURN, SURPRISE = (
    "finish the match",
    "keep the lead",
    "turn the match",
    "not the first that comes to mind",
)
REASONS = {
    FINISH: "It ends the match, and you win.",
    HOLD: "Every other move gives much of your lead away.",
    TURN: "After every other move you are behind.",
    SURPRISE: "Another move gains more at once, but less in the end.",
}
"""By idea: why the best move is the best."""


@frozen
class Puzzle:
    """A decision with one clearly best move."""

    match: str
    """The seed of its match."""
    number: int
    seat: int
    position: Mapping[str, Any]
    best: str
    sentence: str
    effect: str
    chance: float
    """To win after the best move, the least of all searches."""
    ahead: float
    """How much better it is than the next best one, the least of all searches."""
    second: str
    second_effect: str
    idea: str
    rules: tuple[str, ...]
    moves: int
    totals: Mapping[int, int]
    """The points of every seat that are open to see."""


def puzzles(match: Match) -> Iterator[Puzzle]:
    """The puzzles of a match, in the order of its moves."""
    for number in range(1, len(match.plies)):
        found = puzzle_at(match, number)
        if found is not None:
            yield found


def puzzle_at(match: Match, number: int) -> Puzzle | None:
    """The puzzle at a move of a match, if it is one."""
    game, seats = match.game, match.seats
    state, seat = match.plies[number - 1].state, match.plies[number].seat
    if len(game.legal_moves(state, seat)) < FEWEST_MOVES:
        return None
    found: list[_Lead] = []
    for search, (playouts, least) in enumerate(_searches()):
        seed = (match.header.seed, number, search)
        lead = _lead(game, state, seat, seats, seed, playouts, least)
        if lead is None or (found and lead.best != found[0].best):
            return None
        found.append(lead)
    first, deep = found[0], found[-SEEDS:]
    best = game.notation(first.best)
    return Puzzle(
        match=match.header.seed,
        number=number,
        seat=seat,
        position=_position(match, number),
        best=best,
        sentence=game.sentence(state, seat, first.best),
        effect=game.describe(state, seat, first.best),
        chance=min(one.chance for one in deep),
        ahead=min(one.ahead for one in deep),
        second=game.notation(deep[0].second),
        second_effect=game.describe(state, seat, deep[0].second),
        idea=_idea(game, state, seat, deep[0], seats),
        rules=_rules(game, state, seat, first.best),
        moves=len(game.legal_moves(state, seat)),
        totals={score.seat: score.total for score in game.standing(state, None)},
    )


def _searches() -> Iterator[tuple[int, float]]:
    """Playouts, and by how much the best move must be ahead; the first that fails ends it all."""
    for playouts, part in SCREENS:
        yield playouts, part * AHEAD
    for _ in range(SEEDS):
        yield TIMES * DEPTHS[1].playouts, AHEAD


@frozen
class _Lead:
    """What a search found: the best move and how far it is ahead."""

    best: Any
    second: Any
    chance: float
    ahead: float
    looked_best: bool
    """Whether it also looked best one move ahead."""


def _lead(
    game: AnyGame, state: Any, seat: int, seats: int, seed: object, playouts: int, least: float
) -> _Lead | None:
    """The best move of a position if it is clearly the best and not hopeless."""
    view = fair_view(game, state, seat, seed)
    search = DecisionSearch(view, seats)
    looks = [arm.first for arm in search.ranked()]
    if max(looks) - min(looks) < SPREAD:
        return None
    search.run(Limit(playouts // 4, None))
    ranked = search.ranked()
    looked = max(ranked, key=lambda arm: arm.first).move
    top = [arm.move for arm in ranked[:RIVALS]]
    if looked not in top:
        top[-1] = looked
    compared = DecisionSearch.between(view, top, playouts // 4, seats)
    chances = {move: compared.shares(move)[seat] for move in top}
    best, second, *_ = sorted(top, key=lambda move: -chances[move])
    ahead = chances[best] - chances[second]
    if ahead < least or chances[best] < HOPELESS or chances[second] > WON:
        return None
    return _Lead(best, second, chances[best], ahead, best == looked)


def _idea(game: AnyGame, state: Any, seat: int, found: _Lead, seats: int) -> str:
    after = state.copy()
    game.advance(after, seat, found.best, SeededChance("idea"))
    outcome = game.outcome(after)
    if outcome is not None and outcome.share(seat):
        return FINISH
    if not found.looked_best:
        return SURPRISE
    return HOLD if found.chance - found.ahead >= 1 / seats else TURN


def _rules(game: AnyGame, state: Any, seat: int, move: Any) -> tuple[str, ...]:
    """The rules at work in the best move: those of its events, or those that allow it."""
    happened = apply(game, state, seat, move, SeededChance("rules")).events
    cited = dict.fromkeys(rule for event in happened for rule in event.rules)
    return tuple([*cited][:4] or rules_of_move(game, state, seat, move))


def _position(match: Match, number: int) -> Mapping[str, Any]:
    """The position without what its defaults say, so that a person can read it."""
    game, state = match.game, match.plies[number - 1].state
    whole = game.to_dict(state)

    def holds(position: Mapping[str, Any]) -> bool:
        try:
            return bool(game.to_dict(game.from_dict(position)) == whole)
        except Exception:  # noqa: BLE001
            # Any fault of a smaller position means that the key is needed.
            return False

    return smallest_position(whole, holds)


# -- as a lesson ------------------------------------------------------------------------------


def lesson_data(puzzle: Puzzle, number: int) -> dict[str, Any]:
    """The puzzle as a lesson, in the order in which one reads it."""
    claims: dict[str, Any] = {"legal": {puzzle.seat: {"include": [puzzle.best, puzzle.second]}}}
    about = f"You are {NAMES[puzzle.seat]}."
    if len(puzzle.totals) > 1:
        claims["standing"] = {seat: {"total": total} for seat, total in puzzle.totals.items()}
        score = (f"{NAMES[seat]} {total}" for seat, total in puzzle.totals.items())
        about = f"{about} The score: {listed(score)}."
    return {
        "title": f"Puzzle {number}: {puzzle.idea}",
        "idea": puzzle.idea,
        "rules": [*puzzle.rules],
        "about": about,
        "given": dict(puzzle.position),
        "seat": puzzle.seat,
        "claims": claims,
        "task": "Find the best move. It is far better than all others.",
        "hint": f"Compare the moves that begin with '{puzzle.best.split()[0]}'.",
        "answers": [puzzle.best],
        "wrong": [{"move": puzzle.second, "say": "Many would play that. There is a better move."}],
        "otherwise": "That is legal, but another move is far better.",
        "after": f"{puzzle.sentence}. {REASONS[puzzle.idea]}",
    }
