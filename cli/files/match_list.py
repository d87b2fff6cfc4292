"""The list of saved matches: shown newest first, chosen from by number or name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from rulekeep.cli.files import paths
from rulekeep.cli.terminal.prompt import Prompt
from rulekeep.cli.terminal.screen import Screen
from rulekeep.core.errors import RulekeepError
from rulekeep.core.text import fit, plural, whole_number
from rulekeep.match.library import SavedMatch, UnreadableFile

ROWS_IN_A_PIPE = 20
"""Rows where there is no window to fit in."""
MAX_UNREADABLE = 3
"""Unreadable files that are named one by one."""
MIN_NAMES_WIDTH = 12


def choose(asker: Prompt, only_open: bool = False) -> Path | None:
    """One of the saved matches; None if there is none, none is wanted or nobody can be asked."""
    screen = asker.screen
    # The heading, the question and the lines above them need rows too.
    limit = max(3, screen.height - 6) if screen.live else ROWS_IN_A_PIPE
    found = paths.library().newest(limit, only_open=only_open)
    _show_unreadable(screen, found.unreadable)
    if not found.matches:
        which = "unfinished" if only_open else "saved"
        screen.say(f"No {which} match. Start one with: rulekeep play")
        return None
    screen.heading(f"{'Unfinished' if only_open else 'Saved'} matches, newest first:")
    for line in table(found.matches, screen.width if screen.folds else None, only_open):
        screen.say(line)
    if found.more:
        screen.say("… and older ones, which you can choose by name", "dim", indent=2)
    if asker.piped:
        return None
    while True:
        try:
            answer = asker.line("Which one? [1] ") or "1"
        except (EOFError, KeyboardInterrupt):
            return None
        if answer in ("q", "quit"):
            return None
        chosen = whole_number(answer, 1, len(found.matches))
        if chosen is not None:
            return found.matches[chosen - 1].path
        try:
            return paths.library().find(answer)
        except RulekeepError as error:
            asker.show_error(f"{error}")


def _show_unreadable(screen: Screen, files: Sequence[UnreadableFile]) -> None:
    for file in files[:MAX_UNREADABLE]:
        screen.say(file.what, "dim")
    left = len(files) - MAX_UNREADABLE
    if left > 0:
        screen.say(f"… and {plural(left, 'more file', 'more files')} cannot be read.", "dim")


def table(matches: Sequence[SavedMatch], width: int | None, only_open: bool) -> list[str]:
    """The matches in columns; in a window the players' names are cut to fit."""
    state = {None: "?", True: "over", False: "open"}
    columns = [
        [f"{number}" for number in range(1, len(matches) + 1)],
        [saved.path.stem for saved in matches],
        [
            ", ".join(saved.header.names) or plural(saved.header.seats, "player")
            for saved in matches
        ],
        [plural(saved.moves, "move") for saved in matches],
        [f"{saved.when:%Y-%m-%d %H:%M}" for saved in matches],
    ]
    if not only_open:
        columns.append([state[saved.over] for saved in matches])
    if width is not None:
        # The name of a match says the game and when it began. If it is too long, use the number.
        if _without_names(columns) + MIN_NAMES_WIDTH > width:
            columns[4] = [f"{saved.when:%d %b}" for saved in matches]
        if _without_names(columns) + MIN_NAMES_WIDTH > width:
            columns[1] = [saved.header.game for saved in matches]
        room = max(MIN_NAMES_WIDTH, width - _without_names(columns))
        columns[2] = [fit(names, room) for names in columns[2]]
    widths = [max(map(len, column)) for column in columns]
    lines = []
    for cells in zip(*columns, strict=True):
        number, *others = [f"{cell:<{w}}" for cell, w in zip(cells, widths, strict=True)]
        lines.append(f"  {number.strip():>{widths[0]}}  {'  '.join(others)}".rstrip())
    return lines if width is None else [fit(line, width) for line in lines]


def _without_names(columns: Sequence[Sequence[str]]) -> int:
    """The width of the list without the players' names."""
    return 2 * len(columns) + sum(max(map(len, c)) for n, c in enumerate(columns) if n != 2)


def wanted(
    asker: Prompt, match: str | None, last: bool, only_open: bool = False, named: bool = False
) -> Path | None:
    """The match that a command names; without a name, one chosen from the list.

    `named`: the output is for a program or a file, so it must not be a list.
    """
    if last:
        if match is not None:
            raise click.UsageError("Name a match or use --last, not both.")
        return newest(only_open)
    if match is not None:
        return paths.library().find(match)
    if named and asker.piped:
        raise click.UsageError("Name a match, or use --last.")
    return choose(asker, only_open)


def newest(only_open: bool = False) -> Path:
    """The match that was played last."""
    found = paths.library().newest(1, only_open=only_open).matches
    if not found:
        which = "unfinished" if only_open else "saved"
        raise click.UsageError(f"No {which} match. Start one with: rulekeep play")
    return found[0].path
