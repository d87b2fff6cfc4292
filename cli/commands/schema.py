"""`rulekeep schema`: JSON Schema of what a game writes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from rulekeep.cli import arguments
from rulekeep.cli.terminal.screen import json_text
from rulekeep.core import registry
from rulekeep.core.game import AnyGame
from rulekeep.core.state.fields import Schema
from rulekeep.match import json_schema as schemas
from rulekeep.match.house_rules import options_from_words

MakeSchema = Callable[[AnyGame, int | None, dict[str, Any]], Schema]
KINDS: dict[str, MakeSchema] = {
    "position": schemas.position_schema,
    "observation": schemas.observation_schema,
    "move": lambda game, _seats, _options: schemas.move_schema(game),
    "match": lambda game, _seats, _options: schemas.match_schema(game),
}


@click.command()
@arguments.game_argument
@click.argument("what", type=click.Choice(list(KINDS)), default="position")
@click.option("--seats", type=int, metavar="N", help="How many seats the table has.")
@arguments.option_option
@arguments.preset_option
def schema(
    game: str, what: str, seats: int | None, words: tuple[str, ...], preset: str | None
) -> None:
    """Print the JSON Schema of a position of GAME, or of WHAT else it writes.

    \b
    WHAT is one of
      position     the whole table, as in `rulekeep show --json` and `to_dict`
      observation  what one seat or a spectator may know of it
      move         the notation of moves
      match        a match file: its header, and each line as the list of its columns

    Positions depend on the number of seats and on some options. A position that is given to
    rulekeep may leave out any key.

    \b
    Examples:
      rulekeep schema kilt_castle
      rulekeep schema castle_keep observation --seats 3 --option variant=empire
    """
    plugin = registry.load(game)
    options = options_from_words(plugin.options, plugin.presets, words, preset)
    click.echo(json_text(KINDS[what](plugin, seats, options)))
