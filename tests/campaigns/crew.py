"""Units of work over processes, until there are enough, time is up or Ctrl-C is pressed."""

from __future__ import annotations

import multiprocessing as mp
import signal
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import islice
from pathlib import Path

from tests.campaigns.ledger import Done, Ledger, Unit

from rulekeep.cli.terminal.progress_bar import bar

Work = Callable[[Unit], Done]
"""A function a process can be sent; it finds everything else out by the unit."""
Reached = Callable[[Ledger], int]
"""How much of what is wanted is there."""

INTERRUPTED = 130
SAVED_EVERY = 2.0
"""Seconds of work that are lost at most when the process is killed."""


def arguments(name: str, about: str | None, count: int, counted: str) -> ArgumentParser:
    """What every campaign can be told."""
    parser = ArgumentParser(prog=f"python -m tests.campaigns {name}", description=about)
    parser.add_argument(
        "--count", type=int, default=count, help=f"{counted} in all, earlier runs included"
    )
    parser.add_argument("--seconds", type=float, help="stop after this time; go on another day")
    parser.add_argument("--workers", type=int, default=1, help="processes")
    parser.add_argument(
        "--state", type=Path, default=Path(".campaigns"), help="directory of ledger and findings"
    )
    parser.add_argument("--fresh", action="store_true", help="forget what earlier runs have done")
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    return parser


def go_on(
    ledger: Ledger, units: Iterator[Unit], work: Work, reached: Reached, wanted: Namespace
) -> bool:
    """Do units until enough is reached; False if interrupted. The ledger keeps it all."""
    begin = time.monotonic()
    before = ledger.seconds
    saved = begin

    def is_enough() -> bool:
        late = wanted.seconds is not None and time.monotonic() - begin >= wanted.seconds
        return late or reached(ledger) >= int(wanted.count)

    with bar(wanted.count, reached(ledger), wanted.quiet) as shown:
        results = _alone(units, work) if wanted.workers == 1 else _crew(units, work, wanted.workers)
        try:
            while not is_enough():
                done = next(results, None)
                if done is None:
                    return True
                ledger.add(done)
                shown(reached(ledger), f"{len(ledger.found)} found, {done.unit}")
                ledger.seconds = before + time.monotonic() - begin
                if time.monotonic() - saved > SAVED_EVERY:
                    ledger.save()
                    saved = time.monotonic()
            return True
        except KeyboardInterrupt:
            return False
        finally:
            results.close()
            ledger.seconds = before + time.monotonic() - begin
            ledger.save()


def _alone(units: Iterator[Unit], work: Work) -> Generator[Done, None, None]:
    for unit in units:
        yield work(unit)


def _crew(units: Iterator[Unit], work: Work, workers: int) -> Generator[Done, None, None]:
    """Results as they come; each process has one unit at hand and one waiting."""
    # Spawned, not forked: the progress bar runs a thread.
    executor = ProcessPoolExecutor(workers, mp.get_context("spawn"), _leave_ctrl_c_to_the_parent)
    try:
        under_way: set[Future[Done]] = {
            executor.submit(work, unit) for unit in islice(units, 2 * workers)
        }
        while under_way:
            ready, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            under_way |= {executor.submit(work, unit) for unit in islice(units, len(ready))}
            for future in ready:
                yield future.result()
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def _leave_ctrl_c_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def round_robin(ledger: Ledger, series: list[str]) -> Iterator[Unit]:
    """What is left of several series, one of each in turn."""
    for several in zip(*(ledger.undone(one) for one in series), strict=True):
        yield from several


def sum_up(
    ledger: Ledger, name: str, lines: Sequence[str], whole: bool, also: Sequence[str] = ()
) -> int:
    """Print the figures, what was found, and what the figures show `also`; the exit code."""
    print(f"{name}: {ledger.seconds:,.0f} seconds of running in all")
    for line in lines:
        print(f"  {line}")
    if len(ledger.programs) > 1:
        print("  Part of this was done with other sources; --fresh begins anew.")
    for entry in ledger.found[:20]:
        series, number = entry["unit"]
        print(f"  FOUND in {series}:{number}: {entry['what'][0]}")
        for file in entry["files"]:
            print(f"    {ledger.path.parent / file}")
    if len(ledger.found) > 20:
        print(f"  … and {len(ledger.found) - 20} more in {ledger.path}")
    for what in also:
        print(f"  FOUND: {what}")
    if not whole:
        print(f"  Interrupted; the same command goes on (ledger: {ledger.path}).", file=sys.stderr)
    if ledger.found or also:
        return 1
    print("  Nothing was found.")
    return 0 if whole else INTERRUPTED


def by_game(ledger: Ledger) -> dict[str, dict[str, int]]:
    """Figures named `game/what`, per game."""
    sorted_out: dict[str, dict[str, int]] = {}
    for key, number in ledger.figures.items():
        game, _, what = key.partition("/")
        sorted_out.setdefault(game, {})[what] = number
    return sorted_out
