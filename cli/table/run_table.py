"""Sitting down at a match: on a screen that stays, or line by line; and once more after the end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from rulekeep.cli.arguments import Seconds
from rulekeep.cli.table.line_mode import LineTable
from rulekeep.cli.table.match_end import rematch
from rulekeep.cli.terminal.interrupts import Interrupts
from rulekeep.cli.terminal.prompt import Prompt
from rulekeep.cli.terminal.screen import Screen
from rulekeep.session.session import Session

F = TypeVar("F", bound=Callable[..., Any])

PACE = 0.6
MIN_COLUMNS, MIN_ROWS = 60, 16
"""A smaller window has no room for all parts of the table: it is printed in lines."""


def lines_option() -> Callable[[F], F]:
    return click.option(
        "--lines",
        is_flag=True,
        help="Print the table line by line instead of keeping it on the screen (as with --plain, "
        "which is the way for screen readers, but with colours and completion).",
    )


def pace_option() -> Callable[[F], F]:
    return click.option(
        "--pace",
        type=Seconds(0, 60),
        default=PACE,
        show_default=True,
        metavar="SECONDS",
        help="How long each act of the others is shown where the table stays on the screen; any "
        "key goes on at once.",
    )


def sit(
    session: Session,
    screen: Screen,
    asker: Prompt,
    interrupts: Interrupts,
    *,
    pace: float,
    lines: bool,
    data: Path | None,
    notice: str = "",
) -> None:
    """Play, and again if that is wished; every match is closed by whoever opened it."""
    first = session.match
    while True:
        again = _sit(session, screen, asker, interrupts, pace, lines, data, notice)
        if session.match is not first:
            session.match.close()
        if not again:
            return
        new = rematch(session.match)
        session = Session(new, session.players, think=session.think)
        notice = f"Another match with the same seats, kept in {new.path}"


def _sit(
    session: Session,
    screen: Screen,
    asker: Prompt,
    interrupts: Interrupts,
    pace: float,
    lines: bool,
    data: Path | None,
    notice: str,
) -> bool:
    """One match; whether another one is wanted after it."""
    has_room = screen.width >= MIN_COLUMNS and screen.height >= MIN_ROWS
    if screen.live and not lines and has_room:
        from rulekeep.cli.table.fullscreen.screen_mode import ScreenTable

        course = ScreenTable(session, screen, interrupts, pace=pace, data=data, notice=notice)
        course.run()
        return course.again
    table = LineTable(session, screen, asker, interrupts, data=data)
    if screen.live:  # beside the first question: what stands above the table scrolls off
        table.notice = notice
    table.run()
    return session.match.is_over and bool(session.people) and not asker.piped and _again(asker)


def _again(asker: Prompt) -> bool:
    try:
        return asker.yes("Play again with the same seats?")
    except (EOFError, KeyboardInterrupt):
        return False
