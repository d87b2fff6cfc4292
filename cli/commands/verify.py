"""`rulekeep verify`: recorded matches as a suite of tests."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

import click

from rulekeep.cli.arguments import data_option, matches_argument, screen_options, workers_option
from rulekeep.cli.files import paths
from rulekeep.cli.files.output_files import replace_file
from rulekeep.cli.reports.test_report import Judged, as_data, as_junit
from rulekeep.cli.terminal.progress_bar import bar
from rulekeep.cli.terminal.screen import Screen, json_text, warn
from rulekeep.core.errors import DataError
from rulekeep.core.text import plural
from rulekeep.match.replay_verification import ReplayResult
from rulekeep.match.replay_verification import verify as replayed
from rulekeep.testing.process_map import in_processes
from rulekeep.testing.suite import files_below

INTERRUPTED = 130


@click.command()
@matches_argument()
@workers_option("replay")
@click.option("--list", "listed", is_flag=True, help="Name every match, not only failures.")
@click.option("--json", "as_json", is_flag=True, help="The results as JSON, for tools.")
@click.option(
    "--junit",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the results as JUnit XML; a former report is replaced.",
)
@data_option()
@screen_options
def verify(
    matches: tuple[str, ...],
    workers: int,
    listed: bool,
    as_json: bool,
    junit: Path | None,
    data: Path | None,
    screen: Screen,
) -> None:
    """Replay match files, and all those in folders, and name those that diverge.

    A divergence is told with the act where it begins, the rules at work in that act, and the
    options of the rule book that changed since the match was recorded. Without a name the kept
    matches are replayed. Exit code 1 if a match is found wanting.

    \b
    Examples:
      rulekeep verify
      rulekeep verify evenings/ --workers 2
      rulekeep verify evening.rkm --junit report.xml
    """
    files = _files(matches)
    results, whole = _replay(files, data, workers)
    judged = [_judged(result) for result in results]
    if as_json:
        click.echo(json_text(as_data(judged)))
    else:
        _tell(screen, results, listed)
    if junit is not None:
        replace_file(junit, as_junit(judged))
    if not whole:
        warn(f"interrupted after {len(results)} of {len(files)} matches")
        sys.exit(INTERRUPTED)
    sys.exit(0 if all(result.good for result in results) else 1)


def _files(words: Sequence[str]) -> list[Path]:
    """Every match file that is meant, once."""
    if not words:
        return paths.recorded()
    found: dict[Path, None] = {}
    for word in words:
        path = Path(word)
        if not path.is_dir():
            found[paths.find(word)] = None
            continue
        inside = list(files_below(path, (paths.SUFFIX,)))
        if not inside:
            raise DataError(
                word, f"holds no match files ({paths.SUFFIX}), nor do the folders in it"
            )
        found |= dict.fromkeys(inside)
    return list(found)


def _replay(
    files: Sequence[Path], data: Path | None, workers: int
) -> tuple[list[ReplayResult], bool]:
    """The results, and whether all were there before somebody interrupted."""
    results: list[ReplayResult] = []
    with bar(len(files)) as shown:
        try:
            for result in in_processes(partial(replayed, data=data), files, workers):
                results.append(result)
                shown(len(results), result.path.name)
        except KeyboardInterrupt:
            return results, False
    return results, True


def _judged(result: ReplayResult) -> Judged:
    suite = result.game or "unreadable"
    details = (*result.details, *_openers(result))
    name = result.path.name
    return Judged(
        suite, str(result.path), name, result.good, result.trouble, result.seconds, details
    )


def _openers(result: ReplayResult) -> Iterable[str]:
    """The command that opens the table as it was before a match went astray."""
    if result.entry:
        words = ["rulekeep", "play", "--from", f"{result.path}:{result.acts}"]
        yield f"open it: {shlex.join(words)}"


def _tell(screen: Screen, results: Sequence[ReplayResult], listed: bool) -> None:
    for result in results:
        if result.good and listed:
            screen.say(f"good    {result.path} ({result.acts} acts)", indent=2)
        elif not result.good:
            screen.say(result.trouble, "red", indent=2)
            for line in (*result.details, *_openers(result)):
                screen.say(line, "dim", indent=4)
    wanting = sum(not result.good for result in results)
    if not results:
        screen.say("There are no matches to replay.")
        return
    good = plural(len(results) - wanting, "match replays", "matches replay")
    screen.say(f"{good} as recorded, {plural(wanting, 'does', 'do')} not", "bold")
