"""`rulekeep export`: a match as one seat knows it, to be handed out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from attrs import asdict

from rulekeep.cli import arguments
from rulekeep.cli.files import paths
from rulekeep.cli.files.output_files import write_out
from rulekeep.cli.terminal.screen import json_text
from rulekeep.match.match import Match
from rulekeep.session.serialize import move_data

VERSION = 1


@click.command()
@arguments.match_argument
@click.option("--seat", type=click.IntRange(1), metavar="N", help="For this seat, 1 for the first.")
@click.option("--spectator", is_flag=True, help="For someone who only watches.")
@arguments.out_option
@arguments.data_option
def export(
    match: str, seat: int | None, spectator: bool, out: Path | None, data: Path | None
) -> None:
    """Write MATCH as JSON with only what a seat, or a spectator, may see.

    A match file contains everything: hands, draws and secret answers. Give this file to a player
    instead.

    \b
    Examples:
      rulekeep export game.rkm --seat 2 --out bo.json
      rulekeep export game.rkm --spectator
    """
    if (seat is None) != spectator:
        raise click.UsageError("For whom? Use --seat N or --spectator.")
    loaded = Match.load(paths.library().find(match), data=data)
    if seat is not None and seat > loaded.header.seats:
        raise click.UsageError(f"the match has seats 1 to {loaded.header.seats}, not {seat}")
    viewer = None if seat is None else seat - 1
    write_out(json_text(as_known(loaded, viewer)) + "\n", out)


def as_known(match: Match, viewer: int | None) -> dict[str, Any]:
    """The match for one seat, or for a spectator.

    Never in it: the seed and what chance gave (both deal the whole match again), the digests (by
    which a guess at what is hidden could be tested), and moves that were undone.
    """
    outcome = match.outcome
    return {
        "rulekeep-export": VERSION,
        "game": match.header.game,
        "title": match.game.title,
        "seats": match.header.seats,
        "names": list(match.names),
        "options": dict(match.header.options),
        "viewer": viewer,
        "acts": [_act(match, number, viewer) for number in range(len(match.plies))],
        "over": match.is_over,
        "outcome": asdict(outcome) if outcome is not None else None,
        "observation": match.observation(viewer),
    }


def _act(match: Match, number: int, viewer: int | None) -> dict[str, Any]:
    """The seat, the move if the viewer may know it, and the sentences about it."""
    act = move_data(match, number, viewer)
    hidden = ("events",) if act["move"] is not None else ("events", "move")
    return {key: value for key, value in act.items() if key not in hidden}
