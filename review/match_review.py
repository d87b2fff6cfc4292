"""The review of a match: every decision judged, luck and decisions added up, turning points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from math import fsum
from typing import Any

import attrs

from rulekeep.core.chance import SeededChance
from rulekeep.core.frozen_values import frozen
from rulekeep.match.match import Match
from rulekeep.review.decision_search import Shares, static_shares
from rulekeep.review.judgement import Depth, judge, open_shares, verdict
from rulekeep.review.luck import luck_of_draw

TURNING_POINTS = 3
SWING = 0.05
"""A turning point changes some seat's chance by at least this much."""


@frozen
class MoveReview:
    """One move of the match. Chances are by seat, from 0 to 1."""

    number: int
    """1 is the first move."""
    seat: int
    move: str
    best: str
    """The best move found, in notation; the move itself if nothing better was found."""
    lost: float
    """The chance to win that the move gave away, as far as its seat could know."""
    before: Shares
    """With the best move, as far as the seat could know; empty if there was no choice."""
    after: Shares
    """With the move that was played; empty if there was no choice."""
    opened: Shares
    """Before the move if nothing were hidden; empty if there was no choice."""
    luck: Shares
    """What was drawn with this move gave every seat; empty if nothing was drawn."""
    good: tuple[str, ...]
    """The best move and those that are about as good, best first; empty if there was no choice."""
    line: str
    """The moves expected after the best one, in notation."""

    @property
    def verdict(self) -> str:
        return verdict(self.lost)

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> MoveReview:
        """From what `attrs.asdict` gave and JSON turned into lists."""
        fields: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in data.items()
        }
        return cls(**fields)


@frozen
class SeatAccount:
    """Where one seat's result came from; the parts add up to the result."""

    seat: int
    start: float
    """The chance of this seat before anything is dealt."""
    luck: float
    """What draws and the deal gave or took."""
    own: float
    """What the seat's own moves gave away; never above 0."""
    others: float
    """What the moves of the others gave this seat."""
    unforeseen: float
    """The rest: what the estimates did not foresee."""
    result: float
    """1 for a win, a part of it for a shared one; the last estimate if the match is not over."""


@frozen
class TurningPoint:
    """A move after which the chances were quite different."""

    number: int
    before: Shares
    after: Shares
    by_luck: bool
    """Whether a draw changed more than the decision did."""

    @property
    def swing(self) -> float:
        return _swing(self.before, self.after)


@frozen
class MatchReview:
    """What a review found."""

    moves: tuple[MoveReview, ...]
    accounts: tuple[SeatAccount, ...]
    turning_points: tuple[TurningPoint, ...]
    """The largest first."""
    curve: tuple[Shares, ...]
    """The chances of all seats before each move and at the end, if nothing were hidden."""

    def judged(self, seat: int | None = None) -> list[MoveReview]:
        """The moves that were inaccuracies, mistakes or blunders, in the order of the match."""
        return [one for one in self.moves if one.verdict and seat in (None, one.seat)]

    @property
    def hid_something(self) -> bool:
        """Whether what was hidden changed the chances anywhere."""
        return any(one.opened != one.before for one in self.moves)

    def known_curve(self, seat: int) -> list[float]:
        """What a seat could know of its chance before each move, and its chance at the end.

        It is judged at the decisions of the seat; in between it stays as it was.
        """
        known = [
            one.before[seat] if one.seat == seat and one.before else None for one in self.moves
        ]
        last = next((chance for chance in known if chance is not None), self.curve[0][seat])
        points = []
        for chance in known:
            last = last if chance is None else chance
            points.append(last)
        return [*points, self.curve[-1][seat]]


def review_move(match: Match, number: int, depth: Depth) -> MoveReview:
    """Review one move; the answer depends on the match, the number and the depth only."""
    game, seats = match.game, match.seats
    ply, before = match.plies[number], match.plies[number - 1].state
    move = game.read(before, ply.seat, ply.move)
    seed = (match.header.seed, number)
    judgement = judge(game, before, ply.seat, move, depth, seed, seats)
    opened: Shares = ()
    if judgement is not None:
        opened = judgement.before
        if _hides_something(match, number):
            opened = open_shares(game, before, depth.playouts, seed, seats)
    luck: Shares = ()
    if ply.outcomes:
        again = partial(_played_again, match, number, move)
        luck, _ = luck_of_draw(game, seats, ply.state, again, depth, seed)
    return MoveReview(
        number=number,
        seat=ply.seat,
        move=ply.move,
        best=game.notation(judgement.best) if judgement is not None else ply.move,
        lost=judgement.lost if judgement is not None else 0.0,
        before=judgement.before if judgement is not None else (),
        after=judgement.after if judgement is not None else (),
        opened=opened,
        luck=luck,
        good=() if judgement is None else tuple(map(game.notation, judgement.good)),
        line=judgement.line if judgement is not None else "",
    )


