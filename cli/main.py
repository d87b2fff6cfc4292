"""The command `rulekeep`: finds its commands by name and loads only the one that is used."""

from __future__ import annotations

import contextlib
import os
import sys
from difflib import get_close_matches
from importlib import import_module
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMMANDS = {
    "bench": "Measure the speed of the games on this machine.",
    "check": "Run the conformance kit over a game.",
    "games": "List the games.",
    "options": "Show the options of a game.",
    "play": "Play a game at the terminal.",
    "positions": "Tell how a position of a game is written.",
    "prove": "Break the rules' code and see whether scenarios notice.",
    "replay": "Step through a recorded match.",
    "resume": "Go on with an unfinished match.",
    "rules": "Read the rules of a game.",
    "scenario": "Turn a position of a match into a scenario.",
    "scenarios": "Run the scenarios of the games.",
    "show": "Show the position of a recorded match.",
    "simulate": "Play many matches between bots.",
}
"""Every command, its module `rulekeep.cli.<name>` holding a click command of that name."""


class Commands(click.Group):
    """A group whose help and completion need no import of any command."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f"rulekeep.cli.{cmd_name}"), cmd_name)
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
            near = get_close_matches(args[0], COMMANDS, 1)
            hint = f"; did you mean '{near[0]}'?" if near else "; 'rulekeep --help' lists them"
            ctx.fail(f"there is no command '{args[0]}'{hint}")
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        names = [name for name in COMMANDS if name.startswith(incomplete)]
        items = [CompletionItem(name, help=COMMANDS[name]) for name in names]
        return items + click.Command.shell_complete(self, ctx, incomplete)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="rulekeep", prog_name="rulekeep")
def cli() -> None:
    """Board games by their rules: play them, read them, test them.

    \b
    Examples:
      rulekeep play                      choose a game from a menu
      rulekeep play kilt_castle --seats human,greedy
      rulekeep rules castle_keep attack  what the rules say of attacks
    """


def main() -> None:
    """Run the command line; mistakes of the user are told in one sentence, exit code 2."""
    _open_standard_streams()
    from rulekeep.core.errors import RulekeepError

    try:
        cli(prog_name="rulekeep")
    except RulekeepError as error:
        _tell(str(error))
        sys.exit(2)
    except BrokenPipeError:
        # The reader of a pipe has gone: nobody is left to tell, at exit neither.
        _forget_output()
        sys.exit(0)
    except OSError as error:
        # A full disk behind standard output, a terminal that is gone.
        _forget_output()
        _tell(f"{error.filename or 'the output'}: {error.strerror or error}")
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


def _tell(what: str) -> None:
    from rulekeep.cli.screen import printable

    with contextlib.suppress(OSError):
        click.echo(f"rulekeep: {printable(what)}", err=True)


def _open_standard_streams() -> None:
    """A stream that whoever started us has closed is an empty one."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _forget_output() -> None:
    """What is still to be written goes nowhere."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
