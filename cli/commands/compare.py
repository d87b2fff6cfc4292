"""`rulekeep compare`: what an option does to a game, measured."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulekeep.cli import arguments
from rulekeep.cli.run_arguments import Run, run_options
from rulekeep.cli.terminal.progress_bar import bar
from rulekeep.cli.terminal.screen import json_text
from rulekeep.core import registry
from rulekeep.core.game import AnyGame
from rulekeep.core.text import plural

if TYPE_CHECKING:
    from rulekeep.cli.terminal.screen import Screen
    from rulekeep.sim.option_effects import Effect, MeasuredDifference, OptionTrial
    from rulekeep.sim.single_match import Result, RunPlan


@click.command()
@click.option(
    "--vary",
    "varied",
    multiple=True,
    required=True,
    metavar="OPTION[=BASE,OTHER]",
    help="An option: its other values against the one in force, or OTHER against BASE; or all.",
)
@run_options(
    seats="greedy,greedy",
    games=200,
    fewest=2,
    most=10**9,
    how_many="How many matches to play with each value.",
    out="Keep every result here, a .jsonl file for each value.",
    directory=True,
)
@arguments.json_option("Everything measured, for tools.")
@arguments.screen_options
def compare(run: Run, varied: tuple[str, ...], as_json: bool, screen: Screen) -> None:
    """Measure what an option of GAME does: length, choice, points, chances of the first seat.

    The same seeds are played with either value, so that matches can be compared in pairs. Each
    difference comes with its 95 % interval. It is called real if it is still significant when all
    differences of the table are judged together (Holm's method, 5 %). A comeback is a match whose winners
    were all behind after half of its decisions. Ctrl-C keeps the results so far; --continue resumes.

    \b
    Examples:
      rulekeep compare kilt_castle --vary roof_connects --games 400 --workers 2
      rulekeep compare kilt_castle --vary lapping=allowed,forbidden --out lapping --report lap.html
      rulekeep compare castle_keep --vary all --games 100 --json
    """
    from rulekeep.core.rule_options import settle
    from rulekeep.sim.html_report import comparison_page
    from rulekeep.sim.option_effects import effect, trials, with_verdicts

    plugin = registry.load(run.game)
    agreed = run.agreed()
    options = settle(plugin.options, agreed.options)
    asked = trials(plugin, varied, options, len(run.bots))
    played = _PlayedMatches(run, options, agreed.data)
    complete = played.play_all(asked)
    effects = with_verdicts(
        [effect(t, played.of(t.option, t.base), played.of(t.option, t.value)) for t in asked]
    )
    if as_json:
        click.echo(json_text([measured.to_dict() for measured in effects]))
    else:
        for measured in effects:
            _print(screen, plugin, measured)
    run.write_page(
        lambda: comparison_page(plugin, run.bots, effects, played.table(asked[0])), as_json
    )
    if not complete:
        run.say_incomplete("Interrupted; what was played is counted.")
        sys.exit(arguments.INTERRUPTED)


class _PlayedMatches:
    """The matches of every value, each value played once."""

    def __init__(self, run: Run, options: Mapping[str, Any], data: Path | None) -> None:
        self._run = run
        self._options = options
        self._data = data
        self._results: dict[str, list[Result]] = {}

    def of(self, option: str, value: Any) -> list[Result]:
        return self._results.get(self._label(option, value), [])

    def _label(self, option: str, value: Any) -> str:
        from rulekeep.core.rule_options import spell

        usual = value == self._options[option] and type(value) is type(self._options[option])
        return "as agreed" if usual else f"{option}={spell(value)}"

    def _plan(self, option: str, value: Any) -> RunPlan:
        from attrs import evolve

        from rulekeep.sim.run import make_plan

        options = {**self._options, option: value}
        return evolve(
            make_plan(self._run.game, self._run.bots, self._run.seed, options, self._data),
            watched=True,
        )

    def table(self, trial: OptionTrial) -> str:
        """A picture of the table that the first match began with."""
        from rulekeep.match.match import Match

        results = [r for r in self.of(trial.option, trial.value) if not r.error]
        if not results:
            return ""
        first = results[0]
        match = Match.new(
            self._run.game, len(first.seats), first.seed, first.options, data=self._data
        )
        return match.svg(theme="light")

    def play_all(self, asked: list[OptionTrial]) -> bool:
        """Play what is not there yet; False after Ctrl-C."""
        wanted = {
            self._label(t.option, value): (t.option, value)
            for t in asked
            for value in (t.base, t.value)
        }
        out, games = self._run.out, self._run.games
        if out is not None:
            self._run.results_so_far(out)
        with bar(games * len(wanted), 0, self._run.quiet) as shown:
            for number, (label, (option, value)) in enumerate(wanted.items()):
                done = self._results[label] = []
                path = None if out is None else out / f"{label.replace(' ', '-')}.jsonl"
                plan = self._plan(option, value)
                try:
                    with closing(self._run.matches(plan, path, done.append)) as matches:
                        for _ in matches:
                            shown(number * games + len(done), label)
                except KeyboardInterrupt:
                    return False
        return True


# -- results ------------------------------------------------------------------------------------

MAX_RULES = 12


def _print(screen: Screen, game: AnyGame, effect: Effect) -> None:
    screen.heading(f"{effect.trial.in_words(game)}: {plural(effect.pairs, 'pair')} of matches")
    screen.say(str(effect.trial), "dim", indent=2)
    if not effect.measures:
        screen.say("Too few matches came to an end to be compared.", indent=2)
        return
    screen.pairs((row.measure, _difference(row)) for row in effect.measures)
    real = sorted((row for row in effect.rules if row.real), key=lambda row: row.chance)
    if not real:
        screen.say("No rule applies more or less often, as far as this shows.", "dim", indent=2)
        return
    screen.say("Rules that apply more or less often, per match:", indent=2)
    for row in real[:MAX_RULES]:
        screen.say(game.book[row.measure].summary, indent=4)
        screen.say(_difference(row), indent=6)
    if len(real) > MAX_RULES:
        screen.say(f"and {len(real) - MAX_RULES} more (--json has all)", "dim", indent=4)


def _difference(row: MeasuredDifference) -> str:
    verdict = "real" if row.real else "may be chance"
    return (
        f"{row.base:.3g} -> {row.value:.3g}, {row.change:+.3g} "
        f"({row.low:+.3g} to {row.high:+.3g}): {verdict}"
    )
