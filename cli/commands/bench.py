"""rulekeep bench: measure the speed of the games on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulekeep.cli import arguments
from rulekeep.cli.build_info import build
from rulekeep.core import registry
from rulekeep.core.errors import RulekeepError
from rulekeep.core.primitives.players import need_seats
from rulekeep.match.house_rules import HouseRules, agree

if TYPE_CHECKING:
    from rulekeep.cli.terminal.screen import Screen
    from rulekeep.sim.speed import Measured


@click.command()
@arguments.optional_game_argument
@arguments.only_seats_option
@arguments.seconds_option(
    "--seconds",
    0.3,
    arguments.Seconds(0.01, 60),
    "CPU time of random play, for each of the repeats.",
)
@arguments.count_option("--repeats", default=3, most=100, help="How many times to measure.")
@arguments.house_option(help="Measure a game by the house rules of this file.")
@arguments.screen_options
def bench(
    game: str | None,
    seats: int | None,
    seconds: float,
    repeats: int,
    house: HouseRules | None,
    screen: Screen,
) -> None:
    """Measure random play and single calls, on one core, in CPU time.

    To compare machines, look at `per loop`: the speed divided by that of a fixed piece of Python.

    \b
    Examples:
      rulekeep bench
      rulekeep bench kilt_castle --seats 4 --seconds 2
    """
    from rulekeep.sim.speed import measure, seat_counts
    from rulekeep.sim.text_plots import call_costs, speeds

    if house is not None:
        game = game or house.game
        if not game:
            raise click.UsageError("--house needs a GAME, here or in its file")
    names = [game] if game is not None else list(registry.games())
    if not names:
        raise RulekeepError("there is no game to measure")
    found: list[Measured] = []
    for name in names:
        plugin = registry.load(name)
        agreed = agree(plugin, house=house)
        if agreed.data is not None:
            plugin = plugin.with_data(agreed.data)
        options = agreed.options
        counts = seat_counts(plugin, options)
        if seats is not None:
            need_seats(seats, plugin.seats, plugin.title)
            counts = [seats]
        found += [measure(plugin, count, seconds, repeats, options=options) for count in counts]
    screen.say(f"Build: {build()}.")
    screen.console.print(speeds(found))
    screen.console.print()
    screen.console.print(call_costs(found))
