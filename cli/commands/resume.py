"""`rulekeep resume`: continue a match that is not over."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from rulekeep.bots import is_program
from rulekeep.cli import arguments
from rulekeep.cli.files import match_list
from rulekeep.cli.table.run_table import run_table
from rulekeep.cli.table.seating import HUMAN, parse_seats
from rulekeep.cli.terminal.prompt import Prompt
from rulekeep.cli.terminal.screen import Screen
from rulekeep.core.errors import SetupError
from rulekeep.core.text import plural
from rulekeep.match import match_file
from rulekeep.match.match import Match
from rulekeep.session.session import Session


@click.command()
@arguments.optional_match_argument
@arguments.last_option("Resume the unfinished match that was played last.")
@arguments.seats_option("Who plays from here on, seat by seat; without it, the same as before.")
@arguments.data_option
@arguments.think_option
@arguments.pace_option
@arguments.lines_option
@arguments.screen_options
def resume(
    match: str | None,
    last: bool,
    seats: str | None,
    data: Path | None,
    think: float,
    pace: float,
    lines: bool,
    screen: Screen,
) -> None:
    """Resume MATCH, a file or the name of a saved match; without it, choose from a list.

    The start of a name is enough if no other match starts with it.

    \b
    Examples:
      rulekeep resume
      rulekeep resume --last
      rulekeep resume kilt_castle-2026-11-16-193205
      rulekeep resume game.rkm --seats human,mcts
    """
    with Prompt(screen) as prompt:
        path = match_list.wanted(prompt, match, last, only_open=True)
        if path is None:
            return
        # The number of seats counts only once the game has agreed to it.
        with Match.load(path, data=data, resume=True) as loaded:
            players = _players(loaded.header, seats)
            if loaded.recovered:
                screen.say(loaded.recovered, "bold")
            screen.heading(f"{loaded.game.title}, after {plural(len(loaded.plies) - 1, 'move')}")
            session = Session(loaded, players, think=think)
            session.mark_as_seen()
            run_table(session, prompt, pace=pace, lines=lines, data=data)


def _players(header: match_file.MatchHeader, seats: str | None) -> tuple[str, ...]:
    if seats is None:
        if any(map(is_program, header.players)):
            # A match file may come from elsewhere: it must not start programs.
            seating = shlex.quote(",".join(header.players))
            raise SetupError(
                "A program played in this match, and a match file must not start programs. Say who "
                f"plays from here on, for example --seats {seating}"
            )
        return header.players or (HUMAN,) * header.seats
    players = parse_seats(seats).players
    if len(players) != header.seats:
        raise SetupError(
            f"--seats names {plural(len(players), 'player')}, but the match has {header.seats} seats"
        )
    return players
