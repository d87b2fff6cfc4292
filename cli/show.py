"""`rulekeep show`: the position of a recorded match."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from attrs import asdict

from rulekeep.cli import shelf, telling
from rulekeep.cli.arguments import (
    data_option,
    last_option,
    match_argument,
    screen_options,
    seat_option,
)
from rulekeep.cli.asking import Asker
from rulekeep.cli.interrupts import Interrupts
from rulekeep.cli.screen import Screen, json_text
from rulekeep.cli.seating import HUMAN
from rulekeep.cli.writing import write_new
from rulekeep.core.match import Match
from rulekeep.core.prose import plural
from rulekeep.sitting import listing
from rulekeep.sitting.secrecy import has_secrets

NEW_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@match_argument(required=False)
@last_option()
@click.option(
    "--to", type=click.IntRange(0), metavar="N", help="The position after N moves, not the last."
)
@seat_option()
@click.option("--json", "as_json", is_flag=True, help="Everything as JSON, for tools.")
@click.option("--svg", type=NEW_FILE, metavar="FILE", help="Draw the table into a new SVG file.")
@click.option(
    "--png", type=NEW_FILE, metavar="FILE", help="The same in dots; needs the extra rulekeep[png]."
)
@data_option()
@screen_options
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

    It is shown as the only person at the table sees it, else as a spectator does; where hands
    are hidden a spectator sees no legal moves either: choose a --seat.

    \b
    Examples:
      rulekeep show --last
      rulekeep show kilt_castle-2026-11-16-193205
      rulekeep show game.rkm --seat 2 --json
      rulekeep show game.rkm --svg table.svg
    """
    with Interrupts() as interrupts:
        named = as_json or svg is not None or png is not None
        path = shelf.wanted(Asker(screen, interrupts), match, last, named=named)
    if path is None:
        return
    loaded = load_at(path, to, data)
    viewer = viewing_seat(loaded, seat)
    if svg is not None or png is not None:
        _draw(loaded, viewer, svg, png)
        return
    if as_json:
        shown = as_data(loaded, viewer)
        shown["file"] = str(path)
        click.echo(json_text(shown))
        return
    show_position(screen, loaded, viewer)


def _draw(match: Match, viewer: int | None, svg: Path | None, png: Path | None) -> None:
    from rulekeep.cli import pictures

    picture = match.picture(viewer)
    dots = pictures.to_png(picture) if png is not None else b""
    if svg is not None:
        write_new(picture.svg().encode(), svg)
    if png is not None:
        write_new(dots, png)


def show_position(screen: Screen, loaded: Match, viewer: int | None) -> None:
    """The table, the score, and who may do what now."""
    screen.heading(f"{loaded.game.title}, after {plural(len(loaded.plies) - 1, 'move')}")
    if loaded.recovered:
        screen.say(loaded.recovered, "dim")
    if loaded.header.house is not None:
        screen.say(f"House rules: {loaded.header.house.get('name', '')}", "dim")
    telling.board(screen, loaded, viewer)
    if loaded.is_over:
        telling.end(screen, loaded)
        return
    screen.heading("Score")
    telling.score(screen, loaded, viewer)
    for decision in loaded.decisions:
        screen.say(f"{loaded.name(decision.seat)}: {decision.prompt}", "bold")
        if may_see_moves(loaded, viewer, decision.seat):
            groups = listing.grouped(loaded.game, loaded.state, decision.seat)
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


def may_see_moves(match: Match, viewer: int | None, seat: int) -> bool:
    """Legal moves tell what is in a hand."""
    return viewer == seat or not has_secrets(match)


def as_data(match: Match, viewer: int | None) -> dict[str, Any]:
    """A position for tools: only what the viewer may know."""
    outcome = match.outcome
    visible = [d.seat for d in match.decisions if may_see_moves(match, viewer, d.seat)]
    return {
        "game": match.header.game,
        "title": match.game.title,
        "seats": match.header.seats,
        "names": list(match.names),
        "players": list(match.header.players),
        "options": dict(match.header.options),
        "house": dict(match.header.house) if match.header.house is not None else None,
        "viewer": viewer,
        "moves": len(match.plies) - 1,
        "over": match.is_over,
        "decisions": [asdict(decision) for decision in match.decisions],
        "legal_moves": {str(seat): match.legal_moves(seat) for seat in visible},
        "standing": [asdict(score) for score in match.game.standing(match.state, viewer)],
        "outcome": asdict(outcome) if outcome is not None else None,
        "observation": match.observation(viewer),
    }
