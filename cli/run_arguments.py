"""The options of `simulate`, `compare` and `ladder`: matches to play, bots, and where results go."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from attrs import fields, frozen

from rulekeep.cli import arguments
from rulekeep.cli.files.output_files import results_directory, write_new
from rulekeep.cli.terminal.interrupts import Interrupts
from rulekeep.cli.terminal.screen import warn
from rulekeep.core.errors import RulekeepError

if TYPE_CHECKING:
    from rulekeep.match.house_rules import AgreedRules, HouseRules
    from rulekeep.sim.result_files import ResultFile
    from rulekeep.sim.single_match import Result, RunPlan

F = TypeVar("F", bound=Callable[..., Any])
OnResult = Callable[["Result"], object]


@frozen
class Run:
    """The values of these options."""

    game: str
    seats: str
    games: int
    seed: str
    workers: int
    cluster: str | None
    words: tuple[str, ...]
    preset: str | None
    house: HouseRules | None
    data: Path | None
    out: Path | None
    go_on: bool
    report: Path | None
    quiet: bool

    @property
    def bots(self) -> list[str]:
        from rulekeep.bots import split_seats

        return split_seats(self.seats)

    def agreed(self) -> AgreedRules:
        from rulekeep.core import registry
        from rulekeep.match.house_rules import agree

        return agree(registry.load(self.game), self.words, self.preset, self.house, self.data)

    def check_report(self) -> None:
        """Refuse a page that cannot be written before anything is played."""
        if self.report is not None:
            from rulekeep.sim.html_report import need_plots

            need_plots()
            if self.report.exists():
                raise RulekeepError(f"{self.report} exists already; it is left alone")

    def write_page(self, page: Callable[[], str], quiet: bool) -> None:
        if self.report is not None:
            write_new(page().encode(), self.report, quiet)

    def matches(self, plan: RunPlan, out: Path | None, on_result: OnResult) -> Generator[None]:
        """Play the matches that `out` lacks, and add each to it.

        `on_result` gets every match once, played now or earlier; none is kept in memory.
        """
        from rulekeep.sim.ranges import MissingNumbers
        from rulekeep.sim.result_files import ResultFile
        from rulekeep.sim.run import run_plan

        store = None if out is None else ResultFile(out, plan, self.go_on, on_result)
        if store is not None and store.torn:
            warn(f"{out}: the last row is incomplete and is dropped")
        if store is not None and store.duplicates:
            warn(f"{out}: {store.duplicates} rows were there twice; each match is counted once")
        left = MissingNumbers(self.games, () if store is None else store.done)
        return _store(run_plan(plan, left, self.workers, self.cluster, warn), store, on_result)

    def results_so_far(self, out: Path) -> set[str]:
        """The files of earlier runs. RulekeepError if there are some and none are wanted."""
        return results_directory(out, "" if self.go_on else "use --continue to continue it")

    def say_incomplete(self, text: str) -> None:
        """Say why a run is not complete, and how to continue it."""
        click.echo(f"{text}{' Use --continue to continue.' if self.out else ''}", err=True)


def _store(
    results: Generator[Result], store: ResultFile | None, on_result: OnResult
) -> Generator[None]:
    """Ctrl-C ends a match that is being played, but not the storing of a result."""
    with Interrupts() as interrupts:
        try:
            while True:
                with interrupts.waiting():
                    result = next(results, None)
                if result is None:
                    return
                on_result(result if store is None else store.add(result))
                yield
        finally:
            results.close()
            if store is not None:
                store.close()


def _complete_bots(_ctx: click.Context, _param: click.Parameter, typed: str) -> list[str]:
    from rulekeep.bots import names

    seats, comma, last = typed.rpartition(",")
    return [seats + comma + name for name in (*names(), "run:") if name.startswith(last)]


SEATS_HELP = (
    "The bots, one per seat: random, easy, medium, hard, expert, greedy, mcts:500 (iterations), mcts:2s (seconds), "
    "mcts:2s@2 (on two cores), run:./mybot (your own program)."
)


def run_options(
    *,
    seats: str,
    games: int,
    fewest: int,
    most: int,
    how_many: str,
    out: str,
    directory: bool,
    bots_option: tuple[str, str, str] = ("--seats", "-s", SEATS_HELP),
    pages: bool = True,
) -> Callable[[F], F]:
    """The options, given to the command as a `run`. `pages` is whether it writes a report."""
    long, short, who = bots_option
    number = click.IntRange(fewest, most)
    out_option = arguments.directory_option if directory else arguments.file_option
    options = [
        arguments.game_argument,
        click.option(long, short, "seats", default=seats, show_default=True, metavar="BOTS",
                     shell_complete=_complete_bots, help=who),
        click.option("--games", "-n", default=games, show_default=True, type=number, metavar="N",
                     help=how_many),
        arguments.seed_option("The same seed gives the same results."),
        arguments.workers_option("play"),
        click.option("--cluster", metavar="ADDRESS", help="Play on a dask cluster instead: tcp://host:port."),
        arguments.option_option,
        arguments.preset_option,
        arguments.house_option(),
        arguments.data_option,
        out_option("--out", help=out),
        click.option("--continue", "go_on", is_flag=True, help="Continue the run in --out."),
        click.option("--quiet", "-q", is_flag=True, help="No progress bar."),
    ]  # fmt: skip
    if pages:
        page = "Write a page with plots to this new .html file."
        options.append(arguments.file_option("--report", metavar=None, help=page))
    names = [field.name for field in fields(Run)]
    needed = "directory of the results: --out DIR" if directory else "file of the run: --out FILE"

    def with_options(command: F) -> F:
        @wraps(command)
        def with_run(**given: Any) -> Any:
            run = Run(**{name: given.pop(name, None) for name in names})
            if run.go_on and run.out is None:
                raise click.UsageError(f"--continue needs the {needed}")
            run.check_report()
            return command(run=run, **given)

        for option in reversed(options):
            with_run = option(with_run)
        return with_run  # type: ignore[return-value]

    return with_options
