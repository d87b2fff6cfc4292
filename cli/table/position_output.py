"""Print positions of a match: the last with score and legal moves, or any with its move."""

from __future__ import annotations

import click

from rulekeep.cli.table import output
from rulekeep.cli.table.seating import HUMAN
from rulekeep.cli.terminal.screen import Screen
from rulekeep.core.text import plural
from rulekeep.match import seat_events
from rulekeep.match.match import Match
from rulekeep.session.move_list import SHOWN_AT_ONCE
from rulekeep.session.serialize import may_see_moves
from rulekeep.session.turn import Turn


def show_position(screen: Screen, match: Match, viewer: int | None) -> None:
    """The table, the score, and the legal moves of each seat that decides now."""
    screen.heading(f"{match.game.title}, after {plural(len(match.plies) - 1, 'move')}")
    if match.recovered:
        screen.say(match.recovered, "dim")
    if match.header.house is not None:
        screen.say(f"House rules: {match.header.house.get('name', '')}", "dim")
    output.board(screen, match, viewer)
    if match.is_over:
        output.end(screen, match)
        return
    screen.heading("Score")
    output.score(screen, match, viewer)
    for decision in match.decisions:
        screen.say(f"{match.name(decision.seat)}: {decision.prompt}", "bold")
        if may_see_moves(match, viewer, decision.seat):
            turn = Turn(match, decision)
            shown = turn.legal[:SHOWN_AT_ONCE] if screen.live else turn.legal
            output.move_rows(screen, turn, shown)
            if len(shown) < len(turn.legal):
                left = len(turn.legal) - len(shown)
                screen.say(f"… {left} more; --json lists all of them", "dim", indent=2)
        else:
            screen.say(f"(--seat {decision.seat + 1} shows the moves)", "dim", indent=2)


def show_step(screen: Screen, match: Match, viewer: int | None, at: int) -> None:
    """What a move did, and the table after it."""

    def above() -> None:
        # Before the table, so that a tall one does not push it out of the window.
        screen.heading(_title(match, at))
        output.show_events(screen, seat_events.sentences(match, at, viewer))

    above()
    used = len(screen.printed(above)) + 1 if screen.live else None
    output.board(screen, match, viewer, match.plies[at].state, used)
    if at == len(match.plies) - 1:
        output.end(screen, match)


def _title(match: Match, at: int) -> str:
    """`Castle Keep, move 12 of 80: Ada: Place the red curvy wall at N (place WRC N)`"""
    last = len(match.plies) - 1
    if at == 0:
        return f"{match.game.title}, set-up ({plural(last, 'move follows', 'moves follow')})"
    ply = match.plies[at]
    title = f"{match.game.title}, move {at} of {last}: {match.name(ply.seat)}"
    if not seat_events.is_public(match, at):
        return title
    sentence, notation = seat_events.move_sentence(match, at)
    return f"{title}: {sentence}" + (f" ({notation})" if notation else "")


def need_position(match: Match, number: int | None) -> None:
    """UsageError unless the match has a position after so many moves."""
    last = len(match.plies) - 1
    if number is not None and number > last:
        there = plural(last, "move")
        raise click.UsageError(f"the match has {there}; there is no position {number}")


def viewing_seat(match: Match, seat: int | None) -> int | None:
    """The seat whose view is shown: the one asked for, else the only person, else a spectator."""
    if seat is None:
        people = [n for n, player in enumerate(match.header.players) if player == HUMAN]
        return people[0] if len(people) == 1 else None
    if seat > match.header.seats:
        raise click.UsageError(f"the match has seats 1 to {match.header.seats}, not {seat}")
    return seat - 1 if seat else None
