"""Getting up from the table: what is told when a match is broken off, and beginning another."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from rulekeep.cli.files import paths
from rulekeep.cli.terminal.screen import Screen
from rulekeep.match.match import Match


def farewell(screen: Screen, match: Match, data: Path | None) -> None:
    """Where the match is, and how to go on with it."""
    path = match.path
    if path is None:
        return
    screen.say(f"The match is saved in {path}.")
    if not match.is_over:
        screen.say(f"Go on with it: rulekeep resume {paths.spoken(path, data)}")


def rematch(match: Match) -> Match:
    """A new match with the same seats, names and options, kept among the user's matches."""
    header = match.header
    again = Match.new(
        match.game, header.seats, None, header.options, names=header.names, players=header.players
    )
    paths.record(again, datetime.now())
    return again
