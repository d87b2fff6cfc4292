"""python -m benchmarks.blunders GAME: does a review name blunders, and does it change its mind?

Plays matches between bots. Where much is at stake by a look one move ahead, a random legal move is
planted that a search of ten times the budget calls a blunder; the review must name it. These moves,
and some that the bots played, are judged at the usual and at ten times the budget: a judgement is
reversed if one of them calls a move good and the other calls it a mistake or a blunder.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

import click
from attrs import evolve, frozen

from benchmarks.measuring_options import Measuring, measuring_options
from rulekeep.bots.one_ply import look_ahead
from rulekeep.core.errors import RulekeepError
from rulekeep.match.match import Match
from rulekeep.review.bot_matches import bot_match, some_decisions
from rulekeep.review.decision_search import fair_view
from rulekeep.review.judgement import BLUNDER, MISTAKE, Depth, judge
from rulekeep.sim.stats import wilson

AT_STAKE = 0.15
"""A move that looks worse than the best one by so much may be planted."""
LOOKED_AT = 20
"""At so many decisions of a match a blunder may be planted, until one is."""
TIMES = 10


@frozen
class JudgedTwice:
    """What a move gave away by a review, and by one of ten times the budget."""

    planted: bool
    move: str
    lost: float
    lost_deep: float

    @property
    def reversed(self) -> bool:
        """Whether one calls the move good and the other a mistake or a blunder."""
        worse, better = max(self.lost, self.lost_deep), min(self.lost, self.lost_deep)
        return worse >= MISTAKE and better < MISTAKE / 2


def judged_twice(
    game: str,
    bots: Sequence[str],
    options: Mapping[str, Any],
    depth: Depth,
    ordinary: int,
    seed: str,
) -> list[JudgedTwice]:
    """A planted blunder of a match, if there is one, and some moves that were played."""
    match = bot_match(game, bots, options, seed)
    found = []
    for number in some_decisions(match, LOOKED_AT):
        move = _bad_looking(match, number)
        if move is not None:
            both = _both(match, number, move, depth, planted=True)
            if both is not None and both.lost_deep >= BLUNDER:
                found.append(both)
                break
    for number in some_decisions(match, ordinary):
        ply = match.plies[number]
        move = match.game.read(match.plies[number - 1].state, ply.seat, ply.move)
        both = _both(match, number, move, depth, planted=False)
        if both is not None:
            found.append(both)
    return found


def _bad_looking(match: Match, number: int) -> Any:
    """A random move that looks much worse than the best one; None if there is none."""
    state, seat = match.plies[number - 1].state, match.plies[number].seat
    view = fair_view(match.game, state, seat, "stake", match.header.seed, number)
    looks = look_ahead(view, 2)
    bad = [
        move for move, look in zip(view.moves, looks, strict=True) if look <= max(looks) - AT_STAKE
    ]
    return Random(f"{match.header.seed}/{number}").choice(bad) if bad else None


def _both(match: Match, number: int, move: Any, depth: Depth, planted: bool) -> JudgedTwice | None:
    game, state, seat = match.game, match.plies[number - 1].state, match.plies[number].seat
    deep = evolve(depth, playouts=TIMES * depth.playouts)
    seed = (match.header.seed, number)
    now = judge(game, state, seat, move, depth, seed, match.seats)
    then = judge(game, state, seat, move, deep, (*seed, "deep"), match.seats)
    if now is None or then is None:
        return None
    return JudgedTwice(planted, game.notation(move), now.lost, then.lost)


@click.command()
@measuring_options
@click.option(
    "--ordinary", default=2, show_default=True, help="Moves of the bots to judge in each match."
)
def main(given: Measuring, ordinary: int) -> None:
    """Count planted blunders that reviews of GAME name, and judgements that they reverse."""
    work = partial(
        judged_twice, given.game, given.bots, given.options(), given.chosen_depth, ordinary
    )
    found, complete = given.each_match("blunders", work)
    judged = [one for each in found for one in each]
    planted = [one for one in judged if one.planted]
    named = sum(one.lost >= MISTAKE / 2 for one in planted)
    as_mistakes = sum(one.lost >= MISTAKE for one in planted)
    turned = sum(one.reversed for one in judged)
    if given.as_json:
        figures = {
            "matches": len(found),
            "planted": len(planted),
            "named": named,
            "as_mistakes": as_mistakes,
            "judged": len(judged),
            "reversed": turned,
        }
        click.echo(json.dumps(figures))
    else:
        click.echo(f"{given.game}, {given.seats}, {given.depth}, {len(found):,} matches")
        click.echo(f"Planted blunders named: {_share(named, len(planted))}")
        click.echo(f"as mistakes or blunders: {_share(as_mistakes, len(planted))}")
        click.echo(f"Judgements reversed at ten times the budget: {_share(turned, len(judged))}")
        for one in judged:
            if one.reversed or (one.planted and one.lost < MISTAKE / 2):
                click.echo(f"  {one.move}: {one.lost:.1%}, then {one.lost_deep:.1%}")
    sys.exit(0 if complete else 130)


def _share(count: int, of: int) -> str:
    low, high = wilson(count, of)
    share = count / of if of else 0.0
    return f"{count} of {of}, {share:.1%} ({low:.1%} to {high:.1%})"


if __name__ == "__main__":
    try:
        main(prog_name="python -m benchmarks.blunders")
    except RulekeepError as error:
        click.echo(f"benchmarks: {error}", err=True)
        sys.exit(2)
