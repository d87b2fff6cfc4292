"""`rulekeep compare`: what an option does to a game, measured."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulekeep.cli.arguments import (
    data_option,
    game_argument,
    house_option,
    option_option,
    preset_option,
    screen_options,
)
from rulekeep.cli.progress import bar
from rulekeep.cli.screen import json_text, warn
from rulekeep.cli.simulate import INTERRUPTED, complete_bots
from rulekeep.cli.writing import write_new
from rulekeep.core import registry
from rulekeep.core.errors import RulekeepError
from rulekeep.core.prose import plural

if TYPE_CHECKING:
    from rulekeep.cli.screen import Screen
    from rulekeep.core.house import House
    from rulekeep.sim.compare import Difference, Effect, Trial
    from rulekeep.sim.play import Plan, Result

NEW_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@game_argument()
@click.option(
    "--vary",
    "varied",
    multiple=True,
    required=True,
    metavar="OPTION[=BASE,OTHER]",
    help="An option: its other values against the one in force, or OTHER against BASE; or all.",
)
@click.option(
    "--seats",
    "-s",
    default="greedy,greedy",
    show_default=True,
    metavar="BOTS",
    shell_complete=complete_bots,
    help="The bots, one per seat, as for `simulate`.",
)
@click.option(
    "--games",
    "-n",
    default=200,
    show_default=True,
    type=click.IntRange(2, 10**9),
    help="How many matches to play with each value.",
)
@click.option("--seed", default="0", show_default=True, help="The same seed, the same results.")
@click.option(
    "--workers",
    "-w",
    default=1,
    show_default=True,
    type=click.IntRange(1, 1024),
    help="How many processes to play with.",
)
@click.option(
    "--cluster", metavar="ADDRESS", help="Play on a dask cluster instead: tcp://host:port."
)
@option_option()
@preset_option()
@house_option()
@data_option()
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Keep every result here, a .jsonl file for each value.",
)
@click.option("--continue", "go_on", is_flag=True, help="Go on with the results in --out.")
@click.option("--report", type=NEW_FILE, help="Write a page with plots to this new .html file.")
@click.option("--json", "as_json", is_flag=True, help="Everything measured, for tools.")
@click.option("--quiet", "-q", is_flag=True, help="No progress bar.")
@screen_options
def compare(
    game: str,
    varied: tuple[str, ...],
    seats: str,
    games: int,
    seed: str,
    workers: int,
    cluster: str | None,
    words: tuple[str, ...],
    preset: str | None,
    house: House | None,
    data: Path | None,
    out: Path | None,
    go_on: bool,
    report: Path | None,
    as_json: bool,
    quiet: bool,
    screen: Screen,
) -> None:
    """Measure what an option of GAME does: length, choice, points, chances of the first seat.

    The same seeds are played with either value, so that matches can be compared in pairs. Each
    difference comes with its 95 % interval. It is called real if it stands when all differences
    of the table are judged together (Holm's method, 5 %). A comeback is a match whose winners
    were all behind at half of its decisions. Ctrl-C keeps what is done; --continue goes on.

    \b
    Examples:
      rulekeep compare kilt_castle --vary roof_connects --games 400 --workers 2
      rulekeep compare kilt_castle --vary lapping=allowed,forbidden --out lapping --report lap.html
      rulekeep compare castle_keep --vary all --games 100 --json
    """
    from rulekeep.bots import split_seats
    from rulekeep.core.house import agree
    from rulekeep.core.options import settle
    from rulekeep.sim.compare import effect, judged, trials

    if go_on and out is None:
        raise click.UsageError("--continue needs the directory of the results: --out DIR")
    if report is not None:
        from rulekeep.sim.report import need_plots

        need_plots()
        if report.exists():
            raise RulekeepError(f"{report} exists already; it is left alone")
    plugin = registry.load(game)
    agreed = agree(plugin, words, preset, house, data)
    options = settle(plugin.options, agreed.options)
    bots = split_seats(seats)
    asked = trials(plugin, varied, options, len(bots))
    played = _Played(game, bots, seed, options, agreed.data, games, out, go_on)
    whole = played.all(asked, workers, cluster, quiet)
    effects = judged(
        [effect(t, played.of(t.option, t.base), played.of(t.option, t.value)) for t in asked]
    )
    if as_json:
        click.echo(json_text([found.to_dict() for found in effects]))
    else:
        for found in effects:
            _tell(screen, found)
    if report is not None:
        from rulekeep.sim.report import comparison_page

        page = comparison_page(plugin, bots, effects, played.table(asked[0]))
        write_new(page.encode(), report)
    if not whole:
        after = " --continue goes on." if out else ""
        click.echo(f"Interrupted; what was played is counted.{after}", err=True)
        sys.exit(INTERRUPTED)


class _Played:
    """The matches of every value, each value played once."""

    def __init__(
        self,
        game: str,
        bots: list[str],
        seed: str,
        options: Mapping[str, Any],
        data: Path | None,
        games: int,
        out: Path | None,
        go_on: bool,
    ) -> None:
        self._make = (game, bots, seed)
        self._options = options
        self._data = data
        self._games = games
        self._out = out
        self._go_on = go_on
        self._results: dict[str, list[Result]] = {}

    def of(self, option: str, value: Any) -> list[Result]:
        return self._results.get(self._label(option, value), [])

    def _label(self, option: str, value: Any) -> str:
        from rulekeep.core.options import spell

        usual = value == self._options[option] and type(value) is type(self._options[option])
        return "as agreed" if usual else f"{option}={spell(value)}"

    def _plan(self, option: str, value: Any) -> Plan:
        from attrs import evolve

        from rulekeep.sim.run import make_plan

        options = {**self._options, option: value}
        return evolve(make_plan(*self._make, options, self._data), watched=True)

    def table(self, trial: Trial) -> str:
        """A picture of the table that the first match began with."""
        from rulekeep.core.match import Match

        results = [r for r in self.of(trial.option, trial.value) if not r.error]
        game, _, _ = self._make
        if not results:
            return ""
        first = results[0]
        match = Match.new(game, len(first.seats), first.seed, first.options, data=self._data)
        return match.svg(theme="light")

    def all(self, asked: list[Trial], workers: int, cluster: str | None, quiet: bool) -> bool:
        """Play what is not there yet; False if somebody interrupts."""
        wanted = {
            self._label(t.option, value): (t.option, value)
            for t in asked
            for value in (t.base, t.value)
        }
        if self._out is not None:
            _make_directory(self._out, self._go_on)
        total = self._games * len(wanted)
        with bar(total, 0, quiet) as shown:
            for number, (label, (option, value)) in enumerate(wanted.items()):
                before = number * self._games
                done = self._results[label] = []
                try:
                    plan = self._plan(option, value)
                    for count in self._play(label, plan, done, workers, cluster):
                        shown(before + count, label)
                except KeyboardInterrupt:
                    return False
        return True

    def _play(
        self, label: str, plan: Plan, done: list[Result], workers: int, cluster: str | None
    ) -> Any:
        from rulekeep.sim.results import Store
        from rulekeep.sim.run import Undone, run_plan

        store = None
        if self._out is not None:
            path = self._out / f"{label.replace(' ', '-')}.jsonl"
            store = Store(path, plan, resume=self._go_on)
            done += store.done
        results = run_plan(
            plan, Undone(self._games, (r.match for r in done)), workers, cluster, warn
        )
        try:
            for result in results:
                done.append(result if store is None else store.add(result))
                yield len(done)
        finally:
            close = getattr(results, "close", None)
            if close is not None:
                close()
            if store is not None:
                store.close()


def _make_directory(out: Path, go_on: bool) -> None:
    try:
        out.mkdir(parents=True, exist_ok=True)
        if not go_on and any(out.iterdir()):
            raise RulekeepError(f"{out} is not empty; --continue goes on with it")
    except OSError as error:
        raise RulekeepError(f"{out} cannot be written: {error.strerror}") from None


# -- telling ------------------------------------------------------------------------------------

MOST_RULES = 12


def _tell(screen: Screen, found: Effect) -> None:
    screen.heading(f"{found.trial}: {plural(found.pairs, 'pair')} of matches")
    if not found.measures:
        screen.say("Too few matches came to an end to be compared.", indent=2)
        return
    screen.pairs((row.measure, _said(row)) for row in found.measures)
    real = sorted((row for row in found.rules if row.real), key=lambda row: row.chance)
    if not real:
        screen.say("No rule is at work more or less often, as far as this shows.", "dim", indent=2)
        return
    screen.say("Rules at work more or less often, times a match:", indent=2)
    screen.pairs(((row.measure, _said(row)) for row in real[:MOST_RULES]), indent=4)
    if len(real) > MOST_RULES:
        screen.say(f"and {len(real) - MOST_RULES} more (--json has all)", "dim", indent=4)


def _said(row: Difference) -> str:
    verdict = "real" if row.real else "not shown"
    return (
        f"{row.base:.3g} -> {row.value:.3g}, {row.change:+.3g} "
        f"({row.low:+.3g} to {row.high:+.3g}): {verdict}"
    )
