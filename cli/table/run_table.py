"""Play a session at the terminal, on the full screen or in lines, and again if that is wanted."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from rulekeep.cli.files import paths
from rulekeep.cli.table.controller import Controller
from rulekeep.cli.table.line_view import LineView
from rulekeep.cli.table.terminal_view import TerminalView
from rulekeep.cli.terminal.prompt import Prompt
from rulekeep.match.match import Match
from rulekeep.session.session import Session

MIN_COLUMNS, MIN_ROWS = 40, 12
"""A smaller window has no room for all parts of the table: it is printed in lines."""


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
        again = Controller(make_view(session, prompt, pace, lines, data, notice)).run()
        if session.match is not first:
            session.match.close()
        if not again:
            return
        match = _rematch(session.match)
        session = Session(match, session.players, think=session.think)
        notice = f"New match with the same seats, saved in {match.path}"


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
