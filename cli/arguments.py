"""Arguments and options that several commands share, with their shell completion."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from rulekeep.cli.terminal.screen import MIN_WIDTH, Screen, ScreenOptions
from rulekeep.core.rule_options import spell

F = TypeVar("F", bound=Callable[..., Any])


# -- what a shell may complete ------------------------------------------------------------------


def _complete_games(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    from rulekeep.core.registry import names

    return [name for name in names() if name.startswith(begun)]


def _complete_suites(ctx: click.Context, param: click.Parameter, begun: str) -> list[Any]:
    return _or_files(_complete_games(ctx, param, begun), begun)


def _or_files(known: list[Any], begun: str) -> list[Any]:
    from click.shell_completion import CompletionItem

    return known if known and "/" not in begun else [CompletionItem(begun, type="file")]


def _game_of(ctx: click.Context) -> Any:
    """The game named on the line so far, or nothing."""
    from rulekeep.core import registry
    from rulekeep.core.errors import RulekeepError

    # While an option's value is missing click has not yet looked at the arguments; the shell
    # hands over the whole line.
    typed = os.environ.get("COMP_WORDS", "").split()
    named = [ctx.params.get("game"), *(word for word in typed if word in registry.names())]
    try:
        return registry.load(next(name for name in named if name))
    except (RulekeepError, StopIteration):
        return None


def _complete_options(ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    game = _game_of(ctx)
    if game is None:
        return []
    name, equals, _ = begun.partition("=")
    found: list[str] = []
    for option in game.options:
        if not equals:
            found.append(f"{option.name}=")
        elif option.name == name:
            found += [f"{name}={spell(value)}" for value in option.values]
    return [word for word in found if word.startswith(begun)]


def _complete_presets(ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    game = _game_of(ctx)
    return [name for name in game.presets if name.startswith(begun)] if game else []


def _complete_rules(ctx: click.Context, _param: click.Parameter, begun: str) -> list[Any]:
    from click.shell_completion import CompletionItem

    game = _game_of(ctx)
    if game is None:
        return []
    return [
        CompletionItem(rule.id, help=rule.text[:60])
        for rule in game.book
        if rule.id.casefold().startswith(begun.casefold())
    ]


def _complete_seats(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[str]:
    from rulekeep.bots import names

    done, comma, last = begun.rpartition(",")
    name, equals, player = last.rpartition("=")
    head = done + comma + name + equals
    return [head + word for word in ("human", *names(), "run:") if word.startswith(player)]


def _complete_matches(_ctx: click.Context, _param: click.Parameter, begun: str) -> list[Any]:
    from rulekeep.cli.files import paths

    kept = [path.stem for path in paths.recorded() if path.stem.startswith(begun)]
    return _or_files(kept, begun)


# -- arguments ----------------------------------------------------------------------------------


def game_argument(required: bool = True) -> Callable[[F], F]:
    return click.argument("game", required=required, shell_complete=_complete_games)


def games_argument() -> Callable[[F], F]:
    return click.argument("games", nargs=-1, metavar="[GAME]...", shell_complete=_complete_games)


def suites_argument() -> Callable[[F], F]:
    return click.argument(
        "suites", nargs=-1, metavar="[GAME|FILE|DIR]...", shell_complete=_complete_suites
    )


def match_argument(required: bool = True) -> Callable[[F], F]:
    return click.argument("match", required=required, shell_complete=_complete_matches)


def matches_argument() -> Callable[[F], F]:
    return click.argument(
        "matches", nargs=-1, metavar="[FILE|DIR]...", shell_complete=_complete_matches
    )


def sides_argument() -> Callable[[F], F]:
    return click.argument(
        "what",
        nargs=-1,
        required=True,
        metavar="GAME | MATCH MATCH",
        shell_complete=_complete_suites,
    )


def position_option() -> Callable[[F], F]:
    return click.option(
        "--from",
        "position",
        metavar="POSITION",
        shell_complete=_complete_matches,
        help="Begin from a position: a YAML file, SCENARIOS.yaml:NAME, or MATCH:ACTS.",
    )


def last_option(help: str = "The match that was played last.") -> Callable[[F], F]:
    return click.option("--last", is_flag=True, help=help)


def rule_argument() -> Callable[[F], F]:
    return click.argument("words", nargs=-1, metavar="[ID|WORD]...", shell_complete=_complete_rules)


def rule_ids_argument() -> Callable[[F], F]:
    return click.argument("ids", nargs=-1, metavar="[ID]...", shell_complete=_complete_rules)


def seats_option(help: str) -> Callable[[F], F]:
    return click.option("--seats", metavar="WHO,WHO…", shell_complete=_complete_seats, help=help)


def option_option() -> Callable[[F], F]:
    return click.option(
        "--option",
        "words",
        multiple=True,
        metavar="NAME=VALUE",
        shell_complete=_complete_options,
        help="A reading or variant of the rules; may be repeated.",
    )


def preset_option() -> Callable[[F], F]:
    return click.option(
        "--preset", metavar="NAME", shell_complete=_complete_presets, help="A named set of options."
    )


def several_presets() -> Callable[[F], F]:
    return click.option(
        "--preset",
        "presets",
        multiple=True,
        metavar="NAME",
        shell_complete=_complete_presets,
        help="A named set of options; may be given twice.",
    )


def _read_house(ctx: click.Context, _param: click.Parameter, value: Any) -> Any:
    """House rules are read while the line is: what is wrong with them is said before all else."""
    from rulekeep.match.house_rules import read_house

    if ctx.resilient_parsing or value is None:
        return None
    return tuple(map(read_house, value)) if isinstance(value, tuple) else read_house(value)


def house_option(multiple: bool = False, help: str = "") -> Callable[[F], F]:
    return click.option(
        "--house",
        type=click.Path(exists=True, dir_okay=False, path_type=Path),
        multiple=multiple,
        metavar="FILE",
        callback=_read_house,
        help=help or "House rules from a file; --preset and --option go beyond them.",
    )


def workers_option(what: str) -> Callable[[F], F]:
    return click.option(
        "--workers",
        "-w",
        default=1,
        show_default=True,
        type=click.IntRange(1, 1024),
        metavar="N",
        help=f"How many processes to {what} with.",
    )


def data_option() -> Callable[[F], F]:
    return click.option(
        "--data",
        type=click.Path(exists=True, file_okay=False, path_type=Path),
        metavar="DIR",
        help="Play on the data files of this directory instead of the game's own.",
    )


def seat_option() -> Callable[[F], F]:
    return click.option(
        "--seat",
        type=click.IntRange(0),
        metavar="N",
        help="Look with the eyes of this seat, 1 for the first, 0 for a spectator.",
    )


def screen_options(command: F) -> F:
    """--plain --no-colour --ascii --width, handed to the command as a `screen`."""

    @click.option(
        "--plain",
        is_flag=True,
        help="Plain lines without escape codes; the way for screen readers.",
    )
    @click.option("--no-colour", "--no-color", is_flag=True, help="No colours (as with NO_COLOR).")
    @click.option("--ascii", is_flag=True, help="Draw with ASCII characters only.")
    @click.option(
        "--width",
        type=click.IntRange(MIN_WIDTH, 400),
        metavar="COLUMNS",
        help="Draw this wide instead of as wide as the terminal.",
    )
    @wraps(command)
    def with_screen(
        *args: Any, plain: bool, no_colour: bool, ascii: bool, width: int | None, **kwargs: Any
    ) -> Any:
        screen = Screen(ScreenOptions(plain, not no_colour, ascii, width))
        return command(*args, screen=screen, **kwargs)

    return with_screen  # type: ignore[return-value]


class Seconds(click.FloatRange):
    """A number of seconds; `nan` lies in every range, but is none."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        seconds = float(super().convert(value, param, ctx))
        if math.isnan(seconds):
            self.fail(f"{value!r} is not a number of seconds", param, ctx)
        return seconds


def think_option() -> Callable[[F], F]:
    return click.option(
        "--think",
        type=Seconds(0.05, 3600),
        default=2.0,
        show_default=True,
        metavar="SECONDS",
        help="The longest a bot may think about one move, unless it says so itself (mcts:5s).",
    )
