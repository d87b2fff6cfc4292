"""`rulekeep resume`: go on with a match that is not over."""

from __future__ import annotations

from pathlib import Path

import click

from rulekeep.cli import shelf
from rulekeep.cli.arguments import (
    data_option,
    last_option,
    match_argument,
    screen_options,
    seats_option,
    think_option,
)
from rulekeep.cli.asking import Asker
from rulekeep.cli.interrupts import Interrupts
from rulekeep.cli.screen import Screen
from rulekeep.cli.seating import HUMAN, parse
from rulekeep.cli.table import Table
from rulekeep.core import record
from rulekeep.core.errors import SetupError
from rulekeep.core.match import Match
from rulekeep.core.prose import plural


@click.command()
@match_argument(required=False)
@last_option("Go on with the unfinished match that was played last.")
@seats_option("Who decides from here on, seat by seat; else whoever did before.")
@data_option()
@think_option()
@screen_options
def resume(
    match: str | None,
    last: bool,
    seats: str | None,
    data: Path | None,
    think: float,
    screen: Screen,
) -> None:
    """Go on with MATCH, a file or the name of a kept match; without it, choose from a list.

    The beginning of a name is enough where no other match begins like it.

    \b
    Examples:
      rulekeep resume
      rulekeep resume --last
      rulekeep resume kilt_castle-2026-11-16-193205
      rulekeep resume game.rkm --seats human,mcts
    """
    with Interrupts() as interrupts:
        asker = Asker(screen, interrupts)
        path = shelf.wanted(asker, match, last, only_open=True)
        if path is None:
            return
        # The number of seats counts only once the game has agreed to it.
        with Match.load(path, data=data, resume=True) as loaded:
            players = _players(loaded.header, seats)
            if loaded.recovered:
                screen.say(loaded.recovered, "bold")
            screen.heading(f"{loaded.game.title}, after {plural(len(loaded.plies) - 1, 'move')}")
            table = Table(
                loaded, screen, asker, interrupts, players=players, think=think, data=data
            )
            table.already_told()
            table.run()


def _players(header: record.Header, seats: str | None) -> tuple[str, ...]:
    if seats is None:
        return header.players or (HUMAN,) * header.seats
    players = parse(seats).players
    if len(players) != header.seats:
        raise SetupError(f"--seats names {len(players)}, but the match has {header.seats} seats")
    return players
