"""`rulekeep replay`: step through a recorded match, forward and back."""

from __future__ import annotations

import time
from pathlib import Path

import click

from rulekeep.cli import shelf, telling
from rulekeep.cli.arguments import (
    Seconds,
    data_option,
    last_option,
    match_argument,
    screen_options,
    seat_option,
)
from rulekeep.cli.asking import Asker
from rulekeep.cli.interrupts import Interrupts
from rulekeep.cli.screen import Screen
from rulekeep.cli.show import viewing_seat
from rulekeep.cli.writing import write_new
from rulekeep.core.data import whole_number
from rulekeep.core.match import Match
from rulekeep.core.prose import plural
from rulekeep.sitting import news

KEYS = "→ next  ← back  Home/End  g jump  space auto  ↑↓ scroll  q quit"


@click.command()
@match_argument(required=False)
@last_option()
@click.option("--to", type=click.IntRange(0), metavar="N", help="Begin after N moves.")
@click.option("--auto", is_flag=True, help="Go forward by itself.")
@click.option(
    "--pause",
    type=Seconds(0, 60),
    default=1.0,
    show_default=True,
    metavar="SECONDS",
    help="How long --auto shows each move.",
)
@seat_option()
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write a page to step through in a browser, with pictures.",
)
@data_option()
@screen_options
def replay(
    match: str | None,
    last: bool,
    to: int | None,
    auto: bool,
    pause: float,
    seat: int | None,
    html: Path | None,
    data: Path | None,
    screen: Screen,
) -> None:
    """Step through MATCH, or one chosen from a list: forward and back with the arrow keys, g jumps, space goes on by itself.

    In a pipe the position after --to N is printed, or with --auto the whole match from there.
    The page of --html shows a finished match with the eyes of every seat, or of the --seat
    asked for; a match that is not over as `show` would.

    \b
    Examples:
      rulekeep replay --last
      rulekeep replay kilt_castle-2026-11-16-193205
      rulekeep replay game.rkm --to 40 --auto --pause 0.5
      rulekeep replay game.rkm --html game.html
    """
    with Interrupts() as interrupts:
        path = shelf.wanted(Asker(screen, interrupts), match, last, named=html is not None)
    if path is None:
        return
    loaded = Match.load(path, data=data)
    moves = len(loaded.plies) - 1
    if to is not None and to > moves:
        there = plural(moves, "move")
        raise click.UsageError(f"the match has {there}; there is no position {to}")
    viewer = viewing_seat(loaded, seat)
    if html is not None:
        from rulekeep.cli import pictures

        everybody = seat is None and loaded.is_over
        viewers = (None, *range(loaded.header.seats)) if everybody else (viewer,)
        write_new(pictures.replay_page(loaded, viewers).encode(), html)
        return
    if screen.live:
        from rulekeep.cli.replayer import Replayer

        Replayer(loaded, screen, viewer, at=to or 0, auto=auto, pause=pause).run()
    elif auto or Asker(screen, Interrupts()).piped:
        _print(screen, loaded, viewer, to, auto, pause)
    else:
        _step_by_lines(screen, loaded, viewer, to or 0)


def position(screen: Screen, match: Match, viewer: int | None, at: int) -> None:
    """What a move did, and the table after it."""

    def told() -> None:
        # Before the table, so that a tall one does not push it out of the window.
        screen.heading(title(match, at))
        telling.tell_news(screen, news.sentences(match, at, viewer))

    told()
    used = len(screen.printed(told)) + 1 if screen.live else None
    telling.board(screen, match, viewer, match.plies[at].state, used)
    if at == len(match.plies) - 1:
        telling.end(screen, match)


def title(match: Match, at: int) -> str:
    """`Kilt Castle, move 12 of 80: Ada, build A2 crest0`"""
    last = len(match.plies) - 1
    if at == 0:
        return f"{match.game.title}, set-up ({plural(last, 'move follows', 'moves follow')})"
    ply = match.plies[at]
    what = f", {ply.move}" if news.is_public(match, at) else ""
    return f"{match.game.title}, move {at} of {last}: {match.name(ply.seat)}{what}"


def _print(
    screen: Screen, match: Match, viewer: int | None, to: int | None, auto: bool, pause: float
) -> None:
    last = len(match.plies) - 1
    if not auto:
        position(screen, match, viewer, last if to is None else to)
        return
    for at in range(to or 0, last + 1):
        position(screen, match, viewer, at)
        screen.say()
        if not Asker(screen, Interrupts()).piped and at < last:
            time.sleep(pause)


def _step_by_lines(screen: Screen, match: Match, viewer: int | None, at: int) -> None:
    """For terminals without escape codes: one line typed, one position shown."""
    last = len(match.plies) - 1
    with Interrupts() as interrupts:
        asker = Asker(screen, interrupts)
        position(screen, match, viewer, at)
        while True:
            try:
                said = asker.line("Enter: next, b: back, a number: jump, q: quit > ").lower()
            except (EOFError, KeyboardInterrupt):
                return
            if said in ("q", "quit"):
                return
            if said == "":
                at = min(last, at + 1)
            elif said in ("b", "back"):
                at = max(0, at - 1)
            elif (number := whole_number(said, 0, last)) is not None:
                at = number
            else:
                asker.complain(f"'{said}' is none of these; positions go from 0 to {last}.")
                continue
            position(screen, match, viewer, at)
