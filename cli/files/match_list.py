"""The kept matches as a list: newest first, a row for each, chosen from by number or name."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path

import click

from rulekeep.cli.files import paths
from rulekeep.cli.terminal.prompt import Prompt
from rulekeep.cli.terminal.screen import Screen
from rulekeep.core.errors import RulekeepError
from rulekeep.core.frozen_values import frozen
from rulekeep.core.text import fit, plural, whole_number
from rulekeep.match import match_file
from rulekeep.match.match import Match
from rulekeep.session.crash_origin import origin_of

IN_A_PIPE = 20
"""Rows where there is no window to fit in."""
REPLAYED = 30
"""So many matches of a list are replayed to see whether they are over; the rest may wait."""
TROUBLES = 3
"""So many files that cannot be read are named one by one."""
MOST = 1 << 20
"""Bytes of what is remembered of matches."""
LEAST_NAMES = 12


@frozen
class SavedMatch:
    """A kept match, as far as its file tells without being replayed."""

    path: Path
    header: match_file.MatchHeader
    acts: int
    when: datetime
    size: int

    @property
    def who(self) -> str:
        return ", ".join(self.header.names) or plural(self.header.seats, "player")


@frozen
class UnreadableFile:
    """A file that is no match, or one that cannot be read."""

    path: Path
    what: str


class _Memory:
    """Which matches are over: a line for each, true as long as its file has the same size."""

    def __init__(self) -> None:
        self._file = paths.home() / "over.txt"
        self._known: dict[tuple[str, int], bool] = {}
        try:
            with self._file.open("rb") as stream:
                lines = stream.read(MOST).decode("utf-8", "replace").splitlines()
        except OSError:
            lines = []
        for line in lines:
            name, _, rest = line.rpartition("\t")[0].rpartition("\t")
            over = line.rpartition("\t")[2]
            if rest.isdecimal() and len(rest) < 12 and over in ("over", "open"):
                self._known[name, int(rest)] = over == "over"

    def get(self, kept: SavedMatch) -> bool | None:
        return self._known.get((kept.path.name, kept.size))

    def note(self, kept: SavedMatch, over: bool) -> None:
        """A memory that cannot be written is no harm: the match is replayed again next time."""
        self._known[kept.path.name, kept.size] = over
        line = f"{kept.path.name}\t{kept.size}\t{'over' if over else 'open'}\n"
        try:
            handle = os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        except OSError:
            return
        try:
            if os.fstat(handle).st_size < MOST:
                os.write(handle, line.encode("utf-8", "replace"))
        except OSError:
            return
        finally:
            os.close(handle)


def kept_matches() -> Iterator[SavedMatch | UnreadableFile]:
    """Every kept match in which something happened, newest first, and what cannot be read."""
    for path in paths.recorded():
        try:
            header, acts = match_file.read_summary(path)
            found = path.stat()
        except RulekeepError as error:
            yield UnreadableFile(path, str(error))
        except OSError:
            continue
        else:
            if acts:
                when = datetime.fromtimestamp(found.st_mtime)
                yield SavedMatch(path, header, acts, when, found.st_size)


@frozen
class Row:
    kept: SavedMatch
    over: bool | None
    """None: nobody has looked yet."""


@frozen
class MatchList:
    """What fits into a list."""

    rows: tuple[Row, ...]
    troubles: tuple[UnreadableFile, ...]
    more: bool
    """Older matches are left out."""


def shelf(limit: int, only_open: bool = False) -> MatchList:
    """The newest matches; to see whether they are over some may have to be replayed, once."""
    memory = _Memory()
    rows: list[Row] = []
    troubles: list[UnreadableFile] = []
    replayed = 0
    for found in kept_matches():
        if isinstance(found, UnreadableFile):
            troubles.append(found)
            continue
        if len(rows) == limit:
            return MatchList(tuple(rows), tuple(troubles), True)
        over = memory.get(found)
        if over is None and replayed < REPLAYED:
            replayed += 1
            seen = _is_over(found)
            if isinstance(seen, UnreadableFile):
                troubles.append(seen)
                continue
            over = seen
            memory.note(found, over)
        if not (only_open and over):
            rows.append(Row(found, over))
    return MatchList(tuple(rows), tuple(troubles), False)


def _is_over(kept: SavedMatch) -> bool | UnreadableFile:
    try:
        return Match.load(kept.path).is_over
    except RulekeepError as error:
        return UnreadableFile(kept.path, str(error))
    except (Exception, SystemExit) as error:  # noqa: BLE001
        # One game that fails must not hide the matches of the others.
        return UnreadableFile(kept.path, f"{kept.path}: {origin_of(error)}")


# -- showing and choosing -----------------------------------------------------------------------


def choose(asker: Prompt, only_open: bool = False) -> Path | None:
    """One of the kept matches; None if there are none, none is wanted or nobody can be asked."""
    screen = asker.screen
    # The heading, the question and what may stand above them need rows of their own.
    limit = max(3, screen.height - 6) if screen.live else IN_A_PIPE
    found = shelf(limit, only_open)
    _tell_troubles(screen, found.troubles)
    if not found.rows:
        which = "unfinished" if only_open else "kept"
        screen.say(f"There is no {which} match; `rulekeep play` begins one.")
        return None
    screen.heading(f"{'Unfinished' if only_open else 'Kept'} matches, newest first:")
    for line in table(found.rows, screen.width if screen.folds else None, only_open):
        screen.say(line)
    if found.more:
        screen.say("… and older ones, to be had by their names", "dim", indent=2)
    if asker.piped:
        return None
    while True:
        try:
            said = asker.line("Which one? [1] ") or "1"
        except (EOFError, KeyboardInterrupt):
            return None
        if said in ("q", "quit"):
            return None
        chosen = whole_number(said, 1, len(found.rows))
        if chosen is not None:
            return found.rows[chosen - 1].kept.path
        try:
            return paths.find(said)
        except RulekeepError as error:
            asker.complain(f"{error}")


def _tell_troubles(screen: Screen, troubles: Sequence[UnreadableFile]) -> None:
    for trouble in troubles[:TROUBLES]:
        screen.say(trouble.what, "dim")
    left = len(troubles) - TROUBLES
    if left > 0:
        screen.say(f"… and {plural(left, 'more file', 'more files')} there cannot be read.", "dim")


def table(rows: Sequence[Row], width: int | None, only_open: bool) -> list[str]:
    """The rows in columns; in a window the players' names give way."""
    state = {None: "?", True: "over", False: "open"}
    columns = [
        [f"{number}" for number in range(1, len(rows) + 1)],
        [row.kept.path.stem for row in rows],
        [row.kept.who for row in rows],
        [plural(row.kept.acts, "move") for row in rows],
        [f"{row.kept.when:%Y-%m-%d %H:%M}" for row in rows],
        [] if only_open else [state[row.over] for row in rows],
    ]
    columns = [column for column in columns if column]
    if width is not None:
        # The name of a match says the game and when it began; where that is too much, a number
        # chooses it as well.
        if _without_names(columns) + LEAST_NAMES > width:
            columns[4] = [f"{row.kept.when:%d %b}" for row in rows]
        if _without_names(columns) + LEAST_NAMES > width:
            columns[1] = [row.kept.header.game for row in rows]
        room = max(LEAST_NAMES, width - _without_names(columns))
        columns[2] = [fit(who, room) for who in columns[2]]
    widths = [max(map(len, column)) for column in columns]
    lines = []
    for cells in zip(*columns, strict=True):
        number, *others = [f"{cell:<{w}}" for cell, w in zip(cells, widths, strict=True)]
        lines.append(f"  {number.strip():>{widths[0]}}  {'  '.join(others)}".rstrip())
    return lines if width is None else [fit(line, width) for line in lines]


def _without_names(columns: Sequence[Sequence[str]]) -> int:
    """How wide the list is before the players are named in it."""
    return 2 * len(columns) + sum(max(map(len, c)) for n, c in enumerate(columns) if n != 2)


# -- from the command line ----------------------------------------------------------------------


def wanted(
    asker: Prompt, match: str | None, last: bool, only_open: bool = False, named: bool = False
) -> Path | None:
    """The match that the words of a command mean; without any, one chosen from the list.

    `named`: what is made of the match goes elsewhere, so that a list in its place would mislead.
    """
    if last:
        if match is not None:
            raise click.UsageError("name a match or say --last, not both")
        return newest(only_open)
    if match is not None:
        return paths.find(match)
    if named and asker.piped:
        raise click.UsageError("name a match, or say --last")
    return choose(asker, only_open)


def newest(only_open: bool = False) -> Path:
    """The match that was played last."""
    found = shelf(1, only_open).rows
    if not found:
        which = "unfinished" if only_open else "kept"
        raise click.UsageError(f"there is no {which} match; `rulekeep play` begins one")
    return found[0].kept.path
