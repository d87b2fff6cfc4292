"""`rulekeep scenarios`: run the scenarios without pytest."""

from __future__ import annotations

import sys

import click

from rulekeep.cli.arguments import game_argument, screen_options
from rulekeep.cli.plugins import load_all
from rulekeep.cli.proving import run_all
from rulekeep.cli.screen import Screen, warn
from rulekeep.core import registry
from rulekeep.core.testing.coverage import coverage


@click.command()
@game_argument(required=False)
@click.option("--rule-coverage", is_flag=True, help="Fail if a testable rule is shown by none.")
@click.option("--list", "listed", is_flag=True, help="Name every scenario, not only failures.")
@screen_options
def scenarios(game: str | None, rule_coverage: bool, listed: bool, screen: Screen) -> None:
    """Run the scenarios of GAME, or of all games; exit code 1 if one fails.

    \b
    Examples:
      rulekeep scenarios
      rulekeep scenarios kilt_castle --rule-coverage
    """
    plugins, broken = ([registry.load(game)], {}) if game else load_all()
    for reason in broken.values():
        warn(reason)
    good = not broken
    for plugin in plugins:

        def tell(what: str, passed: bool) -> None:
            if listed:
                screen.say(f"{'passed' if passed else 'FAILED'}  {what}", indent=2)

        results = run_all(plugin, tell)
        failed = len(results.failures)
        screen.say(f"{plugin.id}: {results.passed} passed, {failed} failed", "bold")
        for failure in results.failures:
            screen.say(failure, "red", indent=2)
        good = good and not failed
        if rule_coverage:
            covered = coverage(plugin.id, plugin.book, results.earned)
            for line in covered.lines():
                screen.say(line, indent=2)
            good = good and covered.complete
    sys.exit(0 if good else 1)
