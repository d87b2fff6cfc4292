"""`rulekeep games`: what can be played."""

from __future__ import annotations

import click

from rulekeep.cli.arguments import screen_options
from rulekeep.cli.describing import player_count
from rulekeep.cli.plugins import load_all
from rulekeep.cli.screen import Screen, warn
from rulekeep.core.options import spell


@click.command()
@screen_options
def games(screen: Screen) -> None:
    """List the games with their seats, variants and options.

    A plugin that cannot be loaded is named with the reason; the others are not affected.

    \b
    Example:
      rulekeep games
    """
    good, broken = load_all()
    for game in good:
        screen.heading(f"{game.id}  {game.title}")
        if game.blurb:
            screen.say(game.blurb, indent=2)
        seats = player_count(game) + (f"; {game.seats_note}" if game.seats_note else "")
        rows = [("seats", seats)]
        variants = [option for option in game.options if option.name == "variant"]
        rows += [("variants", ", ".join(map(spell, option.values))) for option in variants]
        if game.presets:
            rows.append(("presets", ", ".join(game.presets)))
        rows.append(("options", ", ".join(option.name for option in game.options) or "none"))
        screen.pairs(rows, style="dim")
    if not good and not broken:
        screen.say("No game is installed.")
    for reason in broken.values():
        warn(reason)