def _hides_something(match: Match, number: int) -> bool:
    """Whether the seat that moved could not see everything."""
    state = match.plies[number - 1].state
    chance = SeededChance("hides", number)
    dealt = match.game.determinize(state, match.plies[number].seat, chance)
    return bool(match.game.to_dict(dealt) != match.game.to_dict(state))


def _played_again(match: Match, number: int, move: Any, chance: SeededChance) -> Any:
    state = match.plies[number - 1].state.copy()
    match.game.advance(state, match.plies[number].seat, move, chance)
    return state


def _set_up_again(match: Match, chance: SeededChance) -> Any:
    return match.game.setup(match.seats, match.options, chance).state


def add_up(match: Match, moves: Iterable[MoveReview], depth: Depth) -> MatchReview:
    """The whole review from the reviews of all moves."""
    moves = tuple(moves)
    curve = tuple(_curve(match, moves))
    accounts = tuple(_accounts(match, moves, curve[-1], depth))
    return MatchReview(moves, accounts, tuple(_turning_points(moves, curve)), curve)


def _curve(match: Match, moves: Sequence[MoveReview]) -> Iterator[Shares]:
    """The chances before each move and at the end; where there was no choice, those after it."""
    outcome, seats = match.outcome, match.seats
    if outcome is not None:
        last = tuple(outcome.share(seat) for seat in range(seats))
    else:
        last = static_shares(match.game, match.state, seats)
    points = [last]
    for one in reversed(moves):
        points.append(one.opened or points[-1])
    yield from reversed(points)


def _accounts(
    match: Match, moves: Sequence[MoveReview], result: Shares, depth: Depth
) -> Iterator[SeatAccount]:
    seats, seed = match.seats, match.header.seed
    first = match.plies[0].state
    if match.header.given is None:
        again = partial(_set_up_again, match)
        luck, start = luck_of_draw(match.game, seats, first, again, depth, seed)
    else:
        luck = (0.0,) * seats
        start = open_shares(match.game, first, depth.playouts, seed, seats)
    for seat in range(seats):
        drawn = fsum([luck[seat], *(one.luck[seat] for one in moves if one.luck)])
        own = -fsum(one.lost for one in moves if one.seat == seat)
        others = fsum(
            one.after[seat] - one.before[seat]
            for one in moves
            if one.seat != seat and one.before and one.lost
        )
        rest = result[seat] - start[seat] - drawn - own - others
        yield SeatAccount(seat, start[seat], drawn, own, others, rest, result[seat])


def _turning_points(moves: Sequence[MoveReview], curve: Sequence[Shares]) -> list[TurningPoint]:
    found = []
    for one, before, after in zip(moves, curve[:-1], curve[1:], strict=True):
        by_luck = max(map(abs, one.luck), default=0.0) > one.lost
        found.append(TurningPoint(one.number, before, after, by_luck))
    found = [point for point in found if point.swing >= SWING]
    return sorted(found, key=lambda point: -point.swing)[:TURNING_POINTS]


def _swing(before: Shares, after: Shares) -> float:
    return max(abs(now - then) for now, then in zip(after, before, strict=True))


def as_data(review: MatchReview) -> dict[str, Any]:
    """The review as JSON-able data; chances are rounded to four digits."""
    data: dict[str, Any] = _rounded(attrs.asdict(review))
    for one, said in zip(review.moves, data["moves"], strict=True):
        said["verdict"] = one.verdict
    known = [review.known_curve(account.seat) for account in review.accounts]
    data["known_curve"] = _rounded([*zip(*known, strict=True)])
    return data


def _rounded(value: Any) -> Any:
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(item) for item in value]
    return value
