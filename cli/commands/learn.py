"""`rulekeep learn`: a game in short lessons, each a position and a task."""

from __future__ import annotations

import click

from rulekeep.cli import arguments
from rulekeep.cli.files.lesson_progress import progress
from rulekeep.cli.table.lesson_table import list_lessons, practise, teach
from rulekeep.cli.terminal.game_summaries import list_games
from rulekeep.cli.terminal.prompt import Prompt
from rulekeep.cli.terminal.screen import Screen
from rulekeep.core import registry
from rulekeep.core.game import AnyGame
from rulekeep.core.text import shortened, whole_number
from rulekeep.match.lessons import FOLDER, PUZZLES, lessons_of


@click.command()
@arguments.optional_game_argument
@click.argument("lesson", required=False, metavar="[N]")
@click.option("--list", "listed", is_flag=True, help="List the lessons of GAME and stop.")
@click.option("--puzzles", is_flag=True, help="Solve the puzzles of GAME instead: one best move.")
@arguments.lines_option
@arguments.screen_options
def learn(
    game: str | None, lesson: str | None, listed: bool, puzzles: bool, lines: bool, screen: Screen
) -> None:
    """Learn GAME in short lessons; without GAME, list the games and your progress.

    Each lesson shows a table and asks for a move. Type moves as in a match; if a move is illegal,
    you see the rule. `rulekeep learn GAME` continues where you stopped; a number opens that
    lesson. In a pipe, lines are read from standard input.

    \b
    Examples:
      rulekeep learn
      rulekeep learn kilt_castle
      rulekeep learn kilt_castle 3
      rulekeep learn kilt_castle --list
      rulekeep learn kilt_castle --puzzles
    """
    if game is None:
        screen.heading("Games and their lessons")
        advice = "rulekeep learn GAME starts, or continues where you stopped."
        list_games(screen, advice, lambda game: f"{game.title}: {progress(game.id)}")
        return
    plugin = registry.load(game)
    lessons = lessons_of(plugin, PUZZLES if puzzles else FOLDER)
    word = "puzzle" if puzzles else "lesson"
    number = _number(plugin, lesson, len(lessons), word) if lesson is not None else None
    if listed:
        list_lessons(screen, plugin, lessons, word)
        if not puzzles and (found := lessons_of(plugin, PUZZLES)):
            list_lessons(screen, plugin, found, "puzzle")
        return
    if puzzles and not lessons:
        screen.say(f"{plugin.title} has no puzzles.")
        return
    with Prompt(screen) as prompt:
        if puzzles:
            practise(prompt, plugin, lessons, "Puzzle", (number or 1) - 1, lines)
        else:
            teach(prompt, plugin, lessons, number, lines)


def _number(game: AnyGame, text: str, count: int, word: str) -> int:
    number = whole_number(text, 1, count)
    if number is None:
        have = f"the {word}s have the numbers 1 to {count}" if count else f"there are no {word}s"
        raise click.UsageError(f"{shortened(text)!r} is not a {word} of {game.title}; {have}")
    return number
