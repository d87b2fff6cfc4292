"""`rulekeep replay`: step through a recorded match, forward and back."""

from __future__ import annotations

import time
from pathlib import Path

import click

from rulekeep.cli import arguments
from rulekeep.cli.files import match_list
from rulekeep.cli.files.output_files import write_new
from rulekeep.cli.table.position_output import need_position, show_step, viewing_seat
from rulekeep.cli.terminal.prompt import Prompt
from rulekeep.cli.terminal.screen import Screen
from rulekeep.core.text import whole_number
from rulekeep.match.match import Match


@click.command()
@arguments.optional_match_argument
@arguments.last_option()
@arguments.move_option("Start after N moves.")
@click.option("--auto", is_flag=True, help="Step forward automatically.")
@arguments.seconds_option(
    "--pause", 1.0, arguments.Seconds(0, 60), "How long --auto shows each move."
)
@arguments.seat_option
@arguments.file_option("--html", help="Write a page to step through in a browser, with pictures.")
@arguments.data_option
@arguments.screen_options
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
    """Step through MATCH, or choose one from a list. Arrow keys step, g jumps, space plays on.

    In a pipe the position after --to N is printed, or with --auto the whole match from there.
    The page of --html shows a finished match from every seat's view, or from --seat only; an
    unfinished match as `show` does.

    \b
    Examples:
      rulekeep replay --last
      rulekeep replay kilt_castle-2026-11-16-193205
      rulekeep replay game.rkm --to 40 --auto --pause 0.5
      rulekeep replay game.rkm --html game.html
    """
    with Prompt(screen) as prompt:
        path = match_list.wanted(prompt, match, last, named=html is not None)
    if path is None:
        return
    loaded = Match.load(path, data=data)
    need_position(loaded, to)
    viewer = viewing_seat(loaded, seat)
    if html is not None:
        from rulekeep.cli.files import picture_files

        everybody = seat is None and loaded.is_over
        viewers = (None, *range(loaded.header.seats)) if everybody else (viewer,)
        write_new(picture_files.replay_page(loaded, viewers).encode(), html)
        return
    if screen.live:
        from rulekeep.cli.table.replay_screen import Replayer

        Replayer(loaded, screen, viewer, at=to or 0, auto=auto, pause=pause).run()
    elif auto or Prompt(screen).piped:
        _print(screen, loaded, viewer, to, auto, pause)
    else:
        _step_by_lines(screen, loaded, viewer, to or 0)


def _print(
    screen: Screen, match: Match, viewer: int | None, to: int | None, auto: bool, pause: float
) -> None:
    last = len(match.plies) - 1
    if not auto:
        show_step(screen, match, viewer, last if to is None else to)
        return
    for at in range(to or 0, last + 1):
        show_step(screen, match, viewer, at)
        screen.say()
        if not Prompt(screen).piped and at < last:
            time.sleep(pause)


def _step_by_lines(screen: Screen, match: Match, viewer: int | None, at: int) -> None:
    """For terminals without escape codes: one line typed, one position shown."""
    last = len(match.plies) - 1
    with Prompt(screen) as prompt:
        show_step(screen, match, viewer, at)
        while True:
            try:
                answer = prompt.line("Enter: next, b: back, a number: jump, q: quit > ").lower()
            except (EOFError, KeyboardInterrupt):
                return
            if answer in ("q", "quit"):
                return
            if answer == "":
                at = min(last, at + 1)
            elif answer in ("b", "back"):
                at = max(0, at - 1)
            elif (number := whole_number(answer, 0, last)) is not None:
                at = number
            else:
                prompt.show_error(f"'{answer}' is not a position. Type a number from 0 to {last}.")
                continue
            show_step(screen, match, viewer, at)
