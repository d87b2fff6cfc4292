"""`rulekeep games`: what can be played."""

from __future__ import annotations

from collections.abc import Sequence

import click

from rulekeep.cli import arguments
from rulekeep.cli.terminal.game_summaries import player_count
from rulekeep.cli.terminal.screen import Screen, warn
from rulekeep.core import registry
from rulekeep.core.text import plural
from rulekeep.session import game_list
from rulekeep.session.game_list import GameFacts, facts_of_all


@click.command()
@arguments.optional_game_argument
@arguments.json_option("The facts of GAME as JSON, for tools.")
@arguments.screen_options
def games(game: str | None, as_json: bool, screen: Screen) -> None:
    """List the games with their seats, variants and options; or one GAME.

    A plugin that cannot be loaded is named with the reason; the others are not affected.

    \b
    Examples:
      rulekeep games
      rulekeep games kilt_castle --json
    """
    if as_json:
        if game is None:
            raise click.UsageError("--json needs a GAME")
        click.echo(game_list.facts_of(registry.load(game)).to_json(), nl=False)
        return
    loaded, broken = ([game_list.facts(game)], {}) if game is not None else facts_of_all()
    for facts in loaded:
        screen.heading(f"{facts.title} ({facts.id})")
        if facts.blurb:
            screen.say(facts.blurb, indent=2)
        seats = player_count(facts.seats)
        rows = [("seats", seats + (f"; {facts.seats_note}" if facts.seats_note else ""))]
        rows += [("variants", _labels(facts, facts.variants))] if facts.variants else []
        rows += [("presets", _labels(facts, facts.presets))] if facts.presets else []
        number = plural(len(facts.options), "option") if facts.options else "none"
        more = f"; see `rulekeep options {facts.id}`" if facts.options else ""
        rows.append(("options", number + more))
        screen.pairs(rows, style="dim")
    if not loaded and not broken:
        screen.say("No game is installed.")
    for reason in broken.values():
        warn(reason)


def _labels(facts: GameFacts, names: Sequence[str]) -> str:
    """What people call these, and what they type: `Italian rulebook (italian); …`"""
    return "; ".join(
        f"{facts.labels[name]} ({name})" if name in facts.labels else name for name in names
    )
