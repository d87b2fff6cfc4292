"""python -m benchmarks.open_hands GAME: what is it worth to see everything that is hidden?

One seat searches the true state: it sees all hands, but not what will be drawn. The others search
what they may know, with the same number of playouts. Each deal is played once with every seat as the one
that sees. A player who guessed every hand right could do no better with the same search.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from functools import partial
from math import fsum
from typing import Any

import click

from rulekeep.bots.mcts import Limit, SearchSettings, TreeSearch
from rulekeep.bots.search_tree import SearchNode
from rulekeep.cli import arguments
from rulekeep.cli.terminal.progress_bar import gather
from rulekeep.core import registry
from rulekeep.core.errors import RulekeepError
from rulekeep.core.primitives.players import need_seats
from rulekeep.match.house_rules import agree
from rulekeep.match.match import Match
from rulekeep.review.decision_search import fair_view, open_view
from rulekeep.sim.stats import wilson
from rulekeep.testing.process_map import map_in_processes


def shares_of_a_deal(
    game: str, seats: int, options: Mapping[str, Any], playouts: int, seed: str
) -> list[float]:
    """The share of the win of the seat that sees, for each seat in turn."""
    return [_share(game, seats, options, playouts, seed, sees) for sees in range(seats)]


def _share(
    game: str, seats: int, options: Mapping[str, Any], playouts: int, seed: str, sees: int
) -> float:
    match = Match.new(game, seats, seed, options)
    while not match.is_over:
        seat = match.decisions[0].seat
        match.play(_chosen(match, seat, playouts, seat == sees), seat)
    outcome = match.outcome
    assert outcome is not None, "the match is over"
    return outcome.share(sees)


def _chosen(match: Match, seat: int, playouts: int, sees: bool) -> Any:
    look = open_view if sees else fair_view
    view = look(match.game, match.state, seat, match.header.seed, len(match.plies))
    if len(view.moves) == 1:
        return view.moves[0]
    search = TreeSearch(view, SearchSettings(), SearchNode())
    search.run(Limit(playouts, None))
    return search.ranked()[0].move


@click.command()
@arguments.game_argument
@arguments.count_option("--players", default=2, help="How many seats.")
@arguments.count_option("--playouts", default=200, help="Playouts for each decision.")
@arguments.count_option("--deals", default=50, help="How many deals to play, once for each seat.")
@click.option("--seed", default="1", show_default=True, help="Other seeds, other deals.")
@arguments.option_option
@arguments.workers_option("measure")
@arguments.json_option("The figures, for tools.")
def main(
    game: str,
    players: int,
    playouts: int,
    deals: int,
    seed: str,
    words: tuple[str, ...],
    workers: int,
    as_json: bool,
) -> None:
    """Measure how often a player of GAME wins who sees all hands."""
    plugin = registry.load(game)
    need_seats(players, plugin.seats, plugin.title)
    options = agree(plugin, words).options
    work = partial(shares_of_a_deal, plugin.id, players, options, playouts)
    seeds = [f"open/{seed}/{number}" for number in range(deals)]
    found, complete = gather(map_in_processes(work, seeds, workers), deals, lambda _one: "")
    won, played = fsum(map(fsum, found)), players * len(found)
    low, high = wilson(won, played)
    if as_json:
        click.echo(json.dumps({"won": won, "played": played, "low": low, "high": high}))
    else:
        share = won / played if played else 0.0
        click.echo(f"{plugin.title}, {players} players, {playouts} playouts for each decision")
        click.echo(
            f"The seat that sees wins {won:g} of {played}, {share:.1%}, {low:.1%} to {high:.1%}"
        )
    sys.exit(0 if complete else 130)


if __name__ == "__main__":
    try:
        main(prog_name="python -m benchmarks.open_hands")
    except RulekeepError as error:
        click.echo(f"benchmarks: {error}", err=True)
        sys.exit(2)
