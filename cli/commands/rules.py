"""`rulekeep rules`: the rules of a game in our words, with what is known about each."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import click

from rulekeep.cli import arguments
from rulekeep.cli.terminal import rule_text
from rulekeep.cli.terminal.game_summaries import list_games, setting_labels
from rulekeep.cli.terminal.screen import Screen
from rulekeep.core import registry
from rulekeep.core.errors import DataError, RulekeepError
from rulekeep.core.game import AnyGame
from rulekeep.match.house_rules import HouseRules
from rulekeep.testing import ScenarioFailure, read_scenarios, run_scenario, scenario_files
from rulekeep.testing.prover.proof_report import stored_summary
from rulekeep.testing.rule_coverage import coverage as cover
from rulekeep.testing.rule_sources import CodePlace, places
from rulekeep.testing.scenario_format import scenarios_of


@click.command()
@arguments.optional_game_argument
@arguments.rule_argument
@click.option("--provenance", is_flag=True, help="Show where each piece of data comes from.")
@click.option("--code", is_flag=True, help="Show where the code checks and applies each rule.")
@click.option("--coverage", is_flag=True, help="Show which rules the scenarios test and prove.")
@arguments.house_option(help="Show what these house rules change in each rule.")
@arguments.data_option
@arguments.screen_options
def rules(
    game: str | None,
    words: tuple[str, ...],
    provenance: bool,
    code: bool,
    coverage: bool,
    house: HouseRules | None,
    data: Any,
    screen: Screen,
) -> None:
    """Read the rules of GAME: all of them, some by ID, or those with a WORD.

    Each rule shows its source, our reading where the sources are unclear, the option that changes
    it, and the scenarios that test it. You can shorten an ID: cc20 is CC-020. At a terminal, long
    answers open in your pager.

    \b
    Examples:
      rulekeep rules kilt_castle
      rulekeep rules kilt_castle KC-030
      rulekeep rules kilt_castle kc30 kc31
      rulekeep rules castle_keep attack
      rulekeep rules castle_keep CK-021 --code
      rulekeep rules carcassonne_castle --provenance
    """
    if game is None:
        list_games(screen, "Choose one: rulekeep rules GAME")
        return
    plugin = registry.load(game)
    agreed = house.options(plugin) if house is not None else {}
    data = data or (house.data if house is not None else None)
    if data is not None:
        plugin = plugin.with_data(data)
    if provenance:
        _provenance(screen, plugin)
    elif coverage:
        earned, proof = _earned_rules(plugin), stored_summary(plugin)
        for line in cover(plugin.id, plugin.book, earned, proof).lines():
            screen.say(line)
    else:
        _page(screen, partial(_read, screen, plugin, " ".join(words), agreed, code))


def _page(screen: Screen, draw: Callable[[], object]) -> None:
    """Draw at once if it fits or the output is no terminal; else in the user's pager."""
    if not screen.live:
        draw()
        return
    lines = screen.printed(draw)
    text = "\n".join(lines) + "\n"
    if len(lines) < screen.height:
        click.echo(text, nl=False, color=True)
    else:
        click.echo_via_pager(text, color=screen.colour or None)


def _read(
    screen: Screen, game: AnyGame, wanted: str, agreed: dict[str, Any], with_code: bool
) -> None:
    found = rule_text.find_rules(game, wanted) if wanted else list(game.book)
    if not found:
        raise RulekeepError(f"No rule of {game.title} has the id or the words {wanted!r}.")
    proofs = _scenarios_by_rule(game)
    code = _code_by_rule(game) if with_code else {}
    chapter = ""
    if not wanted:
        screen.heading(game.title)
        rule_text.show_guide(screen, game)
        screen.heading(f"The rules of {game.title}")
    for rule in found:
        if rule.chapter != chapter:
            chapter = rule.chapter
            screen.say()
            screen.say(chapter, "bold underline")
        agreed_here = {name: agreed[name] for name in rule.options if name in agreed}
        here = [("house", setting_labels(game, agreed_here))] if agreed_here else []
        places = [*here, *code.get(rule.id, ())]
        rule_text.show_rule(screen, game, rule, proofs.get(rule.id, ()), places)


def _provenance(screen: Screen, game: AnyGame) -> None:
    rows = list(game.provenance())
    screen.heading(f"Where the data of {game.title} come from")
    if not rows:
        screen.say("The game has no data files.", indent=2)
    screen.pairs(rows)


# -- where the rules are in code and scenarios ----------------------------------------------------


def _code_by_rule(game: AnyGame) -> dict[str, list[tuple[str, str]]]:
    """By rule, what its code does and where: (`refused in`, `checks.py:58 the_card_left_the_game`)."""
    found = places(registry.package_of(game.id), game.book.rules)
    return {rule: [_described(place) for place in where] for rule, where in found.items()}


def _described(place: CodePlace) -> tuple[str, str]:
    does = "refused in" if place.kind == "check" else "listed in"
    if place.kind == "code" and place.module != "legal":
        does = "done in"
    return does, f"{place.file}:{place.line} {place.function}".rstrip()


def _scenarios_by_rule(game: AnyGame) -> dict[str, list[str]]:
    """By rule, the scenarios that cite it, as `file:line name`."""
    found: dict[str, list[str]] = {}
    for scenario in scenarios_of(game):
        file = Path(scenario.where).name
        for rule in scenario.rules:
            found.setdefault(rule, []).append(f"scenarios/{file} {scenario.name}")
    return found


def _earned_rules(game: AnyGame) -> set[str]:
    """The rules that the passing scenarios of a game show at work."""
    earned: set[str] = set()
    for path in scenario_files(game):
        with suppress(DataError):
            for scenario in read_scenarios(path):
                with suppress(ScenarioFailure, RulekeepError):
                    earned |= run_scenario(scenario, game)
    return earned
