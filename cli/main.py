"""The command `rulekeep`: finds its commands by name and loads only the one that is used."""

from __future__ import annotations

import contextlib
import gc
import io
import os
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any

from rulekeep.core.gc_pause import gc_paused

# Nearly all objects of a start live on: frequent collections would find nothing.
gc.set_threshold(100_000, 50, 100)

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMMANDS = {
    "bench": "Measure the speed of the games on this machine.",
    "book": "Write the rule books as an illustrated site.",
    "check": "Check that a game meets the contract of rulekeep.",
    "compare": "Measure how an option changes a game.",
    "data": "Show the components of a game, and help to correct them.",
    "diff": "Find where two rule sets, or two matches, differ.",
    "engine": "Serve games to front ends in other languages.",
    "export": "Write a match as one seat sees it.",
    "games": "List the games.",
    "house": "Read or create a file of house rules.",
    "ladder": "Rate bots by their matches.",
    "learn": "Learn a game in short lessons.",
    "new": "Create your own game or bot.",
    "options": "Show the options of a game.",
    "play": "Play a game at the terminal.",
    "positions": "Show how to write a position of a game.",
    "prove": "Put faults into the rules' code and see if scenarios find them.",
    "puzzles": "Find positions with one clearly best move.",
    "replay": "Step through a recorded match.",
    "resume": "Resume an unfinished match.",
    "review": "Find out what decided a match, and better moves.",
    "rules": "Read the rules of a game.",
    "scenario": "Turn a position of a match into a scenario.",
    "scenarios": "Run the scenarios of the games.",
    "schema": "Print the JSON Schema of what a game writes.",
    "serve": "Play in the browser, alone or over the network.",
    "show": "Show the position of a recorded match.",
    "simulate": "Play many matches between bots.",
    "site": "Write a site that plays in the reader's browser.",
    "train": "Learn how to judge positions, by self-play.",
    "verify": "Replay recorded matches and list those that differ.",
}
"""Every command, its module `rulekeep.cli.commands.<name>` holding a click command of that name."""


class Commands(click.Group):
    """A group whose help and completion need no import of any command."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        with gc_paused():
            command = getattr(import_module(f"rulekeep.cli.commands.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        unknown = bool(args) and args[0] not in COMMANDS and not args[0].startswith("-")
        if unknown and not ctx.resilient_parsing:
            from difflib import get_close_matches

            near = get_close_matches(args[0], COMMANDS, 1)
            hint = f"Did you mean '{near[0]}'?" if near else "'rulekeep --help' lists them."
            ctx.fail(f"No command called '{args[0]}'. {hint}")
        return super().resolve_command(ctx, args)

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        with _quiet_on_closed_pipe():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        with _quiet_on_closed_pipe():
            result = super().invoke(ctx)
            sys.stdout.flush()
            return result

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        names = [name for name in COMMANDS if name.startswith(incomplete)]
        items = [CompletionItem(name, help=COMMANDS[name]) for name in names]
        return items + click.Command.shell_complete(self, ctx, incomplete)


@contextlib.contextmanager
def _quiet_on_closed_pipe() -> Iterator[None]:
    """Exit with 0 and without a message when the reader of a pipe has closed it."""
    try:
        yield
    except BrokenPipeError:
        _discard_output()
        raise click.exceptions.Exit(0) from None


def _print_version(context: click.Context, _option: click.Parameter, is_given: bool) -> None:
    if not is_given:
        return
    from rulekeep import __version__
    from rulekeep.cli.build_info import build

    click.echo(f"rulekeep, version {__version__} ({build()})")
    context.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show the version and the build, and exit.",
)
def cli() -> None:
    """Play board games, read their rules, and test them.

    \b
    Examples:
      rulekeep play                      choose a game from a menu
      rulekeep play kilt_castle --seats human,easy
      rulekeep rules castle_keep attack  read the rules about attacks
    """


def main() -> None:
    """Run the command line; a user's mistake is one sentence and exit code 2."""
    _open_standard_streams()
    from rulekeep.core.errors import RulekeepError

    # What only errors need is loaded then.
    try:
        code = cli(prog_name="rulekeep", standalone_mode=False)
    except RulekeepError as error:
        from rulekeep.cli.terminal.screen import warn

        warn(str(error))
        code = 2
    except click.ClickException as error:
        from rulekeep.cli.terminal.screen import error_text

        shown = io.StringIO()
        error.show(shown)
        with contextlib.suppress(OSError):
            sys.stderr.write(error_text(shown.getvalue()))
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        code = 130
    except BaseException as error:  # noqa: BLE001
        code = _report(error)
    gc.freeze()  # memory goes with the process: no last collection is needed
    sys.exit(code)


def _report(error: BaseException) -> int:
    """Report an unexpected error; the exit code. Our own SystemExit is raised again."""
    from rulekeep.cli.files.crash_report import PluginCrash, crash
    from rulekeep.cli.terminal.screen import warn
    from rulekeep.session.crash_origin import is_foreign

    if isinstance(error, SystemExit) and not is_foreign(error):
        raise error
    if isinstance(error, OSError) and not is_foreign(error):
        # A full disk behind standard output, a terminal that is gone.
        _discard_output()
        warn(f"{error.filename or 'the output'}: {error.strerror or error}")
        return 2
    for line in (error if isinstance(error, PluginCrash) else crash(error)).lines:
        warn(line)
    return 1


def _open_standard_streams() -> None:
    """Replace standard streams that were closed before the start by empty ones."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _discard_output() -> None:
    """Send what is still to be written to nowhere."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
