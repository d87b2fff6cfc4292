"""`rulekeep verify`: recorded matches as a suite of tests."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import click

from rulekeep.cli import arguments
from rulekeep.cli.files import paths
from rulekeep.cli.reports.test_report import ReportCase, how_to_open, write_report
from rulekeep.cli.terminal.progress_bar import gather
from rulekeep.cli.terminal.screen import Screen, warn
from rulekeep.core.errors import DataError
from rulekeep.core.text import plural
from rulekeep.match.library import SUFFIX
from rulekeep.match.replay_verification import ReplayResult
from rulekeep.match.replay_verification import verify as replayed
from rulekeep.testing.process_map import map_in_processes
from rulekeep.testing.suite import files_below


@click.command()
@arguments.matches_argument
@arguments.workers_option("replay")
@click.option("--list", "listed", is_flag=True, help="Name every match, not only failures.")
@arguments.json_option("The results as JSON, for tools.")
@arguments.junit_option
@arguments.data_option
@arguments.screen_options
def verify(
    matches: tuple[str, ...],
    workers: int,
    listed: bool,
    as_json: bool,
    junit: Path | None,
    data: Path | None,
    screen: Screen,
) -> None:
    """Replay match files, and all those in folders, and list those that differ.

    For each difference you see the move where it starts, the rules that apply to it, and the
    options that changed since the match was recorded. Without a name, your saved matches are
    replayed. Exit code 1 if a match differs.

    \b
    Examples:
      rulekeep verify
      rulekeep verify evenings/ --workers 2
      rulekeep verify evening.rkm --junit report.xml
    """
    files = _files(matches)
    replays = map_in_processes(partial(replayed, data=data), files, workers)
    results, complete = gather(replays, len(files), lambda result: result.path.name)
    if not as_json:
        _print(screen, results, listed)
    write_report([_report_case(result) for result in results], as_json, junit)
    if not complete:
        warn(f"interrupted after {len(results)} of {len(files)} matches")
        sys.exit(arguments.INTERRUPTED)
    sys.exit(0 if all(result.good for result in results) else 1)


def _files(words: Sequence[str]) -> list[Path]:
    """The match files that are named, each once."""
    if not words:
        return paths.library().files()
    found: dict[Path, None] = {}
    for word in words:
        path = Path(word)
        if not path.is_dir():
            found[paths.library().find(word)] = None
            continue
        inside = list(files_below(path, (SUFFIX,)))
        if not inside:
            raise DataError(word, f"holds no match files ({SUFFIX}), nor do the folders in it")
        found |= dict.fromkeys(inside)
    return list(found)


def _report_case(result: ReplayResult) -> ReportCase:
    return ReportCase(
        result.game or "unreadable",
        str(result.path),
        result.path.name,
        result.good,
        result.problem,
        result.seconds,
        _details(result),
    )


def _details(result: ReplayResult) -> tuple[str, ...]:
    """What is known of a divergence, and how to open the table as it was before."""
    how = (how_to_open(result.path, result.moves),) if result.entry else ()
    return (*result.details, *how)


def _print(screen: Screen, results: Sequence[ReplayResult], listed: bool) -> None:
    for result in results:
        if result.good and listed:
            screen.say(f"good    {result.path} ({result.moves} moves)", indent=2)
        elif not result.good:
            screen.say(result.problem, "red", indent=2)
            for line in _details(result):
                screen.say(line, "dim", indent=4)
    if not results:
        screen.say("There are no matches to replay.")
        return
    bad = sum(not result.good for result in results)
    good = plural(len(results) - bad, "match replays", "matches replay")
    screen.say(f"{good} as recorded, {plural(bad, 'does', 'do')} not", "bold")
