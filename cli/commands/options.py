"""`rulekeep options`: what a table may agree on before a match."""

from __future__ import annotations

import click

from rulekeep.cli import arguments
from rulekeep.cli.terminal.game_summaries import list_games, preset_text
from rulekeep.cli.terminal.screen import Screen
from rulekeep.core import registry
from rulekeep.core.rule_options import spell
from rulekeep.match.house_rules import HouseRules


@click.command()
@arguments.optional_game_argument
@arguments.house_option(help="Tell what these house rules make of each option.")
@arguments.screen_options
def options(game: str | None, house: HouseRules | None, screen: Screen) -> None:
    """Show each option of GAME: values, default, the rules it concerns, and why it exists.

    Without a name the games are listed.

    \b
    Examples:
      rulekeep options
      rulekeep options castle_keep
      rulekeep options kilt_castle --house thursday.yaml
    """
    if game is None:
        list_games(screen, "rulekeep options GAME")
        return
    plugin = registry.load(game)
    agreed = house.options(plugin) if house is not None else {}
    screen.heading(f"Options of {plugin.title}")
    if not plugin.options:
        screen.say("None: the rules leave nothing open.", indent=2)
    for option in plugin.options:
        screen.say(option.name, "bold cyan", indent=2)
        rows = [
            ("values", option.spelled),
            ("default", spell(option.default)),
            ("rules", ", ".join(option.rules)),
            ("why", option.help),
        ]
        if option.name in agreed:
            rows.insert(2, ("house", spell(agreed[option.name])))
        rows += [(spell(value), label) for value, label in option.labels.items()]
        screen.pairs(rows, indent=4, style="dim")
    if plugin.presets:
        screen.heading("Presets")
        screen.pairs((name, preset_text(preset)) for name, preset in plugin.presets.items())
    if plugin.options:
        first = plugin.options[0]
        example = f"{first.name}={spell(first.default)}"
        screen.say(f"Play with one: rulekeep play {game} --option {example}", "dim")
