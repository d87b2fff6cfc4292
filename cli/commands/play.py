"""`rulekeep play`: a new match at the terminal."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulekeep.cli import arguments
from rulekeep.cli.files import paths
from rulekeep.cli.table.run_table import run_command, run_table
from rulekeep.cli.table.seating import HUMAN, Seating, default_seating, parse_seats, seated
from rulekeep.cli.terminal.game_summaries import reconstructed
from rulekeep.cli.terminal.prompt import Prompt
from rulekeep.cli.terminal.screen import Screen
from rulekeep.core import registry
from rulekeep.core.errors import RulekeepError, SetupError
from rulekeep.core.frozen_values import frozen
from rulekeep.core.game import AnyGame
from rulekeep.core.text import plural
from rulekeep.match.house_rules import AgreedRules, HouseRules, agree
from rulekeep.match.match import Match
from rulekeep.session.session import Session

if TYPE_CHECKING:
    from rulekeep.cli.table.start_menu import StartMenu
    from rulekeep.cli.table.start_position import StartPosition


@click.command()
@arguments.optional_game_argument
@arguments.seats_option(
    "Who plays, seat by seat: human, random, easy, medium, hard, expert, mcts:500, run:./mybot. With a name: Ada=human."
)
@arguments.option_option
@arguments.preset_option
@arguments.house_option()
@arguments.position_option
@click.option("--seed", metavar="TEXT", help="The same seed gives the same random draws.")
@arguments.data_option
@arguments.file_option(
    "--file",
    metavar="MATCH",
    help="Save the match to this new file instead of your data directory.",
)
@arguments.think_option
@arguments.pace_option
@arguments.lines_option
@arguments.screen_options
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
    """Play GAME at the terminal; without GAME, choose from a menu.

    Every move is saved at once, and you can resume any time with `rulekeep resume`. In a pipe,
    moves are read from standard input, one per line.

    \b
    Examples:
      rulekeep play
      rulekeep play castle_keep --seats Ada=human,Bo=human,easy
      rulekeep play kilt_castle --seats human,hard --seed 7
      rulekeep play kilt_castle --seats 'human,run:./mybot --level 3'
      rulekeep play --house thursday.yaml
      rulekeep play --from evening.rkm:31
    """
    with Prompt(screen) as prompt:
        if house is not None and position is None:
            game = game or house.game or None
        if position is not None:
            setup = _from_position(position, game, data, seats, words, preset, house)
        elif game is not None:
            plugin = registry.load(game)
            seating = parse_seats(seats) if seats else default_seating(plugin.seats)
            setup = MatchSetup(plugin, seating, agree(plugin, words, preset, house, data))
        else:
            if prompt.piped:
                known = ", ".join(registry.names())
                raise click.UsageError(f"Which game? There are: {known}")
            if any((seats, words, preset, data, house)):
                needing = "--seats, --option, --preset, --house and --data"
                raise click.UsageError(f"{needing} need a GAME.")
            _start_screen(prompt, seed, file)
            return
        _play(prompt, setup, seed, file)


def _play(prompt: Prompt, setup: MatchSetup, seed: str | None, file: Path | None) -> None:
    """Play a new match with what the command line says about time and screen."""
    given, screen = click.get_current_context().params, prompt.screen
    with setup.new_match(seed, file) as match:
        _welcome(screen, match)
        session = Session(match, setup.seating.players, think=given["think"])
        run_table(
            session,
            prompt,
            pace=given["pace"],
            lines=given["lines"],
            data=setup.agreed.data,
            notice=_notice(match) if screen.live else "",
        )


@frozen
class MatchSetup:
    """What is known of a match before it starts."""

    game: AnyGame
    seating: Seating
    agreed: AgreedRules
    start: StartPosition | None = None

    def new_match(self, seed: str | None, file: Path | None) -> Match:
        """Start the match and its file."""
        names, players = self.seating.names, self.seating.players
        who: dict[str, Any] = {"names": names, "players": players, "house": self.agreed.house}
        if self.start is not None:
            match = self.start.match(seed=seed, **who)
        else:
            options, data = self.agreed.options, self.agreed.data
            match = Match.new(self.game, len(players), seed, options, data=data, **who)
        if file is not None:
            match.record_to(file)
        else:
            paths.library().add(match, datetime.now())
        return match


def _start_screen(prompt: Prompt, seed: str | None, file: Path | None) -> None:
    """The start screen, again after each thing that was done, until the user quits."""
    from rulekeep.cli.table.start_menu import StartMenu
    from rulekeep.cli.terminal.menu import Back

    start = StartMenu(prompt)
    while True:
        try:
            action = start.action()
        except (Back, EOFError, KeyboardInterrupt):
            action = "quit"
        if action == "quit":
            return
        try:
            if action in ("learn", "resume", "replay", "rules"):
                _run(action, start)
            else:
                game = (
                    start.game("Which game would you like to play?") if action == "play" else action
                )
                _play(prompt, _from_menu(prompt, start, game), seed, file)
        except Back:
            continue
        except (EOFError, KeyboardInterrupt, click.exceptions.Exit):
            return
        except (RulekeepError, click.UsageError) as error:
            start.menu.note = error.message if isinstance(error, click.UsageError) else f"{error}"


def _from_menu(prompt: Prompt, start: StartMenu, game: str) -> MatchSetup:
    from rulekeep.cli.table.start_menu import command_line

    plugin = registry.load(game)
    seating, options = start.match(plugin)
    command = command_line(plugin, seating, options)
    prompt.screen.say(f"To start this match again: {command}", "dim")
    return MatchSetup(plugin, seating, AgreedRules(options, None, None))


def _run(action: str, start: StartMenu) -> None:
    """Run another command with the options of this one."""
    words: dict[str, Any] = {}
    if action in ("learn", "rules"):
        verb = "learn" if action == "learn" else "read about"
        words["game"] = start.game(f"Which game would you like to {verb}?", action == "learn")
    elif not paths.library().newest(1, only_open=action == "resume").matches:
        which = "unfinished" if action == "resume" else "saved"
        start.menu.note = f"There is no {which} match yet."
        return
    run_command(action, **words)


def _from_position(
    position: str,
    game: str | None,
    data: Path | None,
    seats: str | None,
    words: tuple[str, ...],
    preset: str | None,
    house: HouseRules | None,
) -> MatchSetup:
    """A match from a position: seats as --seats says, else people on every seat."""
    from rulekeep.cli.table.start_position import read_position  # rare, and loads much

    start = read_position(position, game, data).with_options(words, preset, house)
    count = start.count_seats()
    if seats is None:
        seating = seated([(name, HUMAN) for name in start.names or ("",) * count])
    else:
        seating = parse_seats(seats)
        given = len(seating.players)
        if given != count:
            raise SetupError(
                f"--seats names {plural(given, 'player')}, but the position has {count} seats"
            )
    return MatchSetup(start.game, seating, AgreedRules({}, start.data, house), start)


def _reconstruction_notice(match: Match) -> str:
    if not reconstructed(match.game):
        return ""
    return f"Some components are our best guess. To fix them: rulekeep data {match.game.id}"


def _notice(match: Match) -> str:
    """Shown beside the first question, since what is printed before it scrolls off."""
    from rulekeep.cli.files.lesson_progress import lesson_notice

    return "\n".join(filter(None, (lesson_notice(match.game), _reconstruction_notice(match))))


def _welcome(screen: Screen, match: Match) -> None:
    who = ", ".join(
        name if player == HUMAN else f"{name} ({'bot' if player == name.lower() else player})"
        for name, player in zip(match.names, match.header.players, strict=True)
    )
    screen.heading(f"{match.game.title}: {who}")
    if match.game.blurb:
        screen.say(match.game.blurb)
    if not screen.live and (notice := _reconstruction_notice(match)):
        screen.say(notice, "dim")
    if match.header.house is not None:
        screen.say(": ".join(filter(None, ("House rules", *match.header.house.values()))), "dim")
    if match.header.given is not None:
        screen.say("Started from a position: edit changes it, scenario FILE saves it.", "dim")
    if match.path is not None:
        screen.say(f"Every move is saved in {match.path}", "dim")
