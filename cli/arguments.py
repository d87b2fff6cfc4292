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

INTERRUPTED = 130
"""Exit code after Ctrl-C."""


# -- shell completion ---------------------------------------------------------------------------


def _complete_games(_ctx: click.Context, _param: click.Parameter, typed: str) -> list[str]:
    from rulekeep.core.registry import names

    return [name for name in names() if name.startswith(typed)]


def _complete_suites(ctx: click.Context, param: click.Parameter, typed: str) -> list[Any]:
    return _or_files(_complete_games(ctx, param, typed), typed)


def _or_files(known: list[Any], typed: str) -> list[Any]:
    from click.shell_completion import CompletionItem

    return known if known and "/" not in typed else [CompletionItem(typed, type="file")]


def _game_of(ctx: click.Context) -> Any:
    """The game named on the command line so far, or None."""
    from rulekeep.core import registry
    from rulekeep.core.errors import RulekeepError

    # While an option's value is missing click has not yet looked at the arguments; the shell
    # hands over the whole line.
    line = os.environ.get("COMP_WORDS", "").split()
    named = [ctx.params.get("game"), *(word for word in line if word in registry.names())]
    try:
        return registry.load(next(name for name in named if name))
    except (RulekeepError, StopIteration):
        return None


def _complete_options(ctx: click.Context, _param: click.Parameter, typed: str) -> list[str]:
    game = _game_of(ctx)
    if game is None:
        return []
    name, equals, _ = typed.partition("=")
    proposals: list[str] = []
    for option in game.options:
        if not equals:
            proposals.append(f"{option.name}=")
        elif option.name == name:
            proposals += [f"{name}={spell(value)}" for value in option.values]
    return [proposal for proposal in proposals if proposal.startswith(typed)]


def _complete_presets(ctx: click.Context, _param: click.Parameter, typed: str) -> list[str]:
    game = _game_of(ctx)
    return [name for name in game.presets if name.startswith(typed)] if game else []


def _complete_rules(ctx: click.Context, _param: click.Parameter, typed: str) -> list[Any]:
    from click.shell_completion import CompletionItem

    game = _game_of(ctx)
    return [
        CompletionItem(rule.id, help=rule.text[:60])
        for rule in (game.book if game is not None else ())
        if rule.id.casefold().startswith(typed.casefold())
    ]


def _complete_seats(_ctx: click.Context, _param: click.Parameter, typed: str) -> list[str]:
    from rulekeep.bots import names

    seats, comma, last = typed.rpartition(",")
    name, equals, player = last.rpartition("=")
    head = seats + comma + name + equals
    return [head + word for word in ("human", *names(), "run:") if word.startswith(player)]


def _complete_matches(_ctx: click.Context, _param: click.Parameter, typed: str) -> list[Any]:
    from rulekeep.cli.files import paths

    names = [path.stem for path in paths.library().files() if path.stem.startswith(typed)]
    return _or_files(names, typed)


# -- kinds of options ---------------------------------------------------------------------------


