"""`rulekeep play`: a new match at the terminal."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulekeep.cli.arguments import (
    data_option,
    game_argument,
    house_option,
    option_option,
    position_option,
    preset_option,
    screen_options,
    seats_option,
    think_option,
)
from rulekeep.cli.files import paths
from rulekeep.cli.table.run_table import lines_option, pace_option, run_table
from rulekeep.cli.table.seating import HUMAN, Seating, parse, seated, usual
from rulekeep.cli.terminal.game_summaries import reconstructed
from rulekeep.cli.terminal.interrupts import Interrupts
from rulekeep.cli.terminal.prompt import Prompt
from rulekeep.cli.terminal.screen import Screen
from rulekeep.core import registry
from rulekeep.core.errors import SetupError
from rulekeep.core.game import Game
from rulekeep.match.house_rules import AgreedRules, HouseRules, agree
from rulekeep.match.match import Match
from rulekeep.session.session import Session

if TYPE_CHECKING:
    from rulekeep.cli.table.start_position import StartPosition


@click.command()
@game_argument(required=False)
@seats_option(
    "Who sits where: human, random, greedy, mcts, mcts:500, run:./mybot; named: Ada=human."
)
@option_option()
@preset_option()
@house_option()
@position_option()
@click.option("--seed", metavar="TEXT", help="Draw the same lots as every match with this seed.")
@data_option()
@click.option(
    "--file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="MATCH",
    help="Write the match to this new file instead of the user's data directory.",
)
@think_option()
@pace_option()
@lines_option()
@screen_options
def play(
    game: str | None,
    seats: str | None,
    words: tuple[str, ...],
    preset: str | None,
    house: HouseRules | None,
    position: str | None,
    seed: str | None,
    data: Path | None,
    file: Path | None,
    think: float,
    pace: float,
    lines: bool,
    screen: Screen,
) -> None:
    """Play GAME at the terminal; without a name, choose from a menu.

    Every move is written down at once: a match is never lost, see `rulekeep resume`. In a pipe
    moves are read from standard input, one a line.

    \b
    Examples:
      rulekeep play
      rulekeep play castle_keep --seats Ada=human,Bo=human,greedy
      rulekeep play kilt_castle --seats human,mcts:2s --seed 7
      rulekeep play kilt_castle --seats 'human,run:./mybot --level 3'
      rulekeep play --house thursday.yaml
      rulekeep play --from evening.rkm:31
    """
    if house is not None and position is None:
        game = game or house.game or None
    with Interrupts() as interrupts:
        prompt = Prompt(screen, interrupts)
        plugin: Game[Any, Any]
        start: StartPosition | None = None
        if position is not None:
            from rulekeep.cli.table.start_position import beginning  # seldom wanted, and loads much

            start = beginning(position, game, data).by(words, preset, house)
            plugin, agreed = start.game, AgreedRules({}, start.data, house)
            seating = _seated_at(start, seats)
        elif game is None:
            if prompt.piped:
                known = ", ".join(registry.names())
                raise click.UsageError(f"name a game; there are: {known}")
            if seats or words or preset or data or house:
                needing = "--seats, --option, --preset, --house and --data"
                raise click.UsageError(f"{needing} need a GAME")
            from rulekeep.cli.table.start_menu import StartMenu, command

            try:
                chosen = StartMenu(prompt).choose()
            except (EOFError, KeyboardInterrupt):
                screen.say("No match was begun.")
                return
            plugin, seating = chosen.game, chosen.seating
            agreed = AgreedRules(chosen.options, None, None)
            screen.say(f"The same without the menu: {command(chosen)}", "dim")
        else:
            plugin = registry.load(game)
            seating = parse(seats) if seats else usual(plugin.seats)
            agreed = agree(plugin, words, preset, house, data)
        match = _begin(plugin, seating, agreed, seed, file, start)
        with match:
            _welcome(screen, match)
            session = Session(match, seating.players, think=think)
            notice = _notice(match) if screen.live else ""
            run_table(session, prompt, pace=pace, lines=lines, data=agreed.data, notice=notice)


def _begin(
    plugin: Game[Any, Any],
    seating: Seating,
    agreed: AgreedRules,
    seed: str | None,
    file: Path | None,
    start: StartPosition | None,
) -> Match:
    who: dict[str, Any] = {"names": seating.names, "players": seating.players}
    who["house"] = agreed.house
    if start is not None:
        match = start.match(seed=seed, **who)
    else:
        match = Match.new(
            plugin, len(seating.players), seed, agreed.options, data=agreed.data, **who
        )
    if file is not None:
        match.record_to(file)
    else:
        paths.record(match, datetime.now())
    return match


def _seated_at(start: StartPosition, seats: str | None) -> Seating:
    """Who plays on from a position: as --seats says, else people on every seat."""
    count = start.count_seats()
    if seats is None:
        return seated([(name, HUMAN) for name in start.names or ("",) * count])
    seating = parse(seats)
    if len(seating.players) != count:
        given = len(seating.players)
        raise SetupError(f"--seats names {given}, but the position has {count} seats")
    return seating


def _about_the_box(match: Match) -> str:
    if not reconstructed(match.game):
        return ""
    return f"Parts of the box are reconstructed; to correct them: rulekeep data {match.game.id}"


def _notice(match: Match) -> str:
    """What stands beside the first question, where all that is printed before it scrolls off."""
    from rulekeep.cli.files.lesson_progress import offer

    return "\n".join(filter(None, (offer(match.game), _about_the_box(match))))


def _welcome(screen: Screen, match: Match) -> None:
    who = ", ".join(
        f"{name} ({player})" if player != HUMAN else name
        for name, player in zip(match.names, match.header.players, strict=True)
    )
    screen.heading(f"{match.game.title}: {who}")
    if match.game.blurb:
        screen.say(match.game.blurb)
    about = _about_the_box(match)
    if about and not screen.live:
        screen.say(about, "dim")
    if match.header.house is not None:
        screen.say(": ".join(filter(None, ("House rules", *match.header.house.values()))), "dim")
    if match.header.given is not None:
        screen.say("Begun from a position: edit changes it, scenario FILE keeps it.", "dim")
    if match.path is not None:
        screen.say(f"Every move is kept in {match.path}", "dim")
