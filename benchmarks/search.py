"""python -m benchmarks.search: iterations a second of mcts in mid-game, and what it chose.

Positions are those of seeded random matches for two, halfway to the usual end. Seconds are those of
the processor, one core. The choices are printed so that two builds, or two revisions, can be
compared: the same seed must choose the same moves.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random
from time import process_time

import click

from rulekeep.bots import make_bot
from rulekeep.cli.build_info import build
from rulekeep.core import registry
from rulekeep.core.chance import SeededChance
from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import AnyGame

SEATS = 2
HALFWAY = {"carcassonne_castle": 40, "castle_keep": 24, "kilt_castle": 50, "kings_and_castles": 110}
"""Acts after which about half of a random match is over."""


def positions(game: AnyGame, count: int) -> Iterator[tuple[object, int]]:
    """Tables in mid-game at which a seat has a choice, and that seat."""
    for number in range(count):
        dice, chance = Random(number), SeededChance("mid", number)
        state = game.setup(SEATS, {}, chance).state
        for _ in range(HALFWAY.get(game.id, 20)):
            decisions = game.decisions(state)
            if not decisions:
                break
            moves = game.legal_moves(state, decisions[0].seat)
            move = moves[int(dice.random() * len(moves))]
            game.advance(state, decisions[0].seat, move, chance)
        for decision in game.decisions(state)[:1]:
            if len(game.legal_moves(state, decision.seat)) > 1:
                yield state, decision.seat


@click.command()
@click.option("--game", "names", multiple=True, help="This game only; may be repeated.")
@click.option("--iterations", default=400, show_default=True, help="For each choice.")
@click.option("--positions", "count", default=4, show_default=True, help="Matches to look into.")
def main(names: tuple[str, ...], iterations: int, count: int) -> None:
    """Iterations a second of mcts at some positions in mid-game, one core."""
    click.echo(f"mcts:{iterations}, {build()}")
    for game in [registry.load(name) for name in names] or registry.games().values():
        made, spent, chosen = 0, 0.0, []
        for state, seat in positions(game, count):
            bot = make_bot(f"mcts:{iterations}", "x")
            begin = process_time()
            choice = bot.choose(game, state, seat)
            spent += process_time() - begin
            made += iterations
            chosen.append(game.notation(choice.move))
        pace = f"{made / spent:,.0f} iterations/s" if made else "no choice there"
        click.echo(f"{game.id}: {pace}; {', '.join(chosen)}")


if __name__ == "__main__":
    try:
        main(prog_name="python -m benchmarks.search")
    except RulekeepError as error:
        click.echo(f"benchmarks: {error}", err=True)
        sys.exit(2)
