"""python -m benchmarks.open_hands GAME: what is it worth to see everything that is hidden?

One seat searches the true state: it sees all hands, and with `--draws` also what will be drawn. The others
search what they may know, with the same number of playouts. Each deal is played once with every seat as the one
that sees. A player who guessed every hand right, or every draw too, could do no better with the same search.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from typing import Any

import click
from attrs import evolve

from benchmarks.seat_wins import tell_wins
from rulekeep.bots.base import View
from rulekeep.bots.mcts import Limit, SearchSettings, TreeSearch
from rulekeep.bots.search_tree import SearchNode
from rulekeep.cli import arguments
from rulekeep.cli.terminal.progress_bar import gather
from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import RulekeepError
from rulekeep.core.primitives.bag import Bag
from rulekeep.core.primitives.players import need_seats
from rulekeep.match.house_rules import agree
from rulekeep.review.decision_search import fair_view, open_view
from rulekeep.testing.process_map import map_in_processes


class FatedChance(SeededChance):
    """What is drawn depends only on the deal and on what is left in the bag, so it can be foreseen."""

    def __init__(self, deal: str, *seed: object) -> None:
        super().__init__(*seed)
        self._deal = deal
        self._next = SeededChance()

    def pick(self, bag: Bag, what: str = "") -> int:
        self._next.reseed(self._deal, bag.counts)
        return self._next.pick(bag, what)


def shares_of_a_deal(
    game: str, seats: int, options: Mapping[str, Any], playouts: int, draws: bool, seed: str
) -> list[float]:
    """The share of the win of the seat that sees, for each seat in turn."""
    return [_share(game, seats, options, playouts, draws, seed, sees) for sees in range(seats)]


def _share(
    game_id: str,
    seats: int,
    options: Mapping[str, Any],
    playouts: int,
    draws: bool,
    seed: str,
    sees: int,
) -> float:
    game, chance = registry.load(game_id), FatedChance(seed, seed)
    state = game.setup(seats, options, chance).state
    decided = 0
    while open_now := game.decisions(state):
        seat = open_now[0].seat
        look = open_view if seat == sees else fair_view
        view = look(game, state, seat, seed, decided)
        if seat == sees and draws:
            view = evolve(view, chance=FatedChance(seed, "foreseen", seed, decided))
        game.advance(state, seat, _chosen(view, playouts), chance)
        decided += 1
    outcome = game.outcome(state)
    assert outcome is not None, "nobody has anything to decide"
    return outcome.share(sees)


def _chosen(view: View, playouts: int) -> Any:
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
@click.option("--draws", is_flag=True, help="The seat that sees also sees what will be drawn.")
@click.option("--seed", default="1", show_default=True, help="Other seeds, other deals.")
@arguments.option_option
@arguments.workers_option("measure")
@arguments.json_option("The figures, for tools.")
def main(
    game: str,
    players: int,
    playouts: int,
    deals: int,
    draws: bool,
    seed: str,
    words: tuple[str, ...],
    workers: int,
    as_json: bool,
) -> None:
    """Measure how often a player of GAME wins who sees all hands, or all hands and all draws."""
    plugin = registry.load(game)
    need_seats(players, plugin.seats, plugin.title)
    options = agree(plugin, words).options
    work = partial(shares_of_a_deal, plugin.id, players, options, playouts, draws)
    seeds = [f"open/{seed}/{number}" for number in range(deals)]
    found, complete = gather(map_in_processes(work, seeds, workers), deals, lambda _one: "")
    shares = [share for of_a_deal in found for share in of_a_deal]
    sees = "hands and draws" if draws else "hands"
    what = f"{plugin.title}, {players} players, {playouts} playouts for each decision"
    tell_wins(shares, f"The seat that sees {sees}", what, 1 / players, as_json)
    sys.exit(0 if complete else 130)


if __name__ == "__main__":
    try:
        main(prog_name="python -m benchmarks.open_hands")
    except RulekeepError as error:
        click.echo(f"benchmarks: {error}", err=True)
        sys.exit(2)
