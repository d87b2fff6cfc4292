"""`rulekeep options`: what a table may agree on before a match."""

from __future__ import annotations

import click

from rulekeep.cli import arguments
from rulekeep.cli.terminal.game_summaries import (
    list_games,
    preset_text,
    setting_labels,
    value_labels,
)
from rulekeep.cli.terminal.screen import Screen
from rulekeep.core import registry
from rulekeep.core.rule_options import spell
from rulekeep.match.house_rules import HouseRules


@click.command()
@arguments.optional_game_argument
@arguments.house_option(help="Show what these house rules choose for each option.")
@arguments.screen_options
def options(game: str | None, house: HouseRules | None, screen: Screen) -> None:
    """Show each option of GAME: what it is for, its values, and the rules it changes.

    Without GAME, list the games.

    \b
    Examples:
      rulekeep options
      rulekeep options castle_keep
      rulekeep options kilt_castle --house thursday.yaml
    """
    if game is None:
        list_games(screen, "Choose one: rulekeep options GAME")
        return
    plugin = registry.load(game)
    agreed = house.options(plugin) if house is not None else {}
    screen.heading(f"Options of {plugin.title}")
    if not plugin.options:
        screen.say("This game has no options.", indent=2)
    for option in plugin.options:
        screen.say([(option.label, "bold cyan"), (f" ({option.name})", "dim")], indent=2)
        screen.say(option.help, indent=4)
        rows = [("values", value_labels(option)), ("rules", ", ".join(option.rules))]
        if option.name in agreed:
            chosen = agreed[option.name]
            rows.insert(1, ("house rules", f"{option.label_of(chosen)} ({spell(chosen)})"))
        screen.pairs(rows, indent=4, style="dim")
    if plugin.presets:
        screen.heading("Presets")
        for name, preset in plugin.presets.items():
            screen.say([(preset_text(plugin, name), ""), (f" ({name})", "dim")], indent=2)
            if preset:
                screen.pairs([("sets", setting_labels(plugin, preset))], indent=4, style="dim")
    if plugin.options:
        first = plugin.options[0]
        example = f"{first.name}={spell(first.default)}"
        screen.say(f"To play with an option: rulekeep play {game} --option {example}", "dim")
    if plugin.presets:
        example = next(iter(plugin.presets))
        screen.say(f"To play with a preset: rulekeep play {game} --preset {example}", "dim")
