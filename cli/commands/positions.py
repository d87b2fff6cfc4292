"""`rulekeep positions`: how a position of a game is written, from its declarations."""

from __future__ import annotations

from typing import Any

import click

from rulekeep.cli import arguments
from rulekeep.cli.terminal.screen import Screen
from rulekeep.core import registry
from rulekeep.core.errors import RulekeepError
from rulekeep.core.game import AnyGame
from rulekeep.session.position_format import _plain, keys
from rulekeep.testing.scenario_format import scenarios_of

INTRODUCTION = (
    "How to write a position in scenarios (`given:`), for `rulekeep play --from` and for "
    "`Game.from_dict`. A key that you leave out has its default, and so has a key with `null`, "
    "unless null is one of its values. `rulekeep positions --markdown` (`make positions`) writes "
    "this page from the declarations of the games."
)


LEAST_KEYS = 3


def example(game: AnyGame) -> str:
    """The shortest position of the game's own scenarios, on one line of YAML."""
    given = [
        node.plain()
        for scenario in scenarios_of(game)
        if (node := scenario.node.get("given")) is not None and len(node.mapping()) >= LEAST_KEYS
    ]
    shortest = sorted(given, key=lambda plain: len(_plain(plain)))
    return next((_plain(plain) for plain in shortest if _stands_alone(game, plain)), "{}")


def _stands_alone(game: AnyGame, plain: Any) -> bool:
    """Whether it is a position without the options and data files of its scenario."""
    try:
        game.from_dict(plain)
    except RulekeepError:
        return False
    return True


def page(games: list[AnyGame]) -> str:
    """The formats as a document."""
    lines = ["# Positions", "", INTRODUCTION]
    for game in games:
        lines += ["", f"## {game.title}", "", "| key | what you may write | default | meaning |"]
        lines += ["|---|---|---|---|"]
        for key in keys(game):
            row = (f"`{key.name}`", key.form, f"`{key.default}`", key.help)
            lines.append(f"| {' | '.join(cell.replace('|', '∣') for cell in row)} |")
        lines += ["", "An example:", "", "```yaml", f"given: {example(game)}", "```"]
    return "\n".join(lines) + "\n"


@click.command()
@arguments.optional_game_argument
@click.option("--markdown", is_flag=True, help="As a page for documents.")
@arguments.screen_options
def positions(game: str | None, markdown: bool, screen: Screen) -> None:
    """Show how to write a position of GAME: every key, its values and its default.

    Scenarios contain positions (`given:`), and `from_dict` of the library reads them. Without GAME,
    all games are shown.

    \b
    Examples:
      rulekeep positions kilt_castle
      rulekeep positions --markdown
    """
    wanted = [game] if game is not None else list(registry.games())
    plugins = [registry.load(name) for name in wanted]
    if markdown:
        click.echo(page(plugins), nl=False)
        return
    for plugin in plugins:
        _print(screen, plugin)


def _print(screen: Screen, game: AnyGame) -> None:
    screen.heading(f"Positions of {game.title}")
    for key in keys(game):
        screen.say(key.name, "bold cyan", indent=2)
        screen.pairs(key.rows, indent=4, style="dim")
    screen.say("An example, from the scenarios:", "bold", indent=2)
    screen.say(f"given: {example(game)}", indent=4)
