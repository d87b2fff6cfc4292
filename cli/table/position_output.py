"""Print a position: board, score and legal moves."""

from __future__ import annotations

from pathlib import Path

import click

from rulekeep.cli.table import output
from rulekeep.cli.table.seating import HUMAN
from rulekeep.cli.terminal.screen import Screen
from rulekeep.core.text import plural
from rulekeep.match.match import Match
from rulekeep.session import move_list
from rulekeep.session.serialize import may_see_moves


def show_position(screen: Screen, loaded: Match, viewer: int | None) -> None:
    """The table, the score, and who may do what now."""
    screen.heading(f"{loaded.game.title}, after {plural(len(loaded.plies) - 1, 'move')}")
    if loaded.recovered:
        screen.say(loaded.recovered, "dim")
    if loaded.header.house is not None:
        screen.say(f"House rules: {loaded.header.house.get('name', '')}", "dim")
    output.board(screen, loaded, viewer)
    if loaded.is_over:
        output.end(screen, loaded)
        return
    screen.heading("Score")
    output.score(screen, loaded, viewer)
    for decision in loaded.decisions:
        screen.say(f"{loaded.name(decision.seat)}: {decision.prompt}", "bold")
        if may_see_moves(loaded, viewer, decision.seat):
            groups = move_list.grouped(loaded.game, loaded.state, decision.seat)
            for group in groups:
                screen.items([listed.text for listed in group.moves])
        else:
            screen.say(f"(--seat {decision.seat + 1} shows the moves)", "dim", indent=2)


def load_at(path: Path, to: int | None, data: Path | None) -> Match:
    """The match, cut off after some moves if that is wished."""
    loaded = Match.load(path, data=data)
    if to is not None:
        last = len(loaded.plies) - 1
        if to > last:
            there = plural(last, "move")
            raise click.UsageError(f"the match has {there}; there is no position {to}")
        del loaded.plies[to + 1 :]
    return loaded


def viewing_seat(match: Match, seat: int | None) -> int | None:
    """Whose eyes to look with: the seat asked for, else the only person's, else nobody's."""
    if seat is None:
        people = [n for n, player in enumerate(match.header.players) if player == HUMAN]
        return people[0] if len(people) == 1 else None
    if seat > match.header.seats:
        raise click.UsageError(f"the match has seats 1 to {match.header.seats}, not {seat}")
    return seat - 1 if seat else None
