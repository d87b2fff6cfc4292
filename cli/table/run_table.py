"""Play a session at the terminal, on the full screen or in lines, and again if that is wanted."""

from __future__ import annotations

import contextlib
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from rulekeep.cli.files import paths
from rulekeep.cli.table.controller import Controller
from rulekeep.cli.table.line_view import LineView
from rulekeep.cli.table.terminal_view import TerminalView
from rulekeep.cli.terminal.prompt import Prompt
from rulekeep.match.match import Match
from rulekeep.session.session import Session

MIN_COLUMNS, MIN_ROWS = 40, 12
"""A smaller window has no room for all parts of the table: it is printed in lines."""
SHARED = {"think", "pace", "lines", "plain", "no_colour", "ascii", "width"}
"""Options that a command started from another one takes over."""


def run_table(
    session: Session,
    prompt: Prompt,
    *,
    pace: float,
    lines: bool,
    data: Path | None,
    notice: str = "",
) -> None:
    """Play a match, and more with the same seats; the caller closes the first one."""
    first = session.match
    while True:
        word = Controller(make_view(session, prompt, pace, lines, data, notice)).run()
        if word in ("replay", "review"):
            _look_back(session.match, prompt, word, data)
            continue
        if session.match is not first:
            session.match.close()
        if word == "leave":
            return
        match = _rematch(session.match)
        session = Session(match, session.players, think=session.think)
        notice = f"New match with the same seats, saved in {match.path}"


def run_command(name: str, **words: Any) -> None:
    """Run another command, with what this one was told about time and screen."""
    context = click.get_current_context()
    group = context.find_root().command
    command = group.get_command(context, name) if isinstance(group, click.Group) else None
    assert command is not None, "only commands are named"
    shared = {param.name for param in command.params} & SHARED
    context.invoke(command, **words, **{name: context.params[name] for name in shared})


def _look_back(match: Match, prompt: Prompt, command: str, data: Path | None) -> None:
    """Replay or review a match that is over; Ctrl-C goes back to the result."""
    with contextlib.suppress(EOFError, KeyboardInterrupt):
        with prompt.interrupts.waiting():
            run_command(command, match=str(match.path), data=data)
        if command == "review":
            prompt.key("Press any key to go back to the result.")


def make_view(
    session: Session,
    prompt: Prompt,
    pace: float,
    lines: bool,
    data: Path | None = None,
    notice: str = "",
) -> TerminalView:
    """The full screen where there is room for it, else lines."""
    screen = prompt.screen
    # The notice is shown with the first question: what is printed above the table scrolls off.
    shown = notice if screen.live and session.people else ""
    if screen.live and not lines and screen.width >= MIN_COLUMNS and screen.height >= MIN_ROWS:
        from rulekeep.cli.table.fullscreen.screen_view import ScreenView

        return ScreenView(session, prompt, data, shown, pace=pace)
    return LineView(session, prompt, data, shown)


def _rematch(match: Match) -> Match:
    """A new match with the same seats, names and options, saved with the user's matches."""
    header = match.header
    again = Match.new(
        match.game, header.seats, None, header.options, names=header.names, players=header.players
    )
    paths.library().add(again, datetime.now())
    return again
