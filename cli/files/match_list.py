"""The list of saved matches: shown newest first, chosen from by number or name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from rulekeep.cli.files import paths
from rulekeep.cli.terminal.menu import Back, Menu, MenuItem
from rulekeep.cli.terminal.prompt import Prompt
from rulekeep.cli.terminal.screen import Screen
from rulekeep.core.text import fit, plural
from rulekeep.match.library import SavedMatch, UnreadableFile

ROWS_IN_A_PIPE = 20
"""Rows where there is no window to scroll in."""
MAX_LISTED = 60
NUMBERS_WIDTH = 6
"""Columns of the numbers beside the list."""
MAX_UNREADABLE = 3
"""Unreadable files that are named one by one."""
MIN_NAMES_WIDTH = 12


def choose(asker: Prompt, only_open: bool = False) -> Path | None:
    """One of the saved matches; None if there is none, none is wanted or nobody can be asked."""
    screen = asker.screen
    found = paths.library().newest(
        MAX_LISTED if screen.live else ROWS_IN_A_PIPE, only_open=only_open
    )
    _show_unreadable(screen, found.unreadable)
    if not found.matches:
        which = "unfinished" if only_open else "saved"
        screen.say(f"No {which} match. Start one with: rulekeep play")
        return None
    title = f"{'Unfinished' if only_open else 'Saved'} matches, newest first:"
    width = screen.width - NUMBERS_WIDTH if screen.folds else None
    lines = table(found.matches, width, only_open)
    older = "… and older ones, which you can choose by name" if found.more else ""
    if asker.piped:
        screen.heading(title)
        for number, line in enumerate(lines, 1):
            screen.say(f"{number:>{len(str(len(lines)))}}  {line}", indent=2)
        if older:
            screen.say(older, "dim", indent=2)
        return None
    items = [
        MenuItem(saved.path.stem, line) for saved, line in zip(found.matches, lines, strict=True)
    ]
    paths_by_name = {saved.path.stem: saved.path for saved in found.matches}
    try:
        name = Menu(asker).choose(
            "\n".join(filter(None, (title, older))),
            items,
            read=lambda text: str(paths.library().find(text)),
        )
    except Back:
        return None
    except (EOFError, KeyboardInterrupt):
        raise click.exceptions.Exit from None
    return paths_by_name.get(name) or Path(name)


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
            columns[3] = [f"{saved.when:%d %b}" for saved in matches]
        if _without_names(columns) + MIN_NAMES_WIDTH > width:
            columns[0] = [saved.header.game for saved in matches]
        room = max(MIN_NAMES_WIDTH, width - _without_names(columns))
        columns[1] = [fit(names, room) for names in columns[1]]
    widths = [max(map(len, column)) for column in columns]
    lines = [
        "  ".join(f"{cell:<{w}}" for cell, w in zip(cells, widths, strict=True)).rstrip()
        for cells in zip(*columns, strict=True)
    ]
    return lines if width is None else [fit(line, width) for line in lines]


def _without_names(columns: Sequence[Sequence[str]]) -> int:
    """The width of the list without the players' names."""
    return 2 * len(columns) + sum(max(map(len, c)) for n, c in enumerate(columns) if n != 1)


def wanted(
    asker: Prompt, match: str | None, last: bool, only_open: bool = False, named: bool = False
) -> Path | None:
    """The match that a command names; without a name, one chosen from the list.

    `named`: the output is for a program or a file, so it must not be a list.
    """
    if last:
        if match is not None:
            raise click.UsageError("Name a match or use --last, not both.")
        found = paths.library().newest(1, only_open=only_open).matches
        if not found:
            which = "unfinished" if only_open else "saved"
            raise click.UsageError(f"No {which} match. Start one with: rulekeep play")
        return found[0].path
    if match is not None:
        return paths.library().find(match)
    if named and asker.piped:
        raise click.UsageError("Name a match, or use --last.")
    return choose(asker, only_open)