class Seconds(click.FloatRange):
    """A number of seconds; `nan`, which is in every range, is refused."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        seconds = float(super().convert(value, param, ctx))
        if math.isnan(seconds):
            self.fail(f"{value!r} is not a number of seconds", param, ctx)
        return seconds


def file_option(
    *names: str,
    help: str,
    metavar: str | None = "FILE",
    exists: bool = False,
    required: bool = False,
) -> Callable[[F], F]:
    path = click.Path(exists=exists, dir_okay=False, path_type=Path)
    return click.option(*names, type=path, metavar=metavar, required=required, help=help)


def directory_option(
    *names: str, help: str, exists: bool = False, required: bool = False
) -> Callable[[F], F]:
    path = click.Path(exists=exists, file_okay=False, path_type=Path)
    return click.option(*names, type=path, metavar="DIR", required=required, help=help)


def count_option(*names: str, default: int, help: str, most: int | None = None) -> Callable[[F], F]:
    """A number from 1 on."""
    allowed = click.IntRange(1, most)
    return click.option(
        *names, type=allowed, default=default, show_default=True, metavar="N", help=help
    )


def seconds_option(
    name: str, default: float, allowed: Seconds, help: str, metavar: str = "SECONDS"
) -> Callable[[F], F]:
    return click.option(
        name, type=allowed, default=default, show_default=True, metavar=metavar, help=help
    )


# -- arguments ----------------------------------------------------------------------------------

game_argument = click.argument("game", shell_complete=_complete_games)
optional_game_argument = click.argument("game", required=False, shell_complete=_complete_games)
games_argument = click.argument(
    "games", nargs=-1, metavar="[GAME]...", shell_complete=_complete_games
)
suites_argument = click.argument(
    "suites", nargs=-1, metavar="[GAME|FILE|DIR]...", shell_complete=_complete_suites
)
match_argument = click.argument("match", shell_complete=_complete_matches)
optional_match_argument = click.argument("match", required=False, shell_complete=_complete_matches)
matches_argument = click.argument(
    "matches", nargs=-1, metavar="[FILE|DIR]...", shell_complete=_complete_matches
)
sides_argument = click.argument(
    "what", nargs=-1, required=True, metavar="GAME | MATCH MATCH", shell_complete=_complete_suites
)
rule_argument = click.argument(
    "words", nargs=-1, metavar="[ID|WORD]...", shell_complete=_complete_rules
)
rule_ids_argument = click.argument(
    "ids", nargs=-1, metavar="[ID]...", shell_complete=_complete_rules
)

# -- options ------------------------------------------------------------------------------------

position_option = click.option(
    "--from",
    "position",
    metavar="POSITION",
    shell_complete=_complete_matches,
    help="Start from a position: a YAML file, SCENARIOS.yaml:NAME, or MATCH:MOVES.",
)
option_option = click.option(
    "--option",
    "words",
    multiple=True,
    metavar="NAME=VALUE",
    shell_complete=_complete_options,
    help="Set an option of the game; may be repeated.",
)
preset_option = click.option(
    "--preset", metavar="NAME", shell_complete=_complete_presets, help="A named set of options."
)
presets_option = click.option(
    "--preset",
    "presets",
    multiple=True,
    metavar="NAME",
    shell_complete=_complete_presets,
    help="A named set of options; may be given twice.",
)
data_option = directory_option(
    "--data", exists=True, help="Use the data files of this directory instead of the game's own."
)
only_seats_option = click.option(
    "--seats", type=int, metavar="N", help="Only this number of seats."
)
seat_option = click.option(
    "--seat",
    type=click.IntRange(0),
    metavar="N",
    help="Show the view of this seat: 1 is the first, 0 a spectator.",
)
junit_option = file_option(
    "--junit", help="Write the results as JUnit XML; an old report is replaced."
)
out_option = file_option("--out", help="Write to this new file instead of standard output.")
think_option = seconds_option(
    "--think",
    2.0,
    Seconds(0.05, 3600),
    "The longest a bot may think about a move, unless its own setting says more (mcts:5s).",
)
pace_option = seconds_option(
    "--pace",
    0.6,
    Seconds(0, 60),
    "How long the full screen shows each move of a bot; any key continues at once.",
)
lines_option = click.option(
    "--lines",
    is_flag=True,
    help="Print line by line instead of using the full screen, with colours and completion.",
)


def last_option(help: str = "The match that was played last.") -> Callable[[F], F]:
    return click.option("--last", is_flag=True, help=help)


def json_option(help: str) -> Callable[[F], F]:
    return click.option("--json", "as_json", is_flag=True, help=help)


def seed_option(help: str, metavar: str | None = None) -> Callable[[F], F]:
    return click.option("--seed", default="0", show_default=True, metavar=metavar, help=help)


def move_option(help: str) -> Callable[[F], F]:
    return click.option("--to", type=click.IntRange(0), metavar="N", help=help)


def seats_option(help: str) -> Callable[[F], F]:
    return click.option("--seats", metavar="WHO,WHO…", shell_complete=_complete_seats, help=help)


def workers_option(what: str) -> Callable[[F], F]:
    return count_option(
        "--workers", "-w", default=1, most=1024, help=f"How many processes {what} at the same time."
    )


def _read_house(ctx: click.Context, _param: click.Parameter, value: Any) -> Any:
    """Read house rules while the command line is parsed: their errors come before all others."""
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
        help=help or "House rules from a file; --preset and --option override them.",
    )


def screen_options(command: F) -> F:
    """--plain --no-colour --ascii --width, given to the command as a `screen`."""

    @click.option(
        "--plain",
        is_flag=True,
        help="Plain lines without escape codes, for screen readers and logs.",
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
