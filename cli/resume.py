"""`rulekeep resume`: go on with a match that is not over."""

from __future__ import annotations

import shlex
from datetime import datetime
from pathlib import Path

import click

from rulekeep.bots import is_program
from rulekeep.cli import home
from rulekeep.cli.arguments import (
    data_option,
    match_argument,
    screen_options,
    seats_option,
    think_option,
)
from rulekeep.cli.asking import Asker
from rulekeep.cli.interrupts import Interrupts
from rulekeep.cli.screen import Screen
from rulekeep.cli.seating import HUMAN, parse
from rulekeep.cli.sitting_down import lines_option, pace_option, sit
from rulekeep.core import record
from rulekeep.core.data import whole_number
from rulekeep.core.errors import RulekeepError, SetupError
from rulekeep.core.match import Match
from rulekeep.sitting import Sitting

TROUBLES = 3
"""So many files that cannot be read are named one by one."""


@click.command()
@match_argument(required=False)
@seats_option("Who decides from here on, seat by seat; else whoever did before.")
@data_option()
@think_option()
@pace_option()
@lines_option()
@screen_options
def resume(
    match: str | None,
    seats: str | None,
    data: Path | None,
    think: float,
    pace: float,
    lines: bool,
    screen: Screen,
) -> None:
    """Go on with MATCH, a file or the name of a kept match; without it, choose from a list.

    \b
    Examples:
      rulekeep resume
      rulekeep resume kilt_castle-2026-11-16-193205
      rulekeep resume game.rkm --seats human,mcts
    """
    with Interrupts() as interrupts:
        asker = Asker(screen, interrupts)
        path = home.find(match) if match is not None else _choose(asker)
        if path is None:
            return
        # The number of seats counts only once the game has agreed to it.
        with Match.load(path, data=data, resume=True) as loaded:
            players = _players(loaded.header, seats)
            if loaded.recovered:
                screen.say(loaded.recovered, "bold")
            screen.heading(f"{loaded.game.title}, after {len(loaded.plies) - 1} moves")
            sitting = Sitting(loaded, players, think=think)
            sitting.already_told()
            sit(sitting, screen, asker, interrupts, pace=pace, lines=lines, data=data)


def _players(header: record.Header, seats: str | None) -> tuple[str, ...]:
    if seats is None:
        if any(map(is_program, header.players)):
            # A file from elsewhere must not say what is started here.
            said = shlex.quote(",".join(header.players))
            raise SetupError(
                "a program decided in this match, and a match file starts none; say who decides "
                f"from here on, for example --seats {said}"
            )
        return header.players or (HUMAN,) * header.seats
    players = parse(seats).players
    if len(players) != header.seats:
        raise SetupError(f"--seats names {len(players)}, but the match has {header.seats} seats")
    return players


def _choose(asker: Asker) -> Path | None:
    """The list of unfinished matches; None if there are none or none is wanted."""
    screen = asker.screen
    found = list(home.unfinished())
    good = [(entry.path, entry.match) for entry in found if entry.match is not None]
    troubles = [entry.trouble for entry in found if entry.match is None]
    for trouble in troubles[:TROUBLES]:
        screen.say(trouble, "dim")
    if len(troubles) > TROUBLES:
        left = len(troubles) - TROUBLES
        screen.say(f"… and {left} more files there cannot be read.", "dim")
    if not good:
        screen.say("There is no unfinished match; `rulekeep play` begins one.")
        return None
    screen.heading("Unfinished matches, newest first:")
    rows = []
    for number, (path, match) in enumerate(good, 1):
        when = datetime.fromtimestamp(path.stat().st_mtime)
        acts = len(match.plies) - 1
        who = ", ".join(match.names)
        said = f"{match.game.title}: {who}; {acts} moves, last on {when:%Y-%m-%d at %H:%M}"
        rows.append((f"{number}  {path.stem}", said))
    screen.pairs(rows)
    if asker.piped:
        return None
    while True:
        try:
            said = asker.line("Which one? [1] ") or "1"
        except (EOFError, KeyboardInterrupt):
            return None
        chosen = whole_number(said, 1, len(good))
        if chosen is not None:
            return good[chosen - 1][0]
        try:
            return home.find(said)
        except RulekeepError as error:
            asker.complain(f"{error}")
