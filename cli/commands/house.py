"""`rulekeep house`: read or create a file of house rules."""

from __future__ import annotations

from pathlib import Path

import click

from rulekeep.cli import arguments
from rulekeep.cli.files.output_files import write_out
from rulekeep.cli.terminal.game_summaries import value_labels
from rulekeep.cli.terminal.screen import Screen
from rulekeep.core import registry
from rulekeep.core.game import AnyGame
from rulekeep.core.rule_options import spell
from rulekeep.match.house_rules import HouseRules, read_house

MAX_LABELS = 6
"""Of an option with more values, such as orders of colours, a file lists only what one types."""


@click.command()
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--new", metavar="GAME", help="Create a file for GAME with the default of every option."
)
@arguments.file_option(
    "--out", metavar="NEW", help="Write the new file here instead of to standard output."
)
@arguments.screen_options
def house(file: Path | None, new: str | None, out: Path | None, screen: Screen) -> None:
    """Read house rules from FILE: what they change, and which rules that affects.

    Errors in the file are shown with their line. Use the file with `--house FILE` in play,
    simulate, bench, scenarios, diff, options and rules.

    \b
    Examples:
      rulekeep house --new kilt_castle --out thursday.yaml
      rulekeep house thursday.yaml
      rulekeep play --house thursday.yaml
    """
    if (file is None) == (new is None):
        raise click.UsageError("Name a FILE to read, or use --new GAME to create one.")
    if new is not None:
        write_out(new_house_rules(registry.load(new)), out)
        return
    if out is not None:
        raise click.UsageError("--out needs --new.")
    assert file is not None
    _print(screen, read_house(file))


def new_house_rules(game: AnyGame) -> str:
    """A file with every option of a game at its default."""
    lines = [
        "name: Our table",
        f"game: {game.id}",
        "comment: What we have agreed on, and why.",
        "# data: a directory next to this file, with data files of our own",
    ]
    if game.presets:
        lines.append(f"# preset: one of {', '.join(game.presets)}; the options below override it")
    lines.append("options:" if game.options else "options: {}")
    for option in game.options:
        value = "null" if option.default is None else spell(option.default)
        quoted = f'"{value}"' if value in ("on", "off", "yes", "no", "y", "n") else value
        lines.append(f"  # {option.label}: {option.help}")
        values = option.spelled if len(option.values) > MAX_LABELS else value_labels(option)
        lines.append(f"  # {values.rstrip('.')}. {', '.join(option.rules)}")
        lines.append(f"  {option.name}: {quoted}")
    return "\n".join(lines) + "\n"


def _print(screen: Screen, read: HouseRules) -> None:
    screen.heading(read.name)
    if read.comment:
        screen.say(read.comment)
    if not read.game:
        screen.say("For every game that has these options:")
        node = read.node.get("options")
        given = node.mapping().items() if node is not None else ()
        screen.pairs((name, spell(value.plain())) for name, value in given)
        return
    game = registry.load(read.game)
    chosen = read.options(game)
    if read.data is not None:
        game = game.with_data(read.data)
        screen.say(f"On the data files of {read.data}")
    other = {o.name: o for o in game.options if chosen.get(o.name, o.default) != o.default}
    differ = "differs" if len(other) == 1 else "differ"
    screen.say(
        f"{game.title}: {len(other)} of {len(game.options)} options {differ} from the standard rules."
    )
    for option in other.values():
        value = chosen[option.name]
        typed = f" ({option.name}={spell(value)})"
        label = f"{option.label}: {option.label_of(value)}"
        screen.say([(label, "bold cyan"), (typed, "dim")], indent=2)
        rows = [("standard", option.label_of(option.default)), ("question", option.help)]
        screen.pairs([*rows, ("rules", ", ".join(option.rules))], indent=4, style="dim")
    screen.say(f"Play with them: rulekeep play --house {read.node.where.rpartition(':')[0]}", "dim")
