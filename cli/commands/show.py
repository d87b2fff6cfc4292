"""`rulekeep show`: the position of a recorded match."""

from __future__ import annotations

from pathlib import Path

import click

from rulekeep.cli import arguments
from rulekeep.cli.files import match_list
from rulekeep.cli.files.output_files import write_new
from rulekeep.cli.table.position_output import need_position, show_position, viewing_seat
from rulekeep.cli.terminal.prompt import Prompt
from rulekeep.cli.terminal.screen import Screen, json_text
from rulekeep.match import share_link
from rulekeep.match.match import Match
from rulekeep.session.serialize import position_data


@click.command()
@arguments.optional_match_argument
@arguments.last_option()
@arguments.move_option("Show the position after N moves instead of the last.")
@arguments.seat_option
@arguments.json_option("Everything as JSON, for tools.")
@arguments.file_option("--svg", help="Draw the table into a new SVG file.")
@arguments.file_option("--png", help="Draw the table into a new PNG file; needs rulekeep[png].")
@arguments.data_option
@arguments.screen_options
def show(
    match: str | None,
    last: bool,
    to: int | None,
    seat: int | None,
    as_json: bool,
    svg: Path | None,
    png: Path | None,
    data: Path | None,
    screen: Screen,
) -> None:
    """Show the position of MATCH, the score and the legal moves; without it, choose from a list.

    You see what the only person at the table may know or, if there are several, what a spectator may
    know. A spectator sees no hidden hands and no moves that depend on them: choose a --seat.
    MATCH can also be a link to a shared position or match.

    \b
    Examples:
      rulekeep show --last
      rulekeep show kilt_castle-2026-11-16-193205
      rulekeep show game.rkm --seat 2 --json
      rulekeep show game.rkm --svg table.svg
      rulekeep show 'http://127.0.0.1:8000/share#p=eNrtVMlu...'
    """
    path: Path | None
    if match is not None and share_link.is_link(match):
        path = share_link.WHERE
        loaded = Match.replay(share_link.read_link(match), path, data=data)
    else:
        with Prompt(screen) as prompt:
            named = as_json or svg is not None or png is not None
            path = match_list.wanted(prompt, match, last, named=named)
        if path is None:
            return
        loaded = Match.load(path, data=data)
    need_position(loaded, to)
    if to is not None:
        loaded = loaded.at(to)
    viewer = viewing_seat(loaded, seat)
    if svg is not None or png is not None:
        _draw(loaded, viewer, svg, png)
        return
    if as_json:
        shown = position_data(loaded, viewer)
        shown["file"] = str(path)
        click.echo(json_text(shown))
        return
    show_position(screen, loaded, viewer)


def _draw(match: Match, viewer: int | None, svg: Path | None, png: Path | None) -> None:
    from rulekeep.cli.files import picture_files

    picture = match.picture(viewer)
    dots = picture_files.to_png(picture) if png is not None else b""
    if svg is not None:
        write_new(picture.svg().encode(), svg)
    if png is not None:
        write_new(dots, png)
